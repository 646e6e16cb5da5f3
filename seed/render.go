package seed

import (
	"designmanual/api/render/markdown"
	"designmanual/api/render/page"
	"designmanual/db/manual"
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
	blocks  map[string]string           // see [markdown.Page]
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
	return markdown.Page{Manual: r.Manual, Sections: r.Sections, Tokens: r.Tokens, Address: r.address, Blocks: r.blocks}
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
		blocks: make(map[string]string), sizes: make(map[manual.DocumentKind]int, len(manual.Documents)),
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
