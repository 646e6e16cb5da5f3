// Package page makes what people look at: the page of a manual, its export
// page, the index of a site, the pages for errors and for passwords, and the
// style sheet, script and icons that they use.
//
// Use [Render] at import and keep its bytes with the snapshot: the same manual
// makes the same bytes everywhere. A page shows exactly the published manual
// that it is given, each section and block under its anchor (specification,
// sections 2.2 and 2.3). It works without JavaScript, prints, speaks the
// manual's language where the package knows it, and follows the reader's
// choice of light or dark. Besides the images that the manual itself names,
// the manual's own files, and files under [AssetPrefix], it loads nothing.
//
// Each kind of block is drawn as what it is, and that is what a reader gets for
// the size of the package: colors with their tints and contrasts, type in the
// brand's own fonts at its real sizes, curves that move, themes as a piece of
// interface, a frame in the brand's colors for light and dark. The page's own
// words are in seven languages.
//
// What a manual says is never trusted: html/template escapes text, rich text
// goes through an allow list of elements, addresses are followed only where
// their scheme is http, https or mailto, images are fetched only by http,
// https or from the manual's own files, and only values that are plain for
// their kind get into a style sheet. The package must never put an unchecked
// string of a manual into a template.CSS, template.HTML or template.URL; it
// must never read a clock, a file or the network, and never decide what is
// published.
package page

import (
	"html/template"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

// A Page is a published manual and what its addresses follow from.
type Page struct {
	Brand     manual.Brand
	Manual    *manual.Manual
	Content   content.Manual        // of the manual
	Tokens    *manual.TokenDocument // those of the manual, as tokenize.Document makes them
	Site      manual.Site
	Subdomain string   // the manual's own, or empty
	Primary   bool     // the manual stands at the root of the brand's host
	Siblings  Siblings // of the brand
}

// address returns the manual's address, and the path below which its exports
// and files lie on every host that has its page: empty or /<slug>. A manual
// with a host of its own has its page on the brand's host too.
func (p Page) address() (address, path string) {
	if !p.Primary {
		path = "/" + p.Manual.Slug
	}
	return p.Site.Address(p.Brand, p.Manual.Slug, p.Subdomain, p.Primary), path
}

func (p Page) speech() speech { return speechOf(p.Manual.Lang, p.Manual.Title) }

// A document is a manual's page as the template "manual" takes it.
type document struct {
	Page
	Head           head
	ShowBrand      bool // the title does not name it
	Logo           *logo
	Strip          []class // of the main colors
	Sections       []section
	Restricted     bool // the documents need an access token
	Updated, Until *date
	Others         template.HTML // links to the brand's other public manuals
	Export         string        // the path of the export page
	Archive        string        // the path of all files in one, empty where there are none
}

// section is a section of the page.
type section struct {
	Number  string
	Anchor  string
	Title   string
	Intro   template.HTML
	Further *value
	Blocks  []block
}

// block is a block of the page.
type block struct {
	Number  string // 2.1
	Anchor  string // empty where the block is one element with its section
	Label   string
	Name    string // in the contents
	Quiet   bool   // the label says nothing that one does not see
	IsText  bool
	Kind    string // which template shows the figure
	Figure  any
	Further *value

	names []string // of what is in it
}

// Render returns the whole HTML of a manual's page, and its [Card] as JSON, to
// be kept with it. The tokens vouch for the content of the blocks that make
// them.
func Render(p Page) (html, card []byte) {
	b, m := newBuilder(p), p.Manual
	d := document{
		Page: p, ShowBrand: !strings.Contains(m.Title, p.Brand.Name), Restricted: !m.Visibility.Open(),
		Updated: b.date(m.UpdatedAt), Until: b.date(m.ExpiresAt), Export: b.path + exportPath, Archive: archive(m, b.path),
	}
	for i, s := range p.Content.Sections {
		d.Sections = append(d.Sections, b.section(i+1, s))
	}
	var others strings.Builder
	for i, e := range p.Siblings.Entries {
		if e.Slug != m.Slug {
			others.Write(p.Siblings.links[i])
		}
	}
	d.Others = template.HTML(others.String())
	for _, hex := range b.strip() {
		d.Strip = append(d.Strip, b.sheet.value(hex))
	}
	d.Logo = b.coverLogo()
	d.Head = p.head(b.speech, b.frame)
	d.Head.Image, d.Head.Preload = b.firstImage, b.preload()
	d.Head.style(template.CSS(b.fontFaces.String()+b.frame.css()+b.sheet.rules.String()), b.links.origins)
	return execute(b.speech, "manual", d), b.card()
}

// Siblings are the public manuals of a brand, to which the pages of its other
// manuals lead.
type Siblings struct {
	Entries []Entry
	links   [][]byte // in HTML
}

// NewSiblings writes the links, once for all pages of the brand.
func NewSiblings(site manual.Site, entries []Entry) Siblings {
	s := Siblings{Entries: entries}
	for _, e := range entries {
		address := template.URL(site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary))
		s.links = append(s.links, execute(speech{}, "sibling", link{e.Title, address}))
	}
	return s
}

// exportPath is where the export page and its files are below the manual's
// address, filesArchive all files of the manual in one.
const (
	exportPath   = "/-/export"
	filesArchive = "/-/files.zip"
)

// archive returns the path of a manual's files in one, empty without files.
func archive(m *manual.Manual, path string) string {
	if len(m.Files) == 0 {
		return ""
	}
	return path + filesArchive
}

// apiPath is the path of a manual's documents on any host that serves its page.
func apiPath(brand, slug string) string { return "/api/v1/manuals/" + brand + "." + slug }
