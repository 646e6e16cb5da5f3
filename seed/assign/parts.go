package assign

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A Part is a section or a block of one version of a manual, as the file has it.
type Part struct {
	Node     *content.Value // the object in the file
	ID       string         // given or derived
	Anchor   string         // given in the file, later assigned
	Title    string         // of a section
	Kind     manual.Kind    // of a block, or of a section without blocks; empty for one that has a list of blocks
	Content  *content.Value
	Empty    bool    // the content is empty
	IsHidden bool    // hidden or internal
	Section  *Part   // the section of a block
	Blocks   []*Part // of a section

	hasAnchor bool   // the file gives the anchor
	origin    origin // of a derived id
}

// An origin is what an id is derived from.
type origin struct {
	prefix, parent, key string
	ordinal             int
}

func (o origin) id() string { return derivedID(o.prefix, o.parent, o.key, o.ordinal) }

// hasDerivedID reports whether the file gives no id.
func (p *Part) hasDerivedID() bool { return p.origin.ordinal > 0 }

// key returns what an id is derived from if the file gives neither id nor anchor.
func (p *Part) key() string {
	if p.Section != nil {
		return string(p.Kind)
	}
	return p.Title
}

// prefix returns the beginning of derived ids.
func (p *Part) prefix() string {
	if p.Section != nil {
		return "blk_"
	}
	return "sec_"
}

// label names a part in a message by its title.
func (p *Part) label() string {
	if p.Section != nil {
		return fmt.Sprintf("the %s block of section %q", p.Kind.Label(), content.Truncate(p.Section.Title))
	}
	return fmt.Sprintf("section %q", content.Truncate(p.Title))
}

// idOrLabel names a part in a message: by its id, or without one by its title.
func (p *Part) idOrLabel() string {
	if p.hasDerivedID() {
		return p.label()
	}
	return p.ID
}

// derivedID derives an id that is the same on every machine: the prefix and twelve
// hex digits of the SHA-256 of the parent's id, NUL, the key, NUL and the ordinal
// among equal keys, from 1.
func derivedID(prefix, parent, key string, ordinal int) string {
	hash := sha256.Sum256([]byte(parent + "\x00" + key + "\x00" + strconv.Itoa(ordinal)))
	return prefix + hex.EncodeToString(hash[:6])
}

// ManualID returns the id of a manual of a file, given or derived from the slugs.
func ManualID(m *content.Value, brand string) string {
	if id := m.Get("id").Text(); id != "" {
		return id
	}
	return derivedID("man_", "", brand+"/"+m.Get("slug").Text(), 1)
}

// readSections reads the sections of one version of a manual, with their blocks.
func readSections(version *content.Value, manualID string) []*Part {
	return readParts(version.Get("sections").List(), manualID, nil)
}

// readParts reads sections, or the blocks of a section, and
// derives missing ids from that of their parent, the manual or the section, and the title or type. Ordinals count all
// parts with the same key, even those with an id, so that giving a part an id later does not
// change the ids of others.
func readParts(nodes []*content.Value, parent string, section *Part) []*Part {
	ordinals := make(map[string]int)
	var parts []*Part
	for _, node := range nodes {
		p := &Part{
			Node: node, ID: node.Get("id").Text(), Anchor: node.Get("anchor").Text(), Title: node.Get("title").Text(),
			Kind: manual.Kind(node.Get("type").Text()), Content: node.Get("content"), Section: section,
			IsHidden: node.Get("hidden").Bool(false) || node.Get("internal").Bool(false),
		}
		p.Empty = p.Content == nil || p.Content.Empty()
		p.hasAnchor = p.Anchor != ""
		key := cmp.Or(p.Anchor, p.key())
		ordinals[key]++
		if p.ID == "" {
			p.origin = origin{p.prefix(), parent, key, ordinals[key]}
			p.ID = p.origin.id()
		}
		if section == nil && node.Get("blocks") != nil {
			p.Kind = ""
			p.readBlocks()
		}
		parts = append(parts, p)
	}
	return parts
}

// readBlocks reads the blocks of a section, whose id their derived ids depend on.
func (s *Part) readBlocks() { s.Blocks = readParts(s.Node.Get("blocks").List(), s.ID, s) }

// allParts returns sections and their blocks in page order, a section before its blocks.
func allParts(sections []*Part) []*Part {
	var all []*Part
	for _, s := range sections {
		all = append(append(all, s), s.Blocks...)
	}
	return all
}

// allBlocks returns the blocks of a section. A section from the time before blocks has one, with its own content, id
// and anchor (specification, section 2.3, rule 4).
func (s *Part) allBlocks() []*Part {
	if s.Kind == "" {
		return s.Blocks
	}
	block := *s
	block.Section = s
	return []*Part{&block}
}

// ShownParts returns the sections and blocks that are not hidden, internal or empty, in page order.
func ShownParts(sections []*Part) []*Part {
	var parts []*Part
	for _, s := range sections {
		if s.IsHidden {
			continue
		}
		if s.Kind == "" {
			parts = append(parts, s)
		}
		for _, b := range s.allBlocks() {
			if !b.IsHidden && !b.Empty {
				parts = append(parts, b)
			}
		}
	}
	return parts
}
