package lint

import (
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/lint/syntax"
	"designmanual/tokenize/pattern"
)

var (
	literalColor = pattern.New(`#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)`)
	literalName  = pattern.New(`var\(\s*(--[^\s,()]+)`)
	onlyDigits   = pattern.New(`^#[0-9]{3,8}$`)
)

// Literal checks the colors, custom properties and classes in a literal. The whole
// literal may be the name of a color if it is the value of a property.
func (c *checker) Literal(start, end int, place syntax.Context) {
	if start >= end || c.full() {
		return
	}
	text := c.text[start:end]
	c.classes(start, end)
	if strings.Contains(text, "var(") {
		for _, m := range literalName.FindAllStringSubmatchIndex(text, -1) {
			c.property(start+m[2], start+m[3])
		}
	}
	if strings.HasPrefix(text, "--") && !c.setsProperty(start, end) {
		c.name(start, end, text, "")
	}
	if place.IsProperty && css.IsNamedColor(strings.ToLower(text)) {
		c.color(start, end, text, place.InStyle, false)
	}
	if !strings.ContainsAny(text, "#(") {
		return
	}
	reads := isValue(text)
	for _, m := range literalColor.FindAllStringIndex(text, -1) {
		found := text[m[0]:m[1]]
		if found[0] == '#' && !isHexColor(text, m[0], m[1], place, reads) {
			continue
		}
		color := strings.ReplaceAll(found, "_", " ") // in classes of Tailwind
		c.color(start+m[0], start+m[1], color, place.InStyle && m[0] == 0 && m[1] == len(text), false)
	}
}

// setsProperty reports whether a literal that is a custom property is what something sets.
func (c *checker) setsProperty(start, end int) bool {
	return setsAfter.MatchString(c.text[end:min(len(c.text), end+40)]) ||
		setsBefore.MatchString(c.text[max(0, start-30):start])
}

// isHexColor reports whether a part of a literal that looks like a hex color is one: no
// fragment of an address, no selector and no number in a text. Reads says whether the
// whole literal reads as a value of CSS.
func isHexColor(text string, start, end int, place syntax.Context, reads bool) bool {
	if _, ok := css.Hex(text[start:end]); !ok {
		return false
	}
	if place.IsTemplate && beginsRule(text[end:]) {
		return false
	}
	before := text[:start]
	if before == "" && end == len(text) {
		return !place.IsFragment || len(text) >= 7 && strings.ContainsAny(text, "0123456789")
	}
	if before != "" && strings.IndexByte(" \t\n[(,:_'\"`", before[start-1]) < 0 {
		return false
	}
	before = strings.TrimRight(before[max(0, len(before)-20):], `'"`)
	if len(before) >= 4 && strings.EqualFold(before[len(before)-4:], "url(") {
		return false
	}
	if !onlyDigits.MatchString(text[start:end]) || strings.ContainsAny(text, ":;") {
		return true
	}
	return reads || place.IsColor || strings.HasSuffix(before, "[") || strings.HasSuffix(before, "_")
}

// beginsRule reports whether a text goes on with the block of a rule, so that what stands
// before it is a selector.
func beginsRule(text string) bool {
	text = text[:min(len(text), 200)]
	i := strings.IndexAny(text, ";}\"'({")
	return i >= 0 && text[i] == '{' && !strings.HasSuffix(text[:i], "$")
}

// valueWord matches one part of a value of CSS, with what separates it from the next.
var (
	valueWord = pattern.New(`^(?:[-+]?[0-9.]+(?:[a-zA-Z]+|%)?|#[0-9a-fA-F]+|[a-z-]*\(|` +
		`solid|dashed|dotted|double|groove|ridge|inset|outset|none|hidden|thin|medium|thick|` +
		`to|at|top|right|bottom|left|center|circle|ellipse|in|srgb|oklch|oklab|no-repeat|repeat|cover|contain|` +
		`transparent|!important)` +
		`[\s,/)]*`)
	valueSign = pattern.New(`\(|[0-9](?:px|r?em|%|deg)|\b(?:solid|dashed|dotted|double)\b|\b0 0\b`)
)

// longestValue is the length of the longest literal that is read as one value.
const longestValue = 1000

// isValue reports whether a text reads as a value of CSS as a whole, such as
// 1px solid #333 and not fixes #123.
func isValue(text string) bool {
	rest := strings.TrimSpace(text)
	if len(rest) > longestValue || !valueSign.MatchString(rest) {
		return false
	}
	for rest != "" {
		n := len(valueWord.FindString(rest))
		if n == 0 {
			return false
		}
		rest = rest[n:]
	}
	return true
}
