package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A builder puts tokens into the blocks of a manual. It keeps the order of
// tokens in a group: if they come from blocks of several kinds or with several
// anchors, there are several blocks again.
type builder struct {
	blocks   [len(sections)][]*block // by section
	current  map[string]*block       // the block of the last token, by group of the token document
	anchored map[string]*block       // by anchor, if the tokens have one

	steps map[string]string // the values of spacing steps, by number
	sizes map[string]string // the sizes of the type scale
	base  *token            // the token of its size md, or its first
	scale *block
}

func newBuilder() *builder {
	return &builder{current: map[string]*block{}, anchored: map[string]*block{}, steps: map[string]string{}, sizes: map[string]string{}}
}

// A block is a block of the seed file: its lists by place. All places are of
// one kind.
type block struct {
	place  place // one of its places
	anchor string
	lists  [len(places)]list
}

var sections = [...]struct{ name, title string }{
	{"color", "Color"}, {"typography", "Typography"}, {"space", "Space"}, {"motion", "Motion"}, {"corners", "Corners"}, {"elevation", "Elevation"}, {"themes", "Themes"},
}

// add puts a token into a block. The error is the reason why no block takes it.
func (b *builder) add(t *token) error {
	p := placeOf(t)
	if p == noPlace {
		return fmt.Errorf("no block has a place for this %s", cmp.Or(t.kind, "value"))
	}
	value, err := places[p].read(t.val)
	if err != nil {
		return err
	}
	name := nameIn(p, t.path)
	switch p {
	case color:
		b.addColor(t, name, value)
	case theme:
		return b.addRole(t, value)
	case spacing:
		return b.addStep(t, name, value.(string))
	case fontSize:
		return b.addSize(t, name, value.(string))
	case fontFamily:
		families := value.(list)
		font := object("family", families[0], "usage", name)
		if len(families) > 1 {
			font = append(font, object("fallbacks", families[1:])...)
		}
		b.put(t, p, font)
	case breakpoint:
		name = strings.TrimPrefix(strings.TrimPrefix(name, "breakpoint"), "-")
		fallthrough
	default:
		b.put(t, p, object("name", name, "value", value))
	}
	return nil
}

// put appends an entry to the list of a place, with the description and
// deprecation of its token.
func (b *builder) put(t *token, p place, entry content.Object) {
	l := &b.block(t, p).lists[p]
	*l = append(*l, append(entry, t.remarks()...))
}

func (t *token) remarks() content.Object {
	if t.description == "" {
		return object("deprecated", t.deprecated)
	}
	return object("description", t.description, "deprecated", t.deprecated)
}

// addColor adds a color, or a tint to the preceding color.
func (b *builder) addColor(t *token, name string, hex any) {
	colors := b.block(t, color).lists[color]
	mapped, _ := hex.(content.Object)
	if n := len(colors); n > 0 && t.description == "" && mapped == nil {
		last := colors[n-1].(content.Object)
		if step, ok := strings.CutPrefix(name, last.Text("name")); ok && last.Get("deprecated") == t.deprecated {
			if tinted, ok := withTint(last, step, hex); ok {
				colors[n-1] = tinted
				return
			}
		}
	}
	if _, isHex := tokenize.Hex(name); !isHex {
		t.colorName = name
	}
	entry := object("name", name, "hex", hex)
	if mapped != nil {
		entry = append(object("name", name), mapped...)
	}
	b.put(t, color, entry)
}

// withTint adds a tint after the tints of a color, if the rest of its name is a
// later step.
func withTint(color content.Object, rest string, hex any) (content.Object, bool) {
	tints, tinted := color.Get("tints").(content.Object)
	step := strings.TrimLeft(rest, "- ")
	at, after := slices.Index(tokenize.TintSteps[:], step), -1
	if tinted {
		after = slices.Index(tokenize.TintSteps[:], tints[len(tints)-1].Key)
	}
	if at <= after || step == rest {
		return color, false
	}
	tints = append(tints, object(step, hex)...)
	return slices.Concat(color[:2], object("tints", tints), color.Without("name", "hex", "tints")), true
}

// addRole adds a role to its theme.
func (b *builder) addRole(t *token, hex any) error {
	name, role, value := cmp.Or(t.path[1], "theme"), t.path[2], hex
	if mapped, ok := hex.(content.Object); ok {
		value = mapped.Get("hex")
	}
	if t.alias != nil && t.alias.colorName != "" {
		value = t.alias.colorName
	}
	themes := b.block(t, theme).lists[theme]
	if n := len(themes); n == 0 || themes[n-1].(content.Object).Text("name") != name {
		b.put(t, theme, object("name", name, "colors", object(role, value)))
		return nil
	}
	last := themes[len(themes)-1].(content.Object)
	colors := last.Get("colors").(content.Object)
	if has(colors, role) {
		return fmt.Errorf("the theme %q has this role already", name)
	}
	last[1].Value = append(colors, object(role, value)...)
	return nil
}

