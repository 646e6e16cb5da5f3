package page

// write writes the body of a manual's page.
func (d *document) write(m *markup) {
	m.raw("<body class=\"manual\">\n<a class=\"skip\" href=\"#dm|main\">Skip to the manual</a>\n")
	m.raw("<header class=\"cover\">\n<div class=\"cover-inner\">\n<p class=\"cover-brand\">").text(d.Brand).raw("</p>\n<h1>").text(d.Title).raw("</h1>\n")
	m.element(`<p class="cover-lede">`, d.Description, "</p>\n").raw("</div>\n")
	if len(d.Strip) > 0 {
		m.raw(`<div class="strip" aria-hidden="true">`)
		for _, class := range d.Strip {
			m.raw(`<span class="`).class(class).raw(`"></span>`)
		}
		m.raw("</div>\n")
	}
	m.raw("</header>\n<div class=\"book\">\n<nav class=\"contents\" aria-label=\"Sections\">\n<ol>\n")
	for i := range d.Sections {
		s := &d.Sections[i]
		m.raw(`<li><a href="#`).text(s.Anchor).raw(`" data-section="`).text(s.Anchor).raw(`"><span class="n">`).number(s.Number)
		m.raw(`</span> <span>`).text(s.Title).raw("</span></a></li>\n")
	}
	m.raw("</ol>\n</nav>\n<main id=\"dm|main\" tabindex=\"-1\">\n")
	for i := range d.Sections {
		d.Sections[i].write(m)
	}
	if len(d.Sections) == 0 {
		m.raw("<p class=\"nothing\">Nothing is published in this manual yet.</p>\n")
	}
	m.raw("</main>\n</div>\n")
	d.colophon(m)
	m.raw("<p class=\"said\" role=\"status\" aria-live=\"polite\"></p>\n</body>\n</html>\n")
}

// colophon writes when the manual changed, how long it is published, and
// where machines read it.
func (d *document) colophon(m *markup) {
	m.raw("<footer class=\"colophon\">\n<div class=\"colophon-inner\">\n<p class=\"colophon-title\">").text(d.Title).raw(`<br><span>`).text(d.Brand).raw("</span></p>\n<dl>\n")
	date := func(term fixed, at, shown string) {
		if shown != "" {
			m.raw(`<div><dt>`).raw(term).raw(`</dt><dd><time datetime="`).text(at).raw(`">`).text(shown).raw("</time></dd></div>\n")
		}
	}
	date("Updated", d.UpdatedAt, d.Updated)
	date("Until", d.UntilAt, d.Until)
	m.raw(`<div><dt>For machines</dt><dd><a href="`).text(d.TokensFile).raw(`">Design tokens</a>, <a href="`).text(d.Manual).raw(`">manual as JSON</a>`)
	if d.Restricted {
		m.raw(` (with an access token)`)
	}
	m.raw("</dd></div>\n</dl>\n</div>\n</footer>\n")
}
