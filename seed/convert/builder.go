package convert

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/tokenize"
)

// A builder puts tokens into the blocks of a manual. Tokens of a group keep
// their order: where they come from blocks of several kinds, or of several
// anchors, there are several blocks again.
type builder struct {
	left     *seed.Problems
	sections []*section
	current  map[string]*block // by group of the token document, the block of its last token
	anchored map[string]*block // by an anchor that the tokens give

	colors map[string]string // path of a token to the name of its color
	steps  map[string]string // number of a spacing step to its value
	sizes  map[string]string // of the type scale
	base   *token            // its md
	scale  *block
}

type section struct {
	name, title string
	blocks      []*block
}

type block struct {
	kind    manual.Kind
	anchor  string
	content content
}

func newSections() []*section {
	return []*section{
		{name: "color", title: "Color"}, {name: "typography", title: "Typography"}, {name: "space", title: "Space"},
		{name: "motion", title: "Motion"}, {name: "corners", title: "Corners"}, {name: "elevation", title: "Elevation"}, {name: "themes", title: "Themes"},
	}
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
		kind := t.kind
		if kind == "" {
			kind = "value"
		}
		b.leave(t, fmt.Errorf("no block has a place for this %s", kind))
		return
	}
	if err := b.put(t, p); err != nil {
		b.leave(t, err)
	}
}

func (b *builder) leave(t *token, err error) {
	name := t.name()
	if strings.HasSuffix(t.file.name, ".css") {
		name = "--" + strings.Join(t.path, "-")
	}
	*b.left = append(*b.left, t.file.problem(t.at, name, "%v", err))
}

func (b *builder) put(t *token, p place) error {
	name := nameIn(p, t.path)
	also := remarks{t.description, t.deprecated}
	switch p {
	case color:
		hex, err := hexOf(t.val)
		if err == nil {
			b.addColor(t, name, hex, also)
		}
		return err
	case theme:
		return b.addRole(t, also)
	case fontFamily:
		families, err := familiesOf(t.val)
		if err == nil {
			c := b.block(t, p)
			c.Fonts = append(c.Fonts, font{Family: families[0], Usage: name, Fallbacks: families[1:], remarks: also})
		}
		return err
	case easing:
		value, err := easingOf(t.val)
		if err == nil {
			c := b.block(t, p)
			c.Easings = append(c.Easings, named{name, value, also})
		}
		return err
	case shadow:
		value, err := shadowOf(t.val)
		if err == nil {
			c := b.block(t, p)
			c.Levels = append(c.Levels, named{name, value, also})
		}
		return err
	}
	text, err := lengthOf(t.val)
	if err != nil {
		return err
	}
	if p == duration {
		if _, err = tokenize.Duration(literal(text)); err == nil {
			c := b.block(t, p)
			c.Durations = append(c.Durations, named{name, text, also})
		}
		return err
	}
	if _, err := tokenize.Length(literal(text)); err != nil {
		return err
	}
	switch p {
	case spacing:
		return b.addStep(t, name, text, also)
	case fontSize:
		return b.addSize(t, name, text)
	case breakpoint:
		name = strings.TrimPrefix(strings.TrimPrefix(name, "breakpoint"), "-")
		c := b.block(t, p)
		c.Breakpoints = append(c.Breakpoints, named{name, text, also})
	case radius:
		c := b.block(t, p)
		c.Radii = append(c.Radii, named{name, text, also})
	}
	return nil
}

// addColor adds a color, or a tint to the color before it.
func (b *builder) addColor(t *token, name, hex string, also remarks) {
	c := b.block(t, color)
	if n := len(c.Colors); n > 0 && also.Description == "" {
		last := &c.Colors[n-1]
		step, ok := strings.CutPrefix(name, last.Name)
		step = strings.TrimLeft(step, "- ")
		at := slices.Index(manual.TintSteps[:], step)
		if ok && at >= len(last.steps) && name != last.Name+step && at >= 0 && also.Deprecated == last.Deprecated {
			if last.Tints == nil {
				last.Tints = make(map[string]string)
			}
			last.Tints[step] = hex
			last.steps = manual.TintSteps[:at+1]
			return
		}
	}
	if _, isHex := tokenize.Hex(name); !isHex {
		b.colors[t.name()] = name
	}
	c.Colors = append(c.Colors, swatch{Name: name, Hex: hex, remarks: also})
}

