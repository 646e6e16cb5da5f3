package lint

import (
	"slices"
	"strings"

	"designmanual/tokenize/pattern"
)

// A dialect says what a markup language has besides HTML.
type dialect struct {
	braces   bool // expressions in braces, as values of attributes and between tags
	fence    bool // a script between lines of --- at the beginning (Astro)
	markdown bool // Markdown around it (MDX)
}

// markup checks style sheets, scripts, attributes and expressions of HTML, Vue, Svelte,
// Astro and MDX.
func (c *checker) markup(d dialect) {
	at := c.frontMatter(d)
	for at < len(c.text) {
		next := strings.IndexAny(c.text[at:], "<{`~\n")
		if next < 0 {
			return
		}
		at += next
		rest := c.text[at:]
		if strings.HasPrefix(rest, "<!--") {
			last := at + lengthTo(rest, "-->")
			c.comment(at, last)
			at = last
			continue
		}
		if rest[0] == '<' && len(rest) > 1 && isLetter(rest[1]) {
			at = c.tag(at, d)
			continue
		}
		if rest[0] == '{' && d.braces {
			last := at + braceLength(rest)
			c.script(at+1, last)
			at = last
			continue
		}
		if d.markdown {
			at = c.markdownAt(at)
			continue
		}
		at++
	}
}

func isLetter(b byte) bool { return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' }

// braceLength returns the length of the expression in braces at the beginning of a
// text.
func braceLength(text string) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '{':
			depth++
		case '}':
			depth--
			if depth == 0 {
				return i + 1
			}
		case '"', '\'':
			if !isWord(text[i-1]) {
				i += stringLength(text[i:], false) - 1
			}
		case '`':
			i = templateEnd(text, i) - 1
		case '/':
			if strings.HasPrefix(text[i:], "/*") {
				i += 1 + lengthTo(text[i+2:], "*/")
			}
		}
	}
	return len(text)
}

// tag checks the tag at an offset, and the style sheet or script that it begins, and
// returns where the rest begins.
func (c *checker) tag(at int, d dialect) int {
	end := at + 1
	for end < len(c.text) && !strings.ContainsRune(" \t\r\n/>", rune(c.text[end])) {
		end++
	}
	name := strings.ToLower(c.text[at+1 : end])
	language := ""
	for end < len(c.text) && c.text[end] != '>' {
		if d.braces && c.text[end] == '{' { // {...props}
			last := end + braceLength(c.text[end:])
			c.script(end+1, last)
			end = last
			continue
		}
		if strings.IndexByte(" \t\r\n/=\"'", c.text[end]) >= 0 {
			end++
			continue
		}
		var key, value string
		key, value, end = c.attribute(end, d)
		if key == "lang" || key == "type" {
			language = value
		}
	}
	end = min(end+1, len(c.text))
	if name != "style" && name != "script" && name != "textarea" || strings.HasSuffix(c.text[:end], "/>") {
		return end
	}
	last := end + indexFold(c.text[end:], "</"+name)
	c.raw(name, language, end, last)
	return last
}

// raw checks the text of an element that has no tags in it.
func (c *checker) raw(name, language string, start, end int) {
	if name == "style" && !strings.Contains(language, "stylus") && language != "sass" {
		c.style(start, end, sheet{measures: true, sass: language == "scss" || language == "less"})
	}
	if name == "script" && !strings.Contains(language, "json") {
		c.script(start, end)
	}
}

// indexFold returns where a part in lower case begins in a text, in any case, or the
// length of the text.
func indexFold(text, part string) int {
	for i := 0; ; i++ {
		next := strings.Index(text[i:], "</")
		if next < 0 {
			return len(text)
		}
		i += next
		if len(text)-i >= len(part) && strings.EqualFold(text[i:i+len(part)], part) {
			return i
		}
	}
}

// attribute checks the attribute at an offset, and returns its name in lower case, its
// value and where it ends.
func (c *checker) attribute(at int, d dialect) (key, value string, end int) {
	end = at
	for end < len(c.text) && strings.IndexByte(" \t\r\n/=>\"'", c.text[end]) < 0 {
		end++
	}
	key = strings.ToLower(c.text[at:end])
	sign := end
	for sign < len(c.text) && isSpace(c.text[sign]) {
		sign++
	}
	if sign == len(c.text) || c.text[sign] != '=' {
		return key, "", max(end, at+1)
	}
	start := sign + 1
	for start < len(c.text) && isSpace(c.text[start]) {
		start++
	}
	if start == len(c.text) {
		return key, "", start
	}
	rest := c.text[start:]
	if rest[0] == '"' || rest[0] == '\'' {
		end = start + stringLength(rest, true)
		c.quotedAttribute(key, start+1, max(start+1, end-1))
		return key, strings.Trim(c.text[start:end], `"'`), end
	}
	if rest[0] == '{' && d.braces {
		end = start + braceLength(rest)
		c.bracedAttribute(key, at, start, end)
		return key, "", end
	}
	if rest[0] == '`' && d.braces { // Astro
		end = templateEnd(c.text, start)
		c.template(start+1, max(start+1, end-1))
		return key, "", end
	}
	for end = start; end < len(c.text) && !isSpace(c.text[end]) && c.text[end] != '>'; {
		end++
	}
	c.quotedAttribute(key, start, end)
	return key, c.text[start:end], end
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f' }

var colorAttribute = pattern.New(`^(?:fill|stroke|stop-color|flood-color|lighting-color)$`)

// boundAttribute matches attributes whose values are scripts: of Vue, Alpine and Angular.
var boundAttribute = pattern.New(`^(?::|v-|x-|@|\[|\(|\*)`)

// quotedAttribute checks the value of an attribute.
func (c *checker) quotedAttribute(key string, start, end int) {
	property, isDirective := strings.CutPrefix(key, "style:") // of Svelte
	if key == "style" {
		c.style(start, end, sheet{})
		return
	}
	if isDirective && property != "" || colorAttribute.MatchString(key) {
		c.value(start, end, property)
		return
	}
	if boundAttribute.MatchString(key) && !fragmentKey.MatchString(key+"=") {
		c.script(start, end)
		return
	}
	if slices.Contains([]string{"class", "classname", "color", "bgcolor"}, key) {
		c.literal(start, end, context{})
	}
}

// bracedAttribute checks the expression in braces that is the value of an attribute
// whose name begins at an offset.
func (c *checker) bracedAttribute(key string, at, start, end int) {
	if fragmentKey.MatchString(key + "=") {
		return
	}
	if key == "style" || colorAttribute.MatchString(key) {
		c.script(at, end) // from the name on, which says what the strings are
		return
	}
	c.script(start+1, end)
}
