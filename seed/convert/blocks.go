package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A block is a block of the seed file: its lists by place. All places are of
// one kind.
type block struct {
	place  place // one of its places
	anchor string
	title  string // the family that it shows
	lists  [len(places)]list
}

var sections = [...]struct{ name, title string }{
	{"color", "Color"}, {"typography", "Typography"}, {"space", "Space"}, {"motion", "Motion"}, {"corners", "Corners"}, {"elevation", "Elevation"}, {"themes", "Themes"},
}

var anchorForm = regexp.MustCompile(`^[\pL\pM\pN._~:@!$&'()*+,;=/?-]+$`)

// block returns the block for a token.
func (b *builder) block(t *token, p place) *block {
	info, anchor := places[p], t.anchor
	if info.title != "" {
		anchor = ""
	}
	known := b.anchored[anchor]
	if !anchorForm.MatchString(anchor) || strings.Contains(anchor, ":~:") || known != nil && places[known.place].kind != info.kind {
		anchor, known = "", nil
	}
	last, blocks := b.current[info.group], b.blocks[info.section]
	if last != nil && places[last.place].kind == info.kind && last.anchor == anchor && places[last.place].title == info.title {
		return last
	}
	if known == nil && anchor == "" && (info.group != "dimension" || t.path[0] != "dimension") {
		if i := slices.IndexFunc(blocks, func(other *block) bool {
			return other.anchor == "" && places[other.place].kind == info.kind && places[other.place].title == info.title
		}); i >= 0 {
			known = blocks[i]
		}
	}
	if known == nil {
		known = &block{place: p, anchor: anchor}
		b.blocks[info.section] = slices.Insert(blocks, slices.Index(blocks, last)+1, known)
		if anchor != "" {
			b.anchored[anchor] = known
		}
	}
	b.current[info.group] = known
	return known
}

// sections returns the sections, with the blocks that are not empty.
func (b *builder) sections() list {
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
	made := list{}
	for i, s := range sections {
		section := object("id", "sec_"+s.name, "anchor", free(s.name), "title", s.title)
		var blocks list
		slices.SortStableFunc(b.blocks[i], func(x, y *block) int {
			return btoi(places[x.place].title != "") - btoi(places[y.place].title != "")
		})
		for _, family := range families(b.blocks[i]) {
			c := family.content()
			if c == nil {
				continue
			}
			kind, title := string(places[family.place].kind), cmp.Or(family.title, places[family.place].title)
			if family.anchor == "" {
				family.anchor = free(s.name + "-" + cmp.Or(tokenize.Name(family.title, ""), strings.ToLower(kind)))
			}
			if title != "" {
				c = append(object("title", title), c...)
			}
			blocks = append(blocks, object("type", kind, "anchor", family.anchor, "content", c))
		}
		if blocks != nil {
			made = append(made, append(section, object("blocks", blocks)...))
		}
	}
	return made
}

// manyFrom is the number of entries from which a list is shown in families.
const manyFrom = 25

var firstWord = regexp.MustCompile(`^\pL+`)

// families divides a block with many entries into blocks with titles: amber-1 to
// amber-12 become one, blue-1 to blue-12 the next. Entries whose first word no other
// entry has stay together without a title.
func (b *block) families() []*block {
	at := slices.IndexFunc(b.lists[:], func(l list) bool { return len(l) >= manyFrom })
	if at < 0 || b.anchor != "" {
		return []*block{b}
	}
	word := func(entry any) string {
		e, _ := entry.(content.Object)
		return firstWord.FindString(e.Text("name") + e.Text("step") + e.Text("usage"))
	}
	count := map[string]int{}
	for _, entry := range b.lists[at] {
		count[word(entry)]++
	}
	rest := &block{place: b.place, lists: b.lists}
	rest.lists[at] = nil
	made, known := []*block{}, map[string]*block{}
	for _, entry := range b.lists[at] {
		title := word(entry)
		if count[title] == 1 {
			title = ""
		}
		family := known[title]
		if family == nil {
			if family = rest; title != "" {
				family = &block{place: b.place, title: title}
			}
			known[title], made = family, append(made, family)
		}
		family.lists[at] = append(family.lists[at], entry)
	}
	if known[""] == nil {
		made = append(made, rest)
	}
	if len(known) < 3 {
		return []*block{b}
	}
	return made
}

// families returns the families of all blocks of a section. Those of one kind and title, such
// as the spacings and the other lengths of a component, are one.
func families(blocks []*block) (all []*block) {
	known := map[string]*block{}
	for _, b := range blocks {
		for _, family := range b.families() {
			key := string(places[family.place].kind) + family.title
			other := known[key]
			if family.title == "" || other == nil {
				known[key], all = family, append(all, family)
				continue
			}
			for p, l := range family.lists {
				if places[p].list == places[other.place].list {
					p = int(other.place)
				}
				other.lists[p] = append(other.lists[p], l...)
			}
		}
	}
	return all
}

// content returns the content of a block, nil if it is empty. A type scale is
// an object, not a list.
func (b *block) content() (c content.Object) {
	for p, l := range b.lists {
		switch {
		case len(l) == 0:
		case place(p) == fontSize:
			c = append(c, object(places[p].list, l[0])...)
		default:
			c = append(c, object(places[p].list, l)...)
		}
	}
	return c
}
