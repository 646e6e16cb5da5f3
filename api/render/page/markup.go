package page

import (
	"encoding/hex"
	"html/template"
	"strings"
)

// A markup is HTML that is written without a template: what stands on a page thousands of times
// (the card of a color, the row of a token, the facts below them) takes a quarter of the time.
// It escapes as html/template does, which a test compares.
type markup struct{ strings.Builder }

// raw writes HTML of the program.
func (m *markup) raw(html ...string) {
	for _, part := range html {
		m.WriteString(part)
	}
}

// text writes a text, between tags or in a quoted attribute.
func (m *markup) text(text string) { _, _ = escaper.WriteString(m, text) } // to memory, which cannot fail

// attribute writes an attribute after a space, nothing for an empty text. Its name must not be one
// that has an address, a script or a style.
func (m *markup) attribute(name, text string) {
	if text == "" {
		return
	}
	m.raw(" ", name, `="`)
	m.text(text)
	m.raw(`"`)
}

// element writes an element with a text. The start tag may have attributes.
func (m *markup) element(tag, attributes, text string) {
	m.raw("<", tag, attributes, ">")
	m.text(text)
	m.raw("</", tag, ">")
}

// html returns what was written.
func (m *markup) html() template.HTML { return template.HTML(m.String()) }

// escaper escapes what html/template escapes in texts and quoted attributes.
var escaper = strings.NewReplacer(
	"\x00", "\uFFFD", `"`, "&#34;", "&", "&amp;", "'", "&#39;", "+", "&#43;", "<", "&lt;", ">", "&gt;",
)

// escapeFragment escapes an id for an address that ends in it.
func escapeFragment(id string) string { return escapeURL(id, "") }

// escapeAddress escapes what no address has, in one that a [safe.Checker] has checked.
func escapeAddress(address template.URL) string { return escapeURL(string(address), "!#$&*+,/:;=?@[]") }

// escapeURL escapes everything but letters, digits, -._~, what is kept and, if something is,
// what is escaped already (RFC 3986, section 2).
func escapeURL(text, kept string) string {
	const digits, letters = "0123456789abcdefABCDEF", "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ-._~"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		isEscape := kept != "" && c == '%' && i+2 < len(text) && strings.Trim(text[i+1:i+3], digits) == ""
		if isEscape || strings.IndexByte(digits+letters, c) >= 0 || strings.IndexByte(kept, c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + hex.EncodeToString([]byte{c}))
		}
	}
	return b.String()
}

// extraHTML returns what no kind of block names, nothing for nil.
func extraHTML(v *value) template.HTML {
	var m markup
	m.extra(v)
	return m.html()
}

func (m *markup) extra(v *value) {
	if v == nil {
		return
	}
	m.raw(`<div class="further">`)
	m.value(*v)
	m.raw("</div>\n")
}

// valueHTML returns a value as readers see it.
func valueHTML(v value) template.HTML {
	var m markup
	m.value(v)
	return m.html()
}

// value writes a value by the first of its fields that is set.
func (m *markup) value(v value) {
	if v.Link.Address != "" {
		m.valueLink(v)
		return
	}
	if v.Safe != "" {
		m.raw(string(v.Safe))
		return
	}
	if v.Text != "" {
		m.text(v.Text)
		return
	}
	if len(v.Members) > 0 {
		m.facts(v.Members)
		return
	}
	if v.People {
		m.people(v.Items)
		return
	}
	if v.Table {
		m.table(v.Items)
		return
	}
	if len(v.Items) > 0 {
		m.items(v.Items)
		return
	}
	if v.Rich != "" {
		m.raw(`<div class="rich">`, string(v.Rich), "</div>")
	}
}

func (m *markup) valueLink(v value) {
	m.raw(`<a href="`)
	m.text(escapeAddress(v.Link.Address))
	m.raw(`">`)
	if v.Safe == "" {
		m.text(v.Link.Text)
	}
	m.raw(string(v.Safe), "</a>")
}

func (m *markup) facts(facts []member) {
	m.raw(`<dl class="facts">`)
	for _, fact := range facts {
		m.raw("<div>")
		m.element("dt", "", fact.Key)
		m.raw(" <dd>")
		m.value(fact.Value)
		m.raw("</dd></div>")
	}
	m.raw("</dl>")
}

func (m *markup) items(items []value) {
	m.raw(`<ul class="items">`)
	for _, item := range items {
		m.raw("<li>")
		m.value(item)
		m.raw("</li>")
	}
	m.raw("</ul>")
}

func (m *markup) people(people []value) {
	m.raw(`<ul class="people">`)
	for _, person := range people {
		m.raw("<li>")
		for i, fact := range person.Members {
			if i == 0 {
				m.raw(`<p class="name">`)
			} else {
				m.raw("<p>")
			}
			m.value(fact.Value)
			m.raw("</p>")
		}
		m.raw("</li>")
	}
	m.raw("</ul>")
}

// table writes objects with the same keys, a row each.
func (m *markup) table(rows []value) {
	var keys []string
	for _, fact := range rows[0].Members {
		keys = append(keys, fact.Key)
	}
	m.raw(`<div class="wide" role="group" tabindex="0" aria-label="`)
	m.text(strings.Join(keys, ", "))
	m.raw(`"><table><thead><tr>`)
	for _, key := range keys {
		m.element("th", ` scope="col"`, key)
	}
	m.raw("</tr></thead><tbody>")
	for _, row := range rows {
		m.raw("<tr>")
		for _, fact := range row.Members {
			m.raw("<td>")
			m.value(fact.Value)
			m.raw("</td>")
		}
		m.raw("</tr>")
	}
	m.raw("</tbody></table></div>")
}
