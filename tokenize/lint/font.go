package lint

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

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

// genericFamily matches what names no typeface of its own.
var genericFamily = wholly(`(\s*!important)? (inherit|initial|unset|revert|revert-layer)(\s*!important)?
	(serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-[a-z-]+|-apple-system)(\s*!important)?`)

// iconFont matches fonts of pictures, which are no typeface of a brand.
var iconFont = pattern.New(`(?i)icon|awesome|symbols|emoji`)

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
		isVariable := text[0] == '$' || text[0] == '@' || strings.Contains(text, "#{") || strings.Contains(text, "@{")
		return isVariable || i.Kind == "function" || i.Kind == "interpolation"
	})
}
