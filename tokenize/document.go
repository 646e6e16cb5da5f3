// Package tokenize makes design tokens of the blocks of a manual: blocks in,
// a token document out (specification, section 2.5), and its bytes in ten
// forms: for the interface, token tools, style sheets, Sass, Tailwind, scripts
// and palettes. For its size a user gets what a manual says in CSS read as
// strictly as a browser does, and tints that are the same on every machine.
//
// [Document] is for all of a manual; the functions for single values ([Length],
// [Shadow], [Step] …), which it goes through too, are to check a seed file. They
// take a value as package content reads it, nil for none. No value comes out
// that a style sheet or a token tool could take for something else (see
// [CheckValue]), and no two tokens of a group have one key.
package tokenize

import (
	"fmt"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

// Document makes the token document of a published manual, with a note for
// each thing that is left out or has another name than one would expect. The
// error is for content that an import refuses; it names the block.
func Document(m *manual.Manual) (manual.TokenDocument, []manual.Note, error) {
	b := builder{
		doc: manual.NewTokenDocument(), taken: map[path]int{}, alike: map[path]string{},
		swatches: Swatches{}, keyOf: map[string]string{},
	}
	for _, themes := range [...]bool{false, true} { // which take colors from anywhere on the page
		for _, section := range m.Sections {
			for _, block := range section.Blocks {
				if (block.Kind == manual.Themes) != themes {
					continue
				}
				b.at = manual.Token{Section: section.ID, Block: block.ID, Anchor: block.Anchor}
				if err := b.fill(block); err != nil {
					return manual.TokenDocument{}, nil, fmt.Errorf("block %s of section %s: %w", block.ID, section.ID, err)
				}
			}
		}
	}
	return b.doc, b.notes, nil
}

// A builder fills a token document block by block.
type builder struct {
	doc   manual.TokenDocument
	notes []manual.Note
	at    manual.Token // where the builder stands

	taken map[path]int    // the keys, with the last suffix that each was given
	alike map[path]string // a key without its hyphens, to the first such key

	swatches Swatches
	keyOf    map[string]string // of the color of each of these names
}

// A path is a group and the key of a token or a theme in it.
type path struct{ group, key string }

// fillers add the tokens of a block; kinds that fill no group have none.
var fillers = map[manual.Kind]func(*builder, content.Object) error{
	manual.Colors:      (*builder).fillColors,
	manual.Typography:  (*builder).fillTypography,
	manual.Spacing:     (*builder).fillSpacing,
	manual.Breakpoints: (*builder).fillBreakpoints,
	manual.Motion:      (*builder).fillMotion,
	manual.Radii:       (*builder).fillRadii,
	manual.Elevation:   (*builder).fillElevation,
	manual.Themes:      (*builder).fillThemes,
}

func (b *builder) fill(block manual.Block) error {
	fill, ok := fillers[block.Kind]
	if !ok {
		return nil
	}
	c, err := content.Parse(block.Content)
	if err != nil {
		return err
	}
	return fill(b, c)
}

// token returns a token from where the builder stands; title is the name as
// the manual has it, and remarks are the entry that says more of it.
func (b *builder) token(title, name, value string, remarks content.Object) manual.Token {
	t := b.at
	t.Title, t.Name, t.Value = title, name, value
	t.Description, t.Deprecated = description(remarks), deprecation(remarks)
	return t
}

// add gives a token its key and puts it into a group, given by its place in
// [manual.Groups].
func (b *builder) add(group int, title, name, value string, remarks content.Object) (key string) {
	g := &b.doc.Groups[group]
	t := b.token(title, b.take(g.Name, name), value, remarks)
	t.Variable = variable(g.Name, t.Name)
	g.Tokens = append(g.Tokens, t)
	return t.Name
}

// take gives out a key of a group, each once: the name, or the name with the
// lowest free suffix from -2 on. Who comes first keeps the name, so that what a
// build uses never changes because something was added further down the page.
func (b *builder) take(group, name string) (key string) {
	first := path{group, name}
	for key = name; b.taken[path{group, key}] > 0; {
		b.taken[first]++
		key = name + "-" + strconv.Itoa(b.taken[first])
	}
	b.taken[path{group, key}] = 1
	if key != name {
		b.note(manual.NoteRenamed, group+"."+key, "The name %q is taken in %s by one that stands before it; this one is %q.", name, group, key)
	}
	bare := path{group, strings.ReplaceAll(key, "-", "")}
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
