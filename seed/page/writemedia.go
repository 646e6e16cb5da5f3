package page

func (p *prose) write(m *markup) {
	m.raw(`<div class="prose">`).rich(p.Text).raw("</div>\n").further(p.Further)
}

func (p *plate) write(m *markup) {
	if p.Image == "" {
		m.raw(`<span class="stand-in">`).text(p.Alt).raw(`</span>`)
		return
	}
	m.raw(`<img src="`).text(string(p.Image)).raw(`" alt="`).text(p.Alt).raw(`" loading="lazy" decoding="async">`)
}

func (l *logoPlates) write(m *markup) {
	m.raw("<ul class=\"logos\">\n")
	for i := range l.Items {
		p := &l.Items[i]
		m.raw(`<li><figure><div class="frame `).class(p.Class).raw(`">`)
		p.write(m)
		m.raw(`</div><figcaption>`).name(p.Name).raw(` `).value(p.Background).further(p.Further).raw("</figcaption></figure></li>\n")
	}
	m.raw("</ul>\n").further(l.Further)
}

func (l *imagePlates) write(m *markup) {
	m.raw("<div class=\"images\">\n")
	for i := range l.Items {
		p := &l.Items[i]
		m.raw(`<figure><div class="frame">`)
		p.write(m)
		m.raw(`</div>`)
		if p.Caption != "" || p.Further != nil {
			m.raw(`<figcaption class="rich">`).rich(p.Caption).further(p.Further).raw(`</figcaption>`)
		}
		m.raw("</figure>\n")
	}
	m.raw("</div>\n").further(l.Further)
}

func (f *files) write(m *markup) {
	m.raw("<ul class=\"files\">\n")
	for _, i := range f.Items {
		if i.Address != "" {
			m.raw(`<li><a href="`).text(string(i.Address)).raw(`">`).text(i.Text).raw(`</a>`)
		} else {
			m.raw(`<li><span>`).name(i.Text).element(` <span class="note">`, i.Raw, `</span>`).raw(`</span>`)
		}
		m.raw(` <span class="kind">`).text(i.Kind).raw(`</span> `).amount(i.Size).further(i.Further).raw("</li>\n")
	}
	m.raw("</ul>\n").further(f.Further)
}

func (e *examplePairs) write(m *markup) {
	m.raw("<ul class=\"examples\">\n")
	for i := range e.Items {
		e.Items[i].write(m)
	}
	m.raw("</ul>\n").further(e.Further)
}

func (e *example) write(m *markup) {
	var class, word, alt, sign fixed = "dont", "Don’t", "Example to avoid", "M3 3 13 13M13 3 3 13"
	if e.Do {
		class, word, alt, sign = "do", "Do", "Example to follow", "M2.5 8.5 6.5 12.5 13.5 3.5"
	}
	m.raw(`<li class="`).raw(class).raw(`">`)
	if e.Image != "" {
		m.raw(`<div class="frame"><img src="`).text(string(e.Image)).raw(`" alt="`).raw(alt).raw(`" loading="lazy" decoding="async"></div>`)
	}
	m.raw("\n<p class=\"ruling\"><svg viewBox=\"0 0 16 16\" aria-hidden=\"true\"><path d=\"").raw(sign).raw(`"/></svg>`).raw(word).raw("</p>\n")
	m.richSection(e.Text).element(`<p class="note">`, e.Raw, `</p>`).further(e.Further).raw("</li>\n")
}
