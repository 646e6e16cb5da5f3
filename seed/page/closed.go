package page

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// closed returns sanitized HTML in which every element that is opened is
// closed, and the other way about: a stray </div> would end the block that
// the text stands in. Text that is closed already, as editors write it, comes
// back as it is; other text is read as browsers read it (HTML, section 13.4).
func closed(clean string) string {
	if isClosed(clean) {
		return clean
	}
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragment(strings.NewReader(clean), body)
	if err != nil {
		return html.EscapeString(clean)
	}
	var b strings.Builder
	for _, node := range nodes {
		if err := html.Render(&b, node); err != nil {
			return html.EscapeString(clean)
		}
	}
	if again := b.String(); isClosed(again) {
		return again
	}
	return html.EscapeString(clean) // what the parser makes of it would be read in another way once more
}

// isClosed tells whether the tags of sanitized HTML pair up. In such HTML a <
// stands only where a tag begins, and a > in an attribute is escaped.
func isClosed(clean string) bool {
	var room [8]string
	open := room[:0]
	for len(open) < mostOpen {
		_, rest, ok := strings.Cut(clean, "<")
		if !ok {
			return len(open) == 0
		}
		tag, after, ok := strings.Cut(rest, ">")
		if !ok {
			return false
		}
		clean = after
		if name, end := strings.CutPrefix(tag, "/"); end {
			if len(open) == 0 || open[len(open)-1] != name {
				return false
			}
			open = open[:len(open)-1]
			continue
		}
		name, _, _ := strings.Cut(tag, " ")
		switch name = strings.TrimSuffix(name, "/"); name {
		case "br", "hr", "img":
		case "p", "h1", "h2", "h3", "h4", "h5", "h6", "li", "dd", "dt", "a":
			for _, outer := range open { // such an element ends one of its kind that is open
				if outer == name && !isItem(name) || outer == "p" {
					return false
				}
			}
			if isItem(name) && endsItem(name, open) {
				return false
			}
			open = append(open, name)
		default:
			open = append(open, name)
		}
	}
	return false
}

// mostOpen is how many elements may be open in one another; the parser has
// the same limit, so that what is deeper is shown as text.
const mostOpen = 512

func isItem(name string) bool { return name == "li" || name == "dd" || name == "dt" }

// endsItem tells whether an item of a list ends another one that is open. It
// does so unless a list of its own is between them, and from inside of other
// elements too, which then stay open.
func endsItem(name string, open []string) bool {
	for i := len(open) - 1; i >= 0; i-- {
		switch outer := open[i]; {
		case name == "li" && (outer == "ul" || outer == "ol"), name != "li" && outer == "dl":
			return false
		case name == "li" && outer == "li", name != "li" && (outer == "dd" || outer == "dt"):
			return true
		}
	}
	return false
}
