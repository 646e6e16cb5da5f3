package page

import (
	"html/template"
	"slices"
	"strconv"
	"strings"
	"time"

	"designmanual/db/manual"
	"designmanual/tokenize"
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
	Count string
	Find  bool // there are so many that one would search
	Cards []indexCard
}

type indexCard struct {
	Class          class // its colors
	Brand, Title   string
	Lang           string
	Address        template.URL
	Shown          string // the address as people write it
	Description    string
	Logo           template.URL
	Updated        *date
	Manual, Tokens string
	HasStrip       bool
}

// manyCards is the number of manuals from which the index has a field to
// find one.
const manyCards = 9

// RenderIndex returns the whole HTML of the index, entries in the order
// given, in their language where they share one.
func RenderIndex(index Index) ([]byte, error) {
	var sheet sheet
	s := speechOf(sharedLanguage(index.Entries), "")
	d := indexPage{Count: strconv.Itoa(len(index.Entries)), Find: len(index.Entries) >= manyCards}
	for _, e := range index.Entries {
		address := index.Site.Address(e.Brand, e.Slug, e.Subdomain, e.Primary)
		_, shown, _ := strings.Cut(address, "://")
		c := indexCard{Brand: e.Brand.Name, Title: e.Title, Lang: e.Card.Lang, Address: template.URL(address), Shown: shown,
			Description: shortened(e.Card.Description, 180), Updated: s.date(e.UpdatedAt)}
		if e.Card.Logo != "" {
			c.Logo = template.URL(address + e.Card.Logo)
		}
		if index.API {
			documents := index.Site.String() + apiPath(e.Brand.Slug, e.Slug)
			c.Manual, c.Tokens = documents+".json", documents+"/tokens.json"
		}
		c.Class, c.HasStrip = cardClass(&sheet, e.Card)
		d.Cards = append(d.Cards, c)
	}
	d.Head = siteHead(s, s.say("index"))
	d.Head.NoIndex, d.Head.Canonical, d.Head.Script, d.Head.Description = false, index.Site.String(), script.path, s.say("index-text")
	var origins []string
	if index.Site.Scheme == "http" { // the logos of other hosts of the site
		origins = append(origins, "http:")
	}
	d.Head.style(sheet.text(""), origins)
	return execute(s, "index", d)
}

// cardClass returns the class with the colors of a card, and whether it has a
// strip.
func cardClass(s *sheet, c Card) (class, bool) {
	cover := nearBlack
	if hex, ok := tokenize.Hex(c.Cover); ok {
		cover = parseHex(hex).over(white)
	}
	colors := []string{"--cover:" + cover.hex(), "--on-cover:" + cover.ink().hex()}
	var stops []string
	for i, color := range c.Strip {
		hex, ok := tokenize.Hex(color)
		if !ok {
			continue
		}
		share := func(n int) string { return strconv.FormatFloat(100*float64(n)/float64(len(c.Strip)), 'f', 1, 64) + "%" }
		stops = append(stops, hex+" "+share(i)+" "+share(i+1))
	}
	if len(stops) > 0 {
		colors = append(colors, "--strip:linear-gradient(90deg,"+strings.Join(stops, ",")+")")
	}
	return s.class(colors...), len(stops) > 0
}

// sharedLanguage returns the language of all entries, empty where they do not
// share one.
func sharedLanguage(entries []Entry) string {
	if len(entries) == 0 {
		return ""
	}
	lang := entries[0].Card.Lang
	if slices.ContainsFunc(entries, func(e Entry) bool { return e.Card.Lang != lang }) {
		return ""
	}
	return lang
}
