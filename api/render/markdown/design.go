package markdown

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
)

// A designSection is a section of a DESIGN.md, the other title that it may have, and
// the kinds of block in it.
type designSection struct {
	title, alias string
	kinds        []manual.Kind
}

// designSections are the sections in their order.
var designSections = [...]designSection{
	{"Overview", "Brand & Style", nil},
	{"Colors", "", []manual.Kind{manual.Colors, manual.Gradients, manual.Themes, manual.Pairings}},
	{"Typography", "", []manual.Kind{manual.Typography, manual.TextStyles}},
	{"Layout", "Layout & Spacing", []manual.Kind{manual.Spacing, manual.Breakpoints}},
	{"Elevation & Depth", "Elevation", []manual.Kind{manual.Elevation}},
	{"Shapes", "", []manual.Kind{manual.Radii}},
	{"Components", "", nil},
	{"Do's and Don'ts", "", []manual.Kind{manual.DosDonts}},
}

// RenderDesign returns DESIGN.md, the manual for agents that write code, in the
// format of that name, version alpha. Blocks are in the section for their kind,
// the first one of a section of the manual together with its text. What the eight
// sections of the format have no place for comes after them.
func RenderDesign(p Page) []byte {
	d := design{renderer: newRenderer(p)}
	for _, s := range designSections {
		d.parts = append(d.parts, designPart{title: s.title})
	}
	d.add(
		"Overview", nil, escape(p.Manual.Description),
		"The whole manual, with its pictures: "+d.link(escape(p.Address), p.Address),
	)
	for _, s := range p.Sections {
		d.section(s)
	}
	frontMatter := export.DesignFrontMatter(p.Tokens, p.Manual.Title, p.Manual.Description)
	out := "---\n" + string(frontMatter) + "---\n\n" + heading(1, escape(p.Manual.Title)) + "\n"
	for _, part := range d.parts {
		if len(part.blocks) > 0 {
			out += "\n" + heading(2, part.title) + "\n\n" + strings.Join(part.blocks, "\n\n") + "\n"
		}
	}
	return []byte(out)
}

// A design is a DESIGN.md under construction: the sections of the format and after them
// those that it does not have, in page order.
type design struct {
	*renderer
	parts []designPart
}

type designPart struct {
	title  string
	blocks []string        // of Markdown
	last   *manual.Section // of the manual, that was added last
}

// add adds blocks of a section of the manual, in a section of the format below the title
// of their own.
func (d *design) add(title string, from *manual.Section, blocks ...string) {
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return b == "" })
	if len(blocks) == 0 {
		return
	}
	i := slices.IndexFunc(d.parts, func(p designPart) bool { return p.title == title })
	if i < 0 {
		i, d.parts = len(d.parts), append(d.parts, designPart{title: title})
	}
	part := &d.parts[i]
	if inFormat(title) && from != part.last && !strings.EqualFold(title, from.Title) {
		part.blocks = append(part.blocks, heading(3, escape(from.Title)))
	}
	part.last = from
	part.blocks = append(part.blocks, blocks...)
}

// section adds a section of the manual.
func (d *design) section(s content.Section) {
	main := d.titleOf(s)
	d.add(main, s.Section, d.rich(s.Content.Get("intro").Text()), d.list(s.Content.Without("intro")))
	for _, b := range s.Blocks {
		body := d.block(b)
		own, title := strings.TrimSpace(b.Content.Get("title").Scalar()), designTitle(b.Kind)
		if isProse(b.Kind) {
			title = main
		} else if title == "" {
			title, own = escape(s.Title), cmp.Or(own, b.Label())
		}
		level := 3
		if inFormat(title) {
			level = 4 // below the title of the section
		}
		if body == "" {
			continue
		}
		if own != "" {
			body = heading(level, escape(own)) + "\n\n" + body
		}
		d.add(title, s.Section, body)
	}
}

// titleOf returns the title under which the text of a section stands: that of the
// format's section for its first block, or the section's own.
func (d *design) titleOf(s content.Section) string {
	for _, known := range designSections {
		if strings.EqualFold(known.title, s.Title) || strings.EqualFold(known.alias, s.Title) {
			return known.title
		}
	}
	for _, b := range s.Blocks {
		if !isProse(b.Kind) && b.Kind != manual.DosDonts {
			return cmp.Or(designTitle(b.Kind), escape(s.Title))
		}
	}
	return escape(s.Title)
}

// isProse reports whether blocks of a kind belong to the text of their section.
func isProse(kind manual.Kind) bool { return kind == manual.Text || kind == manual.Image }

// designTitle returns the title of the format's section for a kind, or nothing.
func designTitle(kind manual.Kind) string {
	for _, s := range designSections {
		if slices.Contains(s.kinds, kind) {
			return s.title
		}
	}
	return ""
}

// inFormat reports whether the format has a section of that title.
func inFormat(title string) bool {
	return slices.ContainsFunc(designSections[:], func(s designSection) bool { return s.title == title })
}
