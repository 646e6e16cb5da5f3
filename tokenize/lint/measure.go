package lint

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// measuresOf checks lengths, fonts and shadows. It reports whether the value is a
// shadow, whose colors are none of their own.
func (c *checker) measuresOf(d declaration) (isShadow bool) {
	switch d.property {
	case "font":
		c.fontShorthand(d)
	case "font-family":
		c.font(d.value)
	case "box-shadow":
		return c.shadow(d.value)
	}
	for _, m := range measures {
		if m.properties.MatchString(d.property) {
			c.lengthsOf(m, d)
		}
	}
	return false
}

// fontShorthand checks the size of a font and the families after it.
func (c *checker) fontShorthand(d declaration) {
	size := slices.IndexFunc(d.value, func(i css.Token) bool { _, ok := c.length(i); return ok })
	family := size + 1
	if size < 0 || family == len(d.value) {
		return
	}
	whole := d.value
	d.property, d.value = "font-size", whole[size:family]
	d.calculates = d.calculates || c.calculates(whole, d.sheet)
	c.lengthsOf(fontSize, d)
	if c.word(whole[family]) == "/" { // before the height of lines
		family += 2
	}
	if family < len(whole) {
		c.font(whole[family:])
	}
}

var genericFamily = regexp.MustCompile(`^(?:inherit|initial|unset|revert|revert-layer|serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-[a-z-]+|-apple-system)?(?:\s*!important)?$`)

// iconFont matches fonts of pictures, which are no typeface of a brand.
var iconFont = regexp.MustCompile(`(?i)icon|awesome|symbols|emoji`)

// font checks a list of families that is written out.
func (c *checker) font(value []css.Token) {
	if len(c.fonts) == 0 || c.refers(value) {
		return
	}
	start, end := value[0].Start, value[len(value)-1].End
	families := css.SplitFamilies(c.text[start:end])
	if genericFamily.MatchString(strings.ToLower(families[0])) || iconFont.MatchString(families[0]) {
		return
	}
	name := short(families[0])
	for _, t := range c.fonts {
		if strings.EqualFold(css.SplitFamilies(t.Value)[0], families[0]) {
			c.add(FontRule, start, end, t, "the font "+name+" is written out; take "+t.Variable)
			return
		}
	}
	if generic := genericOf(families); generic != "" {
		for _, t := range c.fonts {
			if genericOf(css.SplitFamilies(t.Value)) == generic {
				c.add(FontRule, start, end, t, "the font "+name+" is no token; the first of its kind is "+t.Variable)
				return
			}
		}
	}
	c.add(FontRule, start, end, manual.Token{}, "the font "+name+" is no token")
}

// genericOf returns the generic family that a list ends with, or nothing.
func genericOf(families []string) string {
	last := strings.ToLower(families[len(families)-1])
	if slices.Contains([]string{"serif", "sans-serif", "monospace", "cursive", "fantasy"}, last) {
		return last
	}
	return ""
}

// refers reports whether a value calls a function or names a variable.
func (c *checker) refers(value []css.Token) bool {
	return slices.ContainsFunc(value, func(i css.Token) bool {
		text := c.word(i)
		return i.Kind == "function" || i.Kind == "interpolation" || text[0] == '$' || text[0] == '@' || strings.Contains(text, "#{") || strings.Contains(text, "@{")
	})
}

// shadow checks a shadow, and reports whether it is written out.
func (c *checker) shadow(value []css.Token) bool {
	lengths := 0
	for _, i := range value {
		if i.Kind == "number" {
			lengths++
		}
		if i.Kind == "function" && !colorFunction.MatchString(strings.ToLower(c.word(i))) {
			return false
		}
		if text := c.word(i); text[0] == '$' || text[0] == '@' || i.Kind == "interpolation" {
			return false
		}
	}
	if lengths < 2 || len(c.shadows.points) == 0 {
		return false
	}
	start, end := value[0].Start, value[len(value)-1].End
	text := c.text[start:end]
	normal, p, _ := readShadow(text)
	if same := c.shadows.exact[normal]; len(same) > 0 {
		c.add(ShadowRule, start, end, same[0], "the shadow is written out; take "+variables(same))
		return true
	}
	if inMode := c.shadows.moded[normal]; len(inMode) > 0 {
		c.add(ShadowRule, start, end, inMode[0].token, "the shadow"+inMode[0].says())
		return true
	}
	if t, ok := c.shadows.nearest(p, p.distance(point{})/2); ok && isInset(t.Value) == isInset(text) {
		c.add(ShadowRule, start, end, t, "the shadow is no token; the nearest is "+t.Variable+" ("+short(t.Value)+")")
		return true
	}
	c.add(ShadowRule, start, end, manual.Token{}, "the shadow is no token, and none is near it")
	return true
}

func isInset(shadow string) bool { return strings.Contains(strings.ToLower(shadow), "inset") }

// readShadow is a [reader].
func readShadow(value string) (normal string, p point, ok bool) {
	return normalShadow(value), shadowPoint(value), true
}

var number = regexp.MustCompile(`-?[0-9]*\.?[0-9]+`)

// shadowPoint returns blur, offsets and spread of the first layer of a shadow.
func shadowPoint(shadow string) (p point) {
	layer := css.Split(shadow[:min(len(shadow), 400)], ',')[0]
	place := [...]int{1, 2, 0, 3} // of x, y, blur and spread
	count := 0
	for _, word := range css.Split(layer, ' ') {
		n := number.FindString(word)
		if n == "" || strings.HasPrefix(word, "#") || strings.Contains(word, "(") || count == len(place) {
			continue
		}
		q, _ := css.ReadQuantity(n)
		p[place[count]] = q.Number
		count++
	}
	return p
}

