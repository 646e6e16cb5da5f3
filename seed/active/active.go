// Package active finds what a browser would run or load although nobody has asked for it:
// in a text that may have HTML, in an address, in an element of a drawing and in a style sheet.
//
// It judges for every parser and every context at once, so that what passes is harmless
// wherever a page puts it. What is refused is described in the words of a message.
package active

import (
	"cmp"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"

	"designmanual/tokenize/content"
)

// A Reader reads tags with one tokenizer, since a tokenizer takes 4 KiB. It hands
// it a text up to each next ">", so that nothing is left over after a tag. The zero value reads.
type Reader struct {
	tokens *html.Tokenizer
	text   string // that it still reads
}

// Find describes what a browser would run in the string of a key: a
// script element, an event handler, or an address that is a script or a document. It
// returns "" if there is nothing, and the attributes of the tags that may be in the string.
func (r *Reader) Find(s, key string) (what string, attributes []html.Attribute) {
	// else it is prose, such as "JavaScript: import the module"
	if !strings.Contains(strings.TrimSpace(s), " ") || isAddressKey(key) {
		if found := activeAddress(s, startsActive); found != "" {
			return found, nil
		}
	}
	if !strings.Contains(s, "<") {
		return "", nil
	}
	// The page's text after the string may close a tag or quotation mark that
	// the string leaves open, so close them here.
	return r.readTags(s + `>">'>`)
}

// isAddressKey reports whether a key is that of addresses, such as url and imageSrcs. Every
// string of prose asks, so it is no regular expression.
func isAddressKey(key string) bool {
	key = strings.ToLower(key)
	one := strings.TrimSuffix(key, "s")
	return slices.ContainsFunc(
		addressKeys, func(end string) bool { return strings.HasSuffix(key, end) || strings.HasSuffix(one, end) },
	)
}

// addressKeys are how keys of addresses end.
var addressKeys = []string{"uri", "url", "href", "src", "link", "poster", "captions", "action", "address"}

// readTags checks every tag that may start anywhere in a text, and returns what a browser would
// run in one of them, or "", and the attributes of all.
//
// Whether "<" starts a tag depends on the text before it, and parsers disagree:
// the same characters are a CDATA section in SVG but a comment elsewhere, and raw
// text in HTML but markup in SVG or where scripts are off (HTML Standard, sections
// 13.2.5.42 and 13.2.6.4.7). The inside of a tag does not depend on the text before
// it. So a tag is read at every "<", which covers every parser. A tag that
// would run is therefore also refused in a comment, a title or an attribute value.
func (r *Reader) readTags(text string) (string, []html.Attribute) {
	var what string
	var attributes []html.Attribute
	left := 1<<16 + 4*len(text) // bytes to read; only nested tags without an end exceed it
	for at := strings.IndexByte(text, '<'); at >= 0; at = strings.IndexByte(text, '<') {
		tag := text[at:]
		text = text[at+1:]
		if first := text[0] | 0x20; first < 'a' || first > 'z' {
			continue
		}
		end := strings.IndexAny(text, " \t\n\f\r/<>") // of the name (HTML Standard, section 13.2.5.8)
		name := strings.ToLower(text[:end])
		if strings.EqualFold(name[strings.LastIndexByte(name, ':')+1:], "script") {
			what = cmp.Or(what, "a <script> element")
		}
		if text[end] == '>' {
			continue
		}
		token, length := r.read(tag)
		left -= length
		if left < 0 {
			return cmp.Or(what, "markup inside markup inside markup"), attributes
		}
		for _, attr := range token.Attr {
			what = cmp.Or(what, activeAttribute(attr))
		}
		attributes = append(attributes, token.Attr...)
	}
	return what, attributes
}

// read returns the tag at the beginning of a text, and its length in bytes.
func (r *Reader) read(text string) (html.Token, int) {
	if r.tokens == nil || r.tokens.Err() != nil {
		r.tokens = html.NewTokenizer(r)
	}
	r.text = text
	r.tokens.Next()
	r.tokens.NextIsNotRawText()
	return r.tokens.Token(), len(r.tokens.Raw())
}

// Read implements [io.Reader] for the tokenizer.
func (r *Reader) Read(p []byte) (int, error) {
	n := copy(p, r.text[:strings.IndexByte(r.text, '>')+1])
	r.text = r.text[n:]
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// textAttributes are the attributes whose value is text for people.
var textAttributes = map[string]bool{
	"alt": true, "title": true, "aria-label": true, "placeholder": true, "label": true, "class": true, "id": true,
}

// activeAttribute describes what a browser would run in an attribute. Any
// attribute may hold an address, even several in a list or after a delay.
func activeAttribute(attr html.Attribute) string {
	if eventHandler(attr.Key) {
		return "an event handler (" + attr.Key + ")"
	}
	if attr.Key == "srcdoc" {
		return "a document in srcdoc"
	}
	if textAttributes[attr.Key] {
		return ""
	}
	if what := activeAddress(attr.Val, active); what != "" {
		return what + " in " + attr.Key
	}
	return ""
}

// wordsWithOn are words that may follow "<" in prose, as in "if x<y and onset =
// 3", and that name no event.
var wordsWithOn = map[string]bool{
	"on-screen": true, "onboard": true, "once": true, "one": true, "ones": true, "oneself": true, "ongoing": true,
	"onion": true, "online": true, "only": true, "onscreen": true, "onset": true, "onsite": true, "onto": true,
	"onus": true, "onward": true, "onwards": true,
}

// eventHandler reports whether an attribute is an event handler. Browsers keep
// adding events, so every name that begins with "on" counts, except words.
func eventHandler(name string) bool {
	return len(name) > 2 && strings.HasPrefix(name, "on") && !wordsWithOn[strings.TrimRight(name, ".,;:!?)")]
}

// active matches an address that is a script, or a document that may contain
// scripts (Fetch, section 6).
var (
	active       = regexp.MustCompile(`(?i)(java|vb)script:|data:[^,;/]+/[^,;]*(html|xml|xsl)`)
	startsActive = regexp.MustCompile(`^(` + active.String() + `)`)
)

// activeAddress describes the active address that match finds in s. It returns ""
// if there is none.
func activeAddress(s string, match *regexp.Regexp) string {
	if !strings.Contains(s, ":") {
		return ""
	}
	found := match.FindString(strings.Map(withoutSpaces, s))
	if found == "" {
		return ""
	}
	return "a " + strings.ToLower(content.Truncate(found)) + " address"
}

// withoutSpaces is a [strings.Map] function that drops what browsers ignore in an
// address (WHATWG URL, section 4.4).
func withoutSpaces(r rune) rune {
	if unicode.IsSpace(r) || unicode.IsControl(r) {
		return -1
	}
	return r
}
