package markdown

import (
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"

	"designmanual/seed/content"
)

var wordsOnly = bluemonday.StrictPolicy().AddSpaceWhenStrippingTag(true)

// rich returns rich text as blocks of Markdown, empty where it has no text.
// What cannot be said in Markdown, or has no place in a text (scripts, styles,
// frames), leaves its words or nothing.
func (r *renderer) rich(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return paragraph(escape(text))
	}
	body, ok := r.texts.Parse(text)
	if !ok {
		return paragraph(escape(html.UnescapeString(wordsOnly.Sanitize(text))))
	}
	return (&flow{renderer: r}).render(body.ChildNodes(), style{})
}

// maxDepth bounds how deep lists and quotes nest; what is deeper is
// paragraphs at that depth.
const maxDepth = 12

// A flow is blocks of Markdown, one below the other.
type flow struct {
	*renderer
	depth int
	item  bool // it is an item's, in which lists stand close
	cell  bool // it is a table cell's, all on one line

	out   strings.Builder
	list  bool  // the last block is a list
	runs  []run // gathered for the next block
	level int   // of the heading that is being gathered, 0 for none
}

// render returns nodes in a style as a flow of their own.
func (f *flow) render(nodes iter.Seq[*html.Node], s style) string {
	for n := range nodes {
		f.add(n, s)
	}
	f.flush()
	return f.out.String()
}

func (f *flow) children(n *html.Node, s style) {
	for child := range n.ChildNodes() {
		f.add(child, s)
	}
}

// add adds a node whose text is in a style; an element that it does not know
// is part of the line.
func (f *flow) add(n *html.Node, s style) {
	if n.Type == html.TextNode {
		f.runs = append(f.runs, run{style: s, text: n.Data})
	}
	if n.Type != html.ElementNode {
		return
	}
	switch n.Data {
	case "script", "style", "iframe", "noscript", "noembed", "noframes", "object":
		return
	case "strong", "b":
		s.strong = true
	case "em", "i", "cite", "dfn", "var":
		s.em = true
	case "s", "del", "strike":
		s.del = true
	case "code", "kbd", "samp", "tt":
		s.code = true
	case "a":
		s.href = f.address(content.Attribute(n, "href"))
	case "br":
		f.runs = append(f.runs, run{text: "\n", fixed: true})
	case "img":
		f.runs = append(f.runs, run{text: f.image(content.Attribute(n, "alt"), content.Attribute(n, "src")), fixed: true})
	case "p", "div", "section", "figure", "figcaption", "dl", "dt", "dd", "li", "caption",
		"h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "ul", "ol", "blockquote", "table", "tr", "td", "th":
		f.flush()
		f.block(n, s)
		f.flush()
		return
	}
	f.children(n, s)
}

// block adds an element that is a block of its own.
func (f *flow) block(n *html.Node, s style) {
	if f.cell || f.depth >= maxDepth {
		f.children(n, s)
		return
	}
	switch n.Data {
	case "h1", "h2", "h3", "h4", "h5", "h6":
		f.level = max(4, 1+int(n.Data[1]-'0')) // below the label of the block
		f.children(n, s)
		f.flush()
		f.level = 0
	case "hr":
		f.write("---", false)
	case "pre":
		f.write(fenced(n), false)
	case "ul", "ol":
		f.write(f.items(n, f.depth+1), true)
	case "blockquote":
		quoted := flow{renderer: f.renderer, depth: f.depth + 1}
		f.write(indented(quoted.render(n.ChildNodes(), style{}), "> ", "> "), false)
	case "table":
		f.table(n, s)
	case "dt":
		s.strong = true
		f.children(n, s)
	default:
		f.children(n, s)
	}
}

// items returns the items of a list; what stands in none is part of the item
// before it.
func (r *renderer) items(n *html.Node, depth int) string {
	var items []string
	count := 0
	for child := range n.ChildNodes() {
		first := "- "
		if n.Data == "ol" {
			first = strconv.Itoa(count+1) + ". "
		}
		further, nodes := strings.Repeat(" ", len(first)), child.ChildNodes()
		if child.Data == "li" {
			count++
		} else {
			nodes = slices.Values([]*html.Node{child})
			if len(items) > 0 {
				first = further
			}
		}
		item := flow{renderer: r, depth: depth, item: true}
		if text := indented(item.render(nodes, style{}), first, further); text != "" {
			items = append(items, text)
		}
	}
	return strings.Join(items, "\n")
}

// table adds a table after its caption.
func (f *flow) table(n *html.Node, s style) {
	var t table
	for part := range n.ChildNodes() {
		if part.Data == "caption" {
			f.add(part, s)
			continue
		}
		for tr := range part.ChildNodes() {
			var row []string
			for cell := range tr.ChildNodes() {
				if cell.Type == html.ElementNode {
					row = append(row, (&flow{renderer: f.renderer, cell: true}).render(cell.ChildNodes(), s))
				}
			}
			t.rows = append(t.rows, row)
		}
	}
	f.write(t.String(), false)
}

// flush writes what has been gathered as a block.
func (f *flow) flush() {
	inline := strings.TrimSpace(render(trimmed(f.runs), 0))
	f.runs = nil
	switch {
	case inline == "":
	case f.cell:
		f.out.WriteString(strings.TrimPrefix(" "+inline, strings.Repeat(" ", max(0, 1-f.out.Len()))))
	case f.level > 0:
		f.write(heading(f.level, inline), false)
	default:
		f.write(paragraph(inline), false)
	}
}

// write writes a block, a blank line before it; lists stand close to each
// other and to the text of the item that they are in.
func (f *flow) write(block string, isList bool) {
	if block == "" {
		return
	}
	switch {
	case f.out.Len() == 0:
	case isList && (f.item || f.list):
		f.out.WriteString("\n")
	default:
		f.out.WriteString("\n\n")
	}
	f.out.WriteString(block)
	f.list = isList
}

// indented returns blocks with a prefix before their first line and another
// before the further ones.
func indented(blocks, first, further string) string {
	if blocks == "" {
		return ""
	}
	lines := strings.Split(blocks, "\n")
	for i := range lines {
		prefix := further
		if i == 0 {
			prefix = first
		}
		lines[i] = strings.TrimRight(prefix+lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// fenced returns the text of an element as a block of code.
func fenced(n *html.Node) string {
	var text strings.Builder
	for n := range n.Descendants() {
		if n.Type == html.TextNode {
			text.WriteString(n.Data)
		}
	}
	inside := strings.Trim(strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(text.String()), "\n")
	if strings.TrimSpace(inside) == "" {
		return ""
	}
	fence := fenceFor(inside, 3)
	return fence + "\n" + inside + "\n" + fence
}
