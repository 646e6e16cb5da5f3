package cli

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"text/tabwriter"
	"text/template"
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

// outputText are the templates of what is printed for people.
//
//go:embed output.tmpl
var outputText string

// print prints the result of a command: as JSON with --json, or else by the
// template of that name, and on standard error by that of what is said aside.
func (p *program) print(name string, result any) error {
	if p.json {
		return printJSON(p.stdout, result)
	}
	_ = p.render(p.stderr, name+" aside", result) // whom to tell, if not there
	return p.render(p.stdout, name, result)
}

// render writes what a template makes of a value, if there is such a template.
// Cells that end with a tab are aligned; spaces that would end a line are cut.
func (p *program) render(w io.Writer, name string, value any) error {
	var text, trimmed strings.Builder
	aligned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	if err := p.execute(aligned, name, value); err != nil {
		return err
	}
	aligned.Flush() // to memory: cannot fail
	for line := range strings.Lines(text.String()) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(w, trimmed.String())
	return err
}

// execute writes what a template makes of a value as it is.
func (p *program) execute(w io.Writer, name string, value any) error {
	texts, err := template.New("").Funcs(template.FuncMap{
		"counted": counted, "time": shortTime, "tag": shortTag, "quote": quoteArgument, "place": notePlace, "open": openSummary,
		"roff": roff, "upper": strings.ToUpper, "join": strings.Join,
		"list":     func(values ...string) []string { return values },
		"database": func() string { return p.database },
		"group":    func(token string) string { return strings.Split(token, ".")[0] },
		"json": func(value any) (string, error) {
			var text strings.Builder
			err := printJSON(&text, value)
			return text.String(), err
		},
	}).Parse(outputText)
	if err != nil || texts.Lookup(name) == nil {
		return err
	}
	return texts.ExecuteTemplate(w, name, value)
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

// ask makes a call to the store.
func ask[A, T any](p *program, cmd *cobra.Command, call admin.Call[A, T], argument A) (result T, err error) {
	client, err := p.dial(false)
	if err != nil {
		return result, err
	}
	defer client.Close()
	return call.Do(cmd.Context(), client, argument)
}

// callCommand returns a command that makes a call to the store, of what the
// arguments say, and prints its result by the template of the command's name.
func callCommand[A, T any](p *program, name string, check cobra.PositionalArgs, call admin.Call[A, T], read func(args []string) (A, error), result string) *cobra.Command {
	cmd := newCommand(name, check, func(cmd *cobra.Command, args []string) error {
		argument, err := read(args)
		if err != nil {
			return err
		}
		made, err := ask(p, cmd, call, argument)
		if err != nil {
			return err
		}
		return p.print(name, made)
	})
	p.storeFlags(cmd, result)
	return cmd
}

func noArgument([]string) (admin.None, error)          { return admin.None{}, nil }
func firstArgument(arguments []string) (string, error) { return arguments[0], nil }

// onTerminal tells whether a stream is a terminal.
func onTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// shortTime is a time for people, in UTC, and a hyphen for none.
func shortTime(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}

// shortTag cuts an entity tag to what tells two of them apart on a screen;
// --json has the whole.
func shortTag(tag string) string {
	const most = 17
	if len(tag) > most {
		return tag[:most-1] + `…"`
	}
	return tag
}

// counted returns the number and the noun, in the plural where it must be.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
