package syntax

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

// markup visits style sheets, scripts, attributes and expressions of HTML, Vue, Svelte,
// Astro and MDX.
func (w *walker) markup(d dialect) {
	at := w.frontMatter(d)
	for at < len(w.text) {
		next := strings.IndexAny(w.text[at:], "<{`~\n")
		if next < 0 {
			return
		}
		at += next
		rest := w.text[at:]
		if strings.HasPrefix(rest, "<!--") {
			last := at + lengthTo(rest, "-->")
			w.visitor.Comment(at, last)
			at = last
			continue
		}
		if rest[0] == '<' && len(rest) > 1 && isLetter(rest[1]) {
			at = w.tag(at, d)
			continue
		}
		if rest[0] == '{' && d.braces {
			last := at + braceLength(rest)
			w.script(at+1, last)
			at = last
			continue
		}
		if d.markdown {
			at = w.markdownAt(at)
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

// tag visits the tag at an offset, and the style sheet or script that it begins, and
// returns where the rest begins.
func (w *walker) tag(at int, d dialect) int {
	end := at + 1
	for end < len(w.text) && !strings.ContainsRune(" \t\r\n/>", rune(w.text[end])) {
		end++
	}
	name := strings.ToLower(w.text[at+1 : end])
	language := ""
	for end < len(w.text) && w.text[end] != '>' {
		if d.braces && w.text[end] == '{' { // {...props}
			last := end + braceLength(w.text[end:])
			w.script(end+1, last)
			end = last
			continue
		}
		if strings.IndexByte(" \t\r\n/=\"'", w.text[end]) >= 0 {
			end++
			continue
		}
		var key, value string
		key, value, end = w.attribute(end, d)
		if key == "lang" || key == "type" {
			language = value
		}
	}
	end = min(end+1, len(w.text))
	if name != "style" && name != "script" && name != "textarea" || strings.HasSuffix(w.text[:end], "/>") {
		return end
	}
	last := end + indexFold(w.text[end:], "</"+name)
	w.raw(name, language, end, last)
	return last
}

// raw visits the text of an element that has no tags in it.
func (w *walker) raw(name, language string, start, end int) {
	if name == "style" && !strings.Contains(language, "stylus") && language != "sass" {
		w.visitor.Style(start, end, Sheet{Measures: true, Sass: language == "scss" || language == "less"})
	}
	if name == "script" && !strings.Contains(language, "json") {
		w.script(start, end)
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

// attribute visits the attribute at an offset, and returns its name in lower case, its
// value and where it ends.
func (w *walker) attribute(at int, d dialect) (key, value string, end int) {
	after := at
	for after < len(w.text) && strings.IndexByte(" \t\r\n/=>\"'", w.text[after]) < 0 {
		after++
	}
	name := strings.ToLower(w.text[at:after])
	sign := after
	for sign < len(w.text) && isSpace(w.text[sign]) {
		sign++
	}
	if sign == len(w.text) || w.text[sign] != '=' {
		return name, "", max(after, at+1)
	}
	start := sign + 1
	for start < len(w.text) && isSpace(w.text[start]) {
		start++
	}
	if start == len(w.text) {
		return name, "", start
	}
	rest := w.text[start:]
	if rest[0] == '"' || rest[0] == '\'' {
		last := start + stringLength(rest, true)
		w.quotedAttribute(name, start+1, max(start+1, last-1))
		return name, strings.Trim(w.text[start:last], `"'`), last
	}
	if rest[0] == '{' && d.braces {
		last := start + braceLength(rest)
		w.bracedAttribute(name, at, start, last)
		return name, "", last
	}
	if rest[0] == '`' && d.braces { // Astro
		last := templateEnd(w.text, start)
		w.template(start+1, max(start+1, last-1))
		return name, "", last
	}
	last := start
	for last < len(w.text) && !isSpace(w.text[last]) && w.text[last] != '>' {
		last++
	}
	w.quotedAttribute(name, start, last)
	return name, w.text[start:last], last
}

func isSpace(b byte) bool { return b == ' ' || b == '\t' || b == '\n' || b == '\r' || b == '\f' }

var colorAttribute = pattern.New(`^(?:fill|stroke|stop-color|flood-color|lighting-color)$`)

// boundAttribute matches attributes whose values are scripts: of Vue, Alpine and Angular.
var boundAttribute = pattern.New(`^(?::|v-|x-|@|\[|\(|\*)`)

// quotedAttribute visits the value of an attribute.
func (w *walker) quotedAttribute(key string, start, end int) {
	property, isDirective := strings.CutPrefix(key, "style:") // of Svelte
	if key == "style" {
		w.visitor.Style(start, end, Sheet{})
		return
	}
	if isDirective && property != "" || colorAttribute.MatchString(key) {
		w.visitor.Value(start, end, property)
		return
	}
	if boundAttribute.MatchString(key) && !fragmentKey.MatchString(key+"=") {
		w.script(start, end)
		return
	}
	if slices.Contains([]string{"class", "classname", "color", "bgcolor"}, key) {
		w.visitor.Literal(start, end, Context{})
	}
}

// bracedAttribute visits the expression in braces that is the value of an attribute
// whose name begins at an offset.
func (w *walker) bracedAttribute(key string, at, start, end int) {
	if fragmentKey.MatchString(key + "=") {
		return
	}
	if key == "style" || colorAttribute.MatchString(key) {
		w.script(at, end) // from the name on, which says what the strings are
		return
	}
	w.script(start+1, end)
}
