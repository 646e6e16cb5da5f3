package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"designmanual/db"
)

// pagesVariable names a database whose pages this process checks, and nothing else. It is set by
// [checkPages] alone.
const pagesVariable = "DESIGNMANUAL_CHECK_PAGES"

// checkPages checks the pages of a database in a process of its own, which a page that leads in a
// circle may end. It is a [db.PageCheck].
func checkPages(ctx context.Context, path string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	child := exec.CommandContext(ctx, program)
	child.Env = append(os.Environ(), pagesVariable+"="+path)
	said, err := child.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		first, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
		return errors.New(first)
	}
	return err
}

// answerPageCheck is the process that checkPages starts.
func answerPageCheck(path string, stderr io.Writer) int {
	if err := db.CheckPages(path); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailed
	}
	return exitDone
}
