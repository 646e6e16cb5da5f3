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

// boltPagesVariable is the environment variable in which checkBoltPages tells the process that it starts which
// database to check. Such a process checks pages and does nothing else.
const boltPagesVariable = "DESIGNMANUAL_CHECK_PAGES"

// checkBoltPages checks bbolt's pages of a database in a process of its own, which a page that leads in a
// circle may end. It is a [db.BoltPageCheck].
func checkBoltPages(ctx context.Context, path string) error {
	program, err := os.Executable()
	if err != nil {
		return err
	}
	child := exec.CommandContext(ctx, program)
	child.Env = append(os.Environ(), boltPagesVariable+"="+path)
	said, err := child.CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		first, _, _ := strings.Cut(strings.TrimSpace(string(said)), "\n")
		return errors.New(first)
	}
	return err
}

// answerBoltPageCheck is what the process does that checkBoltPages starts: it returns its exit status.
func answerBoltPageCheck(path string, stderr io.Writer) int {
	if err := db.CheckBoltPages(path); err != nil {
		fmt.Fprintln(stderr, err)
		return exitFailed
	}
	return exitDone
}
