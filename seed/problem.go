package seed

import (
	"encoding/json"
	"fmt"
	"sort"
	"strconv"
	"strings"
	"unicode"
)

// A Problem is one fault of a seed file: where it is and what was expected.
type Problem struct {
	File   string `json:"file"`
	Line   int    `json:"line"`   // from 1; 0 where the file could not be read at all
	Column int    `json:"column"` // from 1, in bytes
	Path   string `json:"path"`   // as manuals[0].sections[2].title; the root is $
	Reason string `json:"reason"` // what was expected, and what was found
}

// String returns file:line:column: path: reason, on one line.
func (p Problem) String() string {
	if p.Line == 0 {
		return printable(p.File) + ": " + p.Reason
	}
	return p.place() + ": " + p.Path + ": " + p.Reason
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

// A path leads from the root of a file to a value. The root is nil.
type path struct {
	parent *path
	name   string // of a member, where index is negative
	index  int
}

func (p *path) member(name string) *path { return &path{parent: p, name: name, index: -1} }
func (p *path) item(index int) *path     { return &path{parent: p, index: index} }

// String writes the path with dots and brackets; a member name that is not
// a plain word stands quoted in brackets.
func (p *path) String() string {
	if p == nil {
		return "$"
	}
	var b []byte
	for _, step := range p.steps() {
		switch {
		case step.index >= 0:
			b = append(b, '[')
			b = strconv.AppendInt(b, int64(step.index), 10)
			b = append(b, ']')
		case !plainWord(step.name):
			quoted, _ := json.Marshal(step.name) // a string always marshals
			b = append(append(append(b, '['), quoted...), ']')
		default:
			if len(b) > 0 {
				b = append(b, '.')
			}
			b = append(b, step.name...)
		}
	}
	return string(b)
}

func (p *path) steps() []*path {
	var steps []*path
	for ; p != nil; p = p.parent {
		steps = append(steps, p)
	}
	for i, j := 0, len(steps)-1; i < j; i, j = i+1, j-1 {
		steps[i], steps[j] = steps[j], steps[i]
	}
	return steps
}

func plainWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		if !('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '$') {
			return false
		}
	}
	return s != ""
}

// faults gathers the problems of one import.
type faults struct {
	found []fault
}

// A fault is a problem whose line has not been counted yet.
type fault struct {
	file    *file
	offset  int
	path    *path
	message string
}

func (f *faults) add(in *file, offset int, at *path, format string, args ...any) {
	f.found = append(f.found, fault{in, offset, at, fmt.Sprintf(format, args...)})
}

// join takes in the problems of another part of the import.
func (f *faults) join(other *faults) { f.found = append(f.found, other.found...) }

// at records a problem at the place of a value.
func (f *faults) at(p place, format string, args ...any) {
	f.add(p.file, int(p.node.start), p.path(), format, args...)
}

// problems counts lines and returns the problems in order: the files as they
// were given, inside a file by offset.
func (f *faults) problems() Problems {
	if len(f.found) == 0 {
		return nil
	}
	sort.SliceStable(f.found, func(i, j int) bool {
		a, b := f.found[i], f.found[j]
		if a.file.order != b.file.order {
			return a.file.order < b.file.order
		}
		return a.offset < b.offset
	})
	problems := make(Problems, 0, len(f.found))
	for _, fault := range f.found {
		problem := Problem{File: fault.file.name, Path: fault.path.String(), Reason: fault.message}
		if fault.file.unread == nil {
			problem.Line, problem.Column = fault.file.position(fault.offset)
		}
		problems = append(problems, problem)
	}
	return problems
}
