package page

import (
	"cmp"
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
	fonts      map[string][]string // the addresses of a family's fonts, of italic ones by the family and "italic"

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
		fonts: map[string][]string{}, themes: p.Tokens.Themes,
	}
	b.links.texts = p.Content.Texts
	for i, g := range p.Tokens.Groups {
		b.groups[i] = g.Tokens
	}
	return b
}

// figures make what a block of a kind shows, of the named members of its
// content; the template block has what draws it.
var figures = map[manual.Kind]struct {
	members []string
	make    func(*builder, content.Object) any
}{
	manual.Colors:      {[]string{"colors"}, (*builder).colors},
	manual.Typography:  {[]string{"fonts", "scale"}, (*builder).typography},
	manual.Spacing:     {[]string{"steps"}, (*builder).spacing},
	manual.Breakpoints: {[]string{"breakpoints"}, (*builder).breakpoints},
	manual.Motion:      {[]string{"durations", "easings"}, (*builder).motion},
	manual.Radii:       {[]string{"radii"}, (*builder).radii},
	manual.Elevation:   {[]string{"levels"}, (*builder).elevation},
	manual.Themes:      {[]string{"themes"}, (*builder).themesFigure},
	manual.Logo:        {[]string{"logos"}, (*builder).logosFigure},
	manual.Text:        {[]string{"html"}, (*builder).text},
	manual.Image:       {[]string{"images"}, (*builder).images},
	manual.Downloads:   {[]string{"files"}, (*builder).downloads},
	manual.DosDonts:    {[]string{"items"}, (*builder).examples},
}

func (b *builder) section(number int, s content.Section) section {
	out := section{Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title}
	out.Intro, out.Further = b.intro(s.Content)
	for i, source := range s.Blocks {
		b.block, b.number, b.names = source.ID, out.Number+"."+strconv.Itoa(i+1), nil
		made := block{Number: b.number, Label: b.label(source.Kind), Kind: string(source.Kind), IsText: source.Kind == manual.Text}
		made.Quiet = made.IsText || source.Kind == manual.Image
		if figure, known := figures[source.Kind]; known {
			made.Figure = figure.make(b, source.Content)
			made.Further = b.further(source.Content, figure.members...)
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
