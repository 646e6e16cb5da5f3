package page

func (p *palettePlate) write(m *markup) {
	m.raw("<ul class=\"swatches\">\n")
	for i := range p.Swatches {
		p.Swatches[i].write(m)
	}
	m.raw("</ul>\n").further(p.Further)
}

func (s *swatch) write(m *markup) {
	m.raw(`<li class="swatch`)
	if len(s.Tints) > 0 {
		m.raw(` tinted`)
	}
	m.raw(` `).class(s.Class).raw("\">\n<div class=\"field")
	if s.Clear {
		m.raw(` clear`)
	}
	if s.Class == 0 {
		m.raw(` unknown`)
	}
	m.raw(`" data-copy="`).text(s.Value).raw("\"></div>\n")
	if len(s.Tints) > 0 {
		m.raw(`<ol class="tints" aria-label="Tints and shades">`)
		for _, t := range s.Tints {
			m.raw(`<li><span class="cell `).class(t.Class).raw(`" data-copy="`).text(t.Value).raw(`" data-name="`).text(t.Step)
			m.raw(`"></span><span class="step">`).text(t.Step).raw(`</span></li>`)
		}
		m.raw("</ol>\n")
	}
	m.raw("<div class=\"swatch-text\">\n<div class=\"swatch-name\"><p class=\"name\">").text(s.Name).raw("</p>\n<p class=\"values\">").value(s.Value)
	if s.Property != "" {
		m.raw(` `).value(s.Property)
	} else {
		m.raw(` <span class="note">not a token</span>`)
	}
	m.raw("</p></div>\n")
	if s.OnWhite > 0 {
		m.raw(`<dl class="verdicts">`).verdict("white", s.OnWhite).verdict("black", s.OnBlack).raw("</dl>\n")
	}
	m.further(s.Further).raw("</div>\n</li>\n")
}

// verdict writes how a color reads on a ground.
func (m *markup) verdict(ground fixed, contrast float64) *markup {
	m.raw(`<div class="on-`).raw(ground).raw(`"><dt>on `).raw(ground).raw(`</dt><dd>`)
	m.out = appendRatio(m.out, contrast)
	return m.raw(` <span>`).text(verdict(contrast)).raw(`</span></dd></div>`)
}

func (s *specimens) write(m *markup) {
	for i := range s.Faces {
		s.Faces[i].write(m, s.Sentence)
	}
	if len(s.Scale) > 0 {
		m.raw("<ol class=\"scale\">\n")
		for _, step := range s.Scale {
			m.raw(`<li class="`).class(step.Class).raw(`"><span class="note"><span class="key">`).text(step.Key).raw(`</span> <span>`).text(step.Value)
			if step.Cut {
				m.raw(`, shown smaller`)
			}
			m.raw(`</span> `).value(step.Property).raw(`</span><span class="sample`)
			if step.Large {
				m.raw(` large`)
			}
			m.raw(`">`).text(s.Sentence).raw("</span></li>\n")
		}
		m.raw("</ol>\n").further(s.OfScale)
	}
	m.further(s.Further)
}

func (f *face) write(m *markup, sentence string) {
	usage := f.Usage
	if usage == "" {
		usage = "Typeface"
	}
	m.raw(`<div class="specimen `).class(f.Class).raw("\">\n<p class=\"specimen-use\"><span>").text(usage).raw(`</span> `).value(f.Property).raw("</p>\n")
	m.raw(`<p class="specimen-name">`).text(f.Family).raw("</p>\n")
	m.raw("<p class=\"specimen-glyphs\">ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 &amp;?!@€£%§</p>\n")
	if len(f.Weights) > 0 {
		m.raw(`<ul class="weights">`)
		for _, w := range f.Weights {
			m.raw(`<li><span class="note">`).text(w.Text).raw(`</span> <span class="set `).class(w.Class).raw(`">`).text(sentence).raw(`</span></li>`)
		}
		m.raw("</ul>\n")
	}
	m.element(`<p class="note">Where it is missing: `, f.Fallbacks, "</p>\n").further(f.Further).raw("</div>\n")
}

func (s *spacingBars) write(m *markup) {
	m.raw("<ul class=\"bars\">\n")
	for _, i := range s.Items {
		m.raw(`<li class="`).class(i.Class).raw(`"><span class="key">`).text(i.Name).raw(`</span> `).amount(i.Value)
		m.raw(` <span class="bar" aria-hidden="true"></span> `).value(i.Property).further(i.Further).raw("</li>\n")
	}
	m.raw("</ul>\n").further(s.Further)
}

func (s *screenWidths) write(m *markup) {
	m.raw("<ul class=\"widths\">\n")
	for _, i := range s.Items {
		m.raw(`<li class="`).class(i.Class).raw(`"><span class="screen">`).name(i.Name).raw(` `).amount(i.Value).raw(`</span> `)
		m.value(i.Property).further(i.Further).raw("</li>\n")
	}
	m.raw("</ul>\n").further(s.Further)
}

