package cli

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"text/tabwriter"
	"text/template"
	"time"
	"unicode"

	"golang.org/x/term"

	"designmanual/db/manual"
	"designmanual/seed"
)

// An editedWriter changes each text before it writes it.
type editedWriter struct {
	io.Writer
	edit func(string) string
}

func (w editedWriter) Write(text []byte) (int, error) {
	n, err := io.WriteString(w.Writer, w.edit(string(text)))
	if err != nil {
		return min(n, len(text)), err
	}
	return len(text), nil
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

// outputTemplates returns the templates of the output for people. Many commands need none,
// and parsing them would delay the start of each.
var outputTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"counted": counted, "time": shortTime, "tag": shortTag, "quote": quoteArgument, "called": called,
		"place": notePlace,
		"list":  func(values ...string) []string { return values },
		"group": func(token string) string { return strings.Split(token, ".")[0] },
		"json": func(value any) (string, error) {
			var text strings.Builder
			err := printJSON(&text, value)
			return text.String(), err
		},
	}).Parse(outputText))
})

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
	if outputTemplates().Lookup(name) == nil {
		return nil
	}
	var text, trimmed strings.Builder
	aligned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	if err := outputTemplates().ExecuteTemplate(aligned, name, value); err != nil {
		return err
	}
	aligned.Flush() // cannot fail: it writes to memory
	for line := range strings.Lines(manual.Printable(text.String())) {
		trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	_, err := io.WriteString(w, trimmed.String())
	return err
}

// printError prints an error; of problems of seed files it prints each.
func printError(w io.Writer, err error) {
	var problems seed.Problems
	if errors.As(err, &problems) {
		printProblems(w, problems)
		printRefusal(w, problems)
		return
	}
	fmt.Fprintf(w, "designmanual: %s\n", withoutSystemCall(err))
}

// withoutSystemCall returns the text of an error. One about a file has no name of a system call: "x.css: no
// such file or directory" in place of "stat x.css: no such file or directory".
func withoutSystemCall(err error) string {
	file, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err.Error()
	}
	return strings.Replace(err.Error(), file.Error(), file.Path+": "+file.Err.Error(), 1)
}

func onTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// called returns how to call the program again: with the path from here, if it was
// called by one.
func called() string {
	if name := os.Args[0]; strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		return quoteArgument(name)
	}
	return "designmanual"
}

// quoteArgument quotes a path for a shell if it needs that.
func quoteArgument(path string) string {
	if strings.ContainsFunc(path, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("/\\._-:", r)
	}) {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
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
