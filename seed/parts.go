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
	place  place
	id     string // given, or derived
	anchor string // given, then settled by the ledger
	given  bool   // the file gives the anchor
	pinned bool   // the file gives the id or the anchor

	derived bool // the file gives no id
	origin  origin
}

// An origin is what an id is derived from.
type origin struct {
	prefix, parent, key string
	ordinal             int
}

func (o origin) id() string { return derivedID(o.prefix, o.parent, o.key, o.ordinal) }

type sectionPart struct {
	part
	title   string
	hidden  bool
	content place
	legacy  manual.Kind // of a section saved before blocks existed, else empty
	blocks  []blockPart
}

type blockPart struct {
	part
	kind     manual.Kind
	internal bool
	content  place
}

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

// newPart reads what sections and blocks have in common. The key of a part
// without an id is its anchor where the file gives one; equals are all parts
// of the same parent with that key, those with an id of their own included,
// so that giving one an id later does not change the others'.
func newPart(p place, prefix, parent, key string, ordinals map[string]int) part {
	s := part{place: p, id: p.get("id").str(), anchor: p.get("anchor").str()}
	s.given = s.anchor != ""
	s.pinned = s.given || s.id != ""
	if s.given {
		key = s.anchor
	}
	ordinals[key]++
	if s.id == "" {
		s.derived, s.origin = true, origin{prefix, parent, key, ordinals[key]}
		s.id = s.origin.id()
	}
	return s
}

// readPage reads the sections of one version of a manual with the ids that
// all of their parts have.
func readPage(version place, manualID string) []sectionPart {
	var page []sectionPart
	ordinals := make(map[string]int)
	for _, p := range version.get("sections").items() {
		s := sectionPart{
			part:    newPart(p, "sec_", manualID, p.get("title").str(), ordinals),
			title:   p.get("title").str(),
			hidden:  p.get("hidden").boolean(false),
			content: p.get("content"),
		}
		if blocks := p.get("blocks"); blocks.there() {
			s.blocks = readBlocks(blocks, s.id)
		} else {
			s.legacy = manual.Kind(p.get("type").str())
		}
		page = append(page, s)
	}
	return page
}

func readBlocks(list place, sectionID string) []blockPart {
	var blocks []blockPart
	ordinals := make(map[string]int)
	for _, p := range list.items() {
		blocks = append(blocks, blockPart{
			part:     newPart(p, "blk_", sectionID, p.get("type").str(), ordinals),
			kind:     manual.Kind(p.get("type").str()),
			internal: p.get("internal").boolean(false),
			content:  p.get("content"),
		})
	}
	return blocks
}

// each calls visit for every part in page order, a section before its blocks.
func each(page []sectionPart, visit func(p *part, inside *sectionPart, kind manual.Kind)) {
	for i := range page {
		visit(&page[i].part, nil, "")
		for j := range page[i].blocks {
			visit(&page[i].blocks[j].part, &page[i], page[i].blocks[j].kind)
		}
	}
}

// served returns the blocks that a section is served with. One saved before
// blocks existed has one, which takes its content, id and anchor (specification,
// section 2.3, rule 4).
func (s *sectionPart) served() []blockPart {
	if s.legacy == "" {
		return s.blocks
	}
	return []blockPart{{part: s.part, kind: s.legacy, content: s.content}}
}

// eachPublished calls visit for the content of every block that is served, in
// page order.
func eachPublished(page []sectionPart, visit func(content place, kind manual.Kind)) {
	for i := range page {
		if page[i].hidden {
			continue
		}
		for _, b := range page[i].served() {
			if !b.internal && b.content.there() && !empty(b.content) {
				visit(b.content, b.kind)
			}
		}
	}
}
