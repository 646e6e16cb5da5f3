package lint

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"github.com/mazznoer/csscolorparser"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// A sheet says how a style sheet is read.
type sheet struct {
	measures bool // with lengths, fonts and shadows
	sass     bool
	property string // of which the text is the value, without a name; may be empty
}

// An item is a token of CSS (CSS Syntax Module Level 3, section 4), simplified.
type item struct {
	kind       string // of itemForm
	start, end int
}

// itemForm matches one item. Sass has comments to the end of a line, $variables and
// #{interpolation}, which CSS has not.
var itemForm = regexp.MustCompile(`^(?:` + strings.Join([]string{
	`(?P<space>\s+|/\*(?s:.*?)(?:\*/|$))`, `(?P<line>//[^\n]*)`,
	`(?P<string>"(?:[^"\\\n]|\\(?s:.))*"?|'(?:[^'\\\n]|\\(?s:.))*'?)`,
	`(?P<url>(?i:url)\([^"')]*\)?)`,
	`(?P<interpolation>#\{[^}]*\}?)`,
	`(?P<hash>#[0-9a-zA-Z_-]+)`,
	`(?P<number>[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?:[a-zA-Z]+|%)?)`,
	`(?P<function>[-a-zA-Z_][-\w.]*\()`,
	`(?P<word>[$@]?(?:[-\w]|[^\x00-\x7f]|\\(?:[0-9a-fA-F]{1,6}\s?|[^\n]))+)`,
	`(?P<sign>(?s:.))`}, "|") + `)`)

// style checks the style sheet, or the declarations, in a part of the text.
func (c *checker) style(start, end int, s sheet) {
	var statement []item
	if s.property != "" {
		defer func() { c.declaration(s.property, statement, s, nil) }()
	}
	var blocks []string // preludes
	depth := 0
	names := itemForm.SubexpNames()
	for at := start; at < end; {
		match := itemForm.FindStringSubmatchIndex(c.text[at:end])
		if match == nil {
			return
		}
		i := item{start: at, end: at + match[1]}
		for group := 1; group < len(names); group++ {
			if match[2*group] >= 0 {
				i.kind = names[group]
			}
		}
		if i.kind == "line" && !s.sass {
			i.kind, i.end = "sign", at+1
		}
		at = i.end
		sign := ""
		if i.kind == "sign" {
			sign = c.text[i.start:i.end]
		}
		switch {
		case i.kind == "space" || i.kind == "line":
			continue
		case sign == "{":
			prelude := ""
			if len(statement) > 0 {
				prelude = c.text[statement[0].start:statement[0].end]
			}
			blocks, statement, depth = append(blocks, prelude), nil, 0
			continue
		case sign == ";" && depth == 0, sign == "}":
			c.statement(statement, s, blocks)
			statement, depth = nil, 0
			if sign == "}" {
				blocks = blocks[:max(len(blocks)-1, 0)]
			}
			continue
		case i.kind == "function" || sign == "(":
			depth++
		case sign == ")":
			depth = max(depth-1, 0)
		}
		statement = append(statement, i)
	}
	if s.property == "" {
		c.statement(statement, s, blocks)
	}
}

// statement checks a declaration, or an at-rule without a block.
func (c *checker) statement(items []item, s sheet, blocks []string) {
	if len(items) == 0 {
		return
	}
	first := c.text[items[0].start:items[0].end]
	switch {
	case slices.Contains([]string{"@import", "@use", "@forward", "@charset", "@namespace"}, first):
	case strings.HasPrefix(first, "@"):
		c.declaration(first, items[1:], s, blocks)
	case len(items) > 2 && items[0].kind == "word" && c.text[items[1].start:items[1].end] == ":":
		c.declaration(first, items[2:], s, blocks)
	}
}

// colorProperties are those with a color as a part, besides those named -color.
var colorProperty = regexp.MustCompile(`color|^(?:background|border|outline|column-rule|text-decoration|text-emphasis|-webkit-text-stroke)|^(?:background-image|fill|stroke|box-shadow|text-shadow|filter|caret)$`)

