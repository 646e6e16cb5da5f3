package convert

import (
	"fmt"
	"iter"

	"designmanual/seed/convert/sheet"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// An input is a file, or a part of a file that has a name of its own: a token set, or a
// context of a resolver.
type input struct {
	name    string
	data    []byte
	found   bool          // in a folder
	text    *content.Tree // of data, for its places
	isIndex bool          // it is called index

	value    *content.Value         // of a document
	places   map[*content.Value]int // the offsets of values of YAML
	isYAML   bool
	resolved bool // it is a resolver, or one names it

	label      string   // the mode that its values are, if an earlier file gives other values to the same names
	mode       string   // what its values outside of modes are, if the file says so
	conditions []string // the facts under one of which it holds, nil for always
	unselected bool     // no theme has it
	cascades   bool     // a later value of a name counts
	isSheet    bool
	root       *content.Value          // in which groups extend others and pointers begin
	inherited  int                     // how many members groups have from others
	lasts      map[string]*declaration // the last of each name that holds at all times
	// the beginnings of names that a hue shares with other channels of a color
	hues              map[string]bool
	isStyleDictionary bool // values are called value, and not $value
	declarations      []*declaration
}

// A declaration is a value that a file gives a name.
type declaration struct {
	*input
	at      int      // offset in the file
	name    string   // as in the file: color.blue, --color-blue, or $color-blue
	path    []string // the keys, or the namespace of a custom property and the rest of its name
	kind    string   // the type in the file, or empty
	written *content.Value
	when    []sheet.Condition
	css     *sheet.Declaration // of a style sheet
	left    error              // the reason why it is not read
	part    bool               // it is the second value of another declaration, and not reported by itself

	description string
	deprecated  *content.Value // true or a text
	anchor      string
	scopes      string         // what a design tool offers it for
	modify      *content.Value // what Tokens Studio does with the color
	beside      *content.Value // what else stands beside the value and changes a color

	token *token
}

func newInput(name string, data []byte) *input {
	return &input{name: name, data: data, text: &content.Tree{Data: data}}
}

// errorAt returns the error for a file that cannot be read.
func (s *input) errorAt(at int, format string, args ...any) error {
	p := s.place(at)
	p.Path, p.Severity, p.Reason = "$", source.Error, fmt.Sprintf(format, args...)
	return source.Problems{p}
}

// place returns a problem with the place of an offset.
func (s *input) place(at int) source.Problem {
	line, column := s.text.Position(at)
	return source.Problem{File: s.name, Line: line, Column: column}
}

// declarations are those of all inputs, in the order of the files.
func (c *conversion) declarations() iter.Seq[*declaration] {
	return func(yield func(*declaration) bool) {
		for _, s := range c.inputs {
			for _, d := range s.declarations {
				if !yield(d) {
					return
				}
			}
		}
	}
}

// part returns an input for a part of the same file.
func (s *input) partOf(label string) *input {
	inside := *s
	inside.label, inside.declarations = label, nil
	return &inside
}

// declare adds a declaration.
func (s *input) declare(d *declaration) *declaration {
	d.input = s
	if d.when == nil && d.left == nil {
		d.when = []sheet.Condition{{}}
	}
	s.declarations = append(s.declarations, d)
	return d
}
