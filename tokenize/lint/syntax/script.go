package syntax

import (
	"strings"

	"designmanual/tokenize/pattern"
)

// wholeScript visits a text that is a script.
func (w *walker) wholeScript() { w.script(0, len(w.text)) }

// script visits the strings, templates and comments of a script, which may have tags in
// it.
func (w *walker) script(start, end int) {
	w.visitor.Script(start, end)
	for at := start; at < end; {
		next := strings.IndexAny(w.text[at:end], "\"'`/")
		if next < 0 {
			return
		}
		at += next
		switch w.text[at] {
		case '/':
			at = w.slash(start, at, end)
		case '`':
			last := templateEnd(w.text[:end], at)
			w.template(at+1, max(at+1, last-1))
			at = last
		default:
			at = w.quoted(start, at, end)
		}
	}
}

// slash passes over what a slash begins: a comment, a regular expression, or nothing.
func (w *walker) slash(start, at, end int) int {
	rest := w.text[at:end]
	if strings.HasPrefix(rest, "//") {
		if at > start && w.text[at-1] == ':' { // an address in the text between tags
			return at + 2
		}
		last := at + lengthTo(rest, "\n")
		w.visitor.Comment(at, last)
		return last
	}
	if strings.HasPrefix(rest, "/*") {
		last := at + 2 + lengthTo(rest[2:], "*/")
		w.visitor.Comment(at, last)
		return last
	}
	if mayBeginExpression(w.text[start:at]) {
		return at + max(1, regexpLength(rest))
	}
	return at + 1
}

// mayBeginExpression reports whether an expression may follow a text, so that a slash
// begins a regular expression and divides nothing.
func mayBeginExpression(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	if before == "" {
		return true
	}
	return strings.IndexByte("(,=:[!&|?{;+*%~^", before[len(before)-1]) >= 0 || keywordBefore(before)
}

var keyword = pattern.New(`(?:^|[^\w$.])(?:return|typeof|case|in|of|do|else|void|delete|throw|new|yield|await|` +
	`default|from|import|export|as)$`)

func keywordBefore(before string) bool { return keyword.MatchString(before[max(0, len(before)-12):]) }

// longestRegexp is the length of the longest regular expression that is recognized.
const longestRegexp = 1000

// regexpLength returns the length of the regular expression at the beginning of a text,
// 0 if it does not end on its line.
func regexpLength(text string) int {
	inClass := false
	for i := 1; i < min(len(text), longestRegexp); i++ {
		switch text[i] {
		case '\\':
			i++
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '\n':
			return 0
		case '/':
			if !inClass {
				return i + 1
			}
		}
	}
	return 0
}

// inTemplate marks, among the numbers of open braces, that a template is open.
const inTemplate = -1

// templateEnd returns where the template that begins at an offset ends, after its
// backtick. Expressions in it may have templates.
func templateEnd(text string, at int) int {
	open := []int{inTemplate} // templates, and expressions by the number of their open braces
	for i := at + 1; i < len(text); i++ {
		b, top := text[i], open[len(open)-1]
		if b == '\\' {
			i++
			continue
		}
		if b == '`' && top == inTemplate || b == '}' && top == 0 {
			open = open[:len(open)-1]
			if len(open) == 0 {
				return i + 1
			}
			continue
		}
		if top == inTemplate {
			if strings.HasPrefix(text[i:], "${") {
				open = append(open, 0)
				i++
			}
			continue
		}
		switch b {
		case '`':
			open = append(open, inTemplate)
		case '{':
			open[len(open)-1]++
		case '}':
			open[len(open)-1]--
		case '"', '\'':
			i += stringLength(text[i:], false) - 1
		}
	}
	return len(text)
}

// stringLength returns the length of the string at the beginning of a text, with its
// quotes. It ends with its line, but that of an attribute may have several.
func stringLength(text string, isAttribute bool) int {
	for i := 1; i < len(text); i++ {
		if text[i] == text[0] {
			return i + 1
		}
		if isAttribute {
			continue
		}
		if text[i] == '\n' {
			return i
		}
		if text[i] == '\\' {
			i++
		}
	}
	return len(text)
}

// quoted visits the string at an offset, and returns where it ends. A quote right after
// a letter is an apostrophe in the text between tags.
func (w *walker) quoted(start, at, end int) int {
	before := w.text[max(start, at-styleWindow):at]
	if before != "" && isWord(before[len(before)-1]) && !keywordBefore(before) {
		return at + 1
	}
	isAttribute := strings.HasSuffix(strings.TrimRight(before, " "), "=")
	last := min(at+stringLength(w.text[at:end], isAttribute), end)
	to := last
	if to > at+1 && w.text[to-1] == w.text[at] {
		to--
	}
	w.visitor.Literal(at+1, to, contextOf(before, w.text[at+1:to]))
	return last
}

func isWord(b byte) bool {
	return b == '_' || b == '$' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= 0x80
}

var cssComment = pattern.New(`(?s)/\*.*?\*/`)

// template visits the text of a template, which may be CSS with comments.
func (w *walker) template(start, end int) {
	if strings.Contains(w.text[start:end], "/*") {
		for _, m := range cssComment.FindAllStringIndex(w.text[start:end], -1) {
			w.visitor.Comment(start+m[0], start+m[1])
		}
	}
	w.visitor.Literal(start, end, Context{IsTemplate: true})
}

// lengthTo returns the length of a text up to the end of a part, or of the whole text.
func lengthTo(text, part string) int {
	if i := strings.Index(text, part); i >= 0 {
		return i + len(part)
	}
	return len(text)
}
