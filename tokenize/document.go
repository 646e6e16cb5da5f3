// Package tokenize makes design tokens of the blocks of a manual: blocks in,
// a token document out (specification, section 2.5), and its bytes in ten
// forms: for the interface, for token tools, style sheets, Sass, Tailwind,
// scripts and swatch palettes. What a manual says in CSS (lengths, easings,
// shadows, families) is read as strictly as a browser does, and tints are made
// of a color to the same bits on every machine.
//
// Use [Document] for all of a manual, and the functions for single values
// ([Length], [Shadow], [Step] …) to check a seed file: Document goes through
// the same ones. What they return as an error has no place in a manual; what
// is merely left out of the tokens is told in notes.
//
// The package must never let a value through that a style sheet or a token
// tool could take for something else (see [CheckValue]), never give two tokens
// of a group one key, and never decide what is published: all that it is
// given is.
package tokenize

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"

	"designmanual/db/manual"
)

// Document makes the token document of a published manual, with a note for
// each thing that is left out or has another name than one would expect:
// those of the page in page order, then those of its themes. The error is for
// content that an import refuses; it names the block.
func Document(m *manual.Manual) (manual.TokenDocument, []manual.Note, error) {
	b := builder{
		doc: manual.NewTokenDocument(), taken: map[string]bool{}, alike: map[string]string{}, suffix: map[string]int{},
		swatches: Swatches{}, keyOf: map[string]string{},
	}
	for _, section := range m.Sections {
		for _, block := range section.Blocks {
			b.at = manual.Token{Section: section.ID, Block: block.ID, Anchor: block.Anchor}
			if err := b.fill(block); err != nil {
				return manual.TokenDocument{}, nil, fmt.Errorf("block %s of section %s: %w", block.ID, section.ID, err)
			}
		}
	}
	for _, waiting := range b.themes {
		b.at = waiting.at
		b.fillTheme(waiting.theme)
	}
	return b.doc, b.notes, nil
}

// A builder fills a token document block by block.
type builder struct {
	doc   manual.TokenDocument
	notes []manual.Note
	at    manual.Token // where the builder stands

	taken  map[string]bool   // the path of each token, and of each theme
	alike  map[string]string // a path without the hyphens of its key, to the first such key
	suffix map[string]int    // the last suffix of a path that came again

	swatches Swatches
	keyOf    map[string]string // of the color of each of these names
	scaled   bool              // a type scale has been met
	themes   []waitingTheme    // until every swatch is known
}

// fill adds the tokens of one block. Kinds that fill no group are passed over.
func (b *builder) fill(block manual.Block) error {
	switch block.Kind {
	case manual.Colors:
		return fillFrom(block, b.fillColors)
	case manual.Typography:
		return fillFrom(block, b.fillTypography)
	case manual.Spacing:
		return fillFrom(block, b.fillSpacing)
	case manual.Breakpoints:
		return fillFrom(block, b.fillBreakpoints)
	case manual.Motion:
		return fillFrom(block, b.fillMotion)
	case manual.Radii:
		return fillFrom(block, b.fillRadii)
	case manual.Elevation:
		return fillFrom(block, b.fillElevation)
	case manual.Themes:
		return fillFrom(block, b.queueThemes)
	}
	return nil
}

// fillFrom decodes the content of a block into the type of its kind. Member
// names are matched exactly, members that the type does not name are passed
// over, and null stands for a member that is not there. The error says where
// a value is of another type than it should be, as a JSON pointer (RFC 6901).
func fillFrom[T any](block manual.Block, fill func(T) error) error {
	var content T
	err := json.Unmarshal(block.Content, &content)
	if wrong, ok := errors.AsType[*json.SemanticError](err); ok {
		return fmt.Errorf("reading %s content: %s: found %s, which does not belong there", block.Kind, wrong.JSONPointer, wrong.JSONKind)
	}
	if err != nil {
		return fmt.Errorf("reading %s content: %w", block.Kind, err)
	}
	return fill(content)
}

// token returns a token from where the builder stands; title is the name as
// the manual has it.
func (b *builder) token(title, name, value string, r remarks) manual.Token {
	t := b.at
	t.Title, t.Name, t.Value = title, name, value
	t.Description, t.Deprecated = r.description(), r.deprecation()
	return t
}

// add gives a token its key and puts it into a group, given by its place in
// [manual.Groups].
func (b *builder) add(group int, title, name, value string, r remarks) (key string) {
	g := &b.doc.Groups[group]
	key = b.take(g.Name, name)
	g.Tokens = append(g.Tokens, b.token(title, key, value, r))
	return key
}

// take gives out a key of a group, each once: the name, or the name with the
// lowest free suffix from -2 on. Who comes first keeps the name, whether it is
// the manual's own or one that a suffix made: what a build already uses never
// changes because something was added further down the page.
func (b *builder) take(group, name string) (key string) {
	path := group + "." + name
	for key = name; b.taken[group+"."+key]; {
		b.suffix[path] = max(b.suffix[path]+1, 2)
		key = name + "-" + strconv.Itoa(b.suffix[path])
	}
	b.taken[group+"."+key] = true
	if key != name {
		b.note(manual.NoteRenamed, group+"."+key, "The name %q is taken in %s by one that stands before it; this one is %q.", name, group, key)
	}
	bare := group + "." + strings.ReplaceAll(key, "-", "")
	if first, ok := b.alike[bare]; ok {
		b.note(manual.NoteAlike, group+"."+key, "The names %q and %q in %s differ only by hyphens and become one name where hyphens are dropped, as in camel case.", first, key, group)
	} else {
		b.alike[bare] = key
	}
	return key
}

func (b *builder) note(code manual.NoteCode, token, format string, args ...any) {
	b.notes = append(b.notes, manual.Note{
		Code: code, Section: b.at.Section, Block: b.at.Block, Token: token, Text: fmt.Sprintf(format, args...),
	})
}
