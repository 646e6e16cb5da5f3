package seed

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"designmanual/db/manual"
)

// A part is a section or a block of one version of a manual.
type part struct {
	node    *node
	id      string      // given or derived
	anchor  string      // given in the file, later assigned
	title   string      // of a section
	kind    manual.Kind // of a block, or of a section without blocks
	content *node
	empty   bool    // the content is empty
	omitted bool    // hidden or internal
	section *part   // the section of a block
	blocks  []*part // of a section

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
func (p *part) derived() bool { return p.origin.ordinal > 0 }

// derivedID derives an id that is the same on every machine: the prefix and twelve
// hex digits of the SHA-256 of the parent's id, NUL, the key, NUL and the ordinal
// among equal keys, from 1.
func derivedID(prefix, parent, key string, ordinal int) string {
	sum := sha256.Sum256([]byte(parent + "\x00" + key + "\x00" + strconv.Itoa(ordinal)))
	return prefix + hex.EncodeToString(sum[:6])
}

// manualID returns the id of a manual, given or derived from the slugs.
func manualID(m *node, brand string) string {
	if id := m.get("id").str(); id != "" {
		return id
	}
	return derivedID("man_", "", brand+"/"+m.get("slug").str(), 1)
}

// readPage reads the sections of one version of a manual and derives missing ids.
func readPage(version *node, manualID string) (page []*part) {
	ordinals := make(map[string]int)
	for _, p := range version.get("sections").items() {
		s := newPart(p, "sec_", manualID, p.get("title").str(), ordinals)
		s.title, s.omitted = p.get("title").str(), p.get("hidden").boolean(false)
		if p.get("blocks") != nil {
			s.kind = ""
			s.readBlocks()
		}
		page = append(page, s)
	}
	return page
}

// readBlocks reads the blocks of a section, whose id their derived ids depend on.
func (s *part) readBlocks() {
	s.blocks = nil
	ordinals := make(map[string]int)
	for _, p := range s.node.get("blocks").items() {
		b := newPart(p, "blk_", s.id, p.get("type").str(), ordinals)
		b.section, b.omitted = s, p.get("internal").boolean(false)
		s.blocks = append(s.blocks, b)
	}
}

// newPart reads what sections and blocks have in common. Without an id the key is
// the anchor, if the file gives one. Ordinals count all parts of the parent with
// that key, even those with an id, so that giving a part an id later does not change
// the ids of others.
func newPart(p *node, prefix, parent, key string, ordinals map[string]int) *part {
	s := &part{node: p, id: p.get("id").str(), anchor: p.get("anchor").str(), kind: manual.Kind(p.get("type").str()), content: p.get("content")}
	s.empty = s.content == nil || empty(s.content)
	s.hasAnchor = s.anchor != ""
	if s.hasAnchor {
		key = s.anchor
	}
	ordinals[key]++
	if s.id == "" {
		s.origin = origin{prefix, parent, key, ordinals[key]}
		s.id = s.origin.id()
	}
	return s
}

// allParts returns all parts in page order, a section before its blocks.
func allParts(page []*part) (all []*part) {
	for _, s := range page {
		all = append(append(all, s), s.blocks...)
	}
	return all
}

// servedBlocks returns the blocks that a section is served with. A section saved
// before blocks existed has one, with its own content, id and anchor (specification,
// section 2.3, rule 4).
func (s *part) servedBlocks() []*part {
	if s.kind != "" {
		return []*part{s}
	}
	return s.blocks
}

// publishedBlocks returns all published blocks in page order.
func publishedBlocks(page []*part) (blocks []*part) {
	for _, s := range page {
		if s.omitted {
			continue
		}
		for _, b := range s.servedBlocks() {
			if !b.omitted && !b.empty {
				blocks = append(blocks, b)
			}
		}
	}
	return blocks
}
