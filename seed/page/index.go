package page

import (
	"bytes"
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// An Index is what the site's own host shows: the manuals that may be listed.
// Whoever makes it leaves out what is not public or is past its end date.
type Index struct {
	Site    manual.Site
	Entries []Entry // those of one brand side by side
	API     bool    // show the addresses of the documents too
}

// An Entry is a manual in the index.
type Entry struct {
	Brand       manual.Brand
	Slug, Title string
	Subdomain   string // the manual's own, or empty
	Primary     bool
}

// indexDocument is what the template of the index is given.
type indexDocument struct {
	Head   head
	Brands []indexBrand
}

type indexBrand struct {
	Slug, Name string
	Manuals    []indexManual
}

type indexManual struct {
	Title, Address, Shown string
	Manual, Tokens        string
}

// RenderIndex returns the whole HTML of the index, entries in the order
// given.
func RenderIndex(index Index) ([]byte, error) {
	var d indexDocument
	for _, e := range index.Entries {
		if n := len(d.Brands); n == 0 || d.Brands[n-1].Slug != e.Brand.Slug {
			d.Brands = append(d.Brands, indexBrand{Slug: e.Brand.Slug, Name: e.Brand.Name})
		}
		m := indexManual{Title: e.Title, Address: index.Site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary)}
		_, m.Shown, _ = strings.Cut(m.Address, "://")
		if index.API {
			m.Manual = index.Site.String() + apiPath(e.Brand.Slug, e.Slug) + ".json"
			m.Tokens = index.Site.String() + apiPath(e.Brand.Slug, e.Slug) + "/tokens.json"
		}
		brand := &d.Brands[len(d.Brands)-1]
		brand.Manuals = append(brand.Manuals, m)
	}
	d.Head = siteHead("Brand manuals", false)
	d.Head.Canonical, d.Head.Description = index.Site.String(), "The brand manuals that are published here."
	var out bytes.Buffer
	if err := templates.ExecuteTemplate(&out, "index", d); err != nil {
		return nil, fmt.Errorf("writing the index: %w", err)
	}
	return out.Bytes(), nil
}

// siteHead is the head of a page that is of no manual.
func siteHead(title string, noIndex bool) head {
	h := head{Title: title, NoIndex: noIndex, Stylesheet: stylesheet.path, Icon: iconPath(nearBlack)}
	h.style(nil, nil)
	return h
}
