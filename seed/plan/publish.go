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
		if s.Omitted {
			notes = append(notes, s.note(manual.NoteHidden, "%s is hidden."))
			continue
		}
		section := manual.Section{ID: s.ID, Anchor: s.Anchor, Title: s.Title, Content: compact(nil), Blocks: []manual.Block{}}
		if s.Kind == "" {
			section.Content = compact(s.Content)
		}
		for _, b := range s.servedBlocks() {
			switch {
			case b.Omitted:
				notes = append(notes, b.note(manual.NoteInternal, "%s is internal."))
			case b.Empty:
				notes = append(notes, b.note(manual.NoteEmpty, "%s has nothing in it."))
			default:
				section.Blocks = append(section.Blocks, manual.Block{ID: b.ID, Anchor: b.Anchor, Kind: b.Kind, Content: compact(b.Content)})
			}
		}
		sections = append(sections, section)
	}
	return sections, notes
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
	return p.Append(make([]byte, 0, p.End-p.Start))
}

// Files returns the files that the published parts of a page of the manual refer to, in
// page order, each URL once, and then those of its cover.
func (m *Manual) Files(c Content, page []*Part) []manual.File {
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
	for _, head := range []*content.Value{c.Node, m.In.Settings} {
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
