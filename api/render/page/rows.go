package page

import (
	"html/template"
	"strconv"
	"strings"
)

// Cards returns the colors, a card or a row each.
func (f colorsFigure) Cards() template.HTML {
	var m markup
	m.Grow(400 * len(f.Swatches))
	for _, s := range f.Swatches {
		m.card(s, f.Long, f.themes)
	}
	return m.html()
}

// card writes a color. The script makes the link to one of a really long manual, and of the values in
// folded modes, which are below the word for themes, lines to copy.
func (m *markup) card(s swatch, long bool, themes string) {
	m.raw(`<li class="swatch" id="`)
	m.text(s.ID)
	m.raw(`"`, s.Data, `><a class="name"`)
	if !long {
		m.raw(` href="#`, escapeFragment(s.ID), `"`)
	}
	m.raw(">")
	m.text(s.Name)
	m.raw("</a>\n")
	m.fields(s)
	m.raw(`<code class="value`)
	if s.Hex {
		m.raw(" hex")
	}
	m.raw(`">`)
	m.text(s.Value)
	m.raw("</code>\n")
	if s.Written != "" {
		m.element("code", ` class="value print"`, s.Written)
		m.raw("\n")
	}
	for _, mode := range s.Modes {
		m.raw(`<code class="value print" data-value="`)
		m.text(mode.Value)
		m.raw(`">`)
		m.element("i", "", mode.Mode)
		m.raw(" ")
		m.text(mode.Value)
		m.raw("</code>\n")
	}
	if s.Folded.Count > 0 {
		m.raw(`<details class="modes"><summary>`)
		m.text(themes)
		m.raw("</summary>")
		m.text(s.Folded.Text)
		m.raw("</details>\n")
	}
	for _, value := range s.Print {
		m.raw(`<code class="value print">`)
		m.element("i", "", value.System)
		m.raw(" ")
		m.text(value.Value)
		m.raw("</code>\n")
	}
	m.extra(s.Extra)
	m.raw("</li>\n")
}

// fields writes the field of a color, and beside it those of its modes.
func (m *markup) fields(s swatch) {
	if len(s.Modes) > 0 {
		m.raw(`<div class="sides">`)
	}
	m.raw(`<svg class="field`)
	if s.Clear {
		m.raw(" clear")
	}
	if s.Fill == "" {
		m.raw(" unknown")
	}
	if s.Folded.Count > 0 {
		m.raw(" moded")
	}
	m.raw(`" aria-hidden="true"`)
	m.attribute("color", s.Fill)
	m.raw("></svg>")
	for _, mode := range s.Modes {
		m.raw(`<svg class="field" color="`)
		m.text(mode.Fill)
		m.raw(`" data-value="`)
		m.text(mode.Value)
		m.raw(`" aria-hidden="true"></svg>`)
	}
	if len(s.Modes) > 0 {
		m.raw("</div>")
	}
}

// RampRows returns the ramps of the colors that have tints, a row each.
func (f colorsFigure) RampRows() template.HTML {
	var m markup
	m.Grow(800 * len(f.Ramps))
	for _, s := range f.Ramps {
		m.raw(`<div class="ramp"`)
		if f.Steps == nil {
			m.raw(` data-steps="`)
			for _, t := range s.Tints {
				m.text(t.Step)
				m.raw(" ")
			}
			m.raw(`"`)
		}
		m.raw(`><a class="name" href="#`, escapeFragment(s.ID), `">`)
		m.text(s.Name)
		m.raw(`</a><svg viewBox="0 0 `, strconv.Itoa(len(s.Tints)), ` 10" preserveAspectRatio="none">`)
		for i, t := range s.Tints {
			m.raw(`<rect x="`, strconv.Itoa(i), `" fill="`)
			m.text(t.Fill)
			m.raw(`"`)
			if t.Own {
				m.raw(` class="own"`)
			}
			m.raw(t.Data, "/>")
		}
		m.raw("</svg></div>\n")
	}
	return m.html()
}

// tokenHTML returns the custom property of a token in a row with a name, nothing without one.
func tokenHTML(t token, name string) template.HTML {
	var m markup
	m.token(t, name)
	return m.html()
}

// token writes a custom property, which is shown when a reader copies tokens. The script adds the
// name of the row to one that ends in it, so that hundreds of rows stay light.
func (m *markup) token(t token, name string) {
	if t.Variable == "" {
		return
	}
	m.raw(`<code class="value token"`)
	before, isNamed := strings.CutSuffix(t.Variable, "-"+name)
	isNamed = isNamed && name != ""
	if isNamed && "--"+t.path == before+"."+name {
		m.raw(` data-path=""`) // says that the group has all that is before the name
	} else {
		m.attribute("data-path", t.path)
	}
	m.raw(">")
	if isNamed {
		m.text(before + "-")
	} else {
		m.text(t.Variable)
	}
	m.raw("</code>")
}

// amountHTML returns the value of a measure. From one that is shown as it is written but for the space
// before its unit, the script makes what is copied.
func amountHTML(shown measure) template.HTML {
	var m markup
	m.amount(shown)
	return m.html()
}

func (m *markup) amount(shown measure) {
	m.raw(`<code class="value amount"`)
	if strings.Replace(shown.Value, "\u202f", "", 1) != shown.Token.Value {
		m.attribute("data-value", shown.Token.Value)
	}
	m.raw(">")
	m.text(shown.Value)
	m.raw("</code>")
}

// Bars returns steps of spacing, a bar each.
func (s sizes) Bars() template.HTML {
	var m markup
	m.Grow(300 * len(s.Items))
	for _, step := range s.Items {
		m.raw(`<li class="`, step.Class, `">`)
		m.element("span", ` class="key"`, step.Name)
		m.raw(" ")
		m.amount(step)
		m.raw(" <span")
		if step.Class != "" {
			m.raw(` class="bar-of"`)
		}
		m.raw(` aria-hidden="true"></span> `)
		m.token(step.Token, step.Name)
		m.extra(step.Extra)
		m.raw("</li>\n")
	}
	return m.html()
}

// rowsHTML returns tokens of other types, a row each.
func rowsHTML(rows []furtherToken) template.HTML {
	var m markup
	m.Grow(300 * len(rows))
	for _, row := range rows {
		m.raw(`<li class="`, row.Class, `">`)
		m.element("span", ` class="name"`, row.Name)
		m.raw(" ")
		m.element("span", ` class="note"`, row.Kind)
		m.raw(` <code class="value amount">`)
		if row.Class != "" {
			m.raw(`<span class="dot" aria-hidden="true"></span> `)
		}
		m.text(row.Value)
		m.raw("</code> ")
		m.token(row.Token, row.Name)
		m.extra(row.Extra)
		m.raw("</li>\n")
	}
	return m.html()
}
