package convert

import (
	"fmt"
	"sort"

	"designmanual/seed"
)

// A token is a named value from any kind of file.
type token struct {
	*source
	at   int      // offset in the file
	name string   // as in the file: color.blue or --color-blue
	path []string // the keys, or the namespace of a custom property and the rest of its name
	kind string   // the type in the file, or empty
	val  any      // a value of package content; references are resolved by resolve

	state       state  // of resolving references
	err         error  // the reason why it cannot be converted
	alias       *token // the token that the whole value refers to
	description string
	deprecated  any // true, a reason, or nil
	anchor      string

	colorName string // the name of the color made from it
}

// A state is the progress of resolving a value.
type state int

const (
	unresolved state = iota
	resolving
	resolved
)

// skip reports that the token is not converted, or not completely.
func (t *token) skip(err error) { t.source.skip(t.at, t.name, "%v", err) }

// A source is a file and its tokens.
type source struct {
	name    string
	data    []byte
	lines   []int // offsets of the lines, computed for the first problem
	tokens  []*token
	byName  map[string]*token
	skipped *seed.Problems // problems of all files

	substitute func(t *token) (any, error) // returns the value of a token with its references resolved
}

// resolveAll resolves the references in all tokens.
func (s *source) resolveAll() {
	for _, t := range s.tokens {
		_ = s.resolve(t) // the error is kept in the token
	}
}

func (s *source) resolve(t *token) error {
	if t.state == unresolved && t.err == nil {
		t.state = resolving
		t.val, t.err = s.substitute(t)
		t.state = resolved
	}
	return t.err
}

// resolveReference resolves the token that another token refers to by a name.
func (s *source) resolveReference(other *token, name string) error {
	switch {
	case other == nil:
		return fmt.Errorf("there is no %s, which it refers to", name)
	case other.state == resolving:
		return fmt.Errorf("it refers to itself through %s", name)
	case s.resolve(other) != nil:
		return fmt.Errorf("%s, which it refers to, is left out", name)
	}
	return nil
}

// skip reports what is not converted.
func (s *source) skip(at int, path, format string, args ...any) {
	*s.skipped = append(*s.skipped, s.problem(at, path, seed.Warning, format, args...))
}

// errorAt returns the error for a file that cannot be read.
func (s *source) errorAt(at int, format string, args ...any) error {
	return seed.Problems{s.problem(at, "$", seed.Error, format, args...)}
}

func (s *source) problem(at int, path string, severity seed.Severity, format string, args ...any) seed.Problem {
	if s.lines == nil {
		s.lines = []int{0}
		for i, c := range s.data {
			if c == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	line := sort.SearchInts(s.lines, at+1)
	return seed.Problem{
		File: s.name, Line: line, Column: 1 + at - s.lines[line-1], Path: path, Severity: severity, Reason: fmt.Sprintf(format, args...),
	}
}
