package markdown

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/tokenize/content"
)

// maxDepth is how deep lists and quotes nest; deeper ones become paragraphs.
const maxDepth = 12

// removed are the elements of which nothing is left.
var removed = []atom.Atom{
	atom.Script, atom.Style, atom.Iframe, atom.Noscript, atom.Noembed, atom.Noframes, atom.Object, atom.Input,
	atom.Textarea,
}

// renamed are elements that Markdown does not have and those that show the same.
var renamed = map[atom.Atom]atom.Atom{
	atom.Cite: atom.Em, atom.Dfn: atom.Em, atom.Var: atom.Em, atom.Strike: atom.Del, atom.S: atom.Del,
	atom.Kbd: atom.Code, atom.Samp: atom.Code, atom.Tt: atom.Code,
	// below the label of the block
	atom.H1: atom.H4, atom.H2: atom.H4, atom.H3: atom.H4, atom.H4: atom.H5, atom.H5: atom.H6,
	atom.Dd: atom.P, atom.Figcaption: atom.P, atom.Summary: atom.P, atom.Caption: atom.P,
}

// prepare changes the nodes below a node so that the library makes the Markdown of the
// manual of them: other elements, and no address but those that are allowed. Depth is how
// many lists and quotes they are in.
func (r *renderer) prepare(parent *html.Node, depth int) {
	for child := range slices.Values(slices.Collect(parent.ChildNodes())) {
		r.prepareNode(child, depth)
	}
}

func (r *renderer) prepareNode(n *html.Node, depth int) {
	if n.Type == html.CommentNode || slices.Contains(removed, n.DataAtom) {
		n.Parent.RemoveChild(n)
		return
	}
	if n.Type == html.TextNode {
		n.Data = strings.Map(printed, n.Data)
		return
	}
	if other, ok := renamed[n.DataAtom]; ok {
		rename(n, other)
	}
	switch n.DataAtom {
	case atom.A:
		r.prepareLink(n)
	case atom.Img:
		r.prepareImage(n)
		return
	case atom.Dt:
		rename(n, atom.P)
		wrapChildren(n, atom.Strong)
	case atom.Ul, atom.Ol, atom.Blockquote:
		setAttributes(n, "start", startOf(n))
		if depth++; depth > maxDepth {
			rename(n, atom.Div)
		}
	case atom.Td, atom.Th:
		setAttributes(n) // cells that span others are one cell in Markdown
		flatten(n)
	case atom.Table:
		moveCaption(n)
		if cellsOf(n) > maxCells {
			rename(n, atom.Div)
		}
	}
	r.prepare(n, depth)
}

// printed leaves out the control characters of a text.
func printed(c rune) rune {
	if unicode.IsControl(c) && !unicode.IsSpace(c) {
		return -1
	}
	return c
}

func rename(n *html.Node, other atom.Atom) { n.DataAtom, n.Data = other, other.String() }

// setAttributes gives a node one attribute and no other; none for an empty value.
func setAttributes(n *html.Node, pairs ...string) {
	n.Attr = nil
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			n.Attr = append(n.Attr, html.Attribute{Key: pairs[i], Val: pairs[i+1]})
		}
	}
}

// wrapChildren puts the children of a node into an element.
func wrapChildren(n *html.Node, element atom.Atom) {
	wrapper := &html.Node{Type: html.ElementNode}
	rename(wrapper, element)
	for child := range slices.Values(slices.Collect(n.ChildNodes())) {
		n.RemoveChild(child)
		wrapper.AppendChild(child)
	}
	n.AppendChild(wrapper)
}

// prepareLink leaves of a link only an address that is allowed; without one it is text.
func (r *renderer) prepareLink(n *html.Node) {
	address := r.plainAddress(content.Attribute(n, "href"))
	setAttributes(n, "href", address)
	if address == "" {
		rename(n, atom.Span)
	}
}

// prepareImage leaves of an image an address that is allowed and its alternative text;
// without one it is the text.
func (r *renderer) prepareImage(n *html.Node) {
	source, alt := content.Attribute(n, "src"), oneLine(content.Attribute(n, "alt"))
	if file, ok := r.files[source]; ok {
		source = r.home + file.Path()
	}
	address := r.plainAddress(source)
	if address != "" && isFetched(address) {
		setAttributes(n, "src", address, "alt", alt)
		return
	}
	n.Type = html.TextNode
	n.Data = alt
	n.DataAtom = 0
	n.Attr = nil
}

// startOf returns the number of the first item of a list, "" for 1. Markdown allows nine
// digits.
func startOf(list *html.Node) string {
	start, err := strconv.ParseUint(content.Attribute(list, "start"), 10, 0)
	if err != nil || start >= 1e8 || start == 1 || list.DataAtom != atom.Ol {
		return ""
	}
	return strconv.FormatUint(start, 10)
}

// inCell are the elements that a cell of a table may have: it is one line.
var inCell = []atom.Atom{atom.A, atom.Strong, atom.B, atom.Em, atom.I, atom.Code, atom.Del, atom.S, atom.Span, atom.Img}

// flatten makes of the blocks in a cell of a table text with spaces between them.
func flatten(cell *html.Node) {
	for n := range slices.Values(slices.Collect(cell.Descendants())) {
		if n.Type != html.ElementNode || slices.Contains(inCell, n.DataAtom) || slices.Contains(removed, n.DataAtom) ||
			renamedInCell(n) {
			continue
		}
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, n)
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: " "}, n.NextSibling)
		rename(n, atom.Span)
	}
}

// renamedInCell reports whether an element becomes one that a cell may have.
func renamedInCell(n *html.Node) bool { return slices.Contains(inCell, renamed[n.DataAtom]) }

// maxCells is how many cells a table has at most, with those that fill its rows; a larger
// one becomes paragraphs.
const maxCells = 100_000

// cellsOf returns how many cells a table has in Markdown.
func cellsOf(t *html.Node) int {
	rows, columns := 0, 0
	for n := range t.Descendants() {
		if n.DataAtom != atom.Tr {
			continue
		}
		rows++
		cells := 0
		for range n.ChildNodes() {
			cells++
		}
		columns = max(columns, cells)
	}
	return rows * columns
}

// moveCaption moves the caption of a table before it.
func moveCaption(t *html.Node) {
	for child := range slices.Values(slices.Collect(t.ChildNodes())) {
		if child.DataAtom == atom.Caption {
			t.RemoveChild(child)
			rename(child, atom.P)
			t.Parent.InsertBefore(child, t)
		}
	}
}
