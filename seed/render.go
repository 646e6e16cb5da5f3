package seed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
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

// newRendering gathers what the documents of a snapshot are made of.
func newRendering(s *manual.Snapshot, b manual.Brand, site manual.Site, siblings []page.Entry, tokens *manual.TokenDocument) *rendering {
	return &rendering{
		Page: page.Page{
			Brand: b, Manual: &s.Manual, Tokens: tokens, Site: site,
			Subdomain: s.Subdomain, Primary: s.Primary, Siblings: others(siblings, s.Manual.Slug), Texts: map[string]*html.Node{},
		},
		address: site.Address(b, s.Manual.Slug, s.Subdomain, s.Primary),
	}
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

// documents renders all documents.
func (r *rendering) documents() (map[manual.DocumentKind]manual.Document, error) {
	made := make(map[manual.DocumentKind]manual.Document, len(manual.Documents))
	r.sizes = make(map[manual.DocumentKind]int, len(manual.Documents))
	for _, d := range manual.Documents {
		if d.Kind == manual.ExportDocument {
			continue // it tells the sizes of the others
		}
		if err := r.render(d.Kind, made); err != nil {
			return nil, err
		}
	}
	return made, r.render(manual.ExportDocument, made)
}

// render adds a document to those that are made, if the manual has it.
func (r *rendering) render(kind manual.DocumentKind, made map[manual.DocumentKind]manual.Document) error {
	body, err := renderers[kind](r)
	if err != nil {
		return fmt.Errorf("rendering %s: %w", kind, err)
	}
	if body != nil {
		made[kind] = manual.Document{Identity: body}
		r.sizes[kind] = len(body)
	}
	return nil
}

// compressors are kept, since a gzip writer is a megabyte. They are not the
// standard library's: half of an import's time went into those, for 2 % fewer
// bytes.
type compressors struct{ pool sync.Pool }

type compressor struct {
	*gzip.Writer
	out bytes.Buffer
}

// compress makes the compressed body of a document.
func (c *compressors) compress(identity []byte) []byte {
	w, ok := c.pool.Get().(*compressor)
	if !ok {
		w = &compressor{Writer: gzip.NewWriter(nil)}
	}
	defer c.pool.Put(w)
	w.out.Reset()
	w.Reset(&w.out)
	w.ModTime = time.Unix(0, 0) // no time (RFC 1952, section 2.3.1)
	w.Write(identity)           // to memory, which cannot fail
	w.Close()
	return bytes.Clone(w.out.Bytes())
}

// compressAll compresses the documents of a snapshot.
func (c *compressors) compressAll(s *manual.Snapshot) {
	for kind, d := range s.Documents {
		d.Gzip = c.compress(d.Identity)
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
	s := &manual.Snapshot{Manual: sample()}
	tokens, _, err := tokenize.Document(&s.Manual)
	if err != nil {
		return "", fmt.Errorf("rendering a sample: %w", err)
	}
	siblings := []page.Entry{{Brand: manual.Brand{Slug: "a", Name: "A"}, Slug: "other", Title: "Other"}}
	documents, err := newRendering(s, manual.Brand{Slug: "a", Name: "A"}, site, siblings, &tokens).documents()
	if err != nil {
		return "", fmt.Errorf("rendering a sample: %w", err)
	}
	h := sha256.New()
	writePart(h, []byte(page.Version()))
	for _, d := range manual.Documents {
		writePart(h, []byte(d.Kind))
		writePart(h, documents[d.Kind].Identity)
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// sample is a manual with every kind of block.
func sample() manual.Manual {
	m := manual.Manual{
		ID: "m", Slug: "a", Title: "A", Description: "D", Visibility: manual.Public, UpdatedAt: time.Unix(0, 0),
		Files: []manual.File{{Ref: "a.png", Name: "a.png", Width: 2, Height: 1}, {Ref: "a.woff2", Name: "a.woff2"}},
	}
	for i, b := range []manual.Block{
		{Kind: manual.Colors, Content: []byte(`{"colors":[{"name":"Red","hex":"#f00","tints":true,"use":"Use"},{"name":"None","hex":"?"}]}`)},
		{Kind: manual.Typography, Content: []byte(`{"fonts":[{"family":"Barlow","usage":"Body","weights":[400],"files":[{"url":"a.woff2","weight":"400"}]}],"scale":{"base":16,"ratio":1.25}}`)},
		{Kind: manual.Spacing, Content: []byte(`{"steps":[2,{"step":4,"value":"1rem"}]}`)},
		{Kind: manual.Breakpoints, Content: []byte(`{"breakpoints":[{"name":"S","value":600}]}`)},
		{Kind: manual.Motion, Content: []byte(`{"durations":[{"name":"S","value":150}],"easings":[{"name":"E","value":"ease"}]}`)},
		{Kind: manual.Radii, Content: []byte(`{"radii":[{"name":"S","value":2}]}`)},
		{Kind: manual.Elevation, Content: []byte(`{"levels":[{"name":"L","value":{"x":0,"y":1,"blur":2,"color":"#000"}}]}`)},
		{Kind: manual.Themes, Content: []byte(`{"themes":[{"name":"Light","colors":{"text":"red","background":"#fff"}},{"name":"Dark","colors":{"text":"#fff"}}]}`)},
		{Kind: manual.Logo, Content: []byte(`{"logos":[{"name":"L","url":"a.png","alt":"A","background":"#fff"}]}`)},
		{Kind: manual.Text, Content: []byte(`{"html":"<h2>H</h2><p>T <a href=\"https://x.example/\">x</a></p><ul><li>1</li></ul>"}`)},
		{Kind: manual.Image, Content: []byte(`{"images":[{"url":"a.png","alt":"A","caption":"<p>C</p>"},{"url":"https://x.example/a.png"}]}`)},
		{Kind: manual.Downloads, Content: []byte(`{"files":[{"name":"F","url":"a.png","size":1}]}`)},
		{Kind: manual.DosDonts, Content: []byte(`{"items":[{"do":true,"html":"<p>Do</p>","url":"a.png"},{"html":"<p>Not</p>"}]}`)},
		{Kind: "PRESS_KIT", Content: []byte(`{"further":[1,{"a":"<p>b</p>"}]}`)},
	} {
		b.ID, b.Anchor = fmt.Sprint("b", i), fmt.Sprint("b", i)
		m.Sections = append(m.Sections, manual.Section{ID: fmt.Sprint("s", i), Anchor: fmt.Sprint("s", i), Title: "S", Content: []byte(`{"intro":"<p>I</p>"}`), Blocks: []manual.Block{b}})
	}
	return m
}
