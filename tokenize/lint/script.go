package lint

import (
	"regexp"
	"strings"

	"designmanual/tokenize/css"
)

// script checks the string and template literals of a script, which may have tags in it.
// Comments, and what else is between literals, are passed over.
func (c *checker) script(start, end int) {
	var braces []int // of each ${ that is open
	for at := start; at < end; {
		rest := c.text[at:end]
		next := at + 1
		switch ch := rest[0]; {
		case strings.HasPrefix(rest, "//") && (at == start || c.text[at-1] != ':'):
			next = at + through(rest, "\n")
			c.comment(at, next)
		case strings.HasPrefix(rest, "/*"):
			next = at + through(rest, "*/")
			c.comment(at, next)
		case ch == '"' || ch == '\'':
			multiline := strings.HasSuffix(strings.TrimRight(c.text[max(start, at-4):at], " "), "=")
			next = at + quoted(rest, multiline)
			style := inStyle(c.text[max(start, at-500):at])
			c.literal(at+1, max(at+1, next-1), style, style || svgColor.MatchString(c.text[max(start, at-20):at]))
		case ch == '`':
			next, braces = c.template(at+1, end, braces)
		case ch == '{' && len(braces) > 0:
			braces[len(braces)-1]++
		case ch == '}' && len(braces) > 0:
			if braces[len(braces)-1]--; braces[len(braces)-1] == 0 {
				next, braces = c.template(next, end, braces[:len(braces)-1])
			}
		}
		at = next
	}
}

// template checks a template literal up to its end, or to the next ${.
func (c *checker) template(start, end int, braces []int) (next int, open []int) {
	for at := start; at < end; at++ {
		switch {
		case c.text[at] == '\\':
			at++
		case c.text[at] == '`':
			c.templateText(start, at)
			return at + 1, braces
		case strings.HasPrefix(c.text[at:end], "${"):
			c.templateText(start, at)
			return at + 2, append(braces, 1)
		}
	}
	c.templateText(start, end)
	return end, braces
}

// templateText checks the text of a template, which may be CSS with comments.
func (c *checker) templateText(start, end int) {
	for _, m := range cssComment.FindAllStringIndex(c.text[start:end], -1) {
		c.comment(start+m[0], start+m[1])
	}
	c.literal(start, end, false, false)
}

// through returns the length of a text up to the end of a part, or of the whole text.
func through(text, part string) int {
	if i := strings.Index(text, part); i >= 0 {
		return i + len(part)
	}
	return len(text)
}

// quoted returns the length of a string literal with its quotes. It ends at the end of
// its line, unless it is an attribute.
func quoted(text string, multiline bool) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && !multiline:
			i++
		case text[i] == text[0] || text[i] == '\n' && !multiline:
			return i + 1
		}
	}
	return len(text)
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
