// Package tokenize makes design tokens of the blocks of a manual: blocks in,
// a token document out (specification, section 2.5), and the bytes of its
// string form, of the structured form of the Design Tokens Format Module
// 2025.10, and of the resolver document for themes.
//
// Use [Document] for all of a manual, and the functions for single values
// ([Length], [Shadow], [Step] …) to check a seed file: Document goes through
// the same ones. What they return as an error has no place in a manual; what
// is merely left out of the tokens is told in notes.
//
// The package is pure: it reads no clock and no file, keeps nothing between
// calls, and the same manual makes the same bytes everywhere. It must never
// let a value through that a style sheet or a token tool could take for
// something else (see [CheckValue]), never give two tokens of a group one
// key, and never decide what is published: all that it is given is.
package tokenize

import (
	"fmt"
	"slices"

	"designmanual/db/manual"
)

// Document makes the token document of a published manual, with a note for
// each thing that is left out or has another name than one would expect:
// those of the page in page order, then those of its themes. The error is for
// content that an import refuses; it names the block.
func Document(m *manual.Manual) (manual.TokenDocument, []manual.Note, error) {
	b := builder{doc: manual.NewTokenDocument(), swatches: Swatches{}, keyOf: make(map[string]string)}
	for _, section := range m.Sections {
		for _, block := range section.Blocks {
			b.at = manual.Token{Section: section.ID, Block: block.ID, Anchor: block.Anchor}
			if err := b.fill(block); err != nil {
				return manual.TokenDocument{}, nil, fmt.Errorf("block %s of section %s: %w", block.ID, section.ID, err)
			}
		}
	}
	b.fillThemes()
	return b.doc, b.notes, nil
}

// A builder fills a token document block by block.
type builder struct {
	doc    manual.TokenDocument
	notes  []manual.Note
	keys   [len(manual.Groups)]keys
	themes keys

	swatches Swatches
	keyOf    map[string]string // of the color of each of these names
	scaled   bool              // a type scale has been met
	waiting  []themeBlock      // themes wait until every swatch is known

	at manual.Token // where the builder stands
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

func fillFrom[T any](block manual.Block, fill func(T) error) error {
	content, err := Content[T](block)
	if err != nil {
		return err
	}
	return fill(content)
}

// grow makes room for n more tokens of a group.
func (b *builder) grow(group, n int) {
	b.keys[group].grow(n)
	g := &b.doc.Groups[group]
	g.Tokens = slices.Grow(g.Tokens, n)
}

// token returns a token from where the builder stands; title is the name as
// the manual has it.
func (b *builder) token(title, name, value string, r remarks) manual.Token {
	t := b.at
	t.Title, t.Name, t.Value = title, name, value
	t.Description, t.Deprecated = r.description(), manual.Deprecation(r.Deprecated)
	return t
}

// add gives a token its key and puts it into a group, given by its place in
// [manual.Groups].
func (b *builder) add(group int, title, name, value string, r remarks) (key string) {
	key = b.take(&b.keys[group], manual.Groups[group].Name, name)
	g := &b.doc.Groups[group]
	g.Tokens = append(g.Tokens, b.token(title, key, value, r))
	return key
}

// take gives out a key of a group and notes what is unexpected about it.
func (b *builder) take(from *keys, group, name string) (key string) {
	key, alike := from.take(name)
	if key != name {
		b.note(manual.NoteRenamed, group+"."+key, "The name %q is taken in %s by one that stands before it; this one is %q.", name, group, key)
	}
	if alike != "" {
		b.note(manual.NoteAlike, group+"."+key, "The names %q and %q in %s differ only by hyphens and become one name where hyphens are dropped, as in camel case.", alike, key, group)
	}
	return key
}

func (b *builder) note(code manual.NoteCode, token, format string, args ...any) {
	b.notes = append(b.notes, manual.Note{
		Code: code, Section: b.at.Section, Block: b.at.Block, Token: token, Text: fmt.Sprintf(format, args...),
	})
}
