package seed

import (
	"bytes"
	"fmt"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/klauspost/compress/gzip"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/markdown"
	"designmanual/seed/page"
	"designmanual/tokenize"
)

// renderManual writes the manual document of the specification, section 2.1:
// compact, keys in the specification's order, without a final newline. The
// address is the manual's, without a trailing slash.
func renderManual(m *manual.Manual, address string) []byte {
	w := make(writer, 0, roomFor(m, address))
	w.member(`{"id":`, m.ID)
	w.member(`,"slug":`, m.Slug)
	w.member(`,"title":`, m.Title)
	w.member(`,"description":`, m.Description)
	w.member(`,"url":`, address)
	w.member(`,"visibility":`, string(m.Visibility))
	w.member(`,"updatedAt":`, dateTime(m.UpdatedAt))
	if m.ExpiresAt.IsZero() {
		w.raw(`,"expiresAt":null`)
	} else {
		w.member(`,"expiresAt":`, dateTime(m.ExpiresAt))
	}
	w.raw(`,"sections":[`)
	addresses := addressesOf(m, address)
	for i := range m.Sections {
		w.comma(i)
		w.section(&m.Sections[i], address, addresses)
	}
	w.raw("]}")
	return w
}

// dateTime is an ISO 8601 date-time in UTC, zero fractions dropped.
func dateTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// roomFor returns about the length of the manual document.
func roomFor(m *manual.Manual, address string) int {
	room := 512 + len(m.Title) + len(m.Description)
	for i := range m.Sections {
		s := &m.Sections[i]
		room += 128 + len(s.ID) + 2*len(s.Anchor) + len(s.Title) + len(address) + len(s.Content)
		for j := range s.Blocks {
			b := &s.Blocks[j]
			room += 128 + len(b.ID) + 2*len(b.Anchor) + 2*len(b.Kind) + len(address) + len(b.Content)
		}
	}
	return room
}

type writer []byte

func (w *writer) raw(s string) { *w = append(*w, s...) }

// json writes a value that is compact already.
func (w *writer) json(value []byte) { *w = append(*w, value...) }

func (w *writer) comma(i int) {
	if i > 0 {
		w.raw(",")
	}
}

// member writes a key as it stands and a string, escaped only where JSON
// asks for it (RFC 8259, section 7).
func (w *writer) member(key, value string) {
	w.raw(key)
	*w = quoted(*w, value)
}

// quoted appends a JSON string to text.
func quoted(text []byte, value string) []byte {
	text, err := jsontext.AppendQuote(text, value)
	if err != nil {
		panic(fmt.Sprintf("quoting a parsed string: %v", err)) // only invalid UTF-8, which no parsed file has
	}
	return text
}

func (w *writer) section(s *manual.Section, address string, files map[string][]byte) {
	w.member(`{"id":`, s.ID)
	w.member(`,"anchor":`, s.Anchor)
	w.member(`,"url":`, address+"#"+s.Anchor)
	w.member(`,"title":`, s.Title)
	w.raw(`,"content":`)
	w.json(s.Content)
	w.raw(`,"blocks":[`)
	for i := range s.Blocks {
		w.comma(i)
		b := &s.Blocks[i]
		w.member(`{"id":`, b.ID)
		w.member(`,"anchor":`, b.Anchor)
		w.member(`,"url":`, address+"#"+b.Anchor)
		w.member(`,"type":`, string(b.Kind))
		w.member(`,"label":`, b.Kind.Label())
		w.raw(`,"content":`)
		w.json(withAddresses(b.Content, b.Kind, files))
		w.raw("}")
	}
	w.raw("]}")
}

// compressors are kept, since a gzip writer is a megabyte. They are not
// the standard library's: half of an import's time went into those, for 2 %
// fewer bytes.
type compressors struct{ pool sync.Pool }

// A compressor writes into memory of its own.
type compressor struct {
	gzip *gzip.Writer
	out  bytes.Buffer
}

// noTime says in a gzip header that there is no time (RFC 1952, section 2.3.1).
var noTime = time.Unix(0, 0)

// compress makes the compressed body of a document.
func (c *compressors) compress(identity []byte) []byte {
	w, ok := c.pool.Get().(*compressor)
	if !ok {
		w = &compressor{gzip: gzip.NewWriter(nil)}
	}
	defer c.pool.Put(w)
	w.out.Reset()
	w.gzip.Reset(&w.out)
	w.gzip.ModTime = noTime
	// Writing to memory cannot fail.
	w.gzip.Write(identity)
	w.gzip.Close()
	return bytes.Clone(w.out.Bytes())
}

// compressNew compresses the documents of a snapshot that known, the manual as
// the store has it, does not have: of the others the store keeps its own.
func (c *compressors) compressNew(s *manual.Snapshot, known db.Entry) {
	for kind, d := range s.Documents {
		if !known.IsZero() {
			if had, ok := known.Document(kind); ok && had.ETag() == manual.Fingerprint(d.Identity) {
				continue
			}
		}
		d.Gzip = c.compress(d.Identity)
		s.Documents[kind] = d
	}
}

// document is a body on its way into the store, which makes the tag and asks
// for the compressed body.
func document(identity []byte) manual.Document { return manual.Document{Identity: identity} }

// tokenDocuments renders the tokens of a manual: the documents of the
// interface and the exports. The title is the name of the palette.
func tokenDocuments(d *manual.TokenDocument, title string) (map[manual.DocumentKind]manual.Document, []manual.Note) {
	structured, notes := tokenize.RenderStructured(d)
	documents := map[manual.DocumentKind]manual.Document{
		manual.TokensDocument:     document(tokenize.Render(d)),
		manual.StructuredDocument: document(structured),
		manual.CSSDocument:        document(tokenize.RenderCSS(d)),
		manual.SCSSDocument:       document(tokenize.RenderSCSS(d)),
		manual.TailwindDocument:   document(tokenize.RenderTailwind(d)),
		manual.ModuleDocument:     document(tokenize.RenderModule(d)),
		manual.TypesDocument:      document(tokenize.RenderTypes(d)),
		manual.GIMPDocument:       document(tokenize.RenderGIMP(d, title)),
		manual.AdobeDocument:      document(tokenize.RenderAdobe(d)),
	}
	if resolver, ok := tokenize.RenderResolver(d); ok {
		documents[manual.ResolverDocument] = document(resolver)
	}
	return documents, notes
}

// addressed renders the documents of a published manual that have its address
// in them, which are all but the token documents: the manual document, the
// page, the page's icon and the Markdown.
func addressed(s *manual.Snapshot, b manual.Brand, site manual.Site, tokens *manual.TokenDocument) error {
	address := site.Address(b, s.Manual.Slug, s.Subdomain, s.Primary)
	s.Documents[manual.ManualDocument] = document(renderManual(&s.Manual, address))
	html, err := page.Render(page.Page{
		Brand: b, Manual: &s.Manual, Tokens: tokens, Site: site, Subdomain: s.Subdomain, Primary: s.Primary,
	})
	if err != nil {
		return err
	}
	s.Documents[manual.PageDocument] = document(html)
	text, err := markdown.Render(markdown.Page{Manual: &s.Manual, Tokens: tokens, Address: address})
	if err != nil {
		return err
	}
	s.Documents[manual.MarkdownDocument] = document(text)
	s.Documents[manual.IconDocument] = document(page.Favicon(tokens))
	return nil
}
