package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A builder makes the data of the templates from the sections of a manual. It
// also collects the style sheet and the origins of the images.
type builder struct {
	locale
	page       Page
	path       string // precedes the paths of the exports and files
	frame      frame
	sheet      sheet
	links      links
	firstImage string // the absolute address of the first image
	logos      []logo
	mainColors []string // the main colors in hex, without tints
	typefaces  typefaces

	// The number and the id of the current block, and the names of its entries
	// for the table of contents.
	number, block string
	names         []string

	// The tokens and themes that no block has shown yet, in page order.
	groups [len(manual.Groups)][]manual.Token
	themes []manual.Theme
}

func newBuilder(p Page) *builder {
	_, path := p.address()
	b := &builder{locale: p.locale(), page: p, path: path, links: newLinks(p.Manual.Files, path), themes: p.Tokens.Themes}
	b.links.root = p.base()
	b.typefaces = newTypefaces(p.Sections, &b.links)
	b.frame = newFrame(p.Tokens, b.typefaces)
	for i, g := range p.Tokens.Groups {
		b.groups[i] = g.Tokens
	}
	return b
}

// figures make the data that draws a block of a kind from the keys that
// [manual.Kinds] names; other keys are extra. The template "block" draws the
// figure.
var figures = map[manual.Kind]func(*builder, content.Object) any{
	manual.Colors:      (*builder).colors,
	manual.Typography:  (*builder).typography,
	manual.Spacing:     (*builder).spacing,
	manual.Breakpoints: (*builder).breakpoints,
	manual.Motion:      (*builder).motion,
	manual.Radii:       (*builder).radii,
	manual.Elevation:   (*builder).elevation,
	manual.Themes:      (*builder).themesFigure,
	manual.Logo:        (*builder).logosFigure,
	manual.Text:        (*builder).text,
	manual.Image:       (*builder).images,
	manual.Downloads:   (*builder).downloads,
	manual.DosDonts:    (*builder).examples,
}

func (b *builder) section(number int, s content.Section) section {
	out := section{Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title}
	out.Intro, out.Extra = b.intro(s.Content)
	for i, source := range s.Blocks {
		b.block, b.number, b.names = source.ID, out.Number+"."+strconv.Itoa(i+1), nil
		made := block{Number: b.number, Label: b.label(source.Kind), Kind: string(source.Kind), IsText: source.Kind == manual.Text}
		made.HideLabel = made.IsText || source.Kind == manual.Image
		if figure, known := figures[source.Kind]; known {
			made.Figure = figure(b, source.Content)
			made.Extra = b.extra(source.Content, source.Kind.Info().Names()...)
		} else {
			made.Figure = b.value(source.Content)
		}
		if made.names = b.names; source.Anchor != s.Anchor {
			made.Anchor = source.Anchor
		}
		out.Blocks = append(out.Blocks, made)
	}
	nameBlocks(out.Blocks)
	return out
}

// intro returns the rich text of a section's intro, and the other members of
// the section. An intro that is not text is one of the other members.
func (b *builder) intro(c content.Object) (template.HTML, *value) {
	switch c.Get("intro").(type) {
	case content.Object, content.List, bool:
		return "", b.extra(c)
	}
	rest := b.extra(c, "intro")
	return b.links.rich(c.Text("intro")), rest
}

// nameBlocks sets the names of the blocks of a section in the table of
// contents: the label, or the names of the entries where the label is hidden or
// not unique.
func nameBlocks(blocks []block) {
	labels := map[string]int{}
	for _, b := range blocks {
		labels[b.Label]++
	}
	for i := range blocks {
		b := &blocks[i]
		if b.Name = b.Label; labels[b.Label] > 1 || b.HideLabel {
			b.Name = cmp.Or(joinNames(b.names), b.Label)
		}
	}
}

// joinNames joins up to four names for the table of contents.
func joinNames(names []string) string {
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	if len(names) > 4 {
		names = append(names[:4:4], "…")
	}
	return strings.Join(names, ", ")
}
