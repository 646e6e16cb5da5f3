// Package page makes what people look at: the page of a manual, the index of
// a site, the pages for errors and for passwords, and the stylesheet, script
// and icons that they use.
//
// Use [Render] at import and keep its bytes with the snapshot; they are
// self-sufficient (the page carries its own Content-Security-Policy) and the
// same manual makes the same bytes everywhere. A page shows exactly the
// published manual that it is given, each section and block under its anchor
// (specification, sections 2.2 and 2.3). It works without JavaScript, prints,
// and follows the reader's choice of light or dark. Besides the images that
// the manual itself names, and files under [AssetPrefix] on its own host, it
// loads nothing.
//
// What a manual says is never trusted: text is escaped as it is written, rich
// text goes through an allow list of elements, addresses are followed only
// where their scheme is http, https or mailto, and only values that are plain
// for their kind get into a stylesheet. The package must never put an unchecked
// string of a manual into a stylesheet, an attribute that fetches or a script;
// it must never read a clock, a file or the network, and never decide what is
// published.
package page

import (
	"bytes"
	"html/template"
	"strings"
	"time"

	"designmanual/db/manual"
)

// A Page is a published manual and what its addresses follow from.
type Page struct {
	Brand     manual.Brand
	Manual    *manual.Manual
	Tokens    *manual.TokenDocument // those of the manual, as tokenize.Document makes them
	Site      manual.Site
	Subdomain string  // the manual's own, or empty
	Primary   bool    // the manual stands at the root of the brand's host
	Siblings  []Entry // the brand's other public manuals
}

// document is a manual's page as it is written.
type document struct {
	Head         head
	Brand, Title string
	Description  string
	Manual       string // address of the manual document, on the page's own host
	TokensFile   string // address of the token document
	Restricted   bool   // both need an access token
	Updated      string
	UpdatedAt    string
	Until        string
	UntilAt      string
	Strip        []class // of the main colors
	Sections     []section
}

// head is what stands in the head of every page.
type head struct {
	Title       string
	Description string
	Canonical   string
	SiteName    string
	Image       string
	Manual      string
	Tokens      string
	NoIndex     bool
	Policy      string
	Style       []byte // what the style element holds
	Stylesheet  string
	Script      string
	Icon        string
}

// section is a section of the page as it is written.
type section struct {
	Number  int
	Anchor  string
	Title   string
	Intro   template.HTML
	Further *datum
	Blocks  []block
}

// block is a block of the page as it is written.
type block struct {
	Number int
	Anchor string // empty where the block is one element with its section
	Label  string
	Quiet  bool // the label says nothing that one does not see
	Figure figure
}

// Render returns the whole HTML of a manual's page. The error is for content
// that an import refuses, and names the block.
func Render(p Page) ([]byte, error) {
	b := newBuilder(p)
	d := document{
		Brand: p.Brand.Name, Title: p.Manual.Title, Description: p.Manual.Description,
		Manual:     apiPath(p.Brand.Slug, p.Manual.Slug) + ".json",
		TokensFile: apiPath(p.Brand.Slug, p.Manual.Slug) + "/tokens.json",
		Restricted: !p.Manual.Visibility.Open(),
		Updated:    day(p.Manual.UpdatedAt), UpdatedAt: instant(p.Manual.UpdatedAt),
		Until: day(p.Manual.ExpiresAt), UntilAt: instant(p.Manual.ExpiresAt),
	}
	d.Sections = make([]section, 0, len(p.Manual.Sections))
	for i := range p.Manual.Sections {
		s, err := b.section(i+1, &p.Manual.Sections[i])
		if err != nil {
			return nil, err
		}
		d.Sections = append(d.Sections, s)
	}
	d.Strip = b.strip()
	frame := newFrame(p.Tokens, b.weights)
	d.Head = head{
		Title: p.Manual.Title, Description: p.Manual.Description,
		Canonical: p.Site.Address(p.Brand, p.Manual.Slug, p.Subdomain, p.Primary),
		SiteName:  p.Brand.Name, Image: b.firstImage,
		Manual: d.Manual, Tokens: d.TokensFile,
		NoIndex:    p.Manual.Visibility != manual.Public,
		Stylesheet: stylesheet.path, Script: script.path, Icon: iconPath(frame.cover),
	}
	if !strings.Contains(d.Title, p.Brand.Name) {
		d.Head.Title += " · " + p.Brand.Name
	}
	style, m := emptyMarkup(), emptyMarkup()
	defer markups.Put(style)
	defer markups.Put(m)
	style.out = b.sheet.append(style.out, frame)
	d.Head.style(style.out, b.links.origins)
	m.raw("<!doctype html>\n<html lang=\"en\"")
	if leftward(d.Title) {
		m.raw(` dir="rtl"`)
	}
	m.raw(">\n")
	d.Head.write(m)
	m.raw("\n")
	d.write(m)
	return bytes.Clone(m.out), nil
}

// apiPath is the path of a manual's documents on any host that serves its page.
func apiPath(brand, slug string) string { return "/api/v1/manuals/" + brand + "." + slug }

// day writes a date for people, in UTC; nothing for the zero time.
func day(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format("2 January 2006")
}

// instant writes a date-time for machines; nothing for the zero time.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
