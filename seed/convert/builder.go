package convert

import (
	"cmp"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A builder puts tokens into the blocks of a manual. Tokens of a group keep
// their order: where they come from blocks of several kinds, or of several
// anchors, there are several blocks again.
type builder struct {
	blocks   [len(sections)][]*block // of each section
	current  map[string]*block       // by group of the token document, the block of its last token
	anchored map[string]*block       // by an anchor that the tokens give

	colors map[string]string // path of a token to the name of its color
	steps  map[string]string // number of a spacing step to its value
	sizes  map[string]string // of the type scale
	base   *token            // its md
	scale  *block
}

type block struct {
	kind    manual.Kind
	anchor  string
	content blockContent
}

var sections = [...]struct{ name, title string }{
	{"color", "Color"}, {"typography", "Typography"}, {"space", "Space"}, {"motion", "Motion"}, {"corners", "Corners"}, {"elevation", "Elevation"}, {"themes", "Themes"},
}

// homes say which kind of block a place is in, in which section, and which
// group of the token document it fills.
var homes = map[place]struct {
	kind    manual.Kind
	section int
	group   string
}{
	color:      {manual.Colors, 0, "color"},
	fontFamily: {manual.Typography, 1, "fontFamily"},
	fontSize:   {manual.Typography, 1, "fontSize"},
	spacing:    {manual.Spacing, 2, "dimension"},
	breakpoint: {manual.Breakpoints, 2, "dimension"},
	duration:   {manual.Motion, 3, "duration"},
	easing:     {manual.Motion, 3, "cubicBezier"},
	radius:     {manual.Radii, 4, "radius"},
	shadow:     {manual.Elevation, 5, "shadow"},
	theme:      {manual.Themes, 6, "theme"},
}

// add puts a token into a block, or lists it.
func (b *builder) add(t *token) {
	p := placeOf(t)
	if p == nowhere {
		b.leave(t, fmt.Errorf("no block has a place for this %s", cmp.Or(t.kind, "value")))
	} else if err := b.put(t, p); err != nil {
		b.leave(t, err)
	}
}

func (b *builder) leave(t *token, err error) {
	name := t.name()
	if strings.HasSuffix(t.file.name, ".css") {
		name = "--" + strings.Join(t.path, "-")
	}
	t.file.leave(t.at, name, "%v", err)
}

func (b *builder) put(t *token, p place) error {
	var value any
	var err error
	switch p {
	case color, theme:
		value, err = hexOf(t.val)
	case fontFamily:
		value, err = familiesOf(t.val)
	case easing:
		value, err = tokenize.Easing(t.val)
	case shadow:
		value, err = shadowOf(t.val)
	case duration:
		value, err = measured(t.val, tokenize.Duration)
	default:
		value, err = measured(t.val, tokenize.Length)
	}
	if err != nil {
		return err
	}
	e := entry{nameIn(p, t.path), value, remarks{t.description, t.deprecated}}
	switch p {
	case theme:
		return b.addRole(t, value.(string), e.remarks)
	case spacing:
		return b.addStep(t, e)
	case fontSize:
		return b.addSize(t, e.Name, value.(string))
	case breakpoint:
		e.Name = strings.TrimPrefix(strings.TrimPrefix(e.Name, "breakpoint"), "-")
	}
	c := b.block(t, p)
	switch p {
	case color:
		b.addColor(t, c, swatch{Name: e.Name, Hex: value.(string), remarks: e.remarks})
	case fontFamily:
		families := value.([]string)
		c.Fonts = append(c.Fonts, font{families[0], e.Name, families[1:], e.remarks})
	case easing:
		c.Easings = append(c.Easings, e)
	case shadow:
		c.Levels = append(c.Levels, e)
	case duration:
		c.Durations = append(c.Durations, e)
	case breakpoint:
		c.Breakpoints = append(c.Breakpoints, e)
	case radius:
		c.Radii = append(c.Radii, e)
	}
	return nil
}

// addColor adds a color, or a tint to the color before it.
func (b *builder) addColor(t *token, c *blockContent, s swatch) {
	if n := len(c.Colors); n > 0 && s.Description == "" {
		last := &c.Colors[n-1]
		step, ok := strings.CutPrefix(s.Name, last.Name)
		step = strings.TrimLeft(step, "- ")
		at := slices.Index(tokenize.TintSteps[:], step)
		if ok && at >= last.steps && s.Name != last.Name+step && at >= 0 && s.Deprecated == last.Deprecated {
			if last.Tints == nil {
				last.Tints = make(map[string]string)
			}
			last.Tints[step], last.steps = s.Hex, at+1
			return
		}
	}
	if _, isHex := tokenize.Hex(s.Name); !isHex {
		b.colors[t.name()] = s.Name
	}
	c.Colors = append(c.Colors, s)
}

// addRole adds a role to its theme.
func (b *builder) addRole(t *token, hex string, also remarks) error {
	name, value := cmp.Or(t.path[1], "theme"), cmp.Or(b.colors[t.alias], hex)
	c := b.block(t, theme)
	if n := len(c.Themes); n == 0 || c.Themes[n-1].Name != name {
		c.Themes = append(c.Themes, themeEntry{Name: name, remarks: also})
	}
	last := &c.Themes[len(c.Themes)-1]
	if slices.ContainsFunc(last.Colors, func(r role) bool { return r.name == t.path[2] }) {
		return fmt.Errorf("the theme %q has this role already", name)
	}
	last.Colors = append(last.Colors, role{t.path[2], value})
	return nil
}

var stepNumber = regexp.MustCompile(`^([0-9]+)(?:[-._,]([0-9]+))?$`)

// addStep adds a step of the spacing scale, which goes by a number: that of
// its name, else that of its value.
func (b *builder) addStep(t *token, e entry) error {
	step := e.Value.(string)
	value, _ := tokenize.Length(step) // which it is
	if m := stepNumber.FindStringSubmatch(e.Name); m != nil {
		step = m[1] + "." + m[2]
	}
	number, _ := numberAndUnit(step)
	step = strconv.FormatFloat(number, 'f', -1, 64)
	if before, ok := b.steps[step]; ok {
		if before == value {
			return nil // served already
		}
		return fmt.Errorf("the spacing step %s is there already with another value, %s", step, before)
	}
	b.steps[step] = value
	c := b.block(t, spacing)
	c.Steps = append(c.Steps, spacingStep{step, value, e.remarks})
	return nil
}

// numberAndUnit takes a length apart.
func numberAndUnit(text string) (number float64, unit string) {
	end := strings.LastIndexAny(text, "0123456789.") + 1
	number, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		number = 0
	}
	return number, text[end:]
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
		b.block(t, fontSize)
		b.scale, b.base = b.current[homes[fontSize].group], t
	}
	if key == "md" {
		b.base = t
	}
	b.sizes[key] = text
	return nil
}

