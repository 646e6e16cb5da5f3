package page

import (
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/tokenize/content"
)

// allowed is the policy of elements and attributes for rich text. It allows
// nothing that runs, styles, or takes an anchor of the page. It does not check
// addresses; see [links.rewriteAddresses].
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

// rich returns rich text that is safe on the page. It removes elements that are
// not allowed, checks addresses, and parses and renders the rest until it no
// longer changes, so that every element ends inside it. A text that never
// settles, nests too deep or would grow many times keeps only its words.
func (l *links) rich(text string) template.HTML {
	text = strings.ReplaceAll(text, "\x00", "\uFFFD")
	if !strings.ContainsAny(text, "<>&") {
		return template.HTML(html.EscapeString(text))
	}
	clean := allowed.Sanitize(text)
	for round := range 4 {
		body, ok := content.ParseRichText(clean)
		if !ok {
			break
		}
		if round == 0 {
			l.rewriteAddresses(body)
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
func (l *links) rewriteAddresses(body *html.Node) {
	for _, n := range slices.Collect(body.Descendants()) {
		switch n.DataAtom {
		case atom.A:
			l.rewriteLink(n)
		case atom.Img:
			l.rewriteImage(n)
		}
	}
}

func (l *links) rewriteLink(n *html.Node) {
	if href := l.link("", content.Attribute(n, "href")).Address; href != "" {
		setAttribute(n, "href", string(href))
		return
	}
	for n.FirstChild != nil {
		child := n.FirstChild
		n.RemoveChild(child)
		n.Parent.InsertBefore(child, n)
	}
	n.Parent.RemoveChild(n)
}

func (l *links) rewriteImage(n *html.Node) {
	p := l.picture(content.Attribute(n, "src"), content.Attribute(n, "alt"))
	if p.Src == "" {
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: p.Alt}, n)
		n.Parent.RemoveChild(n)
		return
	}
	setAttribute(n, "src", string(p.Src))
	setAttribute(n, "alt", p.Alt)
	if p.Width > 0 {
		setAttribute(n, "width", strconv.Itoa(p.Width))
		setAttribute(n, "height", strconv.Itoa(p.Height))
	}
	setAttribute(n, "loading", "lazy")
	setAttribute(n, "decoding", "async")
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

// heading returns the words of the first heading in sanitized rich text.
func heading(rich template.HTML) string {
	found := firstHeading.FindStringSubmatch(string(rich))
	if found == nil {
		return ""
	}
	words := html.UnescapeString(element.ReplaceAllString(strings.ReplaceAll(found[1], "<br/>", " "), ""))
	return shortened(strings.Join(strings.Fields(words), " "), 80)
}

var (
	firstHeading = regexp.MustCompile(`(?s)<h[1-6][^>]*>(.*?)</h[1-6]>`)
	element      = regexp.MustCompile(`<[^>]*>`)
)