// addRole adds a role to its theme.
func (b *builder) addRole(t *token, also remarks) error {
	value, err := hexOf(t.val)
	if err != nil {
		return err
	}
	if name, ok := b.colors[t.alias]; ok {
		value = name
	}
	name := t.path[1]
	if name == "" {
		name = "theme"
	}
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
func (b *builder) addStep(t *token, name, text string, also remarks) error {
	step := text
	if m := stepNumber.FindStringSubmatch(name); m != nil {
		step = m[1] + "." + m[2]
	}
	step, _ = numberAndUnit(step)
	value, err := tokenize.Length(literal(text))
	if err != nil {
		return err
	}
	if before, ok := b.steps[step]; ok {
		if before == value {
			return nil // served already
		}
		return fmt.Errorf("the spacing step %s is there already with another value, %s", step, before)
	}
	b.steps[step] = value
	c := b.block(t, spacing)
	c.Steps = append(c.Steps, spacingStep{number: step, value: value, remarks: also})
	return nil
}

// numberAndUnit takes a length apart; the number is in its shortest form.
func numberAndUnit(text string) (number, unit string) {
	end := strings.LastIndexAny(text, "0123456789.") + 1
	value, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return "0", text[end:]
	}
	return strconv.FormatFloat(value, 'f', -1, 64), text[end:]
}

// addSize adds a size to the type scale.
func (b *builder) addSize(t *token, name, text string) error {
	key := strings.ToLower(name)
	if key == "base" {
		key = "md"
	}
	if !slices.Contains(manual.SizeKeys[:], key) {
		return fmt.Errorf("a type scale has the sizes %s; this is none of them", strings.Join(manual.SizeKeys[:], ", "))
	}
	if before, ok := b.sizes[key]; ok {
		return fmt.Errorf("the size %s is there already as %s", key, before)
	}
	if b.scale == nil {
		b.block(t, fontSize)
		b.scale = b.current[homes[fontSize].group]
		b.base = t
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
	if lg, ok := b.sizes["lg"]; ok {
		above, unit := numberAndUnit(lg)
		below, same := numberAndUnit(md)
		if a, _ := strconv.ParseFloat(above, 64); unit == same && a > 0 {
			if base, _ := strconv.ParseFloat(below, 64); base > 0 && a/base >= 0.01 && a/base <= 100 {
				ratio, _ = strconv.ParseFloat(strconv.FormatFloat(a/base, 'f', 3, 64), 64)
			}
		}
	}
	scale := &typeScale{Base: md, Ratio: ratio, Sizes: make(map[string]string)}
	var computed []string
	for _, key := range manual.SizeKeys {
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

// block returns the content of the block that a token goes into.
func (b *builder) block(t *token, p place) *content {
	home := homes[p]
	anchor := t.anchor
	if other := b.anchored[anchor]; !validAnchor(anchor) || other != nil && other.kind != home.kind {
		anchor = ""
	}
	last := b.current[home.group]
	if last != nil && last.kind == home.kind && last.anchor == anchor {
		return &last.content
	}
	s := b.sections[home.section]
	if other := b.anchored[anchor]; other != nil {
		b.current[home.group] = other
		return &other.content
	}
	for _, other := range s.blocks {
		if anchor == "" && other.anchor == "" && other.kind == home.kind && home.group != "dimension" {
			b.current[home.group] = other
			return &other.content
		}
	}
	made := &block{kind: home.kind, anchor: anchor}
	if anchor != "" {
		b.anchored[anchor] = made
	}
	s.blocks = slices.Insert(s.blocks, slices.Index(s.blocks, last)+1, made)
	b.current[home.group] = made
	return &made.content
}

var anchorForm = regexp.MustCompile(`^[\pL\pM\pN._~:@!$&'()*+,;=/?-]+$`)

func validAnchor(anchor string) bool {
	return anchorForm.MatchString(anchor) && !strings.Contains(anchor, ":~:")
}

// empty tells whether nothing is in the content.
func (c *content) empty() bool { return reflect.DeepEqual(*c, content{}) }
