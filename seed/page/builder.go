package page

import (
	"cmp"
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

// A builder turns the sections of a manual into what the templates show, and
// gathers on the way the style sheet and the origins that images come from.
type builder struct {
	speech
	page       Page
	path       string // below which the exports and files lie
	frame      frame
	sheet      sheet
	links      links
	firstImage string // the absolute address of the first picture
	logos      []logo
	main       []string // the hex of the colors that are not tints
	fontFaces  strings.Builder
	fonts      map[string][]string // the addresses of upright fonts by family
	italics    map[string][]string // and of italic ones

	// The block that is being built: its number, its id, and the names of what
	// is in it, for the contents.
	number, block string
	names         []string

	// What no block has taken yet.
	groups [len(manual.Groups)][]manual.Token
	themes []manual.Theme
}

func newBuilder(p Page) *builder {
	_, path := p.address()
	b := &builder{
		speech: p.speech(), page: p, path: path, frame: newFrame(p.Tokens), links: newLinks(p.Manual.Files, path),
		fonts: map[string][]string{}, italics: map[string][]string{}, themes: p.Tokens.Themes,
	}
	b.links.texts = p.Texts
	for i, g := range p.Tokens.Groups {
		b.groups[i] = g.Tokens
	}
	return b
}

func (b *builder) section(number int, s *manual.Section) (section, error) {
	out := section{Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title}
	c, err := content.Parse(s.Content)
	if err != nil {
		return section{}, fmt.Errorf("section %s: %w", s.ID, err)
	}
	out.Intro, out.Further = b.intro(c)
	for i := range s.Blocks {
		source := &s.Blocks[i]
		c, err := content.Parse(source.Content)
		if err != nil {
			return section{}, fmt.Errorf("block %s of section %s: %w", source.ID, s.ID, err)
		}
		b.block, b.number, b.names = source.ID, out.Number+"."+strconv.Itoa(i+1), nil
		made := block{Number: b.number, Anchor: source.Anchor, Label: b.label(source.Kind), Kind: string(source.Kind), Figure: b.figure(source.Kind, c)}
		made.Quiet, made.names = source.Kind == manual.Text || source.Kind == manual.Image, b.names
		if source.Anchor == s.Anchor {
			made.Anchor = ""
		}
		out.Blocks = append(out.Blocks, made)
	}
	nameBlocks(out.Blocks)
	return out, nil
}

// intro returns the rich text of a section's intro, and whatever else the
// section says; an intro that is no text is part of that.
func (b *builder) intro(c content.Object) (template.HTML, *value) {
	switch c.Get("intro").(type) {
	case content.Object, content.List, bool:
		return "", b.further(c)
	}
	rest := b.further(c, "intro")
	return b.links.rich(c.Text("intro")), rest
}

// figure returns what a block shows; an unknown kind is shown as keys and
// values.
func (b *builder) figure(k manual.Kind, c content.Object) any {
	switch k {
	case manual.Colors:
		return b.colors(c)
	case manual.Typography:
		return b.typography(c)
	case manual.Spacing:
		return b.spacing(c)
	case manual.Breakpoints:
		return b.breakpoints(c)
	case manual.Motion:
		return b.motion(c)
	case manual.Radii:
		return b.measures(manual.RadiusGroup, c, "radii")
	case manual.Elevation:
		return b.elevation(c)
	case manual.Themes:
		return b.themesBlock(c)
	case manual.Logo:
		return b.logosBlock(c)
	case manual.Text:
		return b.text(c)
	case manual.Image:
		return b.images(c)
	case manual.Downloads:
		return b.downloads(c)
	case manual.DosDonts:
		return b.examples(c)
	}
	return b.value(c)
}

// nameBlocks says how the contents call the blocks of a section: by their
// label, or by what is in them where the label says too little.
func nameBlocks(blocks []block) {
	labels := map[string]int{}
	for _, b := range blocks {
		labels[b.Label]++
	}
	for i := range blocks {
		b := &blocks[i]
		if b.Name = b.Label; labels[b.Label] > 1 || b.Quiet {
			b.Name = cmp.Or(joined(b.names), b.Label)
		}
	}
}

// joined returns names for the contents, as far as a line goes.
func joined(names []string) string {
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	if len(names) > 4 {
		names = append(names[:4:4], "…")
	}
	return strings.Join(names, ", ")
}
