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
	if last != nil && last.takes(p, anchor) {
		return last
	}
	if known == nil && anchor == "" && (info.group != "dimension" || t.path[0] != "dimension") {
		if i := slices.IndexFunc(blocks, func(other *block) bool { return other.takes(p, "") }); i >= 0 {
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

// takes reports whether a token with a place and an anchor goes into the block.
func (b *block) takes(p place, anchor string) bool {
	return places[b.place].kind == places[p].kind && places[b.place].title == places[p].title && b.anchor == anchor
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

// families divides blocks with many entries into blocks with titles: amber-1 to
// amber-12 become one, blue-1 to blue-12 the next. Entries without a title stay
// together. Families of one kind and title, such as the spacings and the other lengths
// of a component, are one.
func families(blocks []*block) (all []*block) {
	known := map[string]*block{} // by kind and title
	for _, b := range blocks {
		at := slices.IndexFunc(b.lists[:], func(l list) bool { return len(l) >= manyFrom })
		if at < 0 || b.anchor != "" {
			all = append(all, b)
			continue
		}
		entries, titles := b.lists[at], titlesOf(b.lists[at])
		if len(slices.Compact(slices.Sorted(slices.Values(titles)))) < 3 {
			all = append(all, b)
			continue
		}
		b.lists[at], known[""] = nil, nil
		for i, entry := range entries {
			key, family := titles[i], b
			if key != "" {
				key, family = string(places[b.place].kind)+key, &block{place: b.place, title: titles[i]}
			}
			if known[key] == nil {
				known[key], all = family, append(all, family)
			}
			family = known[key]
			p := place(at)
			if places[p].list == places[family.place].list {
				p = family.place
			}
			family.lists[p] = append(family.lists[p], entry)
		}
		if known[""] == nil {
			all = append(all, b)
		}
	}
	return all
}

// titlesOf returns the first word of each entry, empty for one that no other entry has.
func titlesOf(entries list) []string {
	titles, count := make([]string, len(entries)), map[string]int{}
	for i, entry := range entries {
		e, _ := entry.(content.Object)
		titles[i] = firstWord.FindString(e.Text("name") + e.Text("step") + e.Text("usage"))
		count[titles[i]]++
	}
	for i, title := range titles {
		if count[title] == 1 {
			titles[i] = ""
		}
	}
	return titles
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
