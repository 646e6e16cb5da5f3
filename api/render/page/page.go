// Package page renders the HTML pages of the program: the page of a manual, its
// export page and that of its releases, the list of the manuals of a site or a brand, and the pages for
// errors and passwords; also the feed and the icons of a manual. Package
// assets has the style sheets, the scripts and the icon that these pages load, and
// package words what they say themselves.
//
// [Render] draws a page when it is first read: the same manual makes the same bytes on every
// machine. A page shows exactly the manual that it is given, as it is published or as a draft, each
// section and block under its anchor (specification, sections 2.2 and 2.3). It works without JavaScript, can be
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
// The content of a manual is never trusted. html/template escapes text; rich text, links
// and pictures pass package safe; only values that match a plain pattern for their type enter a
// style sheet. Code in this package must never convert an unchecked string of a
// manual to template.CSS, template.HTML or template.URL, never read a clock, a
// file or the network, and never decide what is published.
package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/safe"
	"designmanual/api/render/page/words"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/release"
)

// An Input is a manual, as it is published or its draft, with what is needed to render its pages.
type Input struct {
	Brand        manual.BrandSettings
	Manual       *manual.Manual
	Sections     []content.Section     // of Manual, parsed
	Tokens       *manual.TokenDocument // the tokens of Manual, as tokenize.Document makes them
	Site         manual.Site
	Subdomain    string                   // of the manual itself, or empty
	Primary      bool                     // the manual is served at the root of the brand's host
	BrandContext BrandContext             // the public manuals of the brand
	Summary      manual.Summary           // of Manual
	Smaller      []manual.SmallerPictures // of its pictures
	Draft        bool                     // the page says that it is a draft
	HasMCP       bool                     // the host answers agents over HTTP

	Releases []*release.Release // with the names of their documents alone, the newest first; none of a draft

	embed      func(manual.File) string // see [RenderSingle]; nil for a page that loads its files
	embedWhole func(manual.File) string
}

// Address returns the manual's address.
func (p Input) Address() string {
	return p.Site.Address(p.Brand, p.Manual.Slug, p.Subdomain, p.Primary)
}

// Path returns the path that precedes the paths of the manual's exports and files: that
// of the base URL, if the manual is below it, and empty or /<slug>. It is the same on the
// brand's host and on the manual's own host.
func (p Input) Path() string {
	if p.Primary {
		return p.base()
	}
	return p.base() + "/" + p.Manual.Slug
}

// base returns the path that precedes all paths on the page's host; in a page that loads nothing
// the address of the host.
func (p Input) base() string {
	if p.embed != nil {
		return p.host()
	}
	return p.Site.PathBefore(p.Brand, p.Subdomain, p.Primary)
}

// onHost returns an address as a path if it is on the page's host, which readers may have reached by
// another name.
func (p Input) onHost(address string) string {
	below, same := strings.CutPrefix(address, p.host())
	if !same || below != "" && below[0] != '/' {
		return address
	}
	return cmp.Or(p.base()+below, "/")
}

// manualPage is the data of the template "manual".
type manualPage struct {
	Head                head
	Brand, Title        string
	Description         string
	ShowBrand           bool // the title lacks the name of the brand
	Draft               bool
	NeedsAccessToken    bool // the documents need an access token
	Filter              bool // the contents have a filter
	Logo, Cover         safe.Picture
	Focus               look.Class   // what of the cover's picture stays in sight
	Strip               []look.Class // the main colors
	StripCount          look.Class   // the number of main colors
	Sections            []section
	News                []note
	Updated, Until      *words.Date
	Others              []safe.Link // the brand's other public manuals
	BrandList, SiteList string      // addresses, see [BrandContext]
	Export, Feed        string      // paths
	Path                string      // that precedes others, see [Input.Path]
	Document, Tokens    string      // paths
	Archive             *exportFile
	Themes              []string
	Long                bool        // browsers lay out only those colors that are near the window
	LaidOutByBlock      bool        // browsers lay out the blocks one after another
	HasViewers          bool        // it shows pictures in large, the logo desk or archives, which have words of their own
	CoverLinks          []safe.Link // on the cover
	TitleClass          look.Class  // of the title, if it has long words
}

// longFrom is the number of colors from which a manual is long.
const longFrom = 500

// isLong reports whether a manual is long, so that browsers lay out only those colors that are near the window.
func (p Input) isLong() bool { return len(p.Tokens.Groups[manual.ColorGroup].Tokens) >= longFrom }

// byBlockFrom is the number of elements in blocks from which a browser takes too long to lay out all at once.
const byBlockFrom = 100

// isLaidOutByBlock reports whether the blocks have so many elements that browsers lay them out one after another.
func isLaidOutByBlock(sections []section) bool {
	elements := 0
	for _, s := range sections {
		for _, b := range s.Blocks {
			elements += strings.Count(string(b.Figure), "</")
		}
	}
	return elements >= byBlockFrom
}

