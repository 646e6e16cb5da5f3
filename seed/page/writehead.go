package page

import (
	"html/template"
	"strings"
)

// HTML returns the head for a template.
func (h head) HTML() template.HTML {
	var m markup
	h.write(&m)
	return template.HTML(m.out)
}

// write writes the head of a page.
func (h *head) write(m *markup) {
	m.raw("<head>\n<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"").early(h.Policy).raw("\">\n")
	m.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	m.raw("<title>").early(h.Title).raw("</title>\n")
	m.meta(`name="description"`, h.Description)
	if h.NoIndex {
		m.meta(`name="robots"`, "noindex")
	}
	if h.Canonical != "" {
		m.raw(`<link rel="canonical" href="`).early(h.Canonical).raw("\">\n")
		m.meta(`property="og:type"`, "website")
		m.meta(`property="og:url"`, h.Canonical)
		m.meta(`property="og:title"`, h.Title)
		m.meta(`property="og:description"`, h.Description)
		m.meta(`property="og:site_name"`, h.SiteName)
		m.meta(`property="og:image"`, h.Image)
	}
	m.alternate("The manual as JSON", h.Manual)
	m.alternate("Its design tokens", h.Tokens)
	m.raw(`<link rel="icon" type="image/svg+xml" href="`).early(h.Icon).raw("\">\n<link rel=\"stylesheet\" href=\"").early(h.Stylesheet).raw("\">\n")
	if len(h.Style) > 0 {
		m.raw("<style>")
		m.out = append(m.out, h.Style...)
		m.raw("</style>")
	}
	m.raw("\n")
	if h.Script != "" {
		m.raw(`<script src="`).early(h.Script).raw("\" defer></script>\n")
	}
	m.raw("</head>")
}

// meta writes a meta element, or nothing for an empty content.
func (m *markup) meta(name fixed, content string) {
	if content != "" {
		m.raw(`<meta `).raw(name).raw(` content="`).early(content).raw("\">\n")
	}
}

// alternate writes a link to the page in another form, or nothing for an
// empty address.
func (m *markup) alternate(title fixed, address string) {
	if address != "" {
		m.raw(`<link rel="alternate" type="application/json" title="`).raw(title).raw(`" href="`).early(address).raw("\">\n")
	}
}

// early is text without a plus sign, which stands so near the beginning that
// a program that guesses encodings could take it for UTF-7.
func (m *markup) early(s string) *markup {
	for {
		before, after, found := strings.Cut(s, "+")
		if m.text(before); !found {
			return m
		}
		m.raw("&#43;")
		s = after
	}
}
