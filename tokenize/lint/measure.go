package lint

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

var lengthProperties = [len(manual.Groups)]*regexp.Regexp{
	manual.DimensionGroup: regexp.MustCompile(`^(?:(?:padding|margin)(?:-(?:top|right|bottom|left|block|inline)(?:-start|-end)?)?|(?:grid-)?(?:(?:row|column)-)?gap)$`),
	manual.FontSizeGroup:  regexp.MustCompile(`^font-size$`),
	manual.RadiusGroup:    regexp.MustCompile(`^border-(?:[a-z]+-[a-z]+-)?radius$`),
}

// measures checks lengths, fonts and shadows. It reports whether the value is a shadow,
// whose colors are none of their own.
func (c *checker) measures(property string, value []css.Token, text string, sass bool) bool {
	switch property {
	case "font":
		size := slices.IndexFunc(value, func(i css.Token) bool { _, unit := c.length(i); return unit != "" })
		family := size + 1
		if size < 0 || family == len(value) {
			return false
		}
		c.lengths(manual.FontSizeGroup, value[size:family], sass)
		if c.text[value[family].Start:value[family].End] == "/" { // before the height of lines
			family += 2
		}
		if family < len(value) {
			c.font(value[family:])
		}
	case "font-family":
		c.font(value)
	case "box-shadow":
		return c.shadow(value, text)
	}
	for group, form := range lengthProperties {
		if form != nil && form.MatchString(property) {
			c.lengths(group, value, sass)
		}
	}
	return false
}

var genericFamily = regexp.MustCompile(`^(?:inherit|initial|unset|revert|revert-layer|serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-[a-z-]+|-apple-system)?(?:\s*!important)?$`)

// font checks a list of families that is written out.
func (c *checker) font(value []css.Token) {
	start, end := value[0].Start, value[len(value)-1].End
	name := css.SplitFamilies(c.text[start:end])[0]
	if len(c.groups[manual.FontFamilyGroup]) == 0 || c.refers(value) || genericFamily.MatchString(strings.ToLower(name)) || iconFont.MatchString(name) {
		return
	}
	nearest, same := c.nearestFont(name)
	message := "the font " + short(name) + " is no token; the first is "
	if same {
		message = "the font " + short(name) + " is written out; take "
	}
	c.add(FontRule, start, end, nearest, message+nearest.Variable)
}

// iconFont matches fonts of pictures, which are no typeface of a brand.
var iconFont = regexp.MustCompile(`(?i)icon|awesome|symbols|emoji`)

// refers reports whether a value calls a function or names a variable.
func (c *checker) refers(value []css.Token) bool {
	return slices.ContainsFunc(value, func(i css.Token) bool {
		return i.Kind == "function" || i.Kind == "interpolation" || c.text[i.Start] == '$' || strings.Contains(c.text[i.Start:i.End], "#{")
	})
}

// shadow checks a shadow, and reports whether it is written out.
func (c *checker) shadow(value []css.Token, text string) bool {
	lengths := 0
	for _, i := range value {
		if i.Kind == "number" {
			lengths++
		}
		if i.Kind == "function" && !colorFunction.MatchString(strings.ToLower(c.text[i.Start:i.End])) {
			return false
		}
	}
	if lengths < 2 || len(c.groups[manual.ShadowGroup]) == 0 || strings.Contains(text, "$") || strings.Contains(text, "#{") {
		return false
	}
	nearest := c.nearestShadow(text)
	c.add(ShadowRule, value[0].Start, value[len(value)-1].End, nearest, "the shadow is written out or is no token; the nearest is "+nearest.Variable)
	return true
}

// length returns the number and the unit of an item, no unit for what is no length.
func (c *checker) length(i css.Token) (n float64, unit string) {
	if i.Kind != "number" {
		return 0, ""
	}
	q, _ := css.ReadQuantity(strings.ToLower(strings.TrimPrefix(c.text[i.Start:i.End], "+")))
	return q.Number, strings.TrimSuffix(q.Unit, "%")
}

// lengths checks the lengths of a value that stand outside functions. None is a plain
// case beside an operator of Sass.
func (c *checker) lengths(group int, value []css.Token, sass bool) {
	depth, calculates := 0, false
	for _, i := range value {
		calculates = calculates || sass && strings.Contains("*/+-%", c.text[i.Start:i.End])
	}
	for _, i := range value {
		text := c.text[i.Start:i.End]
		switch {
		case i.Kind == "function" || text == "(":
			depth++
		case text == ")":
			depth--
		}
		n, unit := c.length(i)
		if depth > 0 || n == 0 || unit == "" || unit == "px" && math.Abs(n) == 1 {
			continue
		}
		nearest, same, ok := c.nearestLength(group, n, unit)
		if !ok {
			continue
		}
		message := "the length " + short(text) + " is no token; the nearest is "
		if same > 0 {
			message = "the length " + text + " is written out; take "
		}
		if f := c.add(LengthRule, i.Start, i.End, nearest, message+nearest.Variable); same == 1 && !calculates {
			f.fix("var(" + nearest.Variable + ")")
		}
	}
}
