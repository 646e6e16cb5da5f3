// Package tokens reads files of design tokens, whatever tool wrote them. In go the files; out come tokens, each
// with its path and, for every mode that the files have, the declaration that counts there and its value without
// references.
//
// Read collects what the files declare, with the conditions under which it holds: style sheets by package sheet,
// documents, sets, resolvers and YAML here. FindTokens puts it under names and finds out which modes there are.
// ValueIn chooses between declarations and evaluates.
package tokens

import (
	"fmt"
	"iter"

	"designmanual/seed/convert/sheet"
	"designmanual/seed/problem"
)

// A File is a file of tokens. Its name appears in the report, and the ending
// .scss, .css, .yml or .md says how comments are written; what kind of file it is
// is seen from its content.
type File struct {
	Name  string
	Data  []byte
	Found bool // in a folder that was named: it is passed over if it has no tokens
}

// Options say what the files do not.
type Options struct {
	// Selector is the rule of a style sheet whose properties hold everywhere, besides those for the whole page.
	Selector string

	// First says that people read the names and that nobody has chosen the files: they are those of folders.
	First bool

	// Open reads a file that a resolver names and that is not among the files; nil reads
	// none. The name is relative to the same folder as the names of files.
	Open func(name string) ([]byte, error)
}

// A Collection is the tokens of all files, with the modes in which they have values.
type Collection struct {
	Tokens []*Token
	Modes  []*Mode  // the one at rest first
	Brand  string   // that a file names, empty for none
	Theme  string   // that a style sheet is, which the mode at rest is called after
	Notes  []string // for people

	options    Options
	prefix     string                  // that all names of custom properties and variables share, with its hyphen
	bare       map[string]*Declaration // of a first manual by name without its sign
	inputs     []*input
	variables  sheet.Variables
	byName     map[string]*Token
	byWords    map[string]*Token // by names with hyphens for points
	axes       []*axis
	entryModes []string          // of lists of tokens
	slugs      map[string]string // of modes that do not have the slug of their name
	results    map[evaluation]*Result
	open       []*Result // that are being computed
	passed     []string  // files in folders that have no tokens
	mapped     []string  // files of names and values alone
}

// Read reads files of tokens. The error is a [problem.Problems] for one that cannot be read;
// the collection has what was read before it.
func Read(files []File, o Options) (*Collection, error) {
	c := &Collection{
		options: o, results: map[evaluation]*Result{}, slugs: map[string]string{},
		byName: map[string]*Token{}, byWords: map[string]*Token{},
	}
	if err := c.read(files); err != nil {
		return c, err
	}
	return c, c.checkSize()
}

// FindTokens gives every declaration its path, puts it under its name, and finds out which modes there
// are. The brand is words that say nothing where names begin with them.
func (c *Collection) FindTokens(brand string) {
	c.setPaths(brand)
	c.collect()
	c.setSlugs()
	c.addUnits()
	for _, s := range c.inputs {
		s.findHues()
	}
}

// note adds a sentence for people.
func (c *Collection) note(format string, args ...any) {
	c.Notes = append(c.Notes, fmt.Sprintf(format, args...))
}

// FirstFile returns the name of the first file with tokens.
func (c *Collection) FirstFile() string { return c.inputs[0].name }

// Token returns the token with a name as the files have it, nil for none.
func (c *Collection) Token(name string) *Token { return c.byName[name] }

// Names returns the names of values that hold for a whole page or in a mode of it.
func (c *Collection) Names() map[string]bool {
	names := map[string]bool{}
	for d := range c.Declarations() {
		if d.Left == nil && !d.Part {
			names[d.Name] = true
		}
	}
	return names
}

const maxTokens = 100_000 // in the files of one command

func (c *Collection) checkSize() error {
	const fewer = "expected at most %d values, found more. Name fewer files: those with the tokens that people use, " +
		"in one format."
	count := 0
	for d := range c.Declarations() {
		if count++; count > maxTokens {
			return problem.Problems{{File: d.input.name, Reason: fmt.Sprintf(fewer, maxTokens)}}
		}
	}
	return nil
}

// Declarations are those of all inputs, in the order of the files.
func (c *Collection) Declarations() iter.Seq[*Declaration] {
	return func(yield func(*Declaration) bool) {
		for _, s := range c.inputs {
			for _, d := range s.declarations {
				if !yield(d) {
					return
				}
			}
		}
	}
}