func (s *cornerTiles) write(m *markup) {
	m.raw("<ul class=\"tiles corners\">\n")
	for _, i := range s.Items {
		m.raw(`<li class="`).class(i.Class).raw(`"><span class="tile" aria-hidden="true"></span>`).name(i.Name).amount(i.Value)
		m.value(i.Property).further(i.Further).raw("</li>\n")
	}
	m.raw("</ul>\n").further(s.Further)
}

func (s *shadowTiles) write(m *markup) {
	m.raw("<ul class=\"tiles levels\">\n")
	for _, i := range s.Items {
		m.raw(`<li class="`).class(i.Class).raw(`"><span class="board" aria-hidden="true"><span class="tile"></span></span>`).name(i.Name).value(i.Property)
		m.amount(i.Value).further(i.Further).raw("</li>\n")
	}
	m.raw("</ul>\n").further(s.Further)
}

func (p *motionPlate) write(m *markup) {
	if len(p.Durations) > 0 {
		m.raw("<ul class=\"motions durations\">\n")
		for _, i := range p.Durations {
			m.raw(`<li class="`).class(i.Class).raw(`"><label>`).name(i.Name).raw(` `).amount(i.Value).play(i.Name, i.Value).raw(`</label>`)
			m.value(i.Property).further(i.Further).raw("</li>\n")
		}
		m.raw("</ul>\n")
	}
	if len(p.Easings) > 0 {
		m.raw("<ul class=\"motions easings\">\n")
		for i := range p.Easings {
			p.Easings[i].write(m)
		}
		m.raw("</ul>\n")
	}
	m.raw("<p class=\"note still\">Your system asks for less motion: the dots jump.</p>\n<p class=\"note moving\">Press a dot to move it.</p>\n")
	m.further(p.Further)
}

func (e *easing) write(m *markup) {
	m.raw(`<li class="`).class(e.Class).raw(`">`)
	if e.Curve == "" {
		m.raw(`<span class="curve unknown"></span>`).name(e.Name).amount(e.Value).raw(` <span class="note">not a token</span>`)
	} else {
		m.raw(`<svg class="curve" viewBox="0 0 100 100" aria-hidden="true"><path class="box" d="M0 100H100M0 0H100"/><path class="line" d="`).text(e.Curve).raw("\"/></svg>\n")
		m.raw(`<label>`).name(e.Name).play(e.Name, "").raw(`</label>`).amount(e.Value).value(e.Property)
	}
	m.further(e.Further).raw("</li>\n")
}

// play writes a switch that moves a dot, by no script.
func (m *markup) play(name, value string) *markup {
	m.raw(`<input type="checkbox" aria-label="Play `).text(name).element(`, `, value, ``)
	return m.raw(`"><span class="track" aria-hidden="true"><span class="dot"></span></span>`)
}

func (p *themePlate) write(m *markup) {
	if len(p.Stages) > 0 {
		m.raw("<div class=\"themes\" role=\"group\" aria-label=\"Themes\">\n")
		for i, s := range p.Stages {
			m.raw(`<input class="switch `).class(s.Switch).raw(`" type="radio" name="dm|`).text(p.Number).raw(`" id="dm|`).text(p.Number).raw(`-`).number(i).raw(`"`)
			if i == 0 {
				m.raw(` checked`)
			}
			m.raw(`><label class="`).class(s.Class).raw(`" for="dm|`).text(p.Number).raw(`-`).number(i).raw(`"><span class="chip" aria-hidden="true"></span>`).text(s.Name).raw("</label>\n")
		}
		m.raw("<div class=\"stages\">\n")
		for i := range p.Stages {
			p.Stages[i].write(m, p)
		}
		m.raw("</div>\n</div>\n")
	}
	if len(p.Missing) > 0 {
		m.raw(`<p class="note">Without a color on this page, and so no theme: `)
		for i, name := range p.Missing {
			if i > 0 {
				m.raw(`, `)
			}
			m.text(name)
		}
		m.raw(".</p>\n").further(p.Besides)
	}
	m.further(p.Further)
}

func (s *stage) write(m *markup, p *themePlate) {
	m.raw(`<div class="stage `).class(s.Switch).raw(` `).class(s.Class).raw("\">\n<div class=\"scene\"><p class=\"scene-name\">").text(s.Name)
	m.raw(`</p><div class="card"><p class="card-title">`).text(p.Title).raw(`</p><p>`).text(p.Sentence).raw(`</p><p class="muted">`).text(s.Slug)
	m.raw(`</p><p class="button">`).text(s.Name).raw("</p></div></div>\n<ul class=\"roles\">")
	for _, r := range s.Roles {
		m.raw(`<li class="`).class(r.Class).raw(`"><span class="dot" aria-hidden="true"></span>`).name(r.Name).raw(` `).value(r.Value)
		m.element(` <span class="note">`, r.Contrast, `</span>`).raw(` `).value(r.Property).raw(`</li>`)
	}
	m.raw("</ul>\n").further(s.Further).raw("</div>\n")
}