// normalShadow returns a shadow in a form in which its spellings agree.
func normalShadow(shadow string) string {
	if len(shadow) > 1000 {
		return shadow
	}
	var words []string
	for _, layer := range css.Split(shadow, ',') {
		for _, word := range css.Split(layer, ' ') {
			if hex, _, ok := parseColor(word); ok {
				word = hex
			}
			if q, ok := css.ReadQuantity(word); ok && q.Number == 0 {
				word = "0"
			}
			words = append(words, strings.ToLower(word))
		}
		words = append(words, ",")
	}
	return strings.Join(words, " ")
}

// readLength is a [reader] of lengths with a unit that is no percentage.
func readLength(value string) (normal string, p point, ok bool) {
	q, ok := parseLength(value)
	return q.String(), lengthPoint(q), ok
}

func parseLength(text string) (q css.Quantity, ok bool) {
	q, ok = css.ReadQuantity(strings.ToLower(strings.TrimPrefix(text, "+")))
	return q, ok && q.Unit != "%" && css.IsLengthUnit(q.Unit)
}

// length returns an item as a length, and false for what is none.
func (c *checker) length(i css.Token) (css.Quantity, bool) {
	if i.Kind != "number" {
		return css.Quantity{}, false
	}
	return parseLength(c.word(i))
}

// lengthPoint returns a length in pixels. Lengths in other units are comparable with
// their own kind alone, which stands far from the others.
func lengthPoint(q css.Quantity) point {
	switch q.Unit {
	case "px":
		return point{q.Number}
	case "rem":
		return point{float64(q.Number * 16)}
	}
	unit := 0.0
	for _, r := range q.Unit {
		unit = float64(unit*128) + float64(r)
	}
	return point{q.Number, unit * 1e6}
}

// lengthsOf checks the lengths of a value that stand outside functions. None is a plain
// case where a preprocessor computes.
func (c *checker) lengthsOf(m *measure, d declaration) {
	if !c.lengths[m].any {
		return
	}
	calculates := d.calculates || c.calculates(d.value, d.sheet)
	depth := 0
	for _, i := range d.value {
		text := c.word(i)
		if i.Kind == "function" || text == "(" {
			depth++
		}
		if text == ")" {
			depth--
		}
		q, ok := c.length(i)
		if !ok || depth > 0 || q.Number == 0 || q.Unit == "px" && math.Abs(q.Number) == 1 {
			continue
		}
		c.lengthOf(m, d, i, q, !calculates)
	}
}

// lengthOf reports one length.
func (c *checker) lengthOf(m *measure, d declaration, i css.Token, q css.Quantity, plainCase bool) {
	tokens := c.lengths[m]
	text := short(c.word(i))
	same := slices.DeleteFunc(slices.Clone(tokens.exact[q.String()]), func(t manual.Token) bool { return !fits(t, d.property) })
	if len(same) > 0 {
		f := c.add(LengthRule, i.Start, i.End, same[0], "the length "+text+" is written out; take "+variables(same))
		if len(same) == 1 && plainCase && len(tokens.moded[q.String()]) == 0 {
			c.fix(f, "var("+same[0].Variable+")")
		}
		return
	}
	if inMode := tokens.moded[q.String()]; len(inMode) > 0 {
		c.add(LengthRule, i.Start, i.End, inMode[0].token, "the length "+text+inMode[0].says())
		return
	}
	if styles := tokens.styles[q.String()]; len(styles) > 0 {
		c.add(LengthRule, i.Start, i.End, styles[0], "the length "+text+" is the size of the text style "+variables(styles))
		return
	}
	size := css.Quantity{Number: math.Abs(q.Number), Unit: q.Unit}
	if opposite := tokens.exact[size.String()]; q.Number < 0 && len(opposite) > 0 {
		c.add(LengthRule, i.Start, i.End, opposite[0], "the length "+text+" is written out; take calc(-1 * var("+opposite[0].Variable+"))")
		return
	}
	if others := c.otherTokens(m, d, q); others != nil {
		c.add(LengthRule, i.Start, i.End, manual.Token{},
			fmt.Sprintf("the length %s is no token for %s; %s has it for something else", text, d.property, variables(others)))
		return
	}
	if near, ok := tokens.nearest(lengthPoint(q), math.Abs(lengthPoint(q)[0])/3); ok && fits(near, d.property) {
		c.add(LengthRule, i.Start, i.End, near, "the length "+text+" is no token; the nearest is "+near.Variable+" ("+near.Value+")")
		return
	}
	if isPixels(q.Unit) {
		c.add(LengthRule, i.Start, i.End, manual.Token{}, "the length "+text+" is no token, and none is near it")
	}
}

// otherTokens returns the tokens that have a length for something else than a property.
func (c *checker) otherTokens(m *measure, d declaration, q css.Quantity) []manual.Token {
	others := slices.Clone(c.lengths[m].others[q.String()])
	for _, t := range c.lengths[m].exact[q.String()] {
		if !fits(t, d.property) {
			others = append(others, t)
		}
	}
	return others
}

func isPixels(unit string) bool { return unit == "px" || unit == "rem" }

// calculates reports whether a preprocessor computes in a value: at an operator, or
// where two parts stand without a space between them (8px+8px is two numbers in CSS).
func (c *checker) calculates(value []css.Token, s sheet) bool {
	if !s.sass {
		return false
	}
	before := css.Token{Kind: "sign"}
	for _, i := range value {
		text := c.word(i)
		if strings.Contains("*/+-%", text) {
			return true
		}
		touches := before.End == i.Start && before.Kind != "sign" && before.Kind != "function"
		if touches && i.Kind != "sign" {
			return true
		}
		before = i
	}
	return false
}
