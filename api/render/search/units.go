package search

import (
	"cmp"
	"regexp"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
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
	Text  string
	Words string // further words by which it is found
}

// Units returns what can be found in the sections of a manual in a language, in page
// order.
func Units(sections []content.Section, language string) (units []Unit) {
	for _, s := range sections {
		own := Unit{Section: s.ID, SectionTitle: s.Title, Anchor: s.Anchor, Title: s.Title, Lines: linesOf(s.Content)}
		units = append(units, own)
		for _, b := range s.Blocks {
			unit := Unit{
				Section: s.ID, SectionTitle: s.Title, Anchor: b.Anchor, Title: strings.TrimSpace(b.Content.Get("title").Scalar()), Kind: b.Kind,
				Lines: blockLines(b, language),
			}
			if b.Kind != manual.Text { // which any block is
				unit.Words = b.Kind.Label() + " " + KindWords(b.Kind, language)
			}
			units = append(units, unit)
		}
	}
	return units
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
func blockLines(b content.Block, language string) (lines []Line) {
	for _, member := range b.Content.Without("title").Members() {
		for _, entry := range entriesOf(member) {
			found := linesOf(entry)
			if len(found) == 0 {
				continue
			}
			if b.Kind == manual.Colors {
				found[0].Words += " " + HueWords(entry.Get("hex").Scalar(), language)
			}
			if b.Kind == manual.DosDonts && entry.Is('{') {
				do := "Don’t: "
				if entry.Get("do").Bool(false) {
					do = "Do: "
				}
				found[0].Text = do + found[0].Text
			}
			lines = append(lines, found...)
		}
	}
	return lines
}

// entriesOf returns the items of a list, or the value itself.
func entriesOf(value *content.Value) []*content.Value {
	if value.Is('[') {
		return value.List()
	}
	return []*content.Value{value}
}

// addresses are the members that hold addresses.
var addresses = map[string]bool{"url": true, "poster": true, "captions": true, "files": true}

// linesOf returns the lines of a value: the paragraphs of rich text, and the facts of an
// object on one line. Addresses are left out.
func linesOf(value *content.Value) (lines []Line) {
	var facts []string
	for _, member := range value.Members() {
		if member.Is('"') || member.Is('0') {
			if addresses[member.Name] {
				continue
			}
			texts := paragraphs(member.Scalar())
			if len(texts) == 1 && len(texts[0]) < 200 {
				facts = append(facts, label(member.Name)+texts[0])
				continue
			}
			for _, text := range texts {
				lines = append(lines, Line{Text: text})
			}
			continue
		}
		if member.Is('t') {
			facts = append(facts, content.Readable(member.Name))
			continue
		}
		if addresses[member.Name] {
			for _, file := range member.List() {
				if label := file.Get("label").Scalar(); label != "" {
					facts = append(facts, label)
				}
			}
			continue
		}
		lines = append(lines, linesOf(member)...)
	}
	for _, item := range value.List() {
		lines = append(lines, linesOf(item)...)
	}
	if value.Is('"') || value.Is('0') {
		for _, text := range paragraphs(value.Scalar()) {
			lines = append(lines, Line{Text: text})
		}
	}
	if len(facts) > 0 {
		lines = append([]Line{{Text: strings.Join(facts, " · ")}}, lines...)
	}
	return lines
}

// plain are the members that say themselves what they are.
var plain = map[string]bool{
	"name": true, "title": true, "alt": true, "label": true, "family": true, "usage": true, "hex": true, "value": true, "step": true, "use": true, "unit": true,
	"description": true, "html": true, "text": true, "intro": true, "caption": true, "tags": true, "foreground": true, "background": true,
}

// label returns what stands before the value of a member.
func label(name string) string {
	if plain[name] {
		return ""
	}
	return content.Readable(name) + " "
}

// blockEnd matches where a block of HTML ends, and cellEnd where a cell of a table does.
var (
	blockEnd = regexp.MustCompile(`(?i)</?(?:p|li|ul|ol|h[1-6]|tr|table|dt|dd|dl|blockquote|div|figcaption|figure|pre|section|caption)\b[^>]*>|<br\b[^>]*>|<hr\b[^>]*>`)
	cellEnd  = regexp.MustCompile(`(?i)</t[dh]>\s*<t[dh]\b[^>]*>`)
)

// paragraphs returns the texts of rich or plain text, a paragraph, an item or a row each.
func paragraphs(text string) (texts []string) {
	if content.IsAddress(text) {
		return nil
	}
	if !content.IsRich(text) {
		return nonEmpty(tokenize.PlainText(text))
	}
	for part := range strings.SplitSeq(blockEnd.ReplaceAllString(cellEnd.ReplaceAllString(text, " · "), "\x00"), "\x00") {
		texts = append(texts, nonEmpty(tokenize.PlainText(part))...)
	}
	return texts
}

func nonEmpty(text string) []string {
	if cmp.Or(strings.TrimSpace(text), "·") == "·" {
		return nil
	}
	return []string{text}
}
