package convert

import (
	"fmt"
	"sort"

	"designmanual/seed"
)

// A token is one value with a name, wherever it was read.
type token struct {
	*source
	at   int      // where it begins
	name string   // as the file has it: color.blue or --color-blue
	path []string // its keys; of a custom property its namespace and the rest
	kind string   // the type that the file gives, or empty
	val  any      // as read, references resolved: object, list, string, number, bool, nil

	state       state  // of the references in it
	err         error  // why it cannot be converted
	alias       *token // which its value refers to
	description string
	deprecated  any // true or a sentence
	anchor      string

	swatch string // the name of the color that it became
}

// A state says how far the references in a value are resolved.
type state int

const (
	unresolved state = iota
	resolving
	resolved
)

// leave lists a token that is in no seed file, or in part.
func (t *token) leave(err error) { t.source.leave(t.at, t.name, "%v", err) }

// A source is a file, its tokens, and what says where in it something stands.
type source struct {
	name   string
	data   []byte
	lines  []int // where each begins, once there is a problem
	tokens []*token
	byName map[string]*token
	left   *seed.Problems // what of all files is in no seed file

	substitute func(t *token) (any, error) // returns the value of a token, references resolved
}

// resolveAll puts values in place of the references in all tokens.
func (s *source) resolveAll() {
	for _, t := range s.tokens {
		_ = s.resolve(t) // which the token keeps
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

// follow resolves the token that another one refers to by a name.
func (s *source) follow(other *token, name string) error {
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

// leave lists what is in no seed file, with its place.
func (s *source) leave(at int, path, format string, args ...any) {
	*s.left = append(*s.left, s.problem(at, path, seed.Warning, format, args...))
}

// refusal is the problem of a file that cannot be read.
func (s *source) refusal(at int, format string, args ...any) error {
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
