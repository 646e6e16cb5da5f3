package page

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"slices"
	"strconv"
	"time"

	"designmanual/db/manual"
)

// A feed is an Atom feed (RFC 4287).
type feed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []feedLink  `xml:"link"`
	Entries []feedEntry `xml:"entry"`
}

type feedLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type feedEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    feedLink `xml:"link"`
	Content struct {
		Type string `xml:"type,attr"`
		HTML string `xml:",chardata"`
	} `xml:"content"`
}

// RenderFeed returns the notes on what is new in the manual as an Atom feed, or nil if
// there are none. The id of a note is made of its date and its place among those of the
// same date, from the oldest on, so that a newer note changes no other.
func RenderFeed(p Page) []byte {
	notes := p.Manual.News
	if len(notes) == 0 {
		return nil
	}
	b := newBuilder(p)
	address, _ := p.address()
	at := func(date string) string {
		day, _ := time.Parse(time.DateOnly, date) // checked at import
		return day.Format(time.RFC3339)
	}
	f := feed{
		ID: address + manual.FeedPath, Title: p.Manual.Title, Updated: at(notes[0].Date), Author: p.Brand.Name,
		Links: []feedLink{{"self", address + manual.FeedPath}, {"", address}},
	}
	older := make(map[string]int) // notes by date
	for _, n := range slices.Backward(notes) {
		older[n.Date]++
		e := feedEntry{
			ID: address + manual.FeedPath + "#" + n.Date, Updated: at(n.Date), Link: feedLink{Href: address},
			Title: cmp.Or(n.Title, p.Manual.Title+", "+n.Date),
		}
		if count := older[n.Date]; count > 1 {
			e.ID += "-" + strconv.Itoa(count)
		}
		e.Content.Type, e.Content.HTML = "html", string(b.links.rich(n.HTML))
		f.Entries = append(f.Entries, e)
	}
	slices.Reverse(f.Entries)
	var out bytes.Buffer
	out.WriteString(xml.Header)
	encoder := xml.NewEncoder(&out)
	_ = encoder.Encode(f) // strings cannot fail
	out.WriteByte('\n')
	return out.Bytes()
}