// filteredFrom is the number of sections from which the contents have a filter.
const filteredFrom = 12

// Render returns the HTML of a manual's page. Blocks that make tokens must have passed
// tokenize.Document.
func Render(p Input) []byte {
	b := newBuilder(p)
	m := p.Manual
	d := manualPage{
		Brand: p.Brand.Name, Title: m.Title, Description: m.Description, ShowBrand: b.showsBrand(), Draft: p.Draft,
		NeedsAccessToken: !m.Visibility.ForAnyone(), Filter: len(p.Sections) >= filteredFrom,
		Updated: b.Date(m.UpdatedAt), Until: b.Date(m.ExpiresAt),
		BrandList: p.onHost(p.BrandContext.BrandList), SiteList: p.onHost(p.BrandContext.SiteList), Path: b.Path(),
		Export: b.Path() + manual.ExportPath, Feed: b.Path() + manual.FeedPath,
		Archive: b.archive(), Document: b.documents() + manual.ManualSuffix, Tokens: b.documents() + manual.TokensSuffix,
		TitleClass: b.longWords(m.Title),
	}
	for i, s := range p.Sections { // these collect what the head, the cover and the style sheet need below
		d.Sections = append(d.Sections, b.section(i+1, s))
	}
	if len(b.frame.Strip) > 0 {
		d.StripCount = b.sheet.Value(strconv.Itoa(len(b.frame.Strip)))
	}
	for _, hex := range b.frame.Strip {
		d.Strip = append(d.Strip, b.sheet.Value(hex))
	}
	for i, e := range p.BrandContext.Manuals {
		if e.Slug != m.Slug {
			other := p.BrandContext.links[i]
			other.Address = template.URL(p.onHost(string(other.Address)))
			d.Others = append(d.Others, other)
		}
	}
	d.Logo = b.coverLogo()
	d.Cover = b.coverImage()
	d.Focus = b.coverFocus()
	d.News = b.news(maxNewReleases, maxNewChanges)
	d.Themes = b.themes
	d.Long = p.isLong()
	d.LaidOutByBlock = isLaidOutByBlock(d.Sections)
	d.HasViewers = slices.ContainsFunc(p.Sections, hasViewer)
	for _, link := range b.coverLinks {
		if link.Text != "" {
			d.CoverLinks = append(d.CoverLinks, link)
		}
	}
	d.Head = b.head("", "")
	return execute(b.Locale, "manual", d)
}

// hasViewer reports whether a section has pictures, logos or icons, which have a viewer.
func hasViewer(s content.Section) bool {
	return slices.ContainsFunc(s.Blocks, func(block content.Block) bool {
		return slices.Contains([]manual.Kind{manual.Image, manual.Logo, manual.Icons}, block.Kind)
	})
}

// showsBrand reports whether the page shows the name of the brand, because the title lacks it.
func (p Input) showsBrand() bool { return !strings.Contains(p.Manual.Title, p.Brand.Name) }

// documents returns the path of the manual's documents without a suffix.
func (p Input) documents() string {
	return p.base() + manual.APIDocumentsPath(p.Brand.Slug, p.Manual.Slug)
}

// A BrandContext is what the pages of a manual say of its brand: its public manuals, that one among them, and
// where they and the brands of the site are listed.
type BrandContext struct {
	Manuals   []ListedManual // public and without an end date; empty with more than maxNamed
	BrandList string         // the address of the list of the brand's manuals, empty if one at most is public
	SiteList  string         // the address of the list of the site's brands, empty if no other has a manual on it

	links       []safe.Link // to Manuals
	primaryCard look.Card   // of the primary manual, whose look the page inherits; empty on its own page
}

// maxNamed is the number of manuals of a brand up to which its pages name each
// other. With more, they link to the list of the brand's manuals alone, so that a new manual
// or title changes no other page.
const maxNamed = 12

// NewBrandContext returns what the pages of a manual say of its brand. It takes the public manuals without an end
// date, the number of all public manuals, the address of the list of the site's brands, and the card of the primary
// manual: the pages look like that one as far as they say nothing themselves.
func NewBrandContext(
	site manual.Site, b manual.BrandSettings, entries []ListedManual, public int, siteList string, primary look.Card,
) BrandContext {
	c := BrandContext{SiteList: siteList, primaryCard: primary}
	if public > 1 {
		c.BrandList = site.BrandAddress(b) + manual.ManualListPath
	}
	if len(entries) > maxNamed {
		return c
	}
	c.Manuals = entries
	for _, e := range entries {
		c.links = append(
			c.links,
			safe.Link{Text: e.Title, Address: template.URL(site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary))},
		)
	}
	return c
}
