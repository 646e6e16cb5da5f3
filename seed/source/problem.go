package source

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A Problem is an error or a warning about a seed file. It never shows a secret.
type Problem struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`   // from 1; 0 if the file could not be read
	Column   int      `json:"column"` // from 1, in bytes
	Path     string   `json:"path"`   // such as manuals[0].sections[2].title; the root is $
	Severity Severity `json:"severity"`
	Reason   string   `json:"reason"` // what was expected and what was found
}

// Severity says whether a problem stops an import.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning" // stops only a strict import
)

// String returns "file:line:column: path: reason" on one line. The reason of a
// warning begins with "warning: ".
func (p Problem) String() string {
	reason := manual.Printable(strings.ReplaceAll(p.Reason, "\n", `\n`))
	if p.Severity == Warning {
		reason = "warning: " + reason
	}
	if p.Line == 0 {
		return quoteFileName(p.File) + ": " + reason
	}
	return fmt.Sprintf("%s:%d:%d: %s: %s", quoteFileName(p.File), p.Line, p.Column, manual.Printable(p.Path), reason)
}

// quoteFileName returns a file name for messages. It quotes names that are not
// UTF-8, or have control characters, which a terminal would interpret.
func quoteFileName(name string) string {
	if !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// Problems are all problems of an import, in the order of the files and by
// position in each. As an error they mean that the import was refused.
type Problems []Problem

// Error returns one problem per line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// MaxProblems limits the errors reported for one file, and the warnings.
const MaxProblems = 100

// A Collector collects problems.
type Collector struct {
	found []finding
	count map[countKey]int
}

// A countKey identifies the problems that are counted together.
type countKey struct {
	tree     *content.Tree
	severity Severity
}

// A finding is a problem before its line and path are computed.
type finding struct {
	countKey
	offset, at int // of the problem, and of the value whose path it reports
	message    string
}

// Add records a problem at an offset of a file, with the path of the value that
// begins at the offset at. It ignores further problems of a file over the limit,
// but keeps one more than are reported, as a sign that there are more.
func (c *Collector) Add(severity Severity, in *content.Tree, offset, at int, format string, args ...any) {
	of := countKey{in, severity}
	if c.count[of] > MaxProblems {
		return
	}
	if c.count == nil {
		c.count = make(map[countKey]int)
	}
	c.count[of]++
	c.found = append(c.found, finding{of, offset, at, fmt.Sprintf(format, args...)})
}

// ErrorAt records an error at the position of a value.
func (c *Collector) ErrorAt(p *content.Node, format string, args ...any) {
	c.Add(Error, p.Tree, p.At(""), int(p.Start), format, args...)
}

// WarnAt records a warning at the position of a value.
func (c *Collector) WarnAt(p *content.Node, format string, args ...any) {
	c.Add(Warning, p.Tree, p.At(""), int(p.Start), format, args...)
}

// Merge adds the problems of another collector.
func (c *Collector) Merge(other *Collector) { c.found = append(c.found, other.found...) }

// Refusing returns the problems that refuse an import: the errors, and in a
// strict import the warnings too.
func (c *Collector) Refusing(strict bool) Problems {
	if strict {
		return c.problems(Error, Warning)
	}
	return c.problems(Error)
}

// Warnings returns the warnings, never nil.
func (c *Collector) Warnings() Problems { return append(Problems{}, c.problems(Warning)...) }

// problems returns the problems of these severities, or nil, ordered by file and
// offset. Of each file it returns the first [MaxProblems]; if there are more,
// one further entry says so.
func (c *Collector) problems(severities ...Severity) Problems {
	slices.SortStableFunc(c.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.tree.Order, b.tree.Order), cmp.Compare(a.offset, b.offset))
	})
	var problems Problems
	count := make(map[countKey]int)
	for _, f := range c.found {
		count[f.countKey]++
		n := count[f.countKey]
		if n > MaxProblems+1 || !slices.Contains(severities, f.severity) {
			continue
		}
		problem := Problem{
			File: f.tree.Name, Path: manual.HideSecrets(f.tree.PathTo(f.at)),
			Severity: f.severity, Reason: manual.HideSecrets(f.message),
		}
		if n > MaxProblems {
			problem.Reason = fmt.Sprintf("from here on there are more %ss than the first %d of this file", f.severity, MaxProblems)
		}
		if f.tree.Root != nil { // else the file could not be read
			problem.Line, problem.Column = f.tree.Position(f.offset)
		}
		problems = append(problems, problem)
	}
	return problems
}

// Truncate returns at most the first 60 characters of a text, for messages.
func Truncate(text string) string {
	const most = 60
	count := 0
	for i := range text {
		if count == most {
			return text[:i] + "…"
		}
		count++
	}
	return text
}
