package seed

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/db"
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
	reason := p.Reason
	if p.Severity == Warning {
		reason = "warning: " + reason
	}
	if p.Line == 0 {
		return quoteFileName(p.File) + ": " + reason
	}
	return p.position() + ": " + p.Path + ": " + reason
}

func (p Problem) position() string {
	return fmt.Sprintf("%s:%d:%d", quoteFileName(p.File), p.Line, p.Column)
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

// maxProblems limits the errors reported for one file, and the warnings.
const maxProblems = 100

// A collector collects problems.
type collector struct {
	found []finding
	count map[countKey]int
}

// A countKey identifies the problems that are counted together.
type countKey struct {
	file     *file
	severity Severity
}

// A finding is a problem before its line and path are computed.
type finding struct {
	countKey
	offset, at int // of the problem, and of the value whose path it reports
	message    string
}

// add records a problem unless its file is over the limit. It keeps one more than
// are reported, as a sign that there are more.
func (c *collector) add(severity Severity, in *file, offset, at int, format string, args ...any) {
	of := countKey{in, severity}
	if c.count[of] > maxProblems {
		return
	}
	if c.count == nil {
		c.count = make(map[countKey]int)
	}
	c.count[of]++
	c.found = append(c.found, finding{of, offset, at, fmt.Sprintf(format, args...)})
}

// errorAtOffset records an error at an offset of a file.
func (c *collector) errorAtOffset(in *file, offset int, format string, args ...any) {
	c.add(Error, in, offset, offset, format, args...)
}

// errorAt records an error at the position of a value.
func (c *collector) errorAt(p *node, format string, args ...any) {
	c.errorAtOffset(p.file, int(p.start), format, args...)
}

// warnAt records a warning at the position of a value.
func (c *collector) warnAt(p *node, format string, args ...any) {
	c.add(Warning, p.file, int(p.start), int(p.start), format, args...)
}

// merge adds the problems of another collector.
func (c *collector) merge(other *collector) { c.found = append(c.found, other.found...) }

// refusing returns the problems that refuse an import: the errors, and in a
// strict import the warnings too.
func (c *collector) refusing(strict bool) Problems {
	if strict {
		return c.problems(Error, Warning)
	}
	return c.problems(Error)
}

// warnings returns the warnings, never nil.
func (c *collector) warnings() Problems { return append(Problems{}, c.problems(Warning)...) }

// problems returns the problems of these severities, or nil, ordered by file and
// offset. Of each file it returns the first [maxProblems]; if there are more,
// one further entry says so.
func (c *collector) problems(severities ...Severity) Problems {
	slices.SortStableFunc(c.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.file.order, b.file.order), cmp.Compare(a.offset, b.offset))
	})
	var problems Problems
	count := make(map[countKey]int)
	for _, f := range c.found {
		count[f.countKey]++
		n := count[f.countKey]
		if n > maxProblems+1 || !slices.Contains(severities, f.severity) {
			continue
		}
		problem := Problem{
			File: f.file.Name, Path: db.HideSecrets(f.file.root.pathTo(f.at)),
			Severity: f.severity, Reason: db.HideSecrets(f.message),
		}
		if n > maxProblems {
			problem.Reason = fmt.Sprintf("from here on there are more %ss than the first %d of this file", f.severity, maxProblems)
		}
		if f.file.Err == nil {
			problem.Line, problem.Column = f.file.position(f.offset)
		}
		problems = append(problems, problem)
	}
	return problems
}
