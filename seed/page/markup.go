package page

import (
	"html/template"
	"strconv"
	"sync"
)

// A markup is HTML as it is written. What the program wrote itself goes in as
// a [fixed] text, what has been sanitized as template.HTML, and everything
// else through text, which escapes it. The pages of manuals are written this
// way, and not by a template, since an import makes thousands of them.
type markup struct{ out []byte }

// markups are kept for their memory: how long a page becomes is known when it
// is written.
var markups = sync.Pool{New: func() any { return new(markup) }}

func emptyMarkup() *markup {
	m := markups.Get().(*markup)
	m.out = m.out[:0]
	return m
}

// fixed is HTML that stands in the source of this package: constants become
// one by themselves, and no string of a manual is ever converted to it.
type fixed string

// raw writes fixed HTML.
func (m *markup) raw(s fixed) *markup {
	m.out = append(m.out, s...)
	return m
}

// rich writes sanitized HTML.
func (m *markup) rich(h template.HTML) *markup {
	m.out = append(m.out, h...)
	return m
}

// richSection writes sanitized HTML inside a list. A stray <li> or <dd> of it
// ends the item that it stands in across a div, but not across a section
// (HTML, section 13.2.6.4.7).
func (m *markup) richSection(h template.HTML) *markup {
	return m.raw(`<section class="rich">`).rich(h).raw(`</section>`)
}

// class writes the name of a class, nothing for none.
func (m *markup) class(c class) *markup {
	if c > 0 {
		m.out = c.append(m.out)
	}
	return m
}

// number writes a whole number.
func (m *markup) number(n int) *markup {
	m.out = strconv.AppendInt(m.out, int64(n), 10)
	return m
}

// text writes text so that it is that text in an element and in a quoted
// attribute (HTML, section 13.3, "escaping a string").
func (m *markup) text(s string) *markup {
	start := 0
	for i := range len(s) {
		var escape string
		switch s[i] {
		case '&':
			escape = "&amp;"
		case '<':
			escape = "&lt;"
		case '>':
			escape = "&gt;"
		case '"':
			escape = "&#34;"
		case '\'':
			escape = "&#39;"
		case 0:
			escape = "\uFFFD"
		default:
			continue
		}
		m.out = append(append(m.out, s[start:i]...), escape...)
		start = i + 1
	}
	m.out = append(m.out, s[start:]...)
	return m
}

// element writes an element with text in it, or nothing for an empty text.
func (m *markup) element(open fixed, text string, end fixed) *markup {
	if text == "" {
		return m
	}
	return m.raw(open).text(text).raw(end)
}

// value writes a value that may be copied, or nothing for an empty one.
func (m *markup) value(text string) *markup {
	if text == "" {
		return m
	}
	return m.raw(`<code class="value" data-copy="`).text(text).raw(`">`).text(text).raw(`</code>`)
}

// name and amount write what a measure is called and what it is.
func (m *markup) name(text string) *markup {
	return m.raw(`<span class="name">`).text(text).raw(`</span>`)
}

func (m *markup) amount(text string) *markup {
	return m.raw(`<span class="amount">`).text(text).raw(`</span>`)
}

// further writes what a kind does not name.
func (m *markup) further(d *datum) *markup {
	if d == nil {
		return m
	}
	m.raw(`<div class="further">`)
	d.write(m)
	return m.raw(`</div>`)
}

// A figure is what a block shows, by its kind.
type figure interface{ write(m *markup) }
