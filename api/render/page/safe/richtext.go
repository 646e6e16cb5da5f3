package safe

import (
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/tokenize/content"
)

// allowed is the policy of elements and attributes for rich text. It allows
// nothing that runs, styles, or takes an anchor of the page. It does not check
// addresses; see [Checker.rewriteAddresses].
var allowed = newAllowList()

func newAllowList() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements(content.Elements...)
	p.AllowAttrs("lang").Matching(bluemonday.Paragraph).Globally()
	p.AllowAttrs("dir").Matching(bluemonday.Direction).Globally()
	p.AllowAttrs("title").Matching(bluemonday.Paragraph).OnElements("abbr", "dfn")
	p.AllowAttrs("colspan", "rowspan").Matching(bluemonday.Integer).OnElements("th", "td")
	p.AllowAttrs("start", "value").Matching(bluemonday.Integer).OnElements("ol", "li")
	p.AllowAttrs("width", "height").Matching(bluemonday.Integer).OnElements("img")
	p.AllowAttrs("alt", "src").OnElements("img")
	p.AllowAttrs("href").OnElements("a")
	return p
}

// RichText returns rich text that is safe on the page. It removes elements that are
// not allowed, checks addresses, and parses and renders the rest until it no
// longer changes, so that every element ends inside it. A text that never
// settles, nests too deep or would grow many times keeps only its words.
func (c *Checker) RichText(text string) template.HTML {
	safe := c.sanitized(text)
	if c.RTL {
		safe = isolated(safe)
	}
	return safe
}

func (c *Checker) sanitized(text string) template.HTML {
	text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	if !strings.ContainsAny(text, "<>&") {
		return template.HTML(html.EscapeString(text))
	}
	if texts, ok := content.Paragraphs(text); ok {
		var out strings.Builder
		for _, text := range texts {
			out.WriteString("<p>" + html.EscapeString(text) + "</p>")
		}
		return template.HTML(out.String())
	}
	clean := allowed.Sanitize(text)
	for round := range 4 {
		body, ok := content.ParseRichText(clean)
		if !ok {
			break
		}
		if round == 0 {
			c.rewriteAddresses(body)
			freeItems(body)
			fitTables(body)
		}
		var next strings.Builder
		for n := range body.ChildNodes() {
			html.Render(&next, n) // cannot fail: it writes to memory, and only allowed elements
		}
		if next.String() == clean {
			return template.HTML(clean)
		}
		clean = next.String()
	}
	return template.HTML(content.StripElements(text))
}

// rewriteAddresses checks the addresses of links and images. A link with an
// address that is not allowed becomes its text, an image becomes its
// alternative text.
func (c *Checker) rewriteAddresses(body *html.Node) {
	for _, n := range slices.Collect(body.Descendants()) {
		switch n.DataAtom {
		case atom.A:
			if href := c.Link("", content.Attribute(n, "href")).Address; href != "" {
				setAttribute(n, "href", string(href))
				// The page shows where a link leads, unless its text does.
				if host := (Link{Address: href}).Host(); !strings.Contains(strings.ToLower(textOf(n)), strings.ToLower(host)) {
					setAttribute(n, "data-host", host)
				}
				break
			}
			for _, child := range slices.Collect(n.ChildNodes()) {
				n.RemoveChild(child)
				n.Parent.InsertBefore(child, n)
			}
			n.Parent.RemoveChild(n)
		case atom.Img:
			p := c.Picture(content.Attribute(n, "src"), content.Attribute(n, "alt"))
			if p.Src == "" {
				*n = html.Node{
					Type: html.TextNode, Data: p.Alt, Parent: n.Parent, PrevSibling: n.PrevSibling,
					NextSibling: n.NextSibling,
				}
				break
			}
			setAttribute(n, "src", string(p.Src))
			setAttribute(n, "alt", p.Alt)
			if p.Width > 0 {
				setAttribute(n, "width", strconv.Itoa(p.Width))
				setAttribute(n, "height", strconv.Itoa(p.Height))
			}
			if p.Ground != "" {
				setAttribute(n, "class", p.Ground)
			}
			if p.Set != "" {
				setAttribute(n, "srcset", string(p.Set))
				setAttribute(n, "sizes", textSizes)
			}
			setAttribute(n, "loading", "lazy")
			setAttribute(n, "decoding", "async")
		}
	}
}

