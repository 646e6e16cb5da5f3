package page

import (
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/microcosm-cc/bluemonday"
	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/db/manual"
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
	safe := l.sanitized(text)
	if l.rtl {
		safe = isolated(safe)
	}
	return safe
}

func (l *links) sanitized(text string) template.HTML {
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
			l.rewriteAddresses(body)
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
func (l *links) rewriteAddresses(body *html.Node) {
	for _, n := range slices.Collect(body.Descendants()) {
		switch n.DataAtom {
		case atom.A:
			if href := l.link("", content.Attribute(n, "href")).Address; href != "" {
				setAttribute(n, "href", string(href))
				if host := (link{Address: href}).Host(); host != "" {
					setAttribute(n, "title", host)
				}
				break
			}
			for _, child := range slices.Collect(n.ChildNodes()) {
				n.RemoveChild(child)
				n.Parent.InsertBefore(child, n)
			}
			n.Parent.RemoveChild(n)
		case atom.Img:
			p := l.picture(content.Attribute(n, "src"), content.Attribute(n, "alt"))
			if p.Src == "" {
				*n = html.Node{Type: html.TextNode, Data: p.Alt, Parent: n.Parent, PrevSibling: n.PrevSibling, NextSibling: n.NextSibling}
				break
			}
			setAttribute(n, "src", string(p.Src))
			setAttribute(n, "alt", p.Alt)
			if p.Width > 0 {
				setAttribute(n, "width", strconv.Itoa(p.Width))
				setAttribute(n, "height", strconv.Itoa(p.Height))
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
			n.DataAtom, n.Data, n.Attr = atom.Div, "div", nil
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
		span := &html.Node{Type: html.ElementNode, Data: "span", DataAtom: atom.Span, Attr: []html.Attribute{{Key: "class", Val: "long-word"}}}
		span.AppendChild(&html.Node{Type: html.TextNode, Data: rest[at[0]:at[1]]})
		n.Parent.InsertBefore(&html.Node{Type: html.TextNode, Data: rest[:at[0]]}, n)
		n.Parent.InsertBefore(span, n)
		rest = rest[at[1]:]
	}
	n.Data = rest
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

// isQuotation reports whether sanitized rich text is one blockquote.
func isQuotation(rich template.HTML) bool {
	text := strings.TrimSpace(string(rich))
	return strings.HasPrefix(text, "<blockquote>") && strings.Index(text, "</blockquote>") == len(text)-len("</blockquote>")
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

// A value is a member of the content that no kind of block names, as readers
// see it: an object as keys and values, an array as a list. At most one of its fields
// but Table is set.
type value struct {
	Members []member
	Items   []value
	People  bool // the items are people, a card each
	Table   bool // the items have the same keys and only values that fit in a cell
	Rich    template.HTML
	Link    link
	Text    string        // a string, or a number without an exponent
	Safe    template.HTML // the text on a page from right to left, with isolated numbers
}

type member struct {
	Key   string
	Value value
}

// isPlain reports whether the value fits on one line.
func (v value) isPlain() bool { return v.Members == nil && v.Items == nil && v.Rich == "" }

// with adds a member to an object. A nil member is ignored; a nil object is
// created when the first member is added.
func (v *value) with(key string, extra *value) *value {
	if extra == nil {
		return v
	}
	if v == nil {
		v = new(value)
	}
	v.Members = append(v.Members, member{key, *extra})
	return v
}

// extra returns the members of an object that are not named, nil if they show nothing.
func (b *builder) extra(o *content.Value, named ...string) *value {
	v := b.value(o.Without(named...))
	if v.isNothing() {
		return nil
	}
	return &v
}

// value converts a value of the content. A string that is HTML becomes rich
// text, an address becomes a link, any other string stays as it is. Members
// without a value are left out.
func (b *builder) value(from *content.Value) (v value) {
	if from == nil {
		return v
	}
	switch from.Kind {
	case '{':
		for _, m := range from.Members() {
			shown := b.value(m)
			if slices.Contains(phoneKeys, m.Name) {
				shown = b.phone(m.Scalar(), shown)
			}
			if m.Name == "deprecated" && m.Is('t') {
				shown.Text = "" // the key says it
			} else if shown.isNothing() {
				continue
			}
			v.Members = append(v.Members, member{b.key(m.Name), shown})
		}
	case '[':
		for _, item := range from.List() {
			if shown := b.value(item); !shown.isNothing() {
				v.Items = append(v.Items, shown)
			}
		}
		v.People = arePeople(from.List())
		v.Table = !v.People && isTable(v.Items)
	case '"':
		return b.textValue(from.Text())
	case '0':
		v.Text = decimal(from.Scalar())
		v.Safe = b.isolatedText(v.Text)
	case 't':
		v.Text = b.translate("yes")
	case 'f':
		v.Text = b.translate("no")
	}
	return v
}

// textValue converts a string of the content.
func (b *builder) textValue(text string) (v value) {
	if f := b.links.files[text]; f != nil {
		return b.fileValue(f, text)
	}
	if content.IsRich(text) {
		v.Rich = b.links.rich(text)
	}
	if v.Rich == "" {
		if v.Link = b.links.link(text, addressIn(text)); v.Link.Address == "" {
			v.Text = strings.TrimSpace(text)
			v.Safe = b.isolatedText(v.Text)
		}
	}
	return v
}

// fileValue shows a picture, and any other file as a link by its name and size.
func (b *builder) fileValue(f *manual.File, path string) (v value) {
	if f.Width > 0 {
		v.Rich = b.links.rich(`<img src="` + html.EscapeString(path) + `" alt="` + html.EscapeString(f.Name) + `">`)
		return v
	}
	v.Link = b.links.link(f.Name+" · "+b.size(f.Size), path)
	if v.Link.Address == "" {
		v.Text, v.Link = v.Link.Text, link{}
	}
	return v
}

// isNothing reports whether there is nothing to show.
func (v value) isNothing() bool {
	return v.isPlain() && v.Text == "" && v.Link.Address == ""
}

// mailAddress matches an address for mail as people write it. Like others that are long to compile, it
// is when it is first used, so that commands begin at once.
var mailAddress = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+$`)
})

// addressIn returns the address that a text links to, empty for none.
func addressIn(text string) string {
	switch {
	case content.IsAddress(text), strings.HasPrefix(text, "mailto:"), strings.HasPrefix(text, "tel:"):
		return text
	case mailAddress().MatchString(text):
		return "mailto:" + text
	}
	return ""
}

// phoneKeys are the keys of telephone numbers.
var phoneKeys = []string{"phone", "tel", "telephone", "mobile"}

// phoneNumber matches a telephone number and nothing else: no extension, no words.
var phoneNumber = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\+?[0-9(][0-9() ./\x{a0}\x{2010}-\x{2013}-]{3,30}[0-9]$`)
})

// phone links a telephone number, as it is written and from left to right; anything else stays
// what it is. The zero in brackets after the code of a country is not dialed.
func (b *builder) phone(number string, shown value) value {
	if !phoneNumber().MatchString(number) {
		return shown
	}
	dialed := number
	if strings.HasPrefix(number, "+") {
		dialed = strings.ReplaceAll(number, "(0)", "")
	}
	dialed = strings.Map(func(r rune) rune {
		if r == '+' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, dialed)
	return value{Link: b.links.link(number, "tel:"+dialed), Safe: b.isolatedText(number)}
}

// key returns a key as words, in the page's language if it is one that every entry
// may have.
func (s locale) key(key string) string { return s.word("key-"+key, content.Readable(key)) }

// arePeople reports whether all entries of a list have a name and a way to reach them.
func arePeople(entries []*content.Value) bool {
	isPerson := func(entry *content.Value) bool {
		reached := slices.ContainsFunc(append(phoneKeys, "email", "mail"), func(key string) bool { return entry.Get(key).Scalar() != "" })
		return reached && entry.Get("name").Scalar() != ""
	}
	return len(entries) > 0 && !slices.ContainsFunc(entries, func(entry *content.Value) bool { return !isPerson(entry) })
}

// isTable reports whether a list is shown as a table: two or more objects with the same
// two to six keys.
func isTable(items []value) bool {
	if len(items) < 2 || len(items[0].Members) < 2 || len(items[0].Members) > 6 {
		return false
	}
	fits := func(a, b member) bool { return a.Key == b.Key && a.Value.isPlain() }
	return !slices.ContainsFunc(items, func(v value) bool { return !slices.EqualFunc(v.Members, items[0].Members, fits) })
}
