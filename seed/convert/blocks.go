package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A block is a block of the seed file: its lists by place. All places are of
// one kind.
type block struct {
	kind   kind // one of its places
	anchor string
	title  string // the family that it shows
	lists  [len(places)][]*content.Value
}

const sectionCount = 8

var sections = [sectionCount]struct{ name, title string }{
	{"color", "Color"}, {"typography", "Typography"}, {"space", "Space"}, {"motion", "Motion"},
	{"corners", "Corners"}, {"elevation", "Elevation"},
	{"more", "More"}, {"themes", "Themes"},
}

// titleOfBlock returns the title of the blocks that an entry goes into, empty for none.
func titleOfBlock(k kind) string {
	if k.place == more {
		return k.title
	}
	return places[k.place].title
}

// put adds the value of an entry to a block, as the block has it.
func (b *builder) put(e *entry) {
	l := &b.block(e).lists[e.kind.place]
	*l = append(*l, b.written(e))
}

// block returns the block for an entry.
func (b *builder) block(e *entry) *block {
	info, group := places[e.kind.place], b.groupOf(e.kind)
	anchor := e.declaration.anchor
	if titleOfBlock(e.kind) != "" && e.kind.place != more {
		anchor = ""
	}
	known := b.anchored[anchor]
	if !manual.IsAnchor(anchor) || known != nil && !known.isLike(e.kind) {
		anchor, known = "", nil
	}
	last, blocks := b.current[group], b.blocks[info.section]
	if last != nil && last.takes(e.kind, anchor) {
		return last
	}
	if known == nil && anchor == "" && (group != "dimension" || e.declaration.path[0] != "dimension") {
		if i := slices.IndexFunc(blocks, func(other *block) bool { return other.takes(e.kind, "") }); i >= 0 {
			known = blocks[i]
		}
	}
	if known == nil {
		known = &block{kind: e.kind, anchor: anchor}
		b.blocks[info.section] = slices.Insert(blocks, slices.Index(blocks, last)+1, known)
		if anchor != "" {
			b.anchored[anchor] = known
		}
	}
	b.current[group] = known
	return known
}

// isLike reports whether entries of a kind go into the block.
func (b *block) isLike(k kind) bool {
	if places[b.kind.place].kind != places[k.place].kind || titleOfBlock(b.kind) != titleOfBlock(k) {
		return false
	}
	return k.place != more || k.title != "" || k.typ == b.kind.typ
}

// takes reports whether an entry of a kind with an anchor goes into the block.
func (b *block) takes(k kind, anchor string) bool { return b.isLike(k) && b.anchor == anchor }

// written returns an entry as its list has it.
func (b *builder) written(e *entry) *content.Value {
	var o *content.Value
	switch e.kind.place {
	case color:
		o = b.writtenColor(e)
	case fontFamily:
		names := e.value.List()
		o = object("family", names[0], "usage", e.name)
		if len(names) > 1 {
			o.Add("fallbacks", content.NewList(names[1:]...))
		}
	case spacing, textLength, otherLength:
		return b.writtenStep(e)
	case textStyle:
		o = object("name", e.name)
		for _, m := range e.value.Members() {
			o.Add(m.Name, m)
		}
		b.addModes(o, e)
	case more:
		o = object("name", e.name, "type", e.kind.typ, "value", e.value)
		b.addModes(o, e)
	default:
		o = object("name", e.name, "value", e.value)
		b.addModes(o, e)
	}
	addRemarks(o, e.declaration)
	return o
}

// writtenColor returns a color with its tints.
func (b *builder) writtenColor(e *entry) *content.Value {
	o := object("name", e.name)
	if e.value.Is('{') {
		o.Add("hex", e.value.Get("hex"))
		o.Add("source", e.value.Get("source"))
	} else {
		o.Add("hex", e.value)
	}
	if len(e.tints) > 0 {
		tints := object()
		for _, tint := range e.tints {
			value := tint.value
			if len(tint.modes) > 0 {
				value = object("hex", tint.value)
				b.addModes(value, tint)
			}
			tints.Add(tint.name, value)
		}
		o.Add("tints", tints)
	}
	b.addModes(o, e)
	return o
}

// writtenStep returns a step of the spacing scale. A number that is its own value
// becomes a bare number.
func (b *builder) writtenStep(e *entry) *content.Value {
	value, _ := css.Length(e.value.Text()) // checked already
	step := stepOf(e.name)
	o := object("step", step, "value", value)
	b.addModes(o, e)
	before := len(o.Children)
	addRemarks(o, e.declaration)
	if value == step.Scalar()+"px" && before == 2 && len(o.Children) == 2 && e.kind.place == spacing {
		return step
	}
	return o
}

// addModes adds the values of an entry in modes; of a text style what differs.
func (b *builder) addModes(o *content.Value, e *entry) {
	if len(e.modes) == 0 {
		return
	}
	modes := object()
	for _, m := range b.modes[1:] {
		value := e.modes[m]
		if value == nil {
			continue
		}
		m.used = true
		if e.kind.place == textStyle {
			value = differences(value, e.value)
		}
		modes.Add(m.slug, value)
	}
	o.Add("modes", modes)
}

