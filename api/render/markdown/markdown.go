// Package markdown renders a published manual as one Markdown file, manual.md,
// for people who keep the text and for agents that read it. It has front
// matter, the sections and blocks of the page with their anchors, tables of
// tokens, and rich text as Markdown.
//
// It contains what is on the page and nothing else. Rich text is made Markdown by a
// library after [renderer.prepare]. The text of a manual must never
// become markup: what Markdown or HTML would interpret is escaped, and only
// http, https, mailto and tel addresses become links.
package markdown

import (
	"html"
	"net/url"
	"strings"
	"time"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
)

// A Page is a manual with what is needed to render it.
type Page struct {
	Manual   *manual.Manual
	Sections []content.Section     // of Manual, parsed
	Tokens   *manual.TokenDocument // the tokens of Manual, as tokenize.Document makes them
	Address  string                // of the manual, without a trailing slash
	Before   string                // the path that precedes all paths on its host, that of the base URL or none
}

// Render returns manual.md.
func Render(p Page) []byte {
	r := newRenderer(p)
	r.out.WriteString("---\ntitle: " + export.Quote(p.Manual.Title) + "\nurl: " + p.Address +
		"\nupdated: " + p.Manual.UpdatedAt.UTC().Format(time.RFC3339Nano) + "\n---\n")
	r.writeBlock(heading(1, escape(p.Manual.Title)))
	for _, s := range p.Sections {
		r.section(s)
	}
	return []byte(r.out.String())
}

// RenderSection returns a section of manual.md.
func RenderSection(p Page, s content.Section) []byte {
	r := newRenderer(p)
	r.section(s)
	return []byte(strings.TrimPrefix(r.out.String(), "\n"))
}

func newRenderer(p Page) *renderer {
	r := &renderer{
		files: make(map[string]manual.File), home: p.Address, before: p.Before, rows: make(map[string][]row),
		modes: p.Tokens.Modes,
	}
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
	return r
}

// A renderer renders one manual.
type renderer struct {
	out  strings.Builder
	base *url.URL
	home string

	before string // see [Page]
	files  map[string]manual.File
	rows   map[string][]row // the tokens by block
	modes  []manual.Mode
}

// writeBlock writes a block of Markdown; an empty one is skipped.
func (r *renderer) writeBlock(block string) {
	if block != "" {
		r.out.WriteString("\n" + block + "\n")
	}
}

func (r *renderer) section(s content.Section) {
	r.writeBlock(heading(2, anchor(s.Anchor)+escape(s.Title)))
	c := s.Content
	if intro := c.Get("intro"); intro.Is('"') {
		r.writeBlock(r.rich(intro.Text()))
		c = c.Without("intro")
	}
	r.writeBlock(r.list(c))
	for _, b := range s.Blocks {
		mark := ""
		if b.Anchor != s.Anchor {
			mark = anchor(b.Anchor)
		}
		title := strings.TrimSpace(b.Content.Get("title").Scalar())
		if title == "" && b.Kind != manual.Text && b.Kind != manual.Image {
			title = b.Label()
		}
		if title == "" {
			r.writeBlock(mark)
		} else {
			r.writeBlock(heading(3, mark+escape(title)))
		}
		r.writeBlock(r.block(b))
	}
}

// anchor returns an element that a fragment leads to.
func anchor(name string) string { return `<a id="` + html.EscapeString(name) + `"></a>` }
