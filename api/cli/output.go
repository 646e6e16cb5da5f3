package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"designmanual/api/admin"
	"designmanual/db"
	"designmanual/seed"
)

// withoutSecrets is standard error: what a user has put in a wrong place does
// not come back in a message or a log where it is an access token.
type withoutSecrets struct{ io.Writer }

func (w withoutSecrets) Write(text []byte) (int, error) {
	_, err := io.WriteString(w.Writer, db.HideSecrets(string(text)))
	return len(text), err
}

// printJSON prints a result for programs: indented, since people read it too.
func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

// print prints the result of a command: as JSON with --json, or else as text.
func (p *program) print(result any, text string) error {
	if p.json {
		return printJSON(p.stdout, result)
	}
	_, err := io.WriteString(p.stdout, text)
	return err
}

// printProblems prints the faults of seed files, one a line.
func printProblems(w io.Writer, problems seed.Problems) {
	for _, p := range problems {
		fmt.Fprintln(w, p)
	}
}

// printError prints an error: the faults of seed files one a line.
func printError(w io.Writer, err error) {
	var problems seed.Problems
	if errors.As(err, &problems) {
		printProblems(w, problems)
		return
	}
	fmt.Fprintf(w, "designmanual: %v\n", err)
}

// untilStopped returns a context that ends when the program is told to stop.
func untilStopped(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
}

// newLog returns the log of a command: text lines on standard error.
func newLog(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}

// ask makes a call to the store and prints the result: as JSON with --json, and
// otherwise with print.
func ask[A, T any](p *program, cmd *cobra.Command, call admin.Call[A, T], argument A, print func(T) error) error {
	client, err := p.dial(false)
	if err != nil {
		return err
	}
	defer client.Close()
	result, err := call.Do(cmd.Context(), client, argument)
	if err != nil {
		return err
	}
	if p.json {
		return printJSON(p.stdout, result)
	}
	return print(result)
}

// printTable prints rows whose columns are aligned, each after the indent and
// without the spaces that would end it.
func printTable(w io.Writer, indent string, rows [][]string) error {
	var text strings.Builder
	aligned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintln(aligned, indent+strings.Join(row, "\t"))
	}
	aligned.Flush() // to memory: cannot fail
	var trimmed strings.Builder
	for line := range strings.Lines(text.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(w, trimmed.String())
	return err
}

// onTerminal tells whether w is a terminal.
func onTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// shortTime is a time for people, in UTC.
func shortTime(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}

// counted returns the number and the noun, in the plural where it must be.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
