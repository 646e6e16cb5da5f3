package content

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markup matches a closing tag, a line break, or a leading block element. It
// does not match text such as <your name>.
var markup = regexp.MustCompile(
	`(?i)</[a-z][a-z0-9]*\s*>|<br\s*/?>|^\s*<(?:p|div|ul|ol|dl|h[1-6]|table|blockquote|figure|pre)[\s>]`,
)

// IsRich reports whether a string is rich text.
func IsRich(s string) bool { return strings.Contains(s, "<") && markup.MatchString(s) }

// Elements are the elements that pages show of rich text, besides links and images.
var Elements = []string{
	"p", "br", "hr", "div", "span", "h1", "h2", "h3", "h4", "h5", "h6", "strong", "b", "em", "i", "u", "s", "del",
	"ins",
	"sub", "sup", "small", "mark", "code", "kbd", "samp", "var", "pre", "blockquote", "q", "cite", "abbr", "dfn",
	"time",
	"ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption", "table", "caption", "thead", "tbody", "tfoot", "tr",
	"th", "td",
}

var noElements = bluemonday.StrictPolicy().AddSpaceWhenStrippingTag(true)

// StripElements returns the words of rich text that [ParseRichText] refuses, as
// HTML without elements.
func StripElements(text string) string { return noElements.Sanitize(text) }

// Paragraphs returns the texts of rich text that is nothing but paragraphs of plain text,
// as most is: parsing it takes twenty times as long. It returns false for any other.
func Paragraphs(rich string) ([]string, bool) {
	var texts []string
	for rich != "" {
		text, rest, ended := strings.Cut(rich, "</p>")
		text, begun := strings.CutPrefix(text, "<p>")
		if !ended || !begun || strings.ContainsAny(text, "<>&\r\x00") {
			return nil, false
		}
		texts, rich = append(texts, text), rest
	}
	return texts, true
}

// ParseRichText returns the body of rich text as a browser parses it (HTML,
// section 13.4). It returns false for a text that nests too deep or would grow
// many times.
func ParseRichText(text string) (*html.Node, bool) {
	if expands(text) {
		return nil, false
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	if err != nil {
		return nil, false
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return body, true
}

// expands reports whether unclosed formatting would make a text many times
// longer: a parser repeats its tags in each following element (HTML, section
// 13.2.4.3).
func expands(text string) bool {
	if strings.Count(text, "<") < 5 { // so few tags cannot repeat it ten times
		return false
	}
	var open []int // lengths of the open tags
	var perElement, total int
	tokens := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return total > 10*len(text)+10_000
		}
		length := len(tokens.Raw())
		total += perElement
		name, _ := tokens.TagName()
		switch atom.Lookup(name) {
		case atom.A, atom.B, atom.Code, atom.Em, atom.I, atom.S, atom.Small, atom.Strong, atom.U:
			if kind == html.StartTagToken {
				open = append(open, length)
				perElement += length
			} else if last := len(open) - 1; last >= 0 {
				perElement -= open[last]
				open = open[:last]
			}
		}
	}
}

// Attribute returns the value of an attribute, empty if there is none.
func Attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

// Empty reports whether a value has no content: no members, or only empty
// strings, arrays, objects, nulls and rich text without text or media.
func (p *Value) Empty() bool {
	if p == nil {
		return true
	}
	switch p.Kind {
	case 'n':
		return true
	case '"':
		return !showsText.Match(p.Raw()) && EmptyText(p.Text())
	case '[', '{':
		for _, inside := range p.Children {
			if !inside.Empty() {
				return false
			}
		}
		return true
	}
	return false
}

// showsText matches the literal of a text as most begin. To unquote it and read it with a
// tokenizer would take more than its size.
var showsText = regexp.MustCompile(`^"(<p>)?\pL`)

// media are the elements that show something without text.
var media = map[atom.Atom]bool{
	atom.Img: true, atom.Picture: true, atom.Video: true, atom.Audio: true, atom.Iframe: true,
	atom.Svg: true, atom.Object: true, atom.Embed: true, atom.Canvas: true, atom.Math: true, atom.Input: true,
}

// EmptyText reports whether a string, which may be rich text, shows nothing.
func EmptyText(s string) bool {
	if !strings.ContainsAny(s, "<&") {
		return blank(s)
	}
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

// blank reports whether a text is invisible: only white space and characters
// without width.
func blank(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.Is(unicode.Cf, r) && r != 0
	})
}
