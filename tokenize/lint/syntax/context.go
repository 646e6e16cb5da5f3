package syntax

import (
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A Context is what the place of a literal says of it.
type Context struct {
	InStyle    bool // it is a value in style={{ }}, where a custom property can stand
	IsProperty bool // it is the value of a property of CSS or SVG, where a name can be a color
	IsColor    bool // it is the value of something that is called as a color
	IsFragment bool // it names a place, an element or an address
	IsTemplate bool
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
		`\b(?:closest|matches|querySelector(?:All)?|getElementById|find|push|replace|navigate|goto|` +
		`startsWith|endsWith|includes|locator)\(|` +
		`\$\(|\bcase)\s*$`)
)

// contextOf returns the context of a string in a script, by the text before it. Only
// that of a string that may have a color matters.
func contextOf(before, text string) Context {
	var place Context
	if !strings.ContainsAny(text, "#(") && !css.IsNamedColor(strings.ToLower(text[:min(len(text), 30)])) {
		return place
	}
	value := strings.TrimRight(before, " \t\r\n")
	if i := strings.LastIndex(before, "style={{"); i >= 0 && !strings.Contains(before[i:], "}") {
		place.IsProperty = true
		place.InStyle = strings.HasSuffix(value, ":") || strings.HasSuffix(value, "?")
	}
	if value == "" || !strings.ContainsRune("=:({[e", rune(value[len(value)-1])) {
		return place
	}
	near := before[max(0, len(before)-60):]
	place.IsProperty = place.IsProperty || svgColor.MatchString(near)
	place.IsColor = place.IsProperty || colorKey.MatchString(near)
	place.IsFragment = !place.IsColor && fragmentKey.MatchString(near)
	return place
}
