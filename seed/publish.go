package seed

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// publishPage turns the parts of a page into what is published of them, and
// notes what is kept off: hidden sections, internal blocks and blocks with
// nothing in them (specification, section 2.4).
func publishPage(page []sectionPart) ([]manual.Section, []manual.Note) {
	sections := []manual.Section{}
	var notes []manual.Note
	for i := range page {
		s := &page[i]
		notes = append(notes, s.open()...)
		if s.hidden {
			notes = append(notes, manual.Note{Code: manual.NoteHidden, Section: s.id,
				Text: fmt.Sprintf("Section %q is hidden.", shortened(s.title))})
			continue
		}
		section, left := publishSection(s)
		sections = append(sections, section)
		notes = append(notes, left...)
	}
	return sections, notes
}

func publishSection(s *sectionPart) (manual.Section, []manual.Note) {
	section := manual.Section{ID: s.id, Anchor: s.anchor, Title: s.title, Content: compact(s.content), Blocks: []manual.Block{}}
	if s.legacy != "" {
		// Section 2.3, rule 4: the block takes the section's content, id and anchor.
		block := manual.Block{ID: s.id, Anchor: s.anchor, Kind: s.legacy, Content: section.Content}
		section.Content = compact(place{})
		if !s.content.there() || empty(s.content) {
			return section, []manual.Note{emptyNote(s, s.id, s.legacy)}
		}
		section.Blocks = append(section.Blocks, block)
		return section, nil
	}
	var notes []manual.Note
	for _, b := range s.blocks {
		switch {
		case b.internal:
			notes = append(notes, manual.Note{Code: manual.NoteInternal, Section: s.id, Block: b.id,
				Text: fmt.Sprintf("The %s block of section %q is internal.", b.kind.Label(), shortened(s.title))})
		case !b.content.there() || empty(b.content):
			notes = append(notes, emptyNote(s, b.id, b.kind))
		default:
			section.Blocks = append(section.Blocks, manual.Block{ID: b.id, Anchor: b.anchor, Kind: b.kind, Content: compact(b.content)})
		}
	}
	return section, notes
}

func emptyNote(s *sectionPart, block string, kind manual.Kind) manual.Note {
	return manual.Note{Code: manual.NoteEmpty, Section: s.id, Block: block,
		Text: fmt.Sprintf("The %s block of section %q has nothing in it.", kind.Label(), shortened(s.title))}
}

// open notes what a section and its blocks leave to the store.
func (s *sectionPart) open() []manual.Note {
	var notes []manual.Note
	if !s.pinned {
		notes = append(notes, manual.Note{Code: manual.NoteOpenID, Section: s.id,
			Text: fmt.Sprintf("Section %q has neither id nor anchor: both change with its title.", shortened(s.title))})
	}
	if !s.given {
		notes = append(notes, manual.Note{Code: manual.NoteOpenAnchor, Section: s.id,
			Text: fmt.Sprintf("The anchor %q of section %q is kept from the first import.", shortened(s.anchor), shortened(s.title))})
	}
	for _, b := range s.blocks {
		if !b.given {
			notes = append(notes, manual.Note{Code: manual.NoteOpenAnchor, Section: s.id, Block: b.id,
				Text: fmt.Sprintf("The anchor %q of the %s block of section %q is kept from the first import.", shortened(b.anchor), b.kind.Label(), shortened(s.title))})
		}
	}
	return notes
}

// compact returns a content object as written but for the white space
// between its tokens; {} where there is none.
func compact(p place) []byte {
	if !p.there() {
		return []byte("{}")
	}
	text := jsontext.Value(p.raw()).Clone()
	if err := text.Compact(); err != nil {
		panic(fmt.Sprintf("compacting parsed JSON: %v", err))
	}
	return text
}
