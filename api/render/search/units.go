package search

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A Unit is what a search finds: a section with its intro, or a block.
type Unit struct {
	Section, SectionTitle string // id and title of the section
	Anchor                string
	Title                 string // of the block, "" without one, or of the section
	Kind                  manual.Kind
	Lines                 []Line
	Words                 string // the usual words for it
}

// A Line is a paragraph, an entry of a list or a row of a table.
type Line struct {
	Text string
	Of   string // what it has: a color of a hue, or contact; see [furtherWords]

	isShown bool // as the name and the value of an entry, or the name of an icon, which the script of the page reads
}

// valueKinds are the kinds whose entries the page shows as a name beside a value.
var valueKinds = []manual.Kind{
	manual.Colors, manual.Spacing, manual.Breakpoints, manual.Radii, manual.Elevation, manual.Tokens,
}

// ground are the members of a section that say on what it opens.
var ground = []string{"color", "image"}

// Units returns what can be found in the sections of a manual, in page order.
func Units(sections []content.Section) []Unit {
	var units []Unit
	for _, s := range sections {
		own := Unit{
			Section: s.ID, SectionTitle: s.Title, Anchor: s.Anchor, Title: s.Title,
			Lines: linesOf(s.Content.Without(ground...)),
		}
		units = append(units, own)
		for _, b := range s.Blocks {
			units = append(units, Unit{
				Section: s.ID, SectionTitle: s.Title, Anchor: b.Anchor,
				Title: strings.TrimSpace(b.Content.Get("title").Scalar()), Kind: b.Kind,
				Lines: blockLines(b.Kind, b.Content), Words: KindWords(b.Kind),
			})
		}
	}
	return units
}

// SearchLines returns, one a line, what the search of the page does not read from what the page shows of a section,
// which has no kind, or of a block: all lines but the intro of a section, the text of TEXT, entries of values that
// have a name and a value alone, and icons that have a name alone. Behind a line and a tab stands what it has.
func SearchLines(kind manual.Kind, c *content.Value) string {
	var lines []Line
	switch kind {
	case "":
		lines = linesOf(c.Without("intro").Without(ground...))
	case manual.Text:
		lines = blockLines(kind, c.Without("intro", "html"))
	default:
		lines = blockLines(kind, c)
	}
	var out []string
	for _, line := range lines {
		if line.isShown {
			continue
		}
		out = append(out, strings.TrimRight(line.Text+"\t"+line.Of, "\t"))
	}
	return strings.Join(out, "\n")
}

// Name returns what the unit is called: its title, or what a block without one is.
func (u *Unit) Name() string {
	if u.Title == "" && u.Kind != manual.Text && u.Kind != manual.Image {
		return u.Kind.Label()
	}
	return u.Title
}

// blockLines returns the lines of a block. Colors answer to their hue, and what one does
// and does not do says so.
func blockLines(kind manual.Kind, c *content.Value) []Line {
	var lines []Line
	for _, member := range c.Without("title").Members() {
		for _, entry := range entriesOf(member) {
			do := ""
			if kind == manual.DosDonts && entry.Is('{') {
				do = "Don’t: "
				if entry.Get("do").Bool(false) {
					do = "Do: "
				}
				entry = entry.Without("do")
			}
			if slices.Contains(valueKinds, kind) {
				entry = entry.Without("modes", "tints", "type") // by which nobody asks for a value
				if name, value := namedValue(kind, entry); name != "" {
					lines = append(lines, Line{Text: name + " · " + value, Of: hueOf(kind, entry), isShown: true})
					continue
				}
			}
			found := linesOf(entry)
			if len(found) == 0 {
				continue
			}
			if name := hueOf(kind, entry); name != "" {
				found[0].Of = name
			}
			found[0].Text = do + found[0].Text
			found[0].isShown = kind == manual.Icons && len(found) == 1 && found[0].Text == entry.Get("name").Scalar()
			lines = append(lines, found...)
		}
	}
	return lines
}

// namedValue returns the name and the value of an entry that has nothing else and that the page shows as they are:
// a color as a hex of six or eight digits, a length with its unit. Else it returns nothing.
func namedValue(kind manual.Kind, entry *content.Value) (name, value string) {
	members := entry.Members()
	if len(members) != 2 || members[0].Name != "name" && members[0].Name != "step" || !members[1].Is('"') {
		return "", ""
	}
	name, value = members[0].Scalar(), members[1].Scalar()
	switch members[1].Name {
	case "hex":
		if strings.HasPrefix(value, "#") && len(value) >= len("#rrggbb") {
			return name, value
		}
	case "value":
		if kind == manual.Tokens || kind == manual.Elevation || strings.TrimRight(value, "0123456789") == value {
			return name, value
		}
	}
	return "", ""
}

// hueOf returns the usual name of the hue of a color, empty for what is none.
func hueOf(kind manual.Kind, entry *content.Value) string {
	if kind != manual.Colors {
		return ""
	}
	return hue(entry.Get("hex").Scalar())
}

// entriesOf returns the items of a list, or the value itself.
func entriesOf(value *content.Value) []*content.Value {
	if value.Is('[') {
		return value.List()
	}
	return []*content.Value{value}
}
