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

// A Problem is an error in a seed file, or a warning: where it is and
// what was expected. No problem shows a secret.
type Problem struct {
	File     string   `json:"file"`
	Line     int      `json:"line"`   // from 1; 0 where the file could not be read at all
	Column   int      `json:"column"` // from 1, in bytes
	Path     string   `json:"path"`   // as manuals[0].sections[2].title; the root is $
	Severity Severity `json:"severity"`
	Reason   string   `json:"reason"` // what was expected, and what was found
}

// Severity says whether a problem refuses an import.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning" // refuses only a strict import
)

// String returns file:line:column: path: reason, on one line; the reason of a
// warning says that it is one.
func (p Problem) String() string {
	reason := p.Reason
	if p.Severity == Warning {
		reason = "warning: " + reason
	}
	if p.Line == 0 {
		return printable(p.File) + ": " + reason
	}
	return p.place() + ": " + p.Path + ": " + reason
}

func (p Problem) place() string { return fmt.Sprintf("%s:%d:%d", printable(p.File), p.Line, p.Column) }

// printable is a file name as messages have it: quoted where a terminal would
// obey something in it.
func printable(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

// Problems are all the faults of an import, in the order of the files and
// inside a file by place. They are the error that refuses it.
type Problems []Problem

// Error returns the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i, problem := range p {
		lines[i] = problem.String()
	}
	return strings.Join(lines, "\n")
}

// maxProblems is how many errors of one file are told, and how many warnings.
const maxProblems = 100

// faults gathers the problems of one import.
type faults struct {
	found []fault
	count map[counted]int
}

// counted is what problems are counted by.
type counted struct {
	file     *file
	severity Severity
}

// A fault is a problem whose line and path have not been looked for yet.
type fault struct {
	counted
	offset, at int // the latter that of the value whose path it has
	message    string
}

// full tells whether enough problems of a file are known.
func (f *faults) full(in *file) bool { return f.count[counted{in, Error}] > maxProblems }

// put records a problem, unless enough of the file are known. One more than
// will be told is kept: it says that there are more.
func (f *faults) put(severity Severity, in *file, offset, at int, format string, args ...any) {
	of := counted{in, severity}
	if f.count[of] > maxProblems {
		return
	}
	if f.count == nil {
		f.count = make(map[counted]int)
	}
	f.count[of]++
	f.found = append(f.found, fault{of, offset, at, fmt.Sprintf(format, args...)})
}

// add records an error at an offset of a file, at the place of a value, and
// warn a warning there.
func (f *faults) add(in *file, offset int, format string, args ...any) {
	f.put(Error, in, offset, offset, format, args...)
}

func (f *faults) at(p place, format string, args ...any) {
	f.add(p.file, int(p.start), format, args...)
}

func (f *faults) warn(p place, format string, args ...any) {
	f.put(Warning, p.file, int(p.start), int(p.start), format, args...)
}

// join takes in the problems of another part of the import.
func (f *faults) join(other *faults) { f.found = append(f.found, other.found...) }

// refused returns the problems that refuse an import: the errors and, where it
// is strict, the warnings.
func (f *faults) refused(strict bool) Problems {
	if strict {
		return f.problems(Error, Warning)
	}
	return f.problems(Error)
}

// warnings returns the warnings; there may be none.
func (f *faults) warnings() Problems { return append(Problems{}, f.problems(Warning)...) }

// problems returns the problems of these severities, or nil, in order: the
// files as they were given, inside a file by offset. Of one file it returns the
// first ones, and says that there are more.
func (f *faults) problems(severities ...Severity) Problems {
	slices.SortStableFunc(f.found, func(a, b fault) int {
		return cmp.Or(cmp.Compare(a.file.order, b.file.order), cmp.Compare(a.offset, b.offset))
	})
	var problems Problems
	count := make(map[counted]int)
	for _, fault := range f.found {
		count[fault.counted]++
		n := count[fault.counted]
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
