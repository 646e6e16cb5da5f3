package seed

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// publishPage returns the published sections of a page, and notes on what it leaves
// out: hidden sections, internal blocks and empty blocks (specification, section
// 2.4).
func publishPage(page []*part) ([]manual.Section, []manual.Note) {
	sections := []manual.Section{}
	var notes []manual.Note
	for _, s := range page {
		notes = append(notes, s.openNotes()...)
		if s.omitted {
			notes = append(notes, s.note(manual.NoteHidden, "", "Section %q is hidden.", truncate(s.title)))
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
	for _, b := range s.servedBlocks() {
		switch {
		case b.omitted:
			notes = append(notes, s.note(manual.NoteInternal, b.id, "The %s block of section %q is internal.", b.kind.Label(), truncate(s.title)))
		case b.empty:
			notes = append(notes, s.note(manual.NoteEmpty, b.id, "The %s block of section %q has nothing in it.", b.kind.Label(), truncate(s.title)))
		default:
			section.Blocks = append(section.Blocks, manual.Block{ID: b.id, Anchor: b.anchor, Kind: b.kind, Content: compact(b.content)})
		}
	}
	return section, notes
}

func (s *part) note(code manual.NoteCode, block, format string, args ...any) manual.Note {
	return manual.Note{Code: code, Section: s.id, Block: block, Text: fmt.Sprintf(format, args...)}
}

// openNotes returns notes on what a section and its blocks leave for the store to
// decide.
func (s *part) openNotes() (notes []manual.Note) {
	title := truncate(s.title)
	if s.derived() && !s.hasAnchor {
		notes = append(notes, s.note(manual.NoteOpenID, "", "Section %q has neither id nor anchor: both change with its title.", title))
	}
	if !s.hasAnchor {
		notes = append(notes, s.note(manual.NoteOpenAnchor, "", "The anchor %q of section %q is kept from the first import.", truncate(s.anchor), title))
	}
	for _, b := range s.blocks {
		if !b.hasAnchor {
			notes = append(notes, s.note(manual.NoteOpenAnchor, b.id, "The anchor %q of the %s block of section %q is kept from the first import.", truncate(b.anchor), b.kind.Label(), title))
		}
	}
	return notes
}

// compact returns a content object without white space between tokens, otherwise as
// written. An absent object becomes {}.
func compact(p *node) []byte {
	if p == nil {
		return []byte("{}")
	}
	text := jsontext.Value(p.raw()).Clone()
	if err := text.Compact(); err != nil {
		panic(fmt.Sprintf("compacting parsed JSON: %v", err))
	}
	return text
}
