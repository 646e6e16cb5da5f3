package seed

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"

	"designmanual/seed/page"
)

// activeContent says what in a string a browser would run: a script element,
// an event handler, or an address that is a script. It returns an empty
// string where there is nothing.
func activeContent(s string) string {
	search := activeSearch{left: 1<<16 + 4*len(s)}
	if what := scriptAddress(s); what != "" {
		return what
	}
	if isData(s) {
		if what := search.documents(s); what != "" {
			return what
		}
	}
	return search.markup(s)
}

// An activeSearch looks through a string, and through the markup in it that
// is itself markup: srcdoc and the documents in data: addresses.
type activeSearch struct {
	left int // how many more bytes are read, which no honest author comes near
}

const readTooOften = "markup inside markup inside markup"

// markup looks through the markup of a document, or of a part of one. What
// follows a string on a page may close the tag and the quotation mark that
// the string leaves open, so they are closed here.
func (a *activeSearch) markup(s string) string {
	if !strings.Contains(s, "<") || page.IsPlain(s) {
		return ""
	}
	text := s + `>">'>`
	return a.tags(text, 0, len(text))
}

// tags judges every tag that may start from one place of a text to another.
//
// Whether a tag starts at a "<" depends on what a parser takes the text before
// it for, and parsers differ in that: the same characters are a CDATA section
// in SVG and a comment elsewhere, raw text in HTML and markup in SVG or where
// scripts are off (HTML Standard, sections 13.2.5.42 and 13.2.6.4.7). But a
// tag starts with "<" and a letter (13.2.5.6) and what is in it depends on
// nothing before, so that to read one at each such place is to read all that
// any parser finds. It follows that a tag which would run is refused in a
// comment, in a title and in an attribute value too, where it may be honest.
func (a *activeSearch) tags(text string, from, to int) string {
	tokens := html.NewTokenizer(strings.NewReader(text[from:]))
	for at := from; at < to; {
		kind, inside := tokens.Next(), at
		end := at + len(tokens.Raw())
		if a.left -= end - at; a.left < 0 {
			return readTooOften
		}
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken {
			token := tokens.Token()
			if what := a.tag(&token); what != "" {
				return what
			}
			inside++
		}
		if next := startTag(text, inside, min(end, to)); next >= 0 {
			if what := a.tags(text, next, min(end, to)); what != "" {
				return what
			}
		}
		if kind == html.ErrorToken {
			break
		}
		at = end
	}
	return ""
}

// startTag finds the first place from one to another where a tag may start,
// or returns -1.
func startTag(text string, from, to int) int {
	for from < to {
		i := strings.IndexByte(text[from:to], '<')
		if i < 0 {
			break
		}
		from += i + 1
		if from < len(text) && 'a' <= text[from]|0x20 && text[from]|0x20 <= 'z' {
			return from - 1
		}
	}
	return -1
}

// prose are the attributes whose value is words for people.
var prose = map[string]bool{"alt": true, "title": true, "aria-label": true, "placeholder": true, "label": true, "class": true, "id": true}

// tag says what in a tag a browser would run.
func (a *activeSearch) tag(token *html.Token) string {
	// svg:script and the like, whatever their prefix
	if name := token.Data[strings.LastIndexByte(token.Data, ':')+1:]; name == "script" {
		return "a <script> element"
	}
	for _, attr := range token.Attr {
		switch {
		case eventHandler(attr.Key):
			return "an event handler (" + attr.Key + ")"
		case attr.Key == "srcdoc":
			if what := a.markup(attr.Val); what != "" {
				return what + " in srcdoc"
			}
		}
		if prose[attr.Key] {
			continue
		}
		if what := a.value(attr.Val); what != "" {
			return what + " in " + attr.Key
		}
	}
	return ""
}

// onWords are words that prose has behind a "<", as in "if x<y and onset = 3",
// and that name no event.
var onWords = map[string]bool{
	"on-screen": true, "onboard": true, "once": true, "one": true, "ones": true, "oneself": true, "ongoing": true,
	"onion": true, "online": true, "only": true, "onscreen": true, "onset": true, "onsite": true, "onto": true,
	"onus": true, "onward": true, "onwards": true,
}

// eventHandler tells whether an attribute is an event handler. Browsers get
// new events all the time, so that all names with on are taken for one, but
// for words.
func eventHandler(name string) bool {
	return len(name) > 2 && strings.HasPrefix(name, "on") && !onWords[strings.TrimRight(name, ".,;:!?)")]
}

// value says what in the value of an attribute a browser would run that takes
// it for an address, or for several: after a refresh's delay, in a list.
func (a *activeSearch) value(s string) string {
	if strings.IndexByte(s, ':') < 0 {
		return ""
	}
	if what := scriptAddress(s); what != "" {
		return what
	}
	short := squeezed(nil, s, len(s))
	if bytes.Contains(short, []byte("javascript:")) {
		return "a javascript: address"
	}
	if bytes.Contains(short, []byte("data:")) {
		return a.documents(s)
	}
	return ""
}

// scriptAddress says whether a browser that follows s would run it, or
// returns an empty string. Browsers drop control characters and white space
// before they look at the scheme (WHATWG URL, section 4.4).
func scriptAddress(s string) string {
	const longest = len("data:text/html")
	var room [longest + utf8.UTFMax]byte
	start := string(squeezed(room[:0], s, longest))
	for _, scheme := range []string{"javascript:", "vbscript:", "data:text/html"} {
		if strings.HasPrefix(start, scheme) {
			return "a " + scheme + " address"
		}
	}
	return ""
}

// isData tells whether a browser takes s for a data: address.
func isData(s string) bool {
	const scheme = "data:"
	var room [len(scheme) + 4]byte
	return string(squeezed(room[:0], s, len(scheme))) == scheme
}

// dropped are the characters that browsers drop from an address (WHATWG URL,
// section 4.4).
var dropped = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// documents says what a browser would run of the documents in the data:
// addresses of a string.
func (a *activeSearch) documents(s string) string {
	s = dropped.Replace(s)
	for from := 0; ; {
		colon := strings.IndexByte(s[from:], ':')
		if colon < 0 {
			return ""
		}
		from += colon + 1
		if scheme := s[:from]; len(scheme) < 5 || !strings.EqualFold(scheme[len(scheme)-5:], "data:") {
			continue
		}
		if a.left -= len(s) - from; a.left < 0 {
			return readTooOften
		}
		if what := a.document(s[from:]); what != "" {
			return what + " in a data: address"
		}
	}
}

// document says what a browser would run of a data: address behind its
// scheme. It runs what it takes for HTML or for XML (Fetch, section 6).
func (a *activeSearch) document(s string) string {
	head, body, _ := strings.Cut(s, ",")
	kind := string(squeezed(nil, head, len(head)))
	if !strings.Contains(kind, "xml") && !strings.Contains(kind, "html") && !strings.Contains(kind, "xsl") {
		return ""
	}
	body = percentDecoded(body)
	if strings.HasSuffix(kind, ";base64") {
		body = base64Decoded(body)
	}
	switch {
	case strings.ContainsAny(body, "\x00\x1b"):
		return "an encoding that is not UTF-8" // UTF-16 and ISO-2022-JP, which spell a script in other bytes
	case strings.Contains(body, "<!ENTITY"), strings.Contains(body, "<!ATTLIST"):
		return "a declaration that makes markup" // an entity that is a script, an event handler by default
	case strings.Contains(body, "<?xml-stylesheet"):
		return "a style sheet that makes markup" // XSLT
	}
	return a.markup(lettered(body))
}
