package page

// write writes a section with its blocks, each under its anchor. A block
// without an anchor of its own is one element with its section.
func (s *section) write(m *markup) {
	m.raw(`<section class="section" id="`).text(s.Anchor).raw(`" aria-labelledby="dm|`).number(s.Number).raw("\">\n<header class=\"section-head\">\n")
	m.raw(`<a class="mark" href="#`).text(s.Anchor).raw(`" aria-label="`).number(s.Number).raw(`: link to this section">`).number(s.Number).raw("</a>\n")
	m.raw(`<h2 id="dm|`).number(s.Number).raw(`">`).text(s.Title).raw("</h2>\n")
	if s.Intro != "" {
		m.raw(`<div class="lede">`).rich(s.Intro).raw("</div>\n")
	}
	m.further(s.Further).raw("</header>\n")
	for i := range s.Blocks {
		s.Blocks[i].write(m, s.Number)
	}
	m.raw("</section>\n")
}

func (b *block) write(m *markup, section int) {
	m.raw(`<div class="block`)
	if b.Quiet {
		m.raw(` quiet`)
	}
	m.raw(`"`)
	if b.Anchor != "" {
		m.raw(` id="`).text(b.Anchor).raw(`"`)
	}
	m.raw(">\n<p class=\"margin\">")
	if b.Anchor != "" {
		m.raw(`<a class="mark" href="#`).text(b.Anchor).raw(`" aria-label="`).number(section).raw(`.`).number(b.Number).raw(`: link to this part">`)
		m.number(section).raw(`.`).number(b.Number).raw(`</a>`)
	}
	if !b.Quiet {
		m.raw(` <span class="label">`).text(b.Label).raw(`</span>`)
	}
	m.raw("</p>\n<div class=\"body\">")
	b.Figure.write(m)
	m.raw("</div>\n</div>\n")
}

// write writes a JSON value for people.
func (d *datum) write(m *markup) {
	switch {
	case d.Members != nil:
		m.raw(`<dl class="facts">`)
		for i := range d.Members {
			m.raw(`<div><dt>`).text(d.Members[i].Key).raw(`</dt><dd>`)
			d.Members[i].Value.write(m)
			m.raw(`</dd></div>`)
		}
		m.raw(`</dl>`)
	case d.Table != nil:
		d.Table.write(m)
	case d.Items != nil:
		m.raw(`<ul class="items">`)
		for i := range d.Items {
			m.raw(`<li>`)
			d.Items[i].write(m)
			m.raw(`</li>`)
		}
		m.raw(`</ul>`)
	case d.Rich != "":
		m.richSection(d.Rich)
	case d.Link != nil:
		m.raw(`<a href="`).text(string(d.Link.Address)).raw(`">`).text(d.Link.Text).raw(`</a>`)
	case d.Nothing:
		m.raw(`<span class="none">–</span>`)
	default:
		m.text(d.Text)
	}
}

func (t *table) write(m *markup) {
	m.raw(`<div class="wide" role="region" tabindex="0" aria-label="`)
	for i, column := range t.Columns {
		if i > 0 {
			m.raw(`, `)
		}
		m.text(column)
	}
	m.raw(`"><table><thead><tr>`)
	for _, column := range t.Columns {
		m.raw(`<th scope="col">`).text(column).raw(`</th>`)
	}
	m.raw(`</tr></thead><tbody>`)
	for _, row := range t.Rows {
		m.raw(`<tr>`)
		for i := range row {
			m.raw(`<td>`)
			row[i].write(m)
			m.raw(`</td>`)
		}
		m.raw(`</tr>`)
	}
	m.raw(`</tbody></table></div>`)
}
