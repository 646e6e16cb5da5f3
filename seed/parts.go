package seed

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"designmanual/db/manual"
)

// A part is a section or a block of one version of a manual, kept off the
// page or not.
type part struct {
	place   place
	id      string      // given, or derived
	anchor  string      // given, then settled by the ledger
	title   string      // of a section
	kind    manual.Kind // of a block, or of a section saved before blocks existed
	content place
	empty   bool    // there is nothing in the content
	off     bool    // hidden or internal
	section *part   // that a block is in
	blocks  []*part // of a section

	given  bool   // the file gives the anchor
	pinned bool   // the file gives the id or the anchor
	origin origin // of an id that the file does not give
}

// An origin is what an id is derived from.
type origin struct {
	prefix, parent, key string
	ordinal             int
}

func (o origin) id() string { return derivedID(o.prefix, o.parent, o.key, o.ordinal) }

// derived tells whether the file gives no id.
func (p *part) derived() bool { return p.origin.ordinal > 0 }

// derivedID makes the id of something that has none, the same on every
// machine: the prefix and twelve hex digits of the SHA-256 of the parent's
// id, NUL, the key, NUL and the ordinal among equals, counted from 1.
func derivedID(prefix, parent, key string, ordinal int) string {
	sum := sha256.Sum256([]byte(parent + "\x00" + key + "\x00" + strconv.Itoa(ordinal)))
	return prefix + hex.EncodeToString(sum[:6])
}

// manualID returns the id of a manual: given, or derived from the slugs.
func manualID(m place, brand string) string {
	if id := m.get("id").str(); id != "" {
		return id
	}
	return derivedID("man_", "", brand+"/"+m.get("slug").str(), 1)
}

// readPage reads the sections of one version of a manual with the ids that
// all of their parts have.
func readPage(version place, manualID string) (page []*part) {
	ordinals := make(map[string]int)
	for _, p := range version.get("sections").items() {
		s := newPart(p, "sec_", manualID, p.get("title").str(), ordinals)
		s.title, s.off = p.get("title").str(), p.get("hidden").boolean(false)
		if p.get("blocks").there() {
			s.kind = ""
			s.readBlocks()
		}
		page = append(page, s)
	}
	return page
}

// readBlocks reads those of a section, whose id they may have theirs from.
func (s *part) readBlocks() {
	s.blocks = nil
	ordinals := make(map[string]int)
	for _, p := range s.place.get("blocks").items() {
		b := newPart(p, "blk_", s.id, p.get("type").str(), ordinals)
		b.section, b.off = s, p.get("internal").boolean(false)
		s.blocks = append(s.blocks, b)
	}
}

// newPart reads what sections and blocks have in common. The key of a part
// without an id is its anchor where the file gives one; equals are all parts
// of the same parent with that key, those with an id of their own included,
// so that giving one an id later does not change the others'.
func newPart(p place, prefix, parent, key string, ordinals map[string]int) *part {
	s := &part{place: p, id: p.get("id").str(), anchor: p.get("anchor").str(), kind: manual.Kind(p.get("type").str()), content: p.get("content")}
	s.empty = !s.content.there() || empty(s.content)
	s.given = s.anchor != ""
	s.pinned = s.given || s.id != ""
	if s.given {
		key = s.anchor
	}
	ordinals[key]++
	if s.id == "" {
		s.origin = origin{prefix, parent, key, ordinals[key]}
		s.id = s.origin.id()
	}
	return s
}

// allParts returns the parts of a page in its order, a section before its blocks.
func allParts(page []*part) (all []*part) {
	for _, s := range page {
		all = append(append(all, s), s.blocks...)
	}
	return all
}

// served returns the blocks that a section is served with. One saved before
// blocks existed has one, which takes its content, id and anchor (specification,
// section 2.3, rule 4).
func (s *part) served() []*part {
	if s.kind != "" {
		return []*part{s}
	}
	return s.blocks
}

// eachPublished calls visit for the content of every block that is served, in
// page order.
func eachPublished(page []*part, visit func(content place, kind manual.Kind)) {
	for _, s := range page {
		if s.off {
			continue
		}
		for _, b := range s.served() {
			if !b.off && !b.empty {
				visit(b.content, b.kind)
			}
		}
	}
}