// declaration checks the value of a property.
func (c *checker) declaration(property string, value []item, s sheet, blocks []string) {
	if len(value) == 0 {
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
	if s.measures && c.measures(property, value, text, blocks) {
		c.names(value)
		return
	}
	c.names(value)
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
			_, isColor = csscolorparser.NamedColors[strings.ToLower(text)]
		case i.kind == "function" || text == "(":
			name := strings.ToLower(text)
			if name == "var(" { // a fallback is not in use
				n = closes(c.text, value, n)
				continue
			}
			if colorFunction.MatchString(name) {
				n = closes(c.text, value, n)
				i.end, isColor = value[n].end, true
				text = c.text[i.start:i.end]
				break
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
	message := "the color " + text + " is no token; the nearest is "
	if same > 0 {
		message = "the color " + text + " is written out; take "
	}
	f := c.add(ColorRule, start, end, nearest, message+nearest.Variable)
	if plainCase && same == 1 && strings.HasPrefix(nearest.Variable, prefixes[manual.ColorGroup]) {
		f.fix("var(" + nearest.Variable + ")")
	}
}

var lengthProperties = [len(manual.Groups)]*regexp.Regexp{
	manual.DimensionGroup: regexp.MustCompile(`^(?:(?:padding|margin)(?:-(?:top|right|bottom|left|block|inline)(?:-start|-end)?)?|(?:grid-)?(?:(?:row|column)-)?gap)$`),
	manual.FontSizeGroup:  regexp.MustCompile(`^font-size$`),
	manual.RadiusGroup:    regexp.MustCompile(`^border-(?:[a-z]+-[a-z]+-)?radius$`),
}

// measures checks lengths, fonts and shadows. It reports whether the value is a shadow,
// whose colors are none of their own.
func (c *checker) measures(property string, value []item, text string, blocks []string) bool {
	start, end := value[0].start, value[len(value)-1].end
	refers := strings.Contains(text, "var(") || strings.ContainsAny(text, "$") || strings.Contains(text, "#{")
	switch {
	case property == "font-family" && len(c.groups[manual.FontFamilyGroup]) > 0 && !refers && !slices.Contains(blocks, "@font-face"):
		if !genericFamily.MatchString(family(text)) {
			nearest := c.nearestFont(text)
			c.add(FontRule, start, end, nearest, "the font "+family(text)+" is written out or is no token; take "+nearest.Variable)
		}
	case property == "box-shadow" && len(c.groups[manual.ShadowGroup]) > 0 && !refers:
		if value[0].kind == "number" || len(value) > 2 {
			nearest := c.nearestShadow(text)
			c.add(ShadowRule, start, end, nearest, "the shadow is written out or is no token; the nearest is "+nearest.Variable)
		}
		return true
	}
	for group, form := range lengthProperties {
		if form != nil && form.MatchString(property) {
			c.lengths(group, value)
		}
	}
	return false
}

var genericFamily = regexp.MustCompile(`^(?:inherit|initial|unset|revert|revert-layer|serif|sans-serif|monospace|cursive|fantasy|math|emoji|system-ui|ui-[a-z-]+|-apple-system)?(?:\s*!important)?$`)

// lengths checks the lengths of a value that stand outside functions.
func (c *checker) lengths(group int, value []item) {
	depth := 0
	for _, i := range value {
		text := c.text[i.start:i.end]
		switch {
		case i.kind == "function" || text == "(":
			depth++
		case text == ")":
			depth--
		}
		n, unit := css.SplitUnit(strings.ToLower(strings.TrimPrefix(text, "+")))
		if depth > 0 || i.kind != "number" || n == 0 || unit == "" || unit == "%" || unit == "px" && math.Abs(n) == 1 {
			continue
		}
		nearest, same, ok := c.nearestLength(group, n, unit)
		if !ok {
			continue
		}
		message := "the length " + text + " is no token; the nearest is "
		if same > 0 {
			message = "the length " + text + " is written out; take "
		}
		if f := c.add(LengthRule, i.start, i.end, nearest, message+nearest.Variable); same == 1 {
			f.fix("var(" + nearest.Variable + ")")
		}
	}
}

// names checks the custom properties and Sass variables that a value uses.
func (c *checker) names(value []item) {
	for n, i := range value {
		text := c.text[i.start:i.end]
		switch {
		case i.kind == "word" && strings.HasPrefix(text, "--") && n > 0 && strings.EqualFold(c.text[value[n-1].start:value[n-1].end], "var("):
			c.name(i.start, i.end, text, "")
		case i.kind == "word" && strings.HasPrefix(text, "$"):
			c.name(i.start, i.end, "--"+text[1:], "$")
		}
	}
}

var prefixes = []string{"--color-", "--dimension-", "--font-family-", "--font-size-", "--duration-", "--cubic-bezier-", "--radius-", "--shadow-", "--theme-"}

// name checks a custom property, or a Sass variable of the same name.
func (c *checker) name(start, end int, name, sigil string) {
	t, known := c.variables[name]
	switch {
	case known && t.Deprecated.Set:
		next := c.variables[c.successor[name]]
		message := strings.TrimSuffix("the token is deprecated: "+t.Deprecated.Reason, ": ")
		if next.Variable == "" {
			c.add(DeprecatedRule, start, end, c.instead(t), message)
			return
		}
		replacement := next.Variable
		if sigil != "" {
			replacement = sigil + replacement[2:]
		}
		c.add(DeprecatedRule, start, end, next, message+"; take "+replacement).fix(replacement)
	case !known && sigil == "" && !c.defined[name] && slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(name, p) }):
		c.add(UnknownRule, start, end, c.alike(name), "there is no token "+name)
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
func (c *checker) alike(name string) (found manual.Token) {
	longest := 0
	for i, group := range c.groups {
		for _, t := range group {
			common := 0
			for common < min(len(name), len(t.Variable)) && name[common] == t.Variable[common] {
				common++
			}
			if common > max(longest, len(prefixes[i])) {
				longest, found = common, t
			}
		}
	}
	return found
}
