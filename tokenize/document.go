// Package tokenize makes design tokens from the blocks of a manual
// (specification, section 2.5). [Document] converts a whole manual; no two tokens
// of a group have the same key. [Step], [Ratio] and [Sizes], which it uses, also
// check a seed file. Package css has the values, package export the documents.
package tokenize

import (
	"errors"
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// Document returns the token document of a published manual, given as its
// parsed sections, and a note for each value that is left out or has an
// unexpected name. The error is a [RefusedError], for content that an import refuses.
func Document(sections []content.Section) (manual.TokenDocument, []PlacedNote, error) {
	b := builder{
		doc: manual.NewTokenDocument(), usedKeys: map[string]int{}, byLetters: map[groupKey]string{},
		swatches: map[string]swatch{}, swatchesByKey: map[string]swatch{},
	}
	b.findModes(sections)
	for round := range lastRound + 1 {
		for _, section := range sections {
			for _, block := range section.Blocks {
				fill, ok := fillers[block.Kind]
				if !ok || rounds[block.Kind] != round {
					continue
				}
				b.place = tokenPlace{section: section.ID, block: block.ID, anchor: block.Anchor}
				if err := fill(&b, block.Content); err != nil {
					return manual.TokenDocument{}, nil, refused(sections, b.place, err)
				}
			}
		}
	}
	if t, err := b.checkVariables(); err != nil {
		return manual.TokenDocument{}, nil, refused(sections, placeOf(t), err)
	}
	b.addShadowModes()
	b.dropModes()
	return b.doc, b.notes, nil
}

// A PlacedNote is a note on a value of a manual.
type PlacedNote struct {
	manual.Note
	Node *content.Value // of a gradient or further token that is left out for Err, the value at fault; else nil
	Err  error
}

// A RefusedError is for content that an import refuses. Node is the entry of a block that is wrong.
type RefusedError struct {
	Node           *content.Value
	Section, Block string
	Err            error
}

func (e *RefusedError) Error() string {
	return fmt.Sprintf("block %s of section %s: %v", e.Block, e.Section, e.Err)
}

func (e *RefusedError) Unwrap() error { return e.Err }

// refused returns the error for the entry of a block at the place of a token.
func refused(sections []content.Section, place tokenPlace, err error) error {
	refused := &RefusedError{Section: place.section, Block: place.block, Err: err}
	var inside *valueError
	if errors.As(err, &inside) {
		refused.Node, refused.Err = inside.node, inside.err
		return refused
	}
	for _, section := range sections {
		for _, block := range section.Blocks {
			if block.ID == place.block && section.ID == place.section {
				refused.Node = block.Content
			}
		}
	}
	if entries := refused.Node.Get(place.list).List(); place.entry < len(entries) {
		refused.Node = entries[place.entry]
	}
	return refused
}

// A valueError is the error of a value inside an entry.
type valueError struct {
	node *content.Value
	err  error
}

func (e *valueError) Error() string { return e.err.Error() }

// A builder makes a token document block by block.
type builder struct {
	doc   manual.TokenDocument
	notes []PlacedNote
	place tokenPlace // of the next token

	usedKeys  map[string]int      // the last suffix given to each key, by its path
	byLetters map[groupKey]string // the first key by its letters, without hyphens

	themeSlugs map[*content.Value]string // of the themes, which are the modes

	used     map[string]bool   // modes in which a token has a value of its own, and the one at rest
	swatches map[string]swatch // the colors by their names; the first color with a name counts

	swatchesByKey map[string]swatch // the colors and their tints
}

// A tokenPlace is the entry of a block that a token is made of.
type tokenPlace struct {
	section, block, anchor string // ids, and the anchor of the block
	list                   string // key of the list in the block
	entry                  int    // index of the entry in the list
}

// placeOf returns the place of a token that was made before.
func placeOf(t manual.Token) tokenPlace {
	return tokenPlace{section: t.Section, block: t.Block, anchor: t.Anchor, list: t.List, entry: t.Entry}
}

// A swatch is a color that others may name.
type swatch struct {
	key, value string
	modes      []manual.ModeValue
}

// A groupKey is a group and the key of a token or theme in it.
type groupKey struct{ group, key string }

// A filler adds the tokens of a block.
type filler func(*builder, *content.Value) error

// rounds says in which round the blocks of a kind are read, 0 unless it is here. Later rounds may name values of
// earlier ones: further tokens the colors, typefaces and sizes of the whole page, and themes its colors.
var rounds = map[manual.Kind]int{manual.TextStyles: 1, manual.Gradients: 1, manual.Tokens: 1, manual.Themes: lastRound}

const lastRound = 2

// fillers says which filler adds the tokens of a kind. Blocks of other kinds make none.
var fillers = map[manual.Kind]filler{
	manual.Colors:      (*builder).fillColors,
	manual.Typography:  (*builder).fillTypography,
	manual.Spacing:     (*builder).fillSpacing,
	manual.Breakpoints: fillNamed("breakpoints", "breakpoint", manual.DimensionGroup, lengthOf),
	manual.Motion:      (*builder).fillMotion,
	manual.Radii:       fillNamed("radii", "radius", manual.RadiusGroup, lengthOf),
	manual.Elevation:   fillNamed("levels", "level", manual.ShadowGroup, css.ReadShadow),
	manual.TextStyles:  (*builder).fillTextStyles,
	manual.Gradients:   (*builder).fillGradients,
	manual.Tokens:      (*builder).fillTokens,
	manual.Themes:      (*builder).fillThemes,
}

// token returns a token at the place of the builder, without modes. Title is the name in the
// manual; entry has the description and the deprecation.
func (b *builder) token(title, name, value string, entry *content.Value) manual.Token {
	return manual.Token{
		Section: b.place.section, Block: b.place.block, Anchor: b.place.anchor, List: b.place.list, Entry: b.place.entry,
		Title: title, Name: name, Value: value, Description: description(entry), Deprecated: deprecation(entry),
	}
}

// add appends a token to a group, given by its index in [manual.Groups], and
// returns its key. Its name becomes unique.
func (b *builder) add(group int, t manual.Token) (key string) {
	g := &b.doc.Groups[group]
	t.Name = b.uniqueKey(g.Name, t.Name)
	t.Variable = variable(g.Variable, t.Name)
	g.Tokens = append(g.Tokens, t)
	return t.Name
}

// moveTo moves the place of the builder to an entry of a list.
func (b *builder) moveTo(list string, entry int) { b.place.list, b.place.entry = list, entry }

// uniqueKey returns the name, or the name with a suffix, as a key of a group. The first one keeps its
// name, so that additions further down the page never change a name that a build uses.
func (b *builder) uniqueKey(group, name string) string {
	key := strings.TrimPrefix(Unique(b.usedKeys, group+"."+name), group+".")
	b.noteKey(group, name, key)
	return key
}

// noteKey notes what a reader must know of a key that was made from a name: that another one
// has taken the name, or that it is almost another key.
func (b *builder) noteKey(group, name, key string) {
	if key != name {
		b.note(
			manual.NoteRenamed, group+"."+key,
			"The name %q is taken in %s by one that stands before it; this one is %q.", name, group, key,
		)
	}
	letters := groupKey{group, strings.ReplaceAll(key, "-", "")}
	if first, ok := b.byLetters[letters]; ok {
		b.note(
			manual.NoteAlike, group+"."+key,
			"The names %q and %q in %s differ only by hyphens and become one name where hyphens are dropped, as in "+
				"camel case.",
			first, key, group,
		)
	} else {
		b.byLetters[letters] = key
	}
}

func (b *builder) note(code manual.NoteCode, token, format string, args ...any) {
	b.notes = append(b.notes, PlacedNote{Note: manual.Note{
		Code: code, Section: b.place.section, Block: b.place.block, Token: token,
		Text: fmt.Sprintf(format, args...),
	}})
}

// noteLeftOut notes that a gradient or further token is left out for a value.
func (b *builder) noteLeftOut(code manual.NoteCode, what, title string, node *content.Value, err error) {
	b.note(code, "", "The %s %q is left out: %s.", what, title, err)
	last := &b.notes[len(b.notes)-1]
	last.Node, last.Err = node, err
}
