package lint

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"

	"designmanual/tokenize/css"
)

// attribute matches an attribute of a tag with its value.
var attribute = regexp.MustCompile(`([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>{]+))`)

var colorAttribute = regexp.MustCompile(`^(?:fill|stroke|stop-color|flood-color|lighting-color)$`)

// markup checks style sheets, scripts and attributes of HTML, Vue and Svelte.
func (c *checker) markup() {
	z := html.NewTokenizer(strings.NewReader(c.text))
	at, inside := 0, ""
	var sass bool
	for {
		kind := z.Next()
		raw := len(z.Raw())
		switch {
		case kind == html.ErrorToken:
			return
		case kind == html.TextToken && inside == "style":
			c.style(at, at+raw, sheet{sass: sass})
		case kind == html.TextToken && inside == "script":
			c.script(at, at+raw)
		case kind == html.StartTagToken || kind == html.SelfClosingTagToken:
			tag := c.text[at : at+raw]
			name, _ := z.TagName()
			inside, sass = string(name), strings.Contains(tag, "scss")
			c.attributes(at, at+raw)
		case kind == html.EndTagToken:
			inside = ""
		case kind == html.CommentToken:
			c.comment(at, at+raw)
		}
		at += raw
	}
}

func (c *checker) attributes(start, end int) {
	for _, m := range attribute.FindAllStringSubmatchIndex(c.text[start:end], -1) {
		name := strings.ToLower(c.text[start+m[2] : start+m[3]])
		from, to := start+max(m[4], m[6], m[8]), start+max(m[5], m[7], m[9])
		property, directive := strings.CutPrefix(name, "style:") // Svelte
		switch {
		case name == "style":
			c.style(from, to, sheet{})
		case directive || colorAttribute.MatchString(name):
			c.style(from, to, sheet{property: property})
		case strings.HasPrefix(name, ":") || strings.HasPrefix(name, "v-bind:"):
			c.script(from, to)
		case name == "class" || name == "color" || name == "bgcolor":
			c.literal(from, to, false, false)
		}
	}
}

// literalForm matches a comment, the string of an attribute or an assignment, which may
// have several lines, another string, or a template, each with its text as a group.
// What stands between these is passed over.
var literalForm = regexp.MustCompile(`(?s)://|//[^\n]*|/\*.*?(?:\*/|$)|= {0,3}(?:"([^"]*)"?|'([^']*)'?)|` +
	`"((?:[^"\\\n]|\\.)*)"?|'((?:[^'\\\n]|\\.)*)'?|` +
	"`((?:[^`\\\\]|\\\\.)*)`?")

// script checks the string and template literals of a script, which may have tags in it.
func (c *checker) script(start, end int) {
	for _, m := range literalForm.FindAllStringSubmatchIndex(c.text[start:end], -1) {
		from, to := start+max(m[2], m[4], m[6], m[8], m[10]), start+max(m[3], m[5], m[7], m[9], m[11])
		switch {
		case c.text[start+m[0]] == '/':
			c.comment(start+m[0], start+m[1])
		case m[10] >= 0: // may be CSS with comments
			for _, m := range cssComment.FindAllStringIndex(c.text[from:to], -1) {
				c.comment(from+m[0], from+m[1])
			}
			c.literal(from, to, false, false)
		case from >= start:
			style := inStyle(c.text[max(start, from-501) : from-1])
			c.literal(from, to, style, style || svgColor.MatchString(c.text[max(start, from-21):from-1]))
		}
	}
}

// inStyle reports whether what follows stands in style={{ }}.
func inStyle(before string) bool {
	i := strings.LastIndex(before, "style={{")
	return i >= 0 && !strings.Contains(before[i:], "}")
}

var (
	literalColor = regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)`)
	cssComment   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	svgColor     = regexp.MustCompile(`\s(?:fill|stroke|stopColor|floodColor|lightingColor)=$`)
	literalName  = regexp.MustCompile(`var\(\s*(--[^\s,()]+)`)
	reference    = regexp.MustCompile(`(?:href|to|id|htmlFor|for|selector|[sS]elector(?:All)?|closest|matches)\s*[=(:]\s*\{?["'` + "`" + `]$`)
	issueNumber  = regexp.MustCompile(`^#[0-9]{3,6}$`)
)

// literal checks the colors and custom properties in a literal. The whole literal may
// be the name of a color if it is a property's value.
func (c *checker) literal(start, end int, plainCase, isValue bool) {
	if start >= end || c.full() {
		return
	}
	text := c.text[start:end]
	if isValue && css.IsNamedColor(strings.ToLower(text)) {
		c.color(start, end, text, plainCase, false)
	}
	for _, m := range literalColor.FindAllStringIndex(text, -1) {
		found := text[m[0]:m[1]]
		before := byte(0)
		if m[0] > 0 {
			before = text[m[0]-1]
		}
		switch {
		case found[0] != '#':
		case before != 0 && !strings.ContainsRune(" \t\n[(,:_'\"", rune(before)),
			before == ' ' && issueNumber.MatchString(found) && !strings.ContainsAny(text, ":;"),
			before == 0 && reference.MatchString(c.text[max(0, start-30):start]):
			continue // a fragment, a selector, or a number in text
		}
		color := strings.ReplaceAll(found, "_", " ") // in classes of Tailwind
		c.color(start+m[0], start+m[1], color, plainCase && m[0] == 0 && m[1] == len(text), false)
	}
	for _, m := range literalName.FindAllStringSubmatchIndex(text, -1) {
		c.name(start+m[2], start+m[3], text[m[2]:m[3]], "", inFallback(text[:m[2]]))
	}
}
