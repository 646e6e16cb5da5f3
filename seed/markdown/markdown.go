// Package markdown renders a published manual as one Markdown file, manual.md,
// for people who take the text away and for agents that read it: front matter,
// then the sections and blocks of the page with their anchors, tokens as
// tables, rich text turned into Markdown.
//
// It holds what is on the page and no more; for the size of the package, lists,
// tables, quotes and code that an editor has written as HTML come out as such,
// however they are nested or left open. It must never let a text of the
// manual become markup: what Markdown or HTML would read as such is escaped,
// and only addresses of http, https and mailto become links.
package markdown

import (
	"html"
	"net/url"
	"strconv"
	"strings"
	"time"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

// A Page is what a manual's Markdown is made of.
type Page struct {
	Manual  *manual.Manual
	Content content.Manual        // of the manual
	Tokens  *manual.TokenDocument // those of the manual, as tokenize.Document makes them
	Address string                // of the manual, without a trailing slash
}

// Render writes manual.md.
func Render(p Page) []byte {
	r := renderer{texts: p.Content.Texts, files: make(map[string]manual.File), home: p.Address, rows: make(map[string][]row)}
	if base, err := url.Parse(p.Address); err == nil {
		if base.Path == "" {
			base.Path = "/"
		}
		r.base = base
	}
	for _, f := range p.Manual.Files {
		r.files[f.Ref] = f
	}
	p.Tokens.All(func(path []string, _ manual.TokenType, t manual.Token) {
		r.rows[t.Block] = append(r.rows[t.Block], newRow(path, t))
	})
	r.out.WriteString("---\ntitle: " + strconv.Quote(p.Manual.Title) + "\nurl: " + p.Address +
		"\nupdated: " + p.Manual.UpdatedAt.UTC().Format(time.RFC3339Nano) + "\n---\n")
	r.put(heading(1, escape(p.Manual.Title)))
	for _, s := range p.Content.Sections {
		r.section(s)
	}
	return []byte(r.out.String())
}

// A renderer writes the blocks of one manual.
type renderer struct {
	out   strings.Builder
	texts content.Texts
	base  *url.URL
	home  string
	files map[string]manual.File
	rows  map[string][]row // the tokens by block
}

// put writes a block of Markdown; an empty one is none.
func (r *renderer) put(block string) {
	if block != "" {
		r.out.WriteString("\n" + block + "\n")
	}
}

func (r *renderer) section(s content.Section) {
	r.put(heading(2, anchor(s.Anchor)+escape(s.Title)))
	c := s.Content
	if intro, ok := c.Get("intro").(string); ok {
		r.put(r.rich(intro))
		c = c.Without("intro")
	}
	r.put(r.list(c))
	for _, b := range s.Blocks {
		mark := ""
		if b.Anchor != s.Anchor {
			mark = anchor(b.Anchor)
		}
		if b.Kind == manual.Text || b.Kind == manual.Image {
			r.put(mark)
		} else {
			r.put(heading(3, mark+escape(b.Kind.Label())))
		}
		r.block(b)
	}
}

// anchor returns the place that an address with this fragment leads to.
func anchor(name string) string { return `<a id="` + html.EscapeString(name) + `"></a>` }
