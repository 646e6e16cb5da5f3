package page

import (
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// closed returns sanitized HTML in which every element that is opened is
// closed, and the other way about: a stray </div> would end the block that
// the text stands in. Text that is closed already, as editors write it, comes
// back as it is; other text is read as browsers read it (HTML, section 13.4),
// and shown as it stands where that would make many times as much of it.
func closed(clean string) string {
	if isClosed(clean) {
		return clean
	}
	if reopened(clean) > 4*len(clean)+4096 {
		return html.EscapeString(clean)
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

// reopened returns about how many bytes of tags a reader adds to sanitized HTML
// for formatting that is left open: with each element that follows, all of it
// may be opened anew (HTML, section 13.2.4.3).
func reopened(clean string) int {
	open := map[string][]int{} // how long the tags are, by name
	each, all := 0, 0
	for {
		_, rest, _ := strings.Cut(clean, "<")
		tag, after, ok := strings.Cut(rest, ">")
		if !ok {
			return all
		}
		clean = after
		all += each
		name, end := strings.CutPrefix(tag, "/")
		name, _, _ = strings.Cut(name, " ")
		switch name {
		case "a", "b", "code", "em", "i", "s", "small", "strong", "u":
		default:
			continue
		}
		lengths := open[name]
		switch {
		case !end:
			open[name] = append(lengths, len(tag))
			each += len(tag)
		case len(lengths) > 0:
			each -= lengths[len(lengths)-1]
			open[name] = lengths[:len(lengths)-1]
		}
	}
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
		default:
			if ends(name, open) {
				return false
			}
			open = append(open, name)
		}
	}
	return false
}

// mostOpen is how many elements may be open in one another; the parser has
// the same limit, so that what is deeper is shown as text.
const mostOpen = 512

// ends tells whether an element that begins ends another one that is open. An
// item ends the one before unless a list of its own is between them, and from
// inside of other elements too, which then stay open.
func ends(name string, open []string) bool {
	switch name {
	case "p", "h1", "h2", "h3", "h4", "h5", "h6", "a":
		return slices.Contains(open, "p") || slices.Contains(open, name)
	case "li":
		return slices.Contains(open, "p") || innermost(open, "ul", "ol", "li") == "li"
	case "dd", "dt":
		around := innermost(open, "dl", "dd", "dt")
		return slices.Contains(open, "p") || around == "dd" || around == "dt"
	}
	return false
}

// innermost returns which of the names was opened last, or nothing.
func innermost(open []string, names ...string) string {
	for _, outer := range slices.Backward(open) {
		if slices.Contains(names, outer) {
			return outer
		}
	}
	return ""
}