var stepNumber = regexp.MustCompile(`^([0-9]+)(?:[-._,]([0-9]+))?$`)

// addStep adds a step of the spacing scale. Its number is in its name, else it
// is the number of its value. A step that is its own value becomes a bare
// number.
func (b *builder) addStep(t *token, name, step string) error {
	value, _ := tokenize.Length(step) // checked already
	if m := stepNumber.FindStringSubmatch(name); m != nil {
		step = m[1] + "." + m[2]
	}
	number, _ := tokenize.SplitUnit(step)
	step = strconv.FormatFloat(number, 'f', -1, 64)
	if before, ok := b.steps[step]; ok {
		if before == value {
			return nil // a duplicate
		}
		return fmt.Errorf("the spacing step %s is there already with another value, %s", step, before)
	}
	b.steps[step] = value
	if value == step+"px" && t.remarks() == nil {
		l := &b.block(t, spacing).lists[spacing]
		*l = append(*l, content.Number(step))
		return nil
	}
	b.put(t, spacing, object("step", content.Number(step), "value", value))
	return nil
}

// addSize adds a size to the type scale.
func (b *builder) addSize(t *token, name, text string) error {
	key := strings.ToLower(name)
	if key == "base" {
		key = "md"
	}
	if !slices.Contains(tokenize.SizeKeys[:], key) {
		return fmt.Errorf("a type scale has the sizes %s; this is none of them", strings.Join(tokenize.SizeKeys[:], ", "))
	}
	if before, ok := b.sizes[key]; ok {
		return fmt.Errorf("the size %s is there already as %s", key, before)
	}
	if b.scale == nil {
		b.scale, b.base = b.block(t, fontSize), t
	}
	if key == "md" {
		b.base = t
	}
	b.sizes[key] = text
	return nil
}

// addScale adds the type scale with the sizes that were found.
func (b *builder) addScale() {
	if b.scale == nil {
		return
	}
	md, ok := b.sizes["md"]
	if !ok {
		b.base.skip(fmt.Errorf("a type scale needs the size md; without it this size and the others are left out"))
		return
	}
	ratio := "1.25"
	above, unit := tokenize.SplitUnit(b.sizes["lg"])
	if base, same := tokenize.SplitUnit(md); unit == same && above > 0 && base > 0 && above/base >= 0.01 && above/base <= 100 {
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(above/base, 'f', 3, 64), 64)
		ratio = strconv.FormatFloat(rounded, 'f', -1, 64)
	}
	var sizes content.Object
	var computed []string
	for _, key := range tokenize.SizeKeys {
		if size, ok := b.sizes[key]; !ok {
			computed = append(computed, key)
		} else if key != "md" {
			sizes = append(sizes, object(key, size)...)
		}
	}
	scale := object("base", md, "ratio", content.Number(ratio))
	if sizes != nil {
		scale = append(scale, object("sizes", sizes)...)
	}
	b.scale.lists[fontSize] = list{scale}
	if len(computed) > 0 {
		b.base.skip(fmt.Errorf("a type scale has twelve sizes; %s are computed by the ratio %s", strings.Join(computed, ", "), ratio))
	}
}

var anchorForm = regexp.MustCompile(`^[\pL\pM\pN._~:@!$&'()*+,;=/?-]+$`)

// block returns the block for a token.
func (b *builder) block(t *token, p place) *block {
	info, anchor := places[p], t.anchor
	known := b.anchored[anchor]
	if !anchorForm.MatchString(anchor) || strings.Contains(anchor, ":~:") || known != nil && places[known.place].kind != info.kind {
		anchor, known = "", nil
	}
	last, blocks := b.current[info.group], b.blocks[info.section]
	if last != nil && places[last.place].kind == info.kind && last.anchor == anchor {
		return last
	}
	if known == nil && anchor == "" && info.group != "dimension" {
		if i := slices.IndexFunc(blocks, func(other *block) bool { return other.anchor == "" && places[other.place].kind == info.kind }); i >= 0 {
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
	b.addScale()
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
		for _, block := range b.blocks[i] {
			if c := block.content(); c != nil {
				kind := string(places[block.place].kind)
				if block.anchor == "" {
					block.anchor = free(s.name + "-" + strings.ToLower(kind))
				}
				blocks = append(blocks, object("type", kind, "anchor", block.anchor, "content", c))
			}
		}
		if blocks != nil {
			made = append(made, append(section, object("blocks", blocks)...))
		}
	}
	return made
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
