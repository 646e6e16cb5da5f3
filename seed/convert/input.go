package convert

import (
	"fmt"
	"sort"

	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// A token is a named value from any kind of file.
type token struct {
	*input
	at      int      // offset in the file
	name    string   // as in the file: color.blue, --color-blue, or $color-blue
	path    []string // the keys, or the namespace of a custom property and the rest of its name
	kind    string   // the type in the file, or empty
	written any      // a value of package content, with references
	mode    string   // the mode that it belongs to, empty for the first
	scopes  string   // what a design tool offers it for
	left    error    // the reason why it is not read
	ofSet   bool     // it is a value for one of several sets, which the file has inside the token
	part    bool     // it belongs to another token's declaration and is not reported

	description string
	deprecated  any            // true, a reason, or nil
	modify      content.Object // what Tokens Studio does with the color
	beside      content.Member // what else stands beside the value and changes a color

	val       any    // the value without references
	alias     *token // the token that the whole value refers to
	as        string // the token of the manual: color.blue
	colorName string // the name of the color made from it
}

// An input is a file of tokens, or a part of a file that has a name of its own:
// a token set, or a context of a resolver.
type input struct {
	name     string
	data     []byte
	found    bool   // in a folder
	label    string // the mode that its values belong to, if an earlier source gives other values to the same names
	first    string // the mode that its values outside modes are, if it says so
	tokens   []*token
	sheet    bool  // a style sheet
	cascades bool  // a later value for a name counts, as in CSS
	lines    []int // offsets of the lines, computed for the first problem

	value    any  // of a document
	plain    bool // front matter: every value is a token
	resolved bool // it is a resolver, or one names it

	root      content.Object // of JSON, in which groups extend others
	inherited int            // how many members they have from others
}

// part returns an input for a part of the same file.
func (s *input) part(label string) *input {
	inside := *s
	inside.label, inside.tokens = label, nil
	return &inside
}

// errorAt returns the error for a file that cannot be read.
func (s *input) errorAt(at int, format string, args ...any) error {
	p := s.place(at)
	p.Path, p.Severity, p.Reason = "$", source.Error, fmt.Sprintf(format, args...)
	return source.Problems{p}
}

// place returns a problem with the place of an offset.
func (s *input) place(at int) source.Problem {
	if s.lines == nil {
		s.lines = []int{0}
		for i, c := range s.data {
			if c == '\n' {
				s.lines = append(s.lines, i+1)
			}
		}
	}
	line := sort.SearchInts(s.lines, at+1)
	return source.Problem{File: s.name, Line: line, Column: 1 + at - s.lines[line-1]}
}
