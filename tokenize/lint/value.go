package lint

import (
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// colorProperties are those with a color as a part, besides those named -color.
var colorProperty = regexp.MustCompile(`color|^(?:background|border|outline|column-rule|text-decoration|text-emphasis|-webkit-text-stroke)|^(?:background-image|fill|stroke|box-shadow|text-shadow|filter|caret)$`)

// constant are the rules in which no custom property can be used.
var constant = []string{"@font-face", "@font-palette-values", "@property", "@page"}

// declaration checks the value of a property.
func (c *checker) declaration(property string, value []item, s sheet) {
	if len(value) == 0 || slices.Contains(constant, s.inside) || c.full() {
		return
	}
	if !strings.HasPrefix(property, "--") && !strings.HasPrefix(property, "$") {
		property = strings.ToLower(property)
	}
	start, end := value[0].start, value[len(value)-1].end
	text := c.text[start:end]
	defines := strings.HasPrefix(property, "--") || strings.HasPrefix(property, "$")
	if defines && c.values[plain(text)] || isGroup(property) {
		return
	}
	c.names(value)
	if s.measures && c.measures(property, value, text, s.sass) || strings.Contains(property, "mask") {
		return
	}
	c.colorsOf(property, value, defines)
}

// isGroup reports whether a Sass variable is one of the maps of tokens.scss.
func isGroup(name string) bool {
	return slices.Contains(prefixes, "--"+strings.TrimPrefix(name, "$")+"-") && name[0] == '$'
}

// colorsOf checks the colors of a value.
func (c *checker) colorsOf(property string, value []item, defines bool) {
	var open []bool // for each parenthesis, whether a color in it is no plain case
	odd := 0        // how many of them
	for n := 0; n < len(value); n++ {
		i := value[n]
		text := c.text[i.start:i.end]
		isColor := false
		switch {
		case i.kind == "hash":
			_, isColor = css.Hex(text)
		case i.kind == "word" && colorProperty.MatchString(property):
			isColor = css.IsNamedColor(strings.ToLower(text))
		case i.kind == "function" || text == "(":
			name := strings.ToLower(text)
			if name == "var(" { // a fallback is not in use
				n = closes(c.text, value, n)
				continue
			}
			if colorFunction.MatchString(name) {
				last := closes(c.text, value[:min(len(value), n+longestColor)], n)
				if _, isColor = parseColor(c.text[i.start:value[last].end]); isColor {
					n, i.end = last, value[last].end
					text = c.text[i.start:i.end]
					break
				}
			}
			open = append(open, !fixableInside.MatchString(name))
			if open[len(open)-1] {
				odd++
			}
		case text == ")" && len(open) > 0:
			if open[len(open)-1] {
				odd--
			}
			open = open[:len(open)-1]
		}
		if isColor {
			plainCase := !defines && property[0] != '@' && odd == 0
			c.color(i.start, i.end, text, plainCase, defines)
		}
	}
}

// longestColor is how many items a color in a function has at most.
const longestColor = 100

var (
	colorFunction = regexp.MustCompile(`^(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\($`)
	fixableInside = regexp.MustCompile(`-gradient\($|^drop-shadow\($`)
)

// closes returns the index of the item that closes the n-th one, or the last one.
func closes(text string, items []item, n int) int {
	depth := 0
	for k := n; k < len(items); k++ {
		switch {
		case items[k].kind == "function" || text[items[k].start:items[k].end] == "(":
			depth++
		case text[items[k].start:items[k].end] == ")":
			if depth--; depth == 0 {
				return k
			}
		}
	}
	return len(items) - 1
}

// color reports a color, unless it defines something as the value of a token.
func (c *checker) color(start, end int, text string, plainCase, defines bool) {
	hex, ok := parseColor(text)
	if !ok || len(c.colors) == 0 {
		return
	}
	nearest, same := c.nearestColor(hex)
	if same > 0 && defines {
		return
	}
	text = short(text)
	message := "the color " + text + " is no token; the nearest is "
	if same > 0 {
		message = "the color " + text + " is written out; take "
	}
	f := c.add(ColorRule, start, end, nearest, message+nearest.Variable)
	if plainCase && same == 1 && strings.HasPrefix(nearest.Variable, prefixes[manual.ColorGroup]) {
		f.fix("var(" + nearest.Variable + ")")
	}
}
