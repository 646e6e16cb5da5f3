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
	"designmanual/db/manual"
	"designmanual/seed"
)

// An editedWriter changes each text before it writes it.
type editedWriter struct {
	io.Writer
	edit func(string) string
}

func (w editedWriter) Write(text []byte) (int, error) {
	_, err := io.WriteString(w.Writer, w.edit(string(text)))
	return len(text), err
}

// printJSON prints indented JSON. It escapes what a terminal would interpret, which
// can only stand in strings.
func printJSON(w io.Writer, value any) error {
	encoder := json.NewEncoder(editedWriter{w, manual.Printable})
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

//go:embed output.tmpl
var outputText string

// outputTemplates are the templates of the output for people.
var outputTemplates = template.Must(template.New("").Funcs(template.FuncMap{
	"counted": counted, "time": shortTime, "tag": shortTag, "quote": quoteArgument, "called": called, "place": notePlace,
	"roff": roff, "upper": strings.ToUpper, "join": strings.Join,
	"list":  func(values ...string) []string { return values },
	"group": func(token string) string { return strings.Split(token, ".")[0] },
	"json": func(value any) (string, error) {
		var text strings.Builder
		err := printJSON(&text, value)
		return text.String(), err
	},
}).Parse(outputText))

// print prints the result of a command: as JSON with --json, else with the named
// template, after the template "name stderr" on standard error.
func (p *program) print(name string, result any) error {
	if p.json {
		return printJSON(p.stdout, result)
	}
	_ = render(p.stderr, name+" stderr", result) // an error could only be printed there
	return render(p.stdout, name, result)
}

// render executes a template, if it exists, and aligns cells that end with a tab.
// It removes spaces at the ends of lines.
func render(w io.Writer, name string, value any) error {
	if outputTemplates.Lookup(name) == nil {
		return nil
	}
	var text, trimmed strings.Builder
	aligned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	if err := outputTemplates.ExecuteTemplate(aligned, name, value); err != nil {
		return err
	}
	aligned.Flush() // cannot fail: it writes to memory
	for line := range strings.Lines(manual.Printable(text.String())) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(w, trimmed.String())
	return err
}

// printProblems prints problems of seed files, one per line.
func printProblems(w io.Writer, problems seed.Problems) {
	for _, p := range problems.Summary() {
		fmt.Fprintln(w, p)
	}
}

// printError prints an error; problems of seed files are printed one per line.
func printError(w io.Writer, err error) {
	var problems seed.Problems
	if errors.As(err, &problems) {
		printProblems(w, problems)
		return
	}
	fmt.Fprintf(w, "designmanual: %s\n", err)
}

// signalContext returns a context that is canceled by SIGINT and SIGTERM.
func signalContext(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
}

// callStore makes a call to the store of --db.
func callStore[A, T any](p *program, cmd *cobra.Command, call admin.Call[A, T], argument A) (result T, err error) {
	client, err := p.dial(false)
	if err != nil {
		return result, err
	}
	defer client.Close()
	return call.Do(cmd.Context(), client, argument)
}

// storeCommand returns a command that reads the argument of a call from the command
// line, makes the call, and prints its result with the template of the command's name.
func storeCommand[A, T any](p *program, name string, check cobra.PositionalArgs, call admin.Call[A, T], read func(args []string) (A, error), result string) *cobra.Command {
	cmd := newCommand(name, check, func(cmd *cobra.Command, args []string) error {
		argument, err := read(args)
		if err != nil {
			return err
		}
		value, err := callStore(p, cmd, call, argument)
		if err != nil {
			return err
		}
		return p.print(name, value)
	})
	p.storeFlags(cmd, result)
	return cmd
}

func noInput([]string) (admin.None, error)        { return admin.None{}, nil }
func firstArg(arguments []string) (string, error) { return arguments[0], nil }

// onTerminal reports whether a stream is a terminal.
func onTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// shortTime formats a time in UTC, to the minute; nil is a hyphen.
func shortTime(t *time.Time) string {
	if t == nil {
		return "-"
	}
	return t.UTC().Format("2006-01-02 15:04Z")
}

// shortTag shortens an entity tag; --json has all of it.
func shortTag(tag string) string {
	const most = 17
	if len(tag) > most {
		return tag[:most-1] + `…"`
	}
	return tag
}

// counted returns a number with a noun, in the plural unless n is 1.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
