// Package page renders the HTML pages of the program: the page of a manual, its
// export page, the index of a site, and the pages for errors and passwords. It
// also holds the style sheet, the script and the icons that these pages use.
//
// Call [Render] at import and store its bytes with the snapshot: the same
// manual makes the same bytes on every machine. A page shows exactly the
// published manual that it is given, each section and block under its anchor
// (specification, sections 2.2 and 2.3). It works without JavaScript, can be
// printed, and follows the reader's choice of light or dark. It loads nothing
// but the images that the manual names, the manual's own files, and files under
// [manual.InternalPath].
//
// The package is large because it draws each kind of block as what it is:
// colors with tints and contrast, type in the brand's own fonts at real sizes,
// easing curves that move, themes as a piece of interface. The frame of a page
// is in the brand's colors, light and dark, and the page's own words are in
// seven languages.
//
// The content of a manual is never trusted. html/template escapes text; rich
// text passes a list of allowed elements; links lead only to http, https and
// mailto addresses; images come only over http or https or from the manual's
// own files; only values that match a plain pattern for their type enter a
// style sheet. Code in this package must never convert an unchecked string of a
// manual to template.CSS, template.HTML or template.URL, never read a clock, a
// file or the network, and never decide what is published.
package page

import (
	"bytes"
	"html/template"
	"reflect"
	"slices"
	"strings"
	"time"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A Page is a published manual with what is needed to render it.
type Page struct {
	Brand     manual.Brand
	Manual    *manual.Manual
	Sections  []content.Section     // of Manual, parsed
	Tokens    *manual.TokenDocument // the tokens of Manual, as tokenize.Document makes them
	Site      manual.Site
	Subdomain string   // of the manual itself, or empty
	Primary   bool     // the manual is served at the root of the brand's host
	Siblings  Siblings // the public manuals of the brand
	Draft     bool     // the page says that it is a draft
}

// address returns the manual's address, and the path that precedes the paths of
// its exports and files: that of the base URL, if the manual is below it, and
// empty or /<slug>. The path is the same on the brand's host and on the manual's
// own host.
func (p Page) address() (address, path string) {
	path = p.base()
	if !p.Primary {
		path += "/" + p.Manual.Slug
	}
	return p.Site.Address(p.Brand, p.Manual.Slug, p.Subdomain, p.Primary), path
}

// base returns the path that precedes all paths on the page's host.
func (p Page) base() string { return p.Site.PathBefore(p.Brand, p.Subdomain, p.Primary) }

func (p Page) locale() locale { return newLocale(p.Manual.Lang, p.Manual.Title) }

// A document is the data of the template "manual".
type document struct {
	Page
	Head           head
	ShowBrand      bool // the title does not contain the brand's name
	Logo, Cover    picture
	News           []news
	Feed           string  // the path of the feed
	Long           bool    // the contents have a filter
	Heavy          bool    // what is not in view is not drawn
	Strip          []class // the main colors
	Sections       []section
	Restricted     bool // reading the documents needs an access token
	Updated, Until *date
	Others         template.HTML // links to the brand's other public manuals
	Export         string        // the path of the export page
	Archive        string        // the path of the archive of all files, empty without files
}

// longFrom is the number of sections from which the contents have a filter.
const longFrom = 12

// heavyFrom is the number of colors from which a page draws only what is in view.
const heavyFrom = 100

// News is a note on what is new.
type news struct {
	date
	Title string
	Text  template.HTML
}

// news returns the notes on what is new.
func (b *builder) news() (notes []news) {
	for _, n := range b.page.Manual.News {
		day, _ := time.Parse(time.DateOnly, n.Date) // checked at import
		if shown := b.date(day); shown != nil {
			shown.At = n.Date
			notes = append(notes, news{*shown, n.Title, b.links.rich(n.HTML)})
		}
	}
	return notes
}

// Render returns the HTML of a manual's page, and its [Card] as JSON, to be
// stored with it. Blocks that make tokens must have passed tokenize.Document.
func Render(p Page) (html, card []byte) {
	b, m := newBuilder(p), p.Manual
	d := document{
		Page: p, ShowBrand: !strings.Contains(m.Title, p.Brand.Name), Restricted: !m.Visibility.Open(),
		Updated: b.date(m.UpdatedAt), Until: b.date(m.ExpiresAt), Export: b.path + manual.ExportPath,
	}
	d.Archive, _ = p.archive(b.path)
	for i, s := range p.Sections {
		d.Sections = append(d.Sections, b.section(i+1, s))
	}
	for i, e := range p.Siblings.Entries {
		if e.Slug != m.Slug {
			d.Others += template.HTML(p.Siblings.links[i])
		}
	}
	d.Heavy = d.Long || len(p.Tokens.Groups[manual.ColorGroup].Tokens) >= heavyFrom
	for _, hex := range b.frame.strip {
		d.Strip = append(d.Strip, b.sheet.value(hex))
	}
	d.Logo, _ = b.coverLogo()
	d.Logo.Alt = p.Brand.Name
	d.Cover, d.News, d.Feed, d.Long = b.coverImage(), b.news(), b.path+manual.FeedPath, len(p.Sections) >= longFrom
	d.Head = p.head(b.locale, b.frame)
	d.Head.Image, d.Head.Preload = b.firstImage, b.frame.preload
	d.Head.style(template.CSS(b.frame.fontFaces+b.frame.css()+b.sheet.rules.String()), b.links.origins, b.media)
	return execute(b.locale, "manual", d), b.card()
}

// Siblings are what the pages of a brand say of its other public manuals.
type Siblings struct {
	Entries []Entry // the manuals that the pages name
	Index   string  // the address of the brand's index, empty if it has one public manual at most
	Brands  string  // the address of the index of the site's other brands, or empty

	links [][]byte // HTML, one for each entry
	look  Card     // of the primary manual, empty on its own page
}

// Wear makes the pages look like the brand's primary manual, of which this is the card,
// as far as they say nothing themselves.
func (s *Siblings) Wear(card []byte) {
	s.look, _ = ParseCard(card)
	s.look.Lang, s.look.Description, s.look.News = "", "", ""
}

// maxNamed is the number of manuals of a brand up to which its pages name each
// other. With more, they link to the brand's index alone, so that a new manual
// or title changes no other page.
const maxNamed = 12

// NewSiblings renders the links once for all pages of a brand. It takes the
// public manuals without an end date, and the number of all public manuals.
func NewSiblings(site manual.Site, b manual.Brand, entries []Entry, public int) (s Siblings) {
	if public > 1 {
		s.Index = site.BrandAddress(b) + manual.IndexPath
	}
	if len(entries) > maxNamed {
		return s
	}
	s.Entries = entries
	for _, e := range entries {
		address := template.URL(site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary))
		s.links = append(s.links, execute(locale{}, "sibling", link{e.Title, address}))
	}
	return s
}

// Same reports whether pages of the brand show the same with both.
func (s Siblings) Same(other Siblings) bool {
	return s.Index == other.Index && s.Brands == other.Brands && slices.EqualFunc(s.links, other.links, bytes.Equal)
}

// SameLook reports whether [Siblings.Wear] gave both the same.
func (s Siblings) SameLook(other Siblings) bool { return reflect.DeepEqual(s.look, other.look) }
