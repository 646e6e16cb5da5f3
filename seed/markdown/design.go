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
	{"Colors", "", []manual.Kind{manual.Colors, manual.Themes, manual.Pairings}},
	{"Typography", "", []manual.Kind{manual.Typography}},
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
	r := newRenderer(p)
	d := design{renderer: r, parts: map[string][]string{}}
	d.add("Overview", escape(p.Manual.Description), "The whole manual, with its pictures: "+r.link(escape(p.Address), p.Address))
	for _, s := range p.Sections {
		d.section(s)
	}
	out := "---\n" + string(export.DesignFrontMatter(p.Tokens, p.Manual.Title, p.Manual.Description)) + "---\n\n" + heading(1, escape(p.Manual.Title)) + "\n"
	for _, title := range d.titles() {
		out += "\n" + heading(2, title) + "\n\n" + joinBlocks(d.parts[title]...) + "\n"
	}
	return []byte(out)
}

// A design is a DESIGN.md under construction.
type design struct {
	*renderer
	parts map[string][]string // blocks of Markdown by the title of their section
	other []string            // titles of sections that the format does not have, in page order
}

func (d *design) add(title string, blocks ...string) {
	d.parts[title] = append(d.parts[title], blocks...)
}

// titles returns the titles of the sections that have something in them.
func (d *design) titles() (titles []string) {
	for _, s := range designSections {
		if len(d.parts[s.title]) > 0 {
			titles = append(titles, s.title)
		}
	}
	return append(titles, d.other...)
}

// section adds a section of the manual.
func (d *design) section(s content.Section) {
	main := d.titleOf(s)
	opened := map[string]bool{}
	add := func(title string, blocks ...string) {
		if blocks = slices.DeleteFunc(blocks, func(b string) bool { return b == "" }); len(blocks) == 0 {
			return
		}
		if format := inFormat(title); format && !opened[title] && !strings.EqualFold(title, s.Title) {
			d.add(title, heading(3, escape(s.Title)))
		} else if !format && !slices.Contains(d.other, title) {
			d.other = append(d.other, title)
		}
		opened[title] = true
		d.add(title, blocks...)
	}
	intro, _ := s.Content.Get("intro").(string)
	add(main, d.rich(intro), d.list(s.Content.Without("intro")))
	for _, b := range s.Blocks {
		d.out.Reset()
		d.block(b)
		body := strings.Trim(d.out.String(), "\n")
		own, title := strings.TrimSpace(b.Content.Text("title")), designTitle(b.Kind)
		if isProse(b.Kind) {
			title = main
		} else if title == "" {
			title, own = escape(s.Title), cmp.Or(own, b.Kind.Label())
		}
		level := 3
		if inFormat(title) {
			level = 4 // below the title of the section
		}
		switch {
		case body == "":
		case own != "":
			add(title, heading(level, escape(own)), body)
		default:
			add(title, body)
		}
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
