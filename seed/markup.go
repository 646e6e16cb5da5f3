package seed

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/seed/page"
)

// media are the elements that show something without any text in them.
var media = map[atom.Atom]bool{
	atom.Img: true, atom.Picture: true, atom.Video: true, atom.Audio: true, atom.Iframe: true,
	atom.Svg: true, atom.Object: true, atom.Embed: true, atom.Canvas: true, atom.Math: true, atom.Input: true,
}

// empty tells whether there is nothing in a value: no members, or only empty
// strings, arrays, objects, nulls and rich text without text or media.
func empty(p place) bool {
	switch p.node.kind {
	case 'n':
		return true
	case '"':
		return emptyText(p.str())
	case '[':
		for _, item := range p.items() {
			if !empty(item) {
				return false
			}
		}
		return true
	case '{':
		for _, m := range p.members() {
			if !empty(m) {
				return false
			}
		}
		return true
	}
	return false
}

func emptyText(s string) bool {
	if !strings.ContainsAny(s, "<&") {
		return blank(s)
	}
	if page.IsPlain(s) {
		return blankBesideTags(s)
	}
	return emptyMarkup(s)
}

func emptyMarkup(s string) bool {
	tokens := html.NewTokenizer(strings.NewReader(s))
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return true
		case html.TextToken:
			if !blank(string(tokens.Text())) {
				return false
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			name, _ := tokens.TagName()
			if media[atom.Lookup(name)] {
				return false
			}
		}
	}
}

// blankBesideTags is blank for plain rich text.
func blankBesideTags(s string) bool {
	for {
		text, rest, _ := strings.Cut(s, "<")
		if !blank(text) {
			return false
		}
		var ok bool
		if _, s, ok = strings.Cut(rest, ">"); !ok {
			return true
		}
	}
}

// blank tells whether a reader sees nothing of the text: white space, the
// hard one too, and characters without width.
func blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && r != 0
	})
}

// rawText are the elements whose content the tokenizer hands out as text.
// In SVG and in MathML a browser reads markup inside them, so it is looked
// through as such.
var rawText = map[atom.Atom]bool{
	atom.Iframe: true, atom.Noembed: true, atom.Noframes: true, atom.Noscript: true, atom.Plaintext: true,
	atom.Style: true, atom.Title: true, atom.Textarea: true, atom.Xmp: true,
}

// activeContent says what in a string a browser would run: a script element,
// an event handler, or an address that is a script. It returns an empty
// string where there is nothing.
func activeContent(s string) string {
	if what := scriptAddress(s); what != "" {
		return what
	}
	return activeMarkup(s, 0)
}

// activeMarkup looks through markup, and through markup inside raw text and
// srcdoc down to a depth that no honest author reaches.
func activeMarkup(s string, depth int) string {
	const deepest = 8
	if !strings.Contains(s, "<") || page.IsPlain(s) {
		return ""
	}
	if depth > deepest {
		return "markup inside markup inside markup"
	}
	tokens := html.NewTokenizer(strings.NewReader(s))
	var raw bool
	for {
		switch tokens.Next() {
		case html.ErrorToken:
			return activeTail(string(tokens.Raw()))
		case html.TextToken:
			if raw {
				if what := activeMarkup(string(tokens.Raw()), depth+1); what != "" {
					return what
				}
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := tokens.Token()
			if what := activeTag(&token, depth); what != "" {
				return what
			}
			raw = rawText[token.DataAtom]
			continue
		}
		raw = false
	}
}

// activeTail judges a tag that the text ends in: the tokenizer drops it, but
// what follows the string on a page may close it.
func activeTail(s string) string {
	if !strings.HasPrefix(s, "<") || strings.HasSuffix(s, ">") {
		return ""
	}
	tokens := html.NewTokenizer(strings.NewReader(s + ">"))
	if kind := tokens.Next(); kind != html.StartTagToken && kind != html.SelfClosingTagToken {
		return ""
	}
	token := tokens.Token()
	return activeTag(&token, 0)
}

// prose are the attributes whose value is words for people.
var prose = map[string]bool{"alt": true, "title": true, "aria-label": true, "placeholder": true, "label": true, "class": true, "id": true}

// activeTag says what in a tag a browser would run.
func activeTag(token *html.Token, depth int) string {
	// svg:script and the like, whatever their prefix
	if name := token.Data[strings.LastIndexByte(token.Data, ':')+1:]; name == "script" {
		return "a <script> element"
	}
	for _, a := range token.Attr {
		switch {
		case len(a.Key) > 2 && strings.HasPrefix(a.Key, "on"):
			return "an event handler (" + a.Key + ")"
		case a.Key == "srcdoc":
			if what := activeMarkup(a.Val, depth+1); what != "" {
				return what + " in srcdoc"
			}
		}
		if prose[a.Key] {
			continue
		}
		if what := scriptAddress(a.Val); what != "" {
			return what + " in " + a.Key
		}
		if bytes.Contains(squeezed(nil, a.Val, len(a.Val)), []byte("javascript:")) { // after a refresh's delay, in a list of sources
			return "a javascript: address in " + a.Key
		}
	}
	return ""
}

// scriptAddress says whether a browser that follows s would run it, or
// returns an empty string. Browsers drop control characters and white space
// before they look at the scheme (WHATWG URL, section 4.4).
func scriptAddress(s string) string {
	const longest = len("data:image/svg+xml")
	var room [longest + utf8.UTFMax]byte
	start := string(squeezed(room[:0], s, longest))
	for _, scheme := range []string{"javascript:", "vbscript:", "data:text/html"} {
		if strings.HasPrefix(start, scheme) {
			return "a " + scheme + " address"
		}
	}
	if start == "data:image/svg+xml" {
		all := squeezed(nil, s, len(s))
		if bytes.Contains(all, []byte("<script")) || bytes.Contains(all, []byte("%3cscript")) {
			return "a picture with a script"
		}
	}
	return ""
}

// squeezed returns at most the first n bytes of s in lower case without white
// space and control characters, in room where there is enough of it.
func squeezed(room []byte, s string, n int) []byte {
	short := room
	for _, r := range s {
		if unicode.IsSpace(r) || unicode.IsControl(r) {
			continue
		}
		if len(short) >= n {
			break
		}
		short = utf8.AppendRune(short, unicode.ToLower(r))
	}
	return short[:min(n, len(short))]
}
