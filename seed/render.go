package seed

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"designmanual/db/manual"
	"designmanual/seed/markdown"
	"designmanual/seed/page"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/export"
)

// A rendering is a published manual with everything that its documents show.
type rendering struct {
	page.Page
	address string
	notes   []manual.Note               // on values that a document cannot express
	card    []byte                      // rendered together with the page, which [manual.Documents] lists first
	rich    map[string]string           // see [markdown.Page]
	sizes   map[manual.DocumentKind]int // of the rendered documents, in bytes
}

// renderers render the documents of [manual.Documents]. A renderer returns nil if
// the manual has no such document.
var renderers = map[manual.DocumentKind]func(r *rendering) []byte{
	manual.ManualDocument: func(r *rendering) []byte { return renderManual(r.Manual, r.address) },
	manual.PageDocument: func(r *rendering) (html []byte) {
		html, r.card = page.Render(r.Page)
		return html
	},
	manual.CardDocument:     func(r *rendering) []byte { return r.card },
	manual.FeedDocument:     func(r *rendering) []byte { return page.RenderFeed(r.Page) },
	manual.ExportDocument:   func(r *rendering) []byte { return page.RenderExport(r.Page, r.card, r.sizes) },
	manual.IconDocument:     func(r *rendering) []byte { return page.Favicon(r.Page) },
	manual.TokensDocument:   func(r *rendering) []byte { return export.Tokens(r.Tokens) },
	manual.CSSDocument:      func(r *rendering) []byte { return export.CSS(r.Tokens) },
	manual.SCSSDocument:     func(r *rendering) []byte { return export.SCSS(r.Tokens) },
	manual.TailwindDocument: func(r *rendering) []byte { return export.Tailwind(r.Tokens) },
	manual.ModuleDocument:   func(r *rendering) []byte { return export.Module(r.Tokens) },
	manual.TypesDocument:    func(r *rendering) []byte { return export.Types(r.Tokens) },
	manual.GIMPDocument:     func(r *rendering) []byte { return export.GIMP(r.Tokens, r.Manual.Title) },
	manual.AdobeDocument:    func(r *rendering) []byte { return export.Adobe(r.Tokens) },
	manual.ShadcnDocument: func(r *rendering) []byte {
		name, _ := manual.Skill(r.Brand, r.Manual.Slug, "")
		return export.Shadcn(r.Tokens, name, r.Manual.Title)
	},
	manual.FigmaDocument:  func(r *rendering) []byte { return export.Figma(r.Tokens) },
	manual.PenpotDocument: func(r *rendering) []byte { return export.Penpot(r.Tokens) },
	manual.BrandDocument: func(r *rendering) []byte {
		return export.BrandYAML(r.Tokens, export.Brand{Name: r.Brand.Name, Manual: r.Manual, Sections: r.Sections, Address: r.address})
	},
	manual.StructuredDocument: func(r *rendering) (body []byte) {
		body, r.notes = export.Structured(r.Tokens)
		return body
	},
	manual.ResolverDocument: func(r *rendering) []byte {
		body, _ := export.Resolver(r.Tokens)
		return body
	},
	manual.DesignDocument:   func(r *rendering) []byte { return markdown.RenderDesign(r.markdown()) },
	manual.SkillDocument:    func(r *rendering) []byte { return markdown.RenderSkill(r.markdown(), r.Brand) },
	manual.MarkdownDocument: func(r *rendering) []byte { return markdown.Render(r.markdown()) },
}

func (r *rendering) markdown() markdown.Page {
	return markdown.Page{Manual: r.Manual, Sections: r.Sections, Tokens: r.Tokens, Address: r.address, Rich: r.rich}
}

// parsePage parses the content of a manual and makes its tokens. It returns the
// page, of which render sets the rest, and notes on the tokens.
func parsePage(m *manual.Manual) (p page.Page, notes []manual.Note, err error) {
	p.Manual = m
	if p.Sections, err = content.Sections(m); err != nil {
		return p, nil, err
	}
	tokens, notes, err := tokenize.Document(p.Sections)
	p.Tokens = &tokens
	return p, notes, err
}

// render renders all documents of a snapshot from its page. It returns notes
// on values that a document cannot express.
func render(s *manual.Snapshot, p page.Page) []manual.Note {
	r := &rendering{
		Page: p, address: p.Site.Address(p.Brand, s.Manual.Slug, p.Subdomain, p.Primary),
		rich: make(map[string]string), sizes: make(map[manual.DocumentKind]int, len(manual.Documents)),
	}
	s.Documents = make(map[manual.DocumentKind]manual.Document, len(manual.Documents))
	add := func(kind manual.DocumentKind) {
		if body := renderers[kind](r); body != nil {
			s.Documents[kind] = manual.Document{Identity: body}
			r.sizes[kind] = len(body)
			if kind == manual.BrandDocument { // which the export page has together with its files
				for _, f := range manual.BrandFiles(body, s.Manual.Files) {
					r.sizes[kind] += int(f.Size)
				}
			}
		}
	}
	for _, d := range manual.Documents {
		if d.Kind != manual.ExportDocument && d.Kind != manual.DraftDocument {
			add(d.Kind)
		}
	}
	add(manual.ExportDocument) // it shows the sizes of the others
	return r.notes
}

// version identifies the renderers of this program. It changes when they render a
// sample with every kind of block differently.
func version() (string, error) {
	site, err := manual.ParseSite(manual.DefaultSite)
	if err != nil {
		return "", err
	}
	s := new(manual.Snapshot)
	if s.Manual, err = sample(); err != nil {
		return "", fmt.Errorf("reading the sample: %w", err)
	}
	p, _, err := parsePage(&s.Manual)
	if err != nil {
		return "", fmt.Errorf("rendering the sample: %w", err)
	}
	p.Brand, p.Site = manual.Brand{Slug: "a", Name: "A"}, site
	p.Siblings = page.NewSiblings(site, p.Brand, []page.Entry{{Brand: p.Brand, Slug: "other", Title: "Other"}}, 2)
	render(s, p)
	h := sha256.New()
	source.WriteField(h, []byte(page.Version()))
	for _, d := range manual.Documents {
		source.WriteField(h, []byte(d.Kind))
		source.WriteField(h, s.Documents[d.Kind].Identity)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

//go:embed sample.json
var sampleSections []byte

// sample returns a manual with every kind of block.
func sample() (m manual.Manual, err error) {
	m = manual.Manual{
		ID: "m", Slug: "a", Title: "A", Description: "D", Visibility: manual.Public, UpdatedAt: time.Unix(0, 0),
		Files: []manual.File{{Ref: "a.png", Name: "a.png", Width: 2, Height: 1}, {Ref: "a.woff2", Name: "a.woff2"},
			{Ref: "a.mp4", Name: "a.mp4"}, {Ref: "a.vtt", Name: "a.vtt"}, {Ref: "a.svg", Name: "a.svg", Width: 1, Height: 1}},
	}
	return m, json.Unmarshal(sampleSections, &m.Sections)
}
