package tokens

import (
	"fmt"
	"slices"

	"designmanual/db/manual"
	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/sheet"
	"designmanual/seed/problem"
	"designmanual/tokenize"
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
	lasts      map[string]*Declaration // the last of each name that holds at all times
	// the beginnings of names that a hue shares with other channels of a color
	hues              map[string]bool
	isStyleDictionary bool // values are called value, and not $value
	declarations      []*Declaration
}

// A Declaration is a value that a file gives a name.
type Declaration struct {
	*input
	at      int      // offset in the file
	Name    string   // as in the file: color.blue, --color-blue, or $color-blue
	Path    []string // the keys, or the namespace of a custom property and the rest of its name
	kind    string   // the type in the file, or empty
	isTyped bool     // the type is one of a value called $value
	written *content.Value
	when    []sheet.Condition
	css     *sheet.Declaration // of a style sheet
	Left    error              // the reason why it is not read
	Part    bool               // it is the second value of another declaration, and not reported by itself

	Description string
	Deprecated  *content.Value // true or a text
	Anchor      string         // of the block that it is of, in a document of the program
	Scopes      string         // what a design tool offers it for
	modify      *content.Value // what Tokens Studio does with the color
	beside      *content.Value // what else stands beside the value and changes a color

	Token *Token
}

func newInput(name string, data []byte) *input {
	return &input{name: name, data: data, text: &content.Tree{Data: data}}
}

// errorAt returns the error for a file that cannot be read.
func (s *input) errorAt(at int, format string, args ...any) error {
	p := s.place(at)
	if s.text.Root != nil {
		p.Path = s.text.PathTo(at)
	}
	p.Severity, p.Reason = problem.Error, fmt.Sprintf(format, args...)
	return problem.Problems{p}
}

// place returns a problem with the place of an offset.
func (s *input) place(at int) problem.Problem {
	line, column := s.text.Position(at)
	return problem.Problem{File: s.name, Line: line, Column: column}
}

// IsRead reports whether the declaration holds on the page or in a mode: what a rule has alone is not read.
func (d *Declaration) IsRead() bool { return d.when != nil }

// Text returns the value as the file has it, if it is a text.
func (d *Declaration) Text() string { return d.written.Text() }

// InFile returns a problem with the place of the declaration.
func (d *Declaration) InFile() problem.Problem { return d.place(d.at) }

// partOf returns an input for a part of the same file.
func (s *input) partOf(label string) *input {
	inside := *s
	inside.label, inside.declarations = label, nil
	return &inside
}

// declare adds a declaration.
func (s *input) declare(d *Declaration) *Declaration {
	d.input = s
	if d.when == nil && d.Left == nil {
		d.when = []sheet.Condition{{}}
	}
	s.declarations = append(s.declarations, d)
	return d
}

// findHues finds the hues of a style sheet, whose channels of colors are no values of their own.
func (s *input) findHues() {
	var names, texts []string
	for _, d := range s.declarations {
		names, texts = append(names, d.Name), append(texts, d.written.Text())
	}
	s.hues = meaning.Hues(names, texts)
}

// Named returns what the file says of a value besides its type and the value.
func (d *Declaration) Named() meaning.Named {
	return meaning.Named{
		Name: d.Name, Path: d.Path, Scopes: d.Scopes, Anchor: d.Anchor, InSheet: d.isSheet, Hues: d.hues,
	}
}

// form returns the form of the file in which the value stands.
func (d *Declaration) form() meaning.Form {
	if !d.isSheet {
		return meaning.InDocument
	}
	if d.css != nil && d.css.Sass {
		return meaning.InSass
	}
	return meaning.InCSS
}

// IsBareRole reports whether a declaration is the role of a theme that its mode is.
func (d *Declaration) IsBareRole() bool {
	return len(d.Path) > 1 && d.Path[0] == manual.GroupThemes &&
		slices.Contains(tokenize.ThemeRoles[:], d.Path[len(d.Path)-1]) &&
		(len(d.Path) == 2 || len(d.Path) == 3 && d.Path[1] == "")
}
