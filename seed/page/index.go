package page

import (
	"html/template"
	"strings"
	"time"

	"designmanual/db/manual"
)

// An Index lists the manuals of a site or, with Brand, of one brand. The caller
// leaves out manuals that are not public or have ended.
type Index struct {
	Site    manual.Site
	Address string  // of the index
	Base    string  // precedes the paths of assets
	Answers string  // the address that the server answers on, said to those who came by another; or empty
	Brand   string  // the name of the brand, or empty
	Entries []Entry // manuals of one brand next to each other
	API     bool    // also show the addresses of the documents
}

// An Entry is a manual in the index, or in the page footer of another manual of
// its brand.
type Entry struct {
	Brand       manual.Brand
	Slug, Title string
	Subdomain   string // of the manual itself, or empty
	Primary     bool
	UpdatedAt   time.Time // not shown if zero
	Card        Card
}

// indexPage is the data of the template "index".
type indexPage struct {
	Head    head
	Title   string
	Answers string
	Count   int
	Find    bool // show the search field
	Cards   []indexCard
}

type indexCard struct {
	Entry
	Class         class // its colors
	HasStrip      bool
	Address, Logo template.URL
	Shown         string // the address without its scheme
	Description   string
	Updated, News *date
	Documents     string // the address of its documents without .json or /tokens.json
}

// searchFrom is the number of manuals from which the index has a search field.
const searchFrom = 9

// RenderIndex returns the HTML of the index, with entries in the order given.
// It is in the language of the entries if they share one.
func RenderIndex(index Index) []byte {
	var sheet sheet
	s := newLocale(sharedLanguage(index.Entries), index.Brand)
	d := indexPage{Answers: index.Answers, Count: len(index.Entries), Find: len(index.Entries) >= searchFrom}
	for _, e := range index.Entries {
		address := index.Site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary)
		_, shown, _ := strings.Cut(address, "://")
		c := indexCard{Entry: e, Address: template.URL(address), Shown: shown, Logo: template.URL(e.Card.logo(address)),
			Description: shortened(e.Card.Description, 180), Updated: s.date(e.UpdatedAt)}
		if day, err := time.Parse(time.DateOnly, e.Card.News); err == nil {
			c.News = s.date(day)
		}
		if index.API {
			c.Documents = index.Site.String() + manual.DocumentsPath(e.Brand.Slug, e.Slug)
		}
		c.Class, c.HasStrip = e.Card.class(&sheet)
		d.Cards = append(d.Cards, c)
	}
	d.Title = s.translate("index")
	title, text := d.Title, s.translate("index-text")
	if index.Brand != "" {
		d.Title, title, text = index.Brand, index.Brand+" · "+title, s.translate("index-brand", index.Brand)
	}
	d.Head = siteHead(s, index.Base, title)
	d.Head.NoIndex, d.Head.Canonical, d.Head.Script, d.Head.Description = false, index.Address, script.Path, text
	var origins []string
	if index.Site.Scheme == "http" { // for logos on other hosts of the site
		origins = append(origins, "http:")
	}
	d.Head.style(template.CSS(index.look()+sheet.rules.String()), origins, media{})
	return execute(s, "index", d)
}

// look returns the style sheet of the palettes and typefaces of the brand's primary
// manual, which is on the host of the brand's index.
func (x Index) look() string {
	for _, e := range x.Entries {
		if x.Brand != "" && e.Primary {
			return newFrame(Page{Manual: new(manual.Manual), Tokens: new(manual.TokenDocument), Siblings: Siblings{look: e.Card}}, nil).css()
		}
	}
	return ""
}

// sharedLanguage returns the language of all entries, empty if they differ.
func sharedLanguage(entries []Entry) (lang string) {
	for i, e := range entries {
		if i > 0 && e.Card.Lang != lang {
			return ""
		}
		lang = e.Card.Lang
	}
	return lang
}
