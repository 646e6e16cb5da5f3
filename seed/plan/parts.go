package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize/content"
)

// A Part is a section or a block of one version of a manual.
type Part struct {
	Node    *content.Node
	ID      string      // given or derived
	Anchor  string      // given in the file, later assigned
	Title   string      // of a section
	Kind    manual.Kind // of a block, or of a section without blocks
	Content *content.Node
	Empty   bool    // the content is empty
	Omitted bool    // hidden or internal
	Section *Part   // the section of a block
	Blocks  []*Part // of a section

	hasAnchor bool   // the file gives the anchor
	origin    origin // of a derived id
}

// An origin is what an id is derived from.
type origin struct {
	prefix, parent, key string
	ordinal             int
}

func (o origin) id() string { return derivedID(o.prefix, o.parent, o.key, o.ordinal) }

// derived reports whether the file gives no id.
func (p *Part) derived() bool { return p.origin.ordinal > 0 }

// named names a part in a message: by its id, or without one by its title.
func (p *Part) named() string {
	switch {
	case !p.derived():
		return p.ID
	case p.Section != nil:
		return fmt.Sprintf("the %s block of section %q", p.Kind.Label(), source.Truncate(p.Section.Title))
	}
	return fmt.Sprintf("section %q", source.Truncate(p.Title))
}

// derivedID derives an id that is the same on every machine: the prefix and twelve
// hex digits of the SHA-256 of the parent's id, NUL, the key, NUL and the ordinal
// among equal keys, from 1.
func derivedID(prefix, parent, key string, ordinal int) string {
	sum := sha256.Sum256([]byte(parent + "\x00" + key + "\x00" + strconv.Itoa(ordinal)))
	return prefix + hex.EncodeToString(sum[:6])
}

// manualID returns the id of a manual, given or derived from the slugs.
func manualID(m *content.Node, brand string) string {
	if id := m.Get("id").Text(); id != "" {
		return id
	}
	return derivedID("man_", "", brand+"/"+m.Get("slug").Text(), 1)
}

// ReadPage reads the sections of one version of a manual and derives missing ids.
func ReadPage(version *content.Node, manualID string) (page []*Part) {
	ordinals := make(map[string]int)
	for _, p := range version.Get("sections").Items() {
		s := newPart(p, "sec_", manualID, p.Get("title").Text(), ordinals)
		s.Title, s.Omitted = p.Get("title").Text(), p.Get("hidden").Bool(false)
		if p.Get("blocks") != nil {
			s.Kind = ""
			s.readBlocks()
		}
		page = append(page, s)
	}
	return page
}

// readBlocks reads the blocks of a section, whose id their derived ids depend on.
func (s *Part) readBlocks() {
	s.Blocks = nil
	ordinals := make(map[string]int)
	for _, p := range s.Node.Get("blocks").Items() {
		b := newPart(p, "blk_", s.ID, p.Get("type").Text(), ordinals)
		b.Section, b.Omitted = s, p.Get("internal").Bool(false)
		s.Blocks = append(s.Blocks, b)
	}
}

// newPart reads what sections and blocks have in common. Without an id the key is
// the anchor, if the file gives one. Ordinals count all parts of the parent with
// that key, even those with an id, so that giving a part an id later does not change
// the ids of others.
func newPart(p *content.Node, prefix, parent, key string, ordinals map[string]int) *Part {
	s := &Part{Node: p, ID: p.Get("id").Text(), Anchor: p.Get("anchor").Text(), Kind: manual.Kind(p.Get("type").Text()), Content: p.Get("content")}
	s.Empty = s.Content == nil || s.Content.Empty()
	s.hasAnchor = s.Anchor != ""
	if s.hasAnchor {
		key = s.Anchor
	}
	ordinals[key]++
	if s.ID == "" {
		s.origin = origin{prefix, parent, key, ordinals[key]}
		s.ID = s.origin.id()
	}
	return s
}

// allParts returns all parts in page order, a section before its blocks.
func allParts(page []*Part) (all []*Part) {
	for _, s := range page {
		all = append(append(all, s), s.Blocks...)
	}
	return all
}

// servedBlocks returns the blocks that a section is served with. A section saved
// before blocks existed has one, with its own content, id and anchor (specification,
// section 2.3, rule 4).
func (s *Part) servedBlocks() []*Part {
	if s.Kind != "" {
		return []*Part{s}
	}
	return s.Blocks
}

// publishedParts returns the published sections and blocks in page order.
func publishedParts(page []*Part) (parts []*Part) {
	for _, s := range page {
		if !s.Omitted && s.Kind == "" {
			parts = append(parts, s)
		}
		parts = append(parts, PublishedBlocks([]*Part{s})...)
	}
	return parts
}

// PublishedBlocks returns all published blocks in page order.
func PublishedBlocks(page []*Part) (blocks []*Part) {
	for _, s := range page {
		if s.Omitted {
			continue
		}
		for _, b := range s.servedBlocks() {
			if !b.Omitted && !b.Empty {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}
