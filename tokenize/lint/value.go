package lint

import (
	"math"
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
func (c *checker) declaration(property string, value []css.Token, s sheet) {
	if len(value) == 0 || c.full() {
		return
	}
	if !strings.HasPrefix(property, "--") && !strings.HasPrefix(property, "$") {
		property = strings.ToLower(property)
	}
	start, end := value[0].Start, value[len(value)-1].End
	text := c.text[start:end]
	defines := strings.HasPrefix(property, "--") || strings.HasPrefix(property, "$")
	isMap := property[0] == '$' && slices.Contains(prefixes, "--"+property[1:]+"-") // of tokens.scss
	if defines && c.values[plain(text)] || isMap {
		return
	}
	c.names(value)
	if s.measures && c.measures(property, value, text, s.sass) || strings.Contains(property, "mask") {
		return
	}
	c.colorsOf(property, value, defines)
}

// colorsOf checks the colors of a value.
func (c *checker) colorsOf(property string, value []css.Token, defines bool) {
	var open []bool // for each parenthesis, whether a color in it is no plain case
	odd := 0        // how many of them
	for n := 0; n < len(value); n++ {
		i := value[n]
		text := c.text[i.Start:i.End]
		isColor := false
		switch {
		case i.Kind == "hash":
			_, isColor = css.Hex(text)
		case i.Kind == "word" && colorProperty.MatchString(property):
			isColor = css.IsNamedColor(strings.ToLower(text))
		case i.Kind == "function" || text == "(":
			name := strings.ToLower(text)
			if name == "var(" { // a fallback is not in use
				n = closes(c.text, value, n)
				continue
			}
			if colorFunction.MatchString(name) {
				last := closes(c.text, value[:min(len(value), n+longestColor)], n)
				if _, isColor = parseColor(c.text[i.Start:value[last].End]); isColor {
					n, i.End = last, value[last].End
					text = c.text[i.Start:i.End]
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
			c.color(i.Start, i.End, text, plainCase, defines)
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
func closes(text string, items []css.Token, n int) int {
	depth := 0
	for k := n; k < len(items); k++ {
		switch {
		case items[k].Kind == "function" || text[items[k].Start:items[k].End] == "(":
			depth++
		case text[items[k].Start:items[k].End] == ")":
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

// names checks the custom properties and Sass variables that a value uses.
func (c *checker) names(value []css.Token) {
	for n, i := range value {
		text := c.text[i.Start:i.End]
		switch {
		case i.Kind == "word" && strings.HasPrefix(text, "--") && n > 0 && strings.EqualFold(c.text[value[n-1].Start:value[n-1].End], "var("):
			c.name(i.Start, i.End, text, "", inFallback(c.text[value[0].Start:i.Start]))
		case i.Kind == "word" && strings.HasPrefix(text, "$"):
			c.name(i.Start, i.End, "--"+text[1:], "$", false)
		}
	}
}

// inFallback reports whether the text after another one and var( is a fallback, as in
// var(--mine, var(.
func inFallback(before string) bool { return fallback.MatchString(before[max(0, len(before)-200):]) }

var fallback = regexp.MustCompile(`(?i)var\(\s*--[^\s,()]+\s*,\s*var\(\s*$`)

// prefixes are those of custom properties, by group, and that of themes.
var prefixes = func() (all []string) {
	for _, group := range manual.Groups {
		all = append(all, group.Variable+"-")
	}
	return append(all, "--"+manual.GroupThemes+"-")
}()

// tailwinds are custom properties of Tailwind's own theme.
var tailwinds = regexp.MustCompile(`^--(?:color-(?:black|white|[a-z]+-(?:50|[1-9]00|950))|(?:radius|shadow)-[2-4]?(?:xs|sm|md|lg|xl))$`)

// name checks a custom property, or a Sass variable of the same name. In a fallback one
// that does not exist is no finding.
func (c *checker) name(start, end int, name, sigil string, inFallback bool) {
	t, known := c.variables[name]
	switch {
	case known && t.Deprecated.Set:
		next := c.variables[c.successor[name]]
		message := strings.TrimSuffix("the token is deprecated: "+short(t.Deprecated.Reason), ": ")
		if next.Variable == "" {
			c.add(DeprecatedRule, start, end, c.instead(t), message)
			return
		}
		replacement := next.Variable
		if sigil != "" {
			replacement = sigil + replacement[2:]
		}
		c.add(DeprecatedRule, start, end, next, message+"; take "+replacement).fix(replacement)
	case !known && sigil == "" && !inFallback && !c.defined[name] && !(c.tailwind && tailwinds.MatchString(name)) && slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }):
		c.add(UnknownRule, start, end, c.alike(name), "there is no token "+short(name))
	}
}

// instead returns the token nearest to a deprecated color, or none.
func (c *checker) instead(t manual.Token) (nearest manual.Token) {
	if hex, ok := css.Hex(t.Value); ok && strings.HasPrefix(t.Variable, prefixes[manual.ColorGroup]) {
		nearest, _ = c.nearestColor(fullHex(hex))
	}
	return nearest
}

// alike returns the token that is not deprecated with the longest beginning in common
// with a name and longer than its prefix, or none.
func (c *checker) alike(name string) manual.Token {
	return nearest(slices.Concat(c.groups[:]...), func(t manual.Token) float64 {
		common := 0
		for common < min(len(name), len(t.Variable)) && name[common] == t.Variable[common] {
			common++
		}
		for _, prefix := range prefixes {
			if strings.HasPrefix(t.Variable, prefix) && len(prefix) < common {
				return -float64(common)
			}
		}
		return math.Inf(1)
	})
}
