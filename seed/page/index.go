package page

import (
	"html/template"
	"strings"
	"time"

	"designmanual/db/manual"
)

// An Index is what the site's own host shows: the manuals that may be listed.
// Whoever makes it leaves out what is not public or is past its end date.
type Index struct {
	Site    manual.Site
	Entries []Entry // those of one brand side by side
	API     bool    // show the addresses of the documents too
}

// An Entry is a manual in the index, or in the footer of another of its brand.
type Entry struct {
	Brand       manual.Brand
	Slug, Title string
	Subdomain   string // the manual's own, or empty
	Primary     bool
	UpdatedAt   time.Time // the zero time where it is not shown
	Card        Card
}

// indexPage is what the template of the index takes.
type indexPage struct {
	Head  head
	Count int
	Find  bool // there are so many that one would search
	Cards []indexCard
}

type indexCard struct {
	Entry
	Class         class // its colors
	HasStrip      bool
	Address, Logo template.URL
	Shown         string // the address as people write it
	Description   string
	Updated       *date
	Documents     string // the address of its documents but for their endings
}

// manyCards is the number of manuals from which the index has a field to
// find one.
const manyCards = 9

// RenderIndex returns the whole HTML of the index, entries in the order
// given, in their language where they share one.
func RenderIndex(index Index) []byte {
	var sheet sheet
	s := speechOf(sharedLanguage(index.Entries), "")
	d := indexPage{Count: len(index.Entries), Find: len(index.Entries) >= manyCards}
	for _, e := range index.Entries {
		address := index.Site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary)
		_, shown, _ := strings.Cut(address, "://")
		c := indexCard{Entry: e, Address: template.URL(address), Shown: shown, Logo: template.URL(e.Card.logo(address)),
			Description: shortened(e.Card.Description, 180), Updated: s.date(e.UpdatedAt)}
		if index.API {
			c.Documents = index.Site.String() + apiPath(e.Brand.Slug, e.Slug)
		}
		c.Class, c.HasStrip = e.Card.class(&sheet)
		d.Cards = append(d.Cards, c)
	}
	d.Head = siteHead(s, s.say("index"))
	d.Head.NoIndex, d.Head.Canonical, d.Head.Script, d.Head.Description = false, index.Site.String(), script.path, s.say("index-text")
	var origins []string
	if index.Site.Scheme == "http" { // the logos of other hosts of the site
		origins = append(origins, "http:")
	}
	d.Head.style(template.CSS(sheet.rules.String()), origins)
	return execute(s, "index", d)
}

// sharedLanguage returns the language of all entries, empty where they do not
// share one.
func sharedLanguage(entries []Entry) (lang string) {
	for i, e := range entries {
		if i > 0 && e.Card.Lang != lang {
			return ""
		}
		lang = e.Card.Lang
	}
	return lang
}