// freeItems makes divisions of items that stand in no list. Where rich text is inside an item of
// the page, such an item would end that, and its end tag what is around it (HTML Living Standard,
// section 13.2.6.4.7, "li", "dd" and "dt").
func freeItems(body *html.Node) {
	for _, n := range slices.Collect(body.Descendants()) {
		list := n.Parent.DataAtom
		lost := n.DataAtom == atom.Li && list != atom.Ul && list != atom.Ol
		if (n.DataAtom == atom.Dt || n.DataAtom == atom.Dd) && list != atom.Dl {
			lost = true
		}
		if lost {
			n.DataAtom = atom.Div
			n.Data = "div"
			n.Attr = nil
		}
	}
}

// fitTables makes cells of the headers without words, which name nothing, lets the keyboard
// scroll tables, since on a narrow page each has a bar of its own, and lets long words of cells
// break, so that fewer have to scroll.
func fitTables(body *html.Node) {
	for _, n := range slices.Collect(body.Descendants()) {
		if n.DataAtom == atom.Table {
			setAttribute(n, "tabindex", "0")
		}
		if n.DataAtom == atom.Th && isBlank(n) {
			n.DataAtom, n.Data = atom.Td, "td"
		}
		if n.DataAtom == atom.Td || n.DataAtom == atom.Th {
			for _, inside := range slices.Collect(n.Descendants()) {
				breakLongWords(inside)
			}
		}
	}
}

// longCellWord matches a word that takes more than half a phone's width. One that is longer than
// the words of a language are would stand on many lines: its table scrolls.
var longCellWord = regexp.MustCompile(`[\pL\pM\pN-]{13,}`)

const longestCellWord = 64

// breakLongWords puts each long word of a text into an element that may break anywhere.
func breakLongWords(n *html.Node) {
	if n.Type != html.TextNode || content.Attribute(n.Parent, "class") == "long-word" {
		return
	}
	rest := n.Data
	for {
		at := longCellWord.FindStringIndex(rest)
		if at == nil || utf8.RuneCountInString(rest[at[0]:at[1]]) > longestCellWord {
			break
		}
		span := &html.Node{
			Type: html.ElementNode, Data: "span", DataAtom: atom.Span,
			Attr: []html.Attribute{{Key: "class", Val: "long-word"}},
		}
		span.AppendChild(&html.Node{Type: html.TextNode, Data: rest[at[0]:at[1]]})
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: rest[:at[0]]}, n)
		n.Parent.InsertBefore(span, n)
		rest = rest[at[1]:]
	}
	n.Data = rest
}

// textOf returns the text of a node.
func textOf(n *html.Node) string {
	var text strings.Builder
	for inside := range n.Descendants() {
		if inside.Type == html.TextNode {
			text.WriteString(inside.Data)
		}
	}
	return text.String()
}

// isBlank reports whether a node shows nothing.
func isBlank(n *html.Node) bool {
	for inside := range n.Descendants() {
		if inside.DataAtom == atom.Img || inside.Type == html.TextNode && strings.TrimSpace(inside.Data) != "" {
			return false
		}
	}
	return true
}

func setAttribute(n *html.Node, key, value string) {
	for i := range n.Attr {
		if n.Attr[i].Key == key {
			n.Attr[i].Val = value
			return
		}
	}
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

// IsQuotation reports whether sanitized rich text is one blockquote.
func IsQuotation(rich template.HTML) bool {
	text := strings.TrimSpace(string(rich))
	inside, begins := strings.CutPrefix(text, "<blockquote>")
	inside, ends := strings.CutSuffix(inside, "</blockquote>")
	return begins && ends && !strings.Contains(inside, "</blockquote>")
}
