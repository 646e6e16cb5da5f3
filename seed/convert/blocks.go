package convert

import (
	"cmp"
	"fmt"
	"slices"

	"designmanual/db/manual"
	"designmanual/seed/convert/meaning"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A block is a block of the seed file: its lists by place. All places are of
// one kind.
type block struct {
	kind   meaning.Kind // one of its places
	anchor string
	title  string // the family that it shows
	lists  [meaning.PlaceCount][]*content.Value
}

const sectionCount = 8

var sections = [sectionCount]struct{ name, title string }{
	{"color", "Color"}, {"typography", "Typography"}, {"space", "Space"}, {"motion", "Motion"},
	{"corners", "Corners"}, {"elevation", "Elevation"},
	{"more", "More"}, {"themes", "Themes"},
}

// titleOfBlock returns the title of the blocks that an entry goes into, empty for none.
func titleOfBlock(k meaning.Kind) string {
	if k.Place == meaning.Further {
		return k.Title
	}
	return k.Place.List().Title
}

// put adds the value of an entry to a block, as the block has it.
func (b *builder) put(e *entry) {
	l := &b.block(e).lists[e.kind.Place]
	*l = append(*l, b.written(e))
}

// block returns the block for an entry.
func (b *builder) block(e *entry) *block {
	info, group := e.kind.Place.List(), b.groupOf(e.kind)
	anchor := e.declaration.Anchor
	if titleOfBlock(e.kind) != "" && e.kind.Place != meaning.Further {
		anchor = ""
	}
	known := b.anchored[anchor]
	if !manual.IsAnchor(anchor) || known != nil && !known.isLike(e.kind) {
		anchor, known = "", nil
	}
	last, blocks := b.current[group], b.blocks[info.Section]
	if last != nil && last.takes(e.kind, anchor) {
		return last
	}
	if known == nil && anchor == "" && (group != "dimension" || e.declaration.Path[0] != "dimension") {
		if i := slices.IndexFunc(blocks, func(other *block) bool { return other.takes(e.kind, "") }); i >= 0 {
			known = blocks[i]
		}
	}
	if known == nil {
		known = &block{kind: e.kind, anchor: anchor}
		b.blocks[info.Section] = slices.Insert(blocks, slices.Index(blocks, last)+1, known)
		if anchor != "" {
			b.anchored[anchor] = known
		}
	}
	b.current[group] = known
	return known
}

// isLike reports whether entries of a kind go into the block.
func (b *block) isLike(k meaning.Kind) bool {
	if b.kind.Place.List().Block != k.Place.List().Block || titleOfBlock(b.kind) != titleOfBlock(k) {
		return false
	}
	return k.Place != meaning.Further || k.Title != "" || k.Type == b.kind.Type
}

// takes reports whether an entry of a kind with an anchor goes into the block.
func (b *block) takes(k meaning.Kind, anchor string) bool { return b.isLike(k) && b.anchor == anchor }

// sections returns the sections, with the blocks that are not empty.
func (b *builder) sections() []*content.Value {
	anchors := map[string]bool{}
	for _, blocks := range b.blocks {
		for _, block := range blocks {
			anchors[block.anchor] = true
		}
	}
	next := map[string]int{} // the last suffix of each anchor, so that many blocks take linear time
	free := func(anchor string) string {
		name := anchor
		for anchors[name] {
			next[anchor] = max(next[anchor]+1, 2)
			name = fmt.Sprint(anchor, "-", next[anchor])
		}
		anchors[name] = true
		return name
	}
	var written []*content.Value
	for i, s := range sections {
		section := content.NewObject("id", "sec_"+s.name, "anchor", free(s.name), "title", s.title)
		slices.SortStableFunc(b.blocks[i], func(x, y *block) int {
			return b.isLate(x) - b.isLate(y)
		})
		all := families(b.blocks[i])
		if b.First {
			b.orderColors(all)
		}
		blocks := content.NewList()
		for _, family := range all {
			if joined := family.written(s.name, free); joined != nil {
				blocks.Children = append(blocks.Children, joined)
			}
		}
		if len(blocks.Children) > 0 {
			section.Add("blocks", blocks)
			written = append(written, section)
		}
	}
	return written
}

// isLate returns 1 for a block that follows those of its section: one with a title of its place,
// and gradients of a first manual, which begins with its colors.
func (b *builder) isLate(x *block) int {
	p := x.kind.Place
	if p.List().Title != "" || b.First && p == meaning.Gradient {
		return 1
	}
	return 0
}

// written returns the block as the seed file has it, nil if it is empty. A type scale is an
// object, not a list.
func (b *block) written(section string, free func(string) string) *content.Value {
	c := content.NewObject()
	title := manual.Capitalize(cmp.Or(b.title, titleOfBlock(b.kind)))
	if title != "" {
		c.Add("title", content.NewString(title))
	}
	before := len(c.Children)
	for p, l := range b.lists {
		if len(l) == 0 {
			continue
		}
		if meaning.Place(p) == meaning.FontSize {
			c.Add(meaning.Place(p).List().Key, l[0])
		} else {
			c.Add(meaning.Place(p).List().Key, content.NewList(l...))
		}
	}
	if len(c.Children) == before {
		return nil
	}
	kind := string(b.kind.Place.List().Block)
	anchor := b.anchor
	if anchor == "" {
		anchor = free(section + "-" + cmp.Or(tokenize.Name(b.title, ""), tokenize.Name(kind, "")))
	}
	return content.NewObject("type", kind, "anchor", anchor, "content", c)
}
