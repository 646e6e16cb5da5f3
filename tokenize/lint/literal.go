package lint

import (
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A context is what the place of a literal says of it.
type context struct {
	inStyle    bool // it is a value in style={{ }}, where a custom property can stand
	isProperty bool // it is the value of a property of CSS or SVG, where a name can be a color
	isColor    bool // it is the value of something that is called as a color
	isFragment bool // it names a place, an element or an address
	isTemplate bool
}

// styleWindow is how far before a string style={{ is looked for.
const styleWindow = 500

var (
	// svgColor matches what stands before the value of an attribute of SVG in JSX.
	svgColor = pattern.New(`\s(?:fill|stroke|stopColor|floodColor|lightingColor)=$`)

	// colorKey matches what stands before the value of a property in a script.
	colorKey = pattern.New(`(?i)(?:color|background\w*|border\w*|outline\w*|shadow|fill|stroke|gradient)` +
		`["']?\s*[:=]\s*\{?\s*$`)

	// fragmentKey matches what stands before the name of a place in a page: attributes with
	// an address or an id, and functions and comparisons that take one.
	fragmentKey = pattern.New(`(?i)(?:` +
		`(?:href|\bto|\bid|hash|for|target|anchor|fragment|url|route|path|` +
		`selector(?:All)?|labelledby|controls|describedby)` +
		`["'\]]?\s*(?:[!=]==?|=|:|\()\s*[{(]?|` +
		`\b(?:closest|matches|querySelector(?:All)?|getElementById|find|push|replace|navigate|goto|startsWith|endsWith|` +
		`includes|locator)\(|` +
		`\$\(|\bcase)\s*$`)
)

// contextOf returns the context of a string in a script, by the text before it. Only
// that of a string that may have a color matters.
func contextOf(before, text string) context {
	var place context
	if !strings.ContainsAny(text, "#(") && !css.IsNamedColor(strings.ToLower(text[:min(len(text), 30)])) {
		return place
	}
	value := strings.TrimRight(before, " \t\r\n")
	if i := strings.LastIndex(before, "style={{"); i >= 0 && !strings.Contains(before[i:], "}") {
		place.isProperty = true
		place.inStyle = strings.HasSuffix(value, ":") || strings.HasSuffix(value, "?")
	}
	if value == "" || !strings.ContainsRune("=:({[e", rune(value[len(value)-1])) {
		return place
	}
	near := before[max(0, len(before)-60):]
	place.isProperty = place.isProperty || svgColor.MatchString(near)
	place.isColor = place.isProperty || colorKey.MatchString(near)
	place.isFragment = !place.isColor && fragmentKey.MatchString(near)
	return place
}

var (
	literalColor = pattern.New(`#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)`)
	literalName  = pattern.New(`var\(\s*(--[^\s,()]+)`)
	onlyDigits   = pattern.New(`^#[0-9]{3,8}$`)
)

// literal checks the colors, custom properties and classes in a literal. The whole
// literal may be the name of a color if it is the value of a property.
func (c *checker) literal(start, end int, place context) {
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
	if place.isProperty && css.IsNamedColor(strings.ToLower(text)) {
		c.color(start, end, text, place.inStyle, false)
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
		c.color(start+m[0], start+m[1], color, place.inStyle && m[0] == 0 && m[1] == len(text), false)
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
func isHexColor(text string, start, end int, place context, reads bool) bool {
	if _, ok := css.Hex(text[start:end]); !ok {
		return false
	}
	if place.isTemplate && beginsRule(text[end:]) {
		return false
	}
	before := text[:start]
	if before == "" && end == len(text) {
		return !place.isFragment || len(text) >= 7 && strings.ContainsAny(text, "0123456789")
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
	return reads || place.isColor || strings.HasSuffix(before, "[") || strings.HasSuffix(before, "_")
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
