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
	"fmt"
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
	Tokens  *manual.TokenDocument // those of the manual, as tokenize.Document makes them
	Address string                // of the manual, without a trailing slash
	Texts   content.Texts         // shared with the page, or nil
}

// Render writes manual.md. The error is for content that an import refuses;
// it names the block.
func Render(p Page) ([]byte, error) {
	r := renderer{texts: p.Texts, files: make(map[string]manual.File), home: p.Address, rows: make(map[string][]row)}
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
	for i := range p.Manual.Sections {
		if err := r.section(&p.Manual.Sections[i]); err != nil {
			return nil, fmt.Errorf("section %s: %w", p.Manual.Sections[i].ID, err)
		}
	}
	return []byte(r.out.String()), nil
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

func (r *renderer) section(s *manual.Section) error {
	r.put(heading(2, anchor(s.Anchor)+escape(s.Title)))
	c, err := content.Parse(s.Content)
	if err != nil {
		return err
	}
	if intro, ok := c.Get("intro").(string); ok {
		r.put(r.rich(intro))
		c = c.Without("intro")
	}
	r.put(r.list(c))
	for i := range s.Blocks {
		b := &s.Blocks[i]
		mark := ""
		if b.Anchor != s.Anchor {
			mark = anchor(b.Anchor)
		}
		if b.Kind == manual.Text || b.Kind == manual.Image {
			r.put(mark)
		} else {
			r.put(heading(3, mark+escape(b.Kind.Label())))
		}
		if err := r.block(b); err != nil {
			return fmt.Errorf("block %s: %w", b.ID, err)
		}
	}
	return nil
}

// anchor returns the place that an address with this fragment leads to.
func anchor(name string) string { return `<a id="` + html.EscapeString(name) + `"></a>` }
