package seed

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// publishPage turns the parts of a page into what is published of them, and
// notes what is kept off: hidden sections, internal blocks and blocks with
// nothing in them (specification, section 2.4).
func publishPage(page []*part) ([]manual.Section, []manual.Note) {
	sections := []manual.Section{}
	var notes []manual.Note
	for _, s := range page {
		notes = append(notes, s.open()...)
		if s.off {
			notes = append(notes, s.note(manual.NoteHidden, "", "Section %q is hidden.", shortened(s.title)))
			continue
		}
		section, left := publishSection(s)
		sections = append(sections, section)
		notes = append(notes, left...)
	}
	return sections, notes
}

func publishSection(s *part) (section manual.Section, notes []manual.Note) {
	section = manual.Section{ID: s.id, Anchor: s.anchor, Title: s.title, Content: compact(s.content), Blocks: []manual.Block{}}
	if s.kind != "" {
		section.Content = compact(nil)
	}
	for _, b := range s.served() {
		switch {
		case b.off:
			notes = append(notes, s.note(manual.NoteInternal, b.id, "The %s block of section %q is internal.", b.kind.Label(), shortened(s.title)))
		case b.empty:
			notes = append(notes, s.note(manual.NoteEmpty, b.id, "The %s block of section %q has nothing in it.", b.kind.Label(), shortened(s.title)))
		default:
			section.Blocks = append(section.Blocks, manual.Block{ID: b.id, Anchor: b.anchor, Kind: b.kind, Content: compact(b.content)})
		}
	}
	return section, notes
}

func (s *part) note(code manual.NoteCode, block, format string, args ...any) manual.Note {
	return manual.Note{Code: code, Section: s.id, Block: block, Text: fmt.Sprintf(format, args...)}
}

// open notes what a section and its blocks leave to the store.
func (s *part) open() (notes []manual.Note) {
	title := shortened(s.title)
	if !s.pinned {
		notes = append(notes, s.note(manual.NoteOpenID, "", "Section %q has neither id nor anchor: both change with its title.", title))
	}
	if !s.given {
		notes = append(notes, s.note(manual.NoteOpenAnchor, "", "The anchor %q of section %q is kept from the first import.", shortened(s.anchor), title))
	}
	for _, b := range s.blocks {
		if !b.given {
			notes = append(notes, s.note(manual.NoteOpenAnchor, b.id, "The anchor %q of the %s block of section %q is kept from the first import.", shortened(b.anchor), b.kind.Label(), title))
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
