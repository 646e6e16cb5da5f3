package seed

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"sync"
	"time"

	"github.com/klauspost/compress/gzip"
	"golang.org/x/net/html"

	"designmanual/db/manual"
	"designmanual/seed/markdown"
	"designmanual/seed/page"
	"designmanual/tokenize"
)

// A rendering is a published manual and all else that its documents show.
type rendering struct {
	page.Page
	address string
	notes   []manual.Note               // on values that a document has no form for
	card    []byte                      // made with the page, which comes first in [manual.Documents]
	sizes   map[manual.DocumentKind]int // of the documents that are rendered, in bytes
}

// renderers make the documents of [manual.Documents]. One that returns nil
// makes none of this manual.
var renderers = map[manual.DocumentKind]func(r *rendering) ([]byte, error){
	manual.ManualDocument: func(r *rendering) ([]byte, error) { return renderManual(r.Manual, r.address), nil },
	manual.PageDocument: func(r *rendering) (html []byte, err error) {
		html, r.card, err = page.Render(r.Page)
		return html, err
	},
	manual.CardDocument:     func(r *rendering) ([]byte, error) { return r.card, nil },
	manual.ExportDocument:   func(r *rendering) ([]byte, error) { return page.RenderExport(r.Page, r.sizes) },
	manual.IconDocument:     func(r *rendering) ([]byte, error) { return page.Favicon(r.Tokens), nil },
	manual.TokensDocument:   func(r *rendering) ([]byte, error) { return tokenize.Render(r.Tokens), nil },
	manual.CSSDocument:      func(r *rendering) ([]byte, error) { return tokenize.RenderCSS(r.Tokens), nil },
	manual.SCSSDocument:     func(r *rendering) ([]byte, error) { return tokenize.RenderSCSS(r.Tokens), nil },
	manual.TailwindDocument: func(r *rendering) ([]byte, error) { return tokenize.RenderTailwind(r.Tokens), nil },
	manual.ModuleDocument:   func(r *rendering) ([]byte, error) { return tokenize.RenderModule(r.Tokens), nil },
	manual.TypesDocument:    func(r *rendering) ([]byte, error) { return tokenize.RenderTypes(r.Tokens), nil },
	manual.GIMPDocument:     func(r *rendering) ([]byte, error) { return tokenize.RenderGIMP(r.Tokens, r.Manual.Title), nil },
	manual.AdobeDocument:    func(r *rendering) ([]byte, error) { return tokenize.RenderAdobe(r.Tokens), nil },
	manual.StructuredDocument: func(r *rendering) (body []byte, err error) {
		body, r.notes = tokenize.RenderStructured(r.Tokens)
		return body, nil
	},
	manual.ResolverDocument: func(r *rendering) ([]byte, error) {
		body, _ := tokenize.RenderResolver(r.Tokens)
		return body, nil
	},
	manual.MarkdownDocument: func(r *rendering) ([]byte, error) {
		return markdown.Render(markdown.Page{Manual: r.Manual, Tokens: r.Tokens, Address: r.address, Texts: r.Texts})
	},
}

// render renders all documents of a snapshot. It returns notes on values that a
// document has no form for.
func render(s *manual.Snapshot, b manual.Brand, site manual.Site, siblings page.Siblings, tokens *manual.TokenDocument) ([]manual.Note, error) {
	r := &rendering{
		Page: page.Page{
			Brand: b, Manual: &s.Manual, Tokens: tokens, Site: site, Subdomain: s.Subdomain, Primary: s.Primary,
			Siblings: siblings, Texts: make(map[string]*html.Node),
		},
		address: site.Address(b, s.Manual.Slug, s.Subdomain, s.Primary),
		sizes:   make(map[manual.DocumentKind]int, len(manual.Documents)),
	}
	s.Documents = make(map[manual.DocumentKind]manual.Document, len(manual.Documents))
	for _, last := range []bool{false, true} {
		for _, d := range manual.Documents {
			if last != (d.Kind == manual.ExportDocument) {
				continue // which tells the sizes of the others
			}
			body, err := renderers[d.Kind](r)
			if err != nil {
				return nil, fmt.Errorf("rendering %s: %w", d.Kind, err)
			}
			if body != nil {
				s.Documents[d.Kind] = manual.Document{Identity: body}
				r.sizes[d.Kind] = len(body)
			}
		}
	}
	return r.notes, nil
}

// A compressor is a gzip writer and what it has written. It is kept, since it is
// a megabyte, and is not the standard library's: half of an import's time went
// into those, for 2 % fewer bytes.
type compressor struct {
	*gzip.Writer
	out bytes.Buffer
}

var compressors = sync.Pool{New: func() any { return &compressor{Writer: gzip.NewWriter(nil)} }}

// compressAll compresses the documents of a snapshot.
func compressAll(s *manual.Snapshot) {
	w := compressors.Get().(*compressor)
	defer compressors.Put(w)
	for kind, d := range s.Documents {
		w.out.Reset()
		w.Reset(&w.out)
		w.ModTime = time.Unix(0, 0) // no time (RFC 1952, section 2.3.1)
		w.Write(d.Identity)         // to memory, which cannot fail
		w.Close()
		d.Gzip = bytes.Clone(w.out.Bytes())
		s.Documents[kind] = d
	}
}

// version names the renderers of this program: two that render a manual with
// every kind of block the same have the same one.
func version() (string, error) {
	site, err := manual.ParseSite(manual.DefaultSite)
	if err != nil {
		return "", err
	}
	s := new(manual.Snapshot)
	if s.Manual, err = sample(); err != nil {
		return "", fmt.Errorf("reading the sample: %w", err)
	}
	tokens, _, err := tokenize.Document(&s.Manual)
	if err != nil {
		return "", fmt.Errorf("rendering the sample: %w", err)
	}
	siblings := page.NewSiblings(site, []page.Entry{{Brand: manual.Brand{Slug: "a", Name: "A"}, Slug: "other", Title: "Other"}})
	if _, err := render(s, manual.Brand{Slug: "a", Name: "A"}, site, siblings, &tokens); err != nil {
		return "", fmt.Errorf("rendering the sample: %w", err)
	}
	h := sha256.New()
	writePart(h, []byte(page.Version()))
	for _, d := range manual.Documents {
		writePart(h, []byte(d.Kind))
		writePart(h, s.Documents[d.Kind].Identity)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

//go:embed sample.json
var sampleSections []byte

// sample is a manual with every kind of block.
func sample() (m manual.Manual, err error) {
	m = manual.Manual{
		ID: "m", Slug: "a", Title: "A", Description: "D", Visibility: manual.Public, UpdatedAt: time.Unix(0, 0),
		Files: []manual.File{{Ref: "a.png", Name: "a.png", Width: 2, Height: 1}, {Ref: "a.woff2", Name: "a.woff2"}},
	}
	return m, json.Unmarshal(sampleSections, &m.Sections)
}
