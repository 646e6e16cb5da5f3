package seed

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/net/html"
)

// activeContent says what in a string a browser would run: a script element,
// an event handler, or an address that is a script or a document. It returns an
// empty string where there is nothing.
func activeContent(s string) string {
	if what := activeAddress(s, startsActive); what != "" {
		return what
	}
	if !strings.Contains(s, "<") {
		return ""
	}
	// What follows a string on a page may close the tag and the quotation mark
	// that the string leaves open, so they are closed here.
	return activeTags(s + `>">'>`)
}

// activeTags judges every tag that may start anywhere in a text.
//
// Whether a tag starts at a "<" depends on what a parser takes the text before
// it for, and parsers differ in that: the same characters are a CDATA section
// in SVG and a comment elsewhere, raw text in HTML and markup in SVG or where
// scripts are off (HTML Standard, sections 13.2.5.42 and 13.2.6.4.7). But what
// is in a tag depends on nothing before it, so that to read one at each such
// place is to read all that any parser finds. It follows that a tag which would
// run is refused in a comment, in a title and in an attribute value too.
func activeTags(text string) string {
	left := 1<<16 + 4*len(text) // how much is read, which no honest author comes near
	for at := strings.IndexByte(text, '<'); at >= 0; at = strings.IndexByte(text, '<') {
		tag := text[at:]
		text = text[at+1:]
		if first := text[0] | 0x20; first < 'a' || first > 'z' {
			continue
		}
		end := strings.IndexAny(text, " \t\n\f\r/<>") // of the name (HTML Standard, section 13.2.5.8)
		if name := text[:end]; strings.EqualFold(name[strings.LastIndexByte(name, ':')+1:], "script") {
			return "a <script> element"
		}
		if text[end] == '>' {
			continue
		}
		tokens := html.NewTokenizer(strings.NewReader(tag))
		tokens.Next()
		if left -= len(tokens.Raw()); left < 0 {
			return "markup inside markup inside markup"
		}
		for _, attr := range tokens.Token().Attr {
			if what := activeAttribute(attr); what != "" {
				return what
			}
		}
	}
	return ""
}

// prose are the attributes whose value is words for people.
var prose = map[string]bool{"alt": true, "title": true, "aria-label": true, "placeholder": true, "label": true, "class": true, "id": true}

// activeAttribute says what in an attribute a browser would run. Any may hold an
// address, or several: after a refresh's delay, in a list.
func activeAttribute(attr html.Attribute) string {
	switch {
	case eventHandler(attr.Key):
		return "an event handler (" + attr.Key + ")"
	case attr.Key == "srcdoc":
		return "a document in srcdoc"
	case prose[attr.Key]:
		return ""
	}
	if what := activeAddress(attr.Val, active); what != "" {
		return what + " in " + attr.Key
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

// active matches an address that is a script, or a document that may have
// scripts in it (Fetch, section 6).
var (
	active       = regexp.MustCompile(`(?i)(java|vb)script:|data:[^,;/]+/[^,;]*(html|xml|xsl)`)
	startsActive = regexp.MustCompile(`^(` + active.String() + `)`)
)

// activeAddress says what a browser that follows an address in s would run, as
// match finds it.
func activeAddress(s string, match *regexp.Regexp) string {
	if !strings.Contains(s, ":") {
		return ""
	}
	found := match.FindString(strings.Map(withoutSpaces, s))
	if found == "" {
		return ""
	}
	return "a " + strings.ToLower(shortened(found)) + " address"
}

// withoutSpaces drops what browsers drop before they look at an address (WHATWG
// URL, section 4.4).
func withoutSpaces(r rune) rune {
	if unicode.IsSpace(r) || unicode.IsControl(r) {
		return -1
	}
	return r
}
