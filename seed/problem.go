package seed

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

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

// quoteFileName returns a file name for messages. It quotes names with control
// characters, which a terminal would interpret.
func quoteFileName(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
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

// full reports whether a file has reached the limit of errors.
func (f *collector) full(in *file) bool { return f.count[countKey{in, Error}] > maxProblems }

// add records a problem unless its file is over the limit. It keeps one more than
// are reported, as a sign that there are more.
func (f *collector) add(severity Severity, in *file, offset, at int, format string, args ...any) {
	of := countKey{in, severity}
	if f.count[of] > maxProblems {
		return
	}
	if f.count == nil {
		f.count = make(map[countKey]int)
	}
	f.count[of]++
	f.found = append(f.found, finding{of, offset, at, fmt.Sprintf(format, args...)})
}

// errorAtOffset records an error at an offset of a file.
func (f *collector) errorAtOffset(in *file, offset int, format string, args ...any) {
	f.add(Error, in, offset, offset, format, args...)
}

// errorAt records an error at the position of a value.
func (f *collector) errorAt(p *node, format string, args ...any) {
	f.errorAtOffset(p.file, int(p.start), format, args...)
}

// warnAt records a warning at the position of a value.
func (f *collector) warnAt(p *node, format string, args ...any) {
	f.add(Warning, p.file, int(p.start), int(p.start), format, args...)
}

// merge adds the problems of another collector.
func (f *collector) merge(other *collector) { f.found = append(f.found, other.found...) }

// refusing returns the problems that refuse an import: the errors, and in a
// strict import the warnings too.
func (f *collector) refusing(strict bool) Problems {
	if strict {
		return f.problems(Error, Warning)
	}
	return f.problems(Error)
}

// warnings returns the warnings, never nil.
func (f *collector) warnings() Problems { return append(Problems{}, f.problems(Warning)...) }

// problems returns the problems of these severities, or nil, ordered by file and
// offset. Of each file it returns the first [maxProblems]; if there are more,
// one further entry says so.
func (f *collector) problems(severities ...Severity) Problems {
	slices.SortStableFunc(f.found, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.file.order, b.file.order), cmp.Compare(a.offset, b.offset))
	})
	var problems Problems
	count := make(map[countKey]int)
	for _, fault := range f.found {
		count[fault.countKey]++
		n := count[fault.countKey]
		if n > maxProblems+1 || !slices.Contains(severities, fault.severity) {
			continue
		}
		problem := Problem{
			File: fault.file.Name, Path: db.HideSecrets(fault.file.root.pathTo(fault.at)),
			Severity: fault.severity, Reason: db.HideSecrets(fault.message),
		}
		if n > maxProblems {
			problem.Reason = fmt.Sprintf("from here on there are more %ss than the first %d of this file", fault.severity, maxProblems)
		}
		if fault.file.Err == nil {
			problem.Line, problem.Column = fault.file.position(fault.offset)
		}
		problems = append(problems, problem)
	}
	return problems
}