// differences returns the members of an object that differ from those of another one.
func differences(o, other *content.Value) *content.Value {
	rest := object()
	for _, m := range o.Members() {
		if own := other.Get(m.Name); own == nil || !equal(own, m) {
			rest.Add(m.Name, m)
		}
	}
	return rest
}

// addRemarks adds the description and the deprecation of a declaration, which are rich text
// in a seed file. A description that repeats the name is left out.
func addRemarks(o *content.Value, d *declaration) {
	repeats := d.anchor == "" && tokenize.Name(d.description, "") == tokenize.Name(strings.Join(d.path, " "), "")
	if d.description != "" && !repeats {
		o.Add("description", textValue(plainText.Replace(d.description)))
	}
	deprecated := d.deprecated
	if isString(deprecated) {
		deprecated = textValue(plainText.Replace(deprecated.Text()))
	}
	o.Add("deprecated", deprecated)
}

var plainText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\x00", "")

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
		section := object("id", "sec_"+s.name, "anchor", free(s.name), "title", s.title)
		slices.SortStableFunc(b.blocks[i], func(x, y *block) int {
			return b.isLate(x) - b.isLate(y)
		})
		all := families(b.blocks[i])
		if b.First { // black, white and what else is of no family stands first, not below another's title
			slices.SortStableFunc(all, func(x, y *block) int { return y.isLoose() - x.isLoose() })
		}
		blocks := content.NewList()
		for _, family := range all {
			if b.First {
				family.shareTitle()
			}
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
	p := x.kind.place
	return btoi(places[p].title != "" || b.First && p == gradient)
}

// isLoose returns 1 for colors without a title.
func (b *block) isLoose() int { return btoi(b.kind.place == color && b.title == "") }

// written returns the block as the seed file has it, nil if it is empty. A type scale is an
// object, not a list.
func (b *block) written(section string, free func(string) string) *content.Value {
	c := object()
	title := manual.Capitalize(cmp.Or(b.title, titleOfBlock(b.kind)))
	if title != "" {
		c.Add("title", textValue(title))
	}
	before := len(c.Children)
	for p, l := range b.lists {
		if len(l) == 0 {
			continue
		}
		if place(p) == fontSize {
			c.Add(places[p].list, l[0])
		} else {
			c.Add(places[p].list, content.NewList(l...))
		}
	}
	if len(c.Children) == before {
		return nil
	}
	kind := string(places[b.kind.place].kind)
	anchor := b.anchor
	if anchor == "" {
		anchor = free(section + "-" + cmp.Or(tokenize.Name(b.title, ""), tokenize.Name(kind, "")))
	}
	return object("type", kind, "anchor", anchor, "content", c)
}

// manyFrom is the number of entries from which a list is shown in families.
const manyFrom = 25

var firstWord = pattern.New(`^\pL+`)

// families divides blocks with many entries into blocks with titles: amber-1 to
// amber-12 become one, blue-1 to blue-12 the next. Entries without a title stay
// together. Families of one kind and title, such as the spacings and the other lengths
// of a component, are one. Blocks of further tokens have titles already.
func families(blocks []*block) []*block {
	known := map[string]*block{} // by kind and title
	var all []*block
	for _, b := range blocks {
		at := slices.IndexFunc(b.lists[:], func(l []*content.Value) bool { return len(l) >= manyFrom })
		if at < 0 || b.anchor != "" || b.kind.place == more {
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
				key, family = string(places[b.kind.place].kind)+key, &block{kind: b.kind, title: titles[i]}
			}
			if known[key] == nil {
				known[key], all = family, append(all, family)
			}
			family = known[key]
			p := place(at)
			if places[p].list == places[family.kind.place].list {
				p = family.kind.place
			}
			family.lists[p] = append(family.lists[p], entry)
		}
		if known[""] == nil {
			all = append(all, b)
		}
	}
	return all
}

// shareTitle gives a family of colors the words that the names of all begin with as its title:
// cool gray for cool-gray and cool-gray-10-hover.
func (b *block) shareTitle() {
	colors := b.lists[color]
	if b.title == "" || len(colors) == 0 {
		return
	}
	shared := letterWords.FindString(textOf(colors[0], "name"))
	for _, e := range colors {
		for shared != "" && !strings.HasPrefix(textOf(e, "name")+"-", shared+"-") {
			shared = shared[:max(strings.LastIndex(shared, "-"), 0)]
		}
	}
	b.title = cmp.Or(strings.ReplaceAll(shared, "-", " "), b.title)
}

var letterWords = pattern.New(`^\pL+(-\pL+)*`)

// titlesOf returns the first word of each entry, empty for one that no other entry has.
func titlesOf(entries []*content.Value) []string {
	titles, count := make([]string, len(entries)), map[string]int{}
	for i, e := range entries {
		titles[i] = firstWord.FindString(e.Get("name").Scalar() + e.Get("step").Scalar() + e.Get("usage").Scalar())
		count[titles[i]]++
	}
	for i, title := range titles {
		if count[title] == 1 {
			titles[i] = ""
		}
	}
	return titles
}
