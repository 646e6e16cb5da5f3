package assign

import (
	"bytes"
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// ShownSections returns what a page shows of the parts of sections, with the content parsed, and notes on what it
// leaves out: hidden sections, internal blocks and empty blocks (specification, section 2.4). The field Blocks of
// their manual.Section is still empty: Sections fills it.
func ShownSections(sectionParts []*Part) ([]content.Section, []manual.Note) {
	sections := []content.Section{}
	var notes []manual.Note
	for _, s := range sectionParts {
		if s.IsHidden {
			notes = append(notes, s.note(manual.NoteHidden, "%s is hidden."))
			continue
		}
		section := content.Section{
			Section: &manual.Section{ID: s.ID, Anchor: s.Anchor, Title: s.Title, Blocks: []manual.Block{}},
		}
		if s.Kind == "" {
			section.Content = s.Content
		}
		section.Section.Content = compact(section.Content)
		for _, b := range s.allBlocks() {
			if b.IsHidden {
				notes = append(notes, b.note(manual.NoteInternal, "%s is internal."))
				continue
			}
			if b.Empty {
				notes = append(notes, b.note(manual.NoteEmpty, "%s has nothing in it."))
				continue
			}
			block := &manual.Block{ID: b.ID, Anchor: b.Anchor, Kind: b.Kind, Content: compact(b.Content)}
			section.Blocks = append(section.Blocks, content.Block{Block: block, Content: b.Content})
		}
		sections = append(sections, section)
	}
	return sections, notes
}

// Sections returns shown sections as a model has them.
func Sections(shown []content.Section) []manual.Section {
	sections := make([]manual.Section, len(shown))
	for i, s := range shown {
		sections[i] = *s.Section
		for _, b := range s.Blocks {
			sections[i].Blocks = append(sections[i].Blocks, *b.Block)
		}
	}
	return sections
}

// note returns a note on a part. In the format %s is its title, and a verb for each
// argument may follow.
func (p *Part) note(code manual.NoteCode, format string, args ...any) manual.Note {
	text := fmt.Sprintf(format, append([]any{p.label()}, args...)...)
	n := manual.Note{Code: code, Section: p.ID, Text: strings.ToUpper(text[:1]) + text[1:]}
	if p.Section != nil {
		n.Section, n.Block = p.Section.ID, p.ID
	}
	return n
}

// compact returns a content object without white space between tokens, otherwise as
// written. An absent object becomes {}.
func compact(p *content.Value) []byte {
	if p == nil {
		return []byte("{}")
	}
	text := p.Append(make([]byte, 0, p.End-p.Start))
	return bytes.Clone(text) // without the room that white space took
}