// finishScale makes the type scale of the sizes that were found.
func (b *builder) finishScale() {
	if b.scale == nil {
		return
	}
	md, ok := b.sizes["md"]
	if !ok {
		b.leave(b.base, fmt.Errorf("a type scale needs the size md; without it this size and the others are left out"))
		return
	}
	ratio := 1.25
	above, unit := numberAndUnit(b.sizes["lg"])
	if base, same := numberAndUnit(md); unit == same && above > 0 && base > 0 && above/base >= 0.01 && above/base <= 100 {
		ratio, _ = strconv.ParseFloat(strconv.FormatFloat(above/base, 'f', 3, 64), 64)
	}
	scale := &typeScale{Base: md, Ratio: ratio, Sizes: make(map[string]string)}
	var computed []string
	for _, key := range tokenize.SizeKeys {
		if size, ok := b.sizes[key]; !ok {
			computed = append(computed, key)
		} else if key != "md" {
			scale.Sizes[key] = size
		}
	}
	b.scale.content.Scale = scale
	if len(computed) > 0 {
		b.leave(b.base, fmt.Errorf("a type scale has twelve sizes; %s are computed by the ratio %v", strings.Join(computed, ", "), ratio))
	}
}

var anchorForm = regexp.MustCompile(`^[\pL\pM\pN._~:@!$&'()*+,;=/?-]+$`)

// block returns the content of the block that a token goes into.
func (b *builder) block(t *token, p place) *blockContent {
	home, anchor := homes[p], t.anchor
	known := b.anchored[anchor]
	if !anchorForm.MatchString(anchor) || strings.Contains(anchor, ":~:") || known != nil && known.kind != home.kind {
		anchor, known = "", nil
	}
	last, blocks := b.current[home.group], b.blocks[home.section]
	if last != nil && last.kind == home.kind && last.anchor == anchor {
		return &last.content
	}
	if known == nil && anchor == "" && home.group != "dimension" {
		if i := slices.IndexFunc(blocks, func(other *block) bool { return other.anchor == "" && other.kind == home.kind }); i >= 0 {
			known = blocks[i]
		}
	}
	if known == nil {
		known = &block{kind: home.kind, anchor: anchor}
		b.blocks[home.section] = slices.Insert(blocks, slices.Index(blocks, last)+1, known)
		if anchor != "" {
			b.anchored[anchor] = known
		}
	}
	b.current[home.group] = known
	return &known.content
}

// empty tells whether nothing is in the content.
func (c *blockContent) empty() bool { return reflect.DeepEqual(*c, blockContent{}) }
