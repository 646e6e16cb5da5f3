package markdown

import (
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/tokenize/content"
)

// rich returns rich text as blocks of Markdown, empty if it has no text. Of
// scripts, styles and frames nothing is left, and of other elements that
// Markdown does not have only their text.
func (r *renderer) rich(text string) string {
	if !strings.ContainsAny(text, "<&") {
		return paragraph(escape(text))
	}
	if texts, ok := content.Paragraphs(text); ok {
		for i, text := range texts {
			texts[i] = paragraph(escape(text))
		}
		return joinBlocks(texts...)
	}
	body, ok := content.ParseRichText(text)
	if !ok {
		return paragraph(escape(html.UnescapeString(content.StripElements(text))))
	}
	f := flow{renderer: r}
	f.children(body, style{})
	return f.text()
}

// maxDepth is how deep lists and quotes nest; deeper ones become paragraphs.
const maxDepth = 12

// A flow builds blocks of Markdown, one below the other.
type flow struct {
	*renderer
	depth int
	item  bool // inside a list item, where no blank line precedes a list
	cell  bool // inside a table cell, all on one line

	out   strings.Builder
	list  bool  // the last block is a tight list
	runs  []run // inline content of the next block
	level int   // of the current heading, 0 for none
}

// text returns the blocks.
func (f *flow) text() string {
	f.flush()
	return f.out.String()
}

func (f *flow) children(n *html.Node, s style) {
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		f.add(child, s)
	}
}

// add adds a node whose text has a style. An unknown element is inline.
func (f *flow) add(n *html.Node, s style) {
	if n.Type == html.TextNode {
		f.runs = append(f.runs, run{style: s, text: n.Data})
	}
	switch n.DataAtom {
	case atom.Script, atom.Style, atom.Iframe, atom.Noscript, atom.Noembed, atom.Noframes, atom.Object:
		return
	case atom.Strong, atom.B:
		s = s.with(strong)
	case atom.Em, atom.I, atom.Cite, atom.Dfn, atom.Var:
		s = s.with(em)
	case atom.S, atom.Del, atom.Strike:
		s = s.with(del)
	case atom.Code, atom.Kbd, atom.Samp, atom.Tt:
		s = s.with(inCode)
	case atom.A:
		s.href = f.address(content.Attribute(n, "href"))
	case atom.Br:
		f.runs = append(f.runs, run{text: "\n", verbatim: true})
	case atom.Img:
		f.runs = append(f.runs, run{style: style{href: s.href}, text: f.image(content.Attribute(n, "alt"), content.Attribute(n, "src")), verbatim: true})
	case atom.P, atom.Div, atom.Section, atom.Figure, atom.Figcaption, atom.Dl, atom.Dt, atom.Dd, atom.Li, atom.Caption, atom.H1, atom.H2, atom.H3,
		atom.H4, atom.H5, atom.H6, atom.Hr, atom.Pre, atom.Ul, atom.Ol, atom.Blockquote, atom.Table, atom.Tr, atom.Td, atom.Th,
		atom.Article, atom.Aside, atom.Header, atom.Footer, atom.Main, atom.Nav, atom.Address, atom.Details, atom.Summary:
		f.flush()
		f.block(n, s)
		f.flush()
		return
	}
	f.children(n, s)
}

// block adds a block-level element.
func (f *flow) block(n *html.Node, s style) {
	element := n.DataAtom
	if f.cell || f.depth >= maxDepth {
		element = atom.P
	}
	switch element {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		f.level = max(4, 1+int(n.Data[1]-'0')) // below the label of the block
		f.children(n, s)
		f.flush()
		f.level = 0
	case atom.Hr:
		f.write("---", false)
	case atom.Pre:
		f.write(fenced(n), false)
	case atom.Ul, atom.Ol:
		f.write(f.items(n), startOf(n) == 1)
	case atom.Blockquote:
		quoted := flow{renderer: f.renderer, depth: f.depth + 1}
		quoted.children(n, style{})
		f.write(indented(quoted.text(), "> ", "> "), false)
	case atom.Table:
		f.table(n, s)
	case atom.Dt:
		f.children(n, s.with(strong))
	default:
		f.children(n, s)
	}
}

// items returns the items of a list. Content between items belongs to the item
// before it.
func (f *flow) items(n *html.Node) string {
	var items []string
	number := startOf(n)
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		first := "- "
		if n.DataAtom == atom.Ol {
			first = strconv.Itoa(number) + ". "
		}
		further := strings.Repeat(" ", len(first))
		item := flow{renderer: f.renderer, depth: f.depth + 1, item: true}
		if child.DataAtom == atom.Li {
			number++
			item.children(child, style{})
		} else {
			item.add(child, style{})
			if len(items) > 0 {
				first = further
			}
		}
		if text := item.text(); text != "" {
			items = append(items, indented(text, first, further))
		}
	}
	return strings.Join(items, "\n")
}

// startOf returns the number of the first item of a list. Markdown allows nine
// digits.
func startOf(list *html.Node) int {
	if start, err := strconv.ParseUint(content.Attribute(list, "start"), 10, 0); err == nil && start < 1e8 && list.DataAtom == atom.Ol {
		return int(start)
	}
	return 1
}

// table adds a table, preceded by its caption.
func (f *flow) table(n *html.Node, s style) {
	var t table
	for part := range n.ChildNodes() {
		if part.DataAtom == atom.Caption {
			f.add(part, s)
			continue
		}
		for tr := range part.ChildNodes() {
			var row []string
			for cell := range tr.ChildNodes() {
				if cell.Type == html.ElementNode {
					inside := flow{renderer: f.renderer, cell: true}
					inside.children(cell, s)
					row = append(row, inside.text())
				}
			}
			t = append(t, row)
		}
	}
	f.write(t.String(), false)
}

// flush writes the inline content as a block.
func (f *flow) flush() {
	inline := strings.TrimSpace(render(trimBlankRuns(f.runs), 0))
	f.runs = f.runs[:0]
	switch {
	case inline == "":
	case f.cell && f.out.Len() > 0:
		f.out.WriteString(" " + inline)
	case f.cell:
		f.out.WriteString(inline)
	case f.level > 0:
		f.write(heading(f.level, inline), false)
	default:
		f.write(paragraph(inline), false)
	}
}

// write writes a block after a blank line. No blank line precedes a tight list
// after another one or after the text of its item. A list is tight if it begins
// with 1: with another number it would continue the paragraph before it (CommonMark
// 0.31, section 5.2).
func (f *flow) write(block string, tight bool) {
	if block == "" {
		return
	}
	switch {
	case f.out.Len() == 0:
	case tight && (f.item || f.list):
		f.out.WriteString("\n")
	default:
		f.out.WriteString("\n\n")
	}
	f.out.WriteString(block)
	f.list = tight
}

// indented prefixes the first line of blocks with one prefix and the other
// lines with another; empty blocks stay empty.
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

// fenced returns the text of an element as a fenced code block.
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
