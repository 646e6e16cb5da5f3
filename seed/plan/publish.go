package plan

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/check"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// PublishPage returns the published sections of a page, and notes on what it leaves
// out: hidden sections, internal blocks and empty blocks (specification, section
// 2.4).
func PublishPage(page []*Part) ([]manual.Section, []manual.Note) {
	sections := []manual.Section{}
	var notes []manual.Note
	for _, s := range page {
		notes = append(notes, s.openNotes()...)
		if s.Omitted {
			notes = append(notes, s.note(manual.NoteHidden, "", "Section %q is hidden.", source.Truncate(s.Title)))
			continue
		}
		section, left := publishSection(s)
		sections = append(sections, section)
		notes = append(notes, left...)
	}
	return sections, notes
}

func publishSection(s *Part) (section manual.Section, notes []manual.Note) {
	section = manual.Section{ID: s.ID, Anchor: s.Anchor, Title: s.Title, Content: compact(s.Content), Blocks: []manual.Block{}}
	if s.Kind != "" {
		section.Content = compact(nil)
	} else if names := s.Content.Dropped(); names != nil {
		notes = append(notes, s.note(manual.NoteDropped, "", "The page leaves out <%s> in section %q.", strings.Join(names, ">, <"), source.Truncate(s.Title)))
	}
	for _, b := range s.servedBlocks() {
		switch {
		case b.Omitted:
			notes = append(notes, s.note(manual.NoteInternal, b.ID, "The %s block of section %q is internal.", b.Kind.Label(), source.Truncate(s.Title)))
		case b.Empty:
			notes = append(notes, s.note(manual.NoteEmpty, b.ID, "The %s block of section %q has nothing in it.", b.Kind.Label(), source.Truncate(s.Title)))
		default:
			section.Blocks = append(section.Blocks, manual.Block{ID: b.ID, Anchor: b.Anchor, Kind: b.Kind, Content: compact(b.Content)})
			if names := b.Content.Dropped(); names != nil {
				notes = append(notes, s.note(manual.NoteDropped, b.ID, "The page leaves out <%s> in the %s block of section %q.", strings.Join(names, ">, <"), b.Kind.Label(), source.Truncate(s.Title)))
			}
		}
	}
	return section, notes
}

func (s *Part) note(code manual.NoteCode, block, format string, args ...any) manual.Note {
	return manual.Note{Code: code, Section: s.ID, Block: block, Text: fmt.Sprintf(format, args...)}
}

// openNotes returns notes on what a section and its blocks leave for the store to
// decide.
func (s *Part) openNotes() (notes []manual.Note) {
	title := source.Truncate(s.Title)
	if s.derived() && !s.hasAnchor {
		notes = append(notes, s.note(manual.NoteOpenID, "", "Section %q has neither id nor anchor: both change with its title.", title))
	}
	if !s.hasAnchor {
		notes = append(notes, s.note(manual.NoteOpenAnchor, "", "The anchor %q of section %q is kept from the first import.", source.Truncate(s.Anchor), title))
	}
	for _, b := range s.Blocks {
		if !b.hasAnchor {
			notes = append(notes, s.note(manual.NoteOpenAnchor, b.ID, "The anchor %q of the %s block of section %q is kept from the first import.", source.Truncate(b.Anchor), b.Kind.Label(), title))
		}
	}
	return notes
}

// compact returns a content object without white space between tokens, otherwise as
// written. An absent object becomes {}.
func compact(p *content.Node) []byte {
	if p == nil {
		return []byte("{}")
	}
	return p.AppendCompact(make([]byte, 0, p.End-p.Start))
}

// Files returns the files that the published parts of a page of the manual refer to, in
// page order, each URL once, and then those of its cover.
func (m *Manual) Files(page []*Part) []manual.File {
	var files []manual.File
	known := make(map[string]bool)
	shared := make(map[[sha256.Size]byte]bool)
	add := func(ref string, a *check.Asset) {
		if !known[ref] {
			known[ref] = true
			file := a.File
			file.Ref = ref
			files = append(files, file)
		}
	}
	for _, b := range publishedParts(page) {
		for _, at := range source.FileURLs(b.Content, b.Kind) {
			ref := at.URL
			a := m.Asset(ref)
			if a == nil {
				continue
			}
			if at.Font.Get("shared").Bool(false) {
				shared[a.Sum] = true
			}
			add(ref, a)
		}
	}
	for _, head := range []*content.Node{m.Node, m.In.Settings} {
		for _, at := range source.HeadURLs(head) {
			if a := m.Asset(at.URL); a != nil {
				add(at.URL, a)
			}
		}
	}
	for i := range files {
		files[i].Shared = shared[files[i].Sum]
	}
	return files
}

// Asset returns the file beside the seed file, or beside that of the brand, that a URL
// refers to, or nil if it refers to none.
func (m *Manual) Asset(ref string) *check.Asset {
	name, err := source.AssetPath(ref)
	if name == "" || err != nil {
		return nil
	}
	if a := m.File.Assets[name]; a != nil {
		return a
	}
	for _, f := range m.In.files {
		if a := f.Assets[name]; a != nil {
			return a
		}
	}
	return nil
}
