package content

import (
	"regexp"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// markup finds what only rich text has: a closing tag, a line break, or an
// element of text that it begins with. <your name> is none of these.
var markup = regexp.MustCompile(`(?i)</[a-z][a-z0-9]*\s*>|<br\s*/?>|^\s*<(?:p|div|ul|ol|dl|h[1-6]|table|blockquote|figure|pre)[\s>]`)

// IsRich tells whether a string that may be anything is rich text.
func IsRich(s string) bool { return strings.Contains(s, "<") && markup.MatchString(s) }

// Texts are the rich texts of a manual that have been parsed, nil for one that
// may not be; its page and its Markdown share them.
type Texts map[string]*html.Node

// Parse returns the body of rich text as a browser reads it (HTML, section
// 13.4); false for one that is too deep, or would become many times as long.
// Who changes the nodes calls [Texts.Forget].
func (t Texts) Parse(text string) (body *html.Node, ok bool) {
	body, known := t[text]
	if !known {
		body = parse(text)
		t[text] = body
	}
	return body, body != nil
}

// Forget makes the next Parse of the text parse it anew.
func (t Texts) Forget(text string) { delete(t, text) }

func parse(text string) *html.Node {
	if grows(text) {
		return nil
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(text), body)
	if err != nil {
		return nil
	}
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return body
}

// grows tells whether formatting that is left open would make much more of a
// text than was written: its tags stand anew in each element that follows
// (HTML, section 13.2.4.3).
func grows(text string) bool {
	var open []int // the lengths of the tags
	var each, total int
	tokens := html.NewTokenizer(strings.NewReader(text))
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return total > 10*len(text)+10_000
		}
		length := len(tokens.Raw())
		total += each
		name, _ := tokens.TagName()
		switch atom.Lookup(name) {
		case atom.A, atom.B, atom.Code, atom.Em, atom.I, atom.S, atom.Small, atom.Strong, atom.U:
			if kind == html.StartTagToken {
				open = append(open, length)
				each += length
			} else if last := len(open) - 1; last >= 0 {
				each -= open[last]
				open = open[:last]
			}
		}
	}
}

// Attribute returns the value of an attribute, empty where there is none.
func Attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
