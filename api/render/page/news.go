package page

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	texttemplate "text/template"
	"time"

	"golang.org/x/net/html"

	"designmanual/db/manual"
)

// A note is a note on what is new, or a release of the manual.
type note struct {
	Date, Title string
	Day         string // as readers see it
	Text        template.HTML
	ID          string        // unique among the notes
	Release     *shownRelease // nil for a note; with the first changes alone
	Below       string        // where it stands, below the manual's address
}

// How many changes of a release the page of the manual shows, and its feed. The page of the releases
// shows all.
const (
	maxNewChanges  = 12
	maxFeedChanges = 100
)

// How many releases, the newest ones, the page of the manual has, and its feed. A reader of feeds
// keeps the entries that it has seen.
const (
	maxNewReleases  = 12
	maxFeedReleases = 50
)

// news returns the notes on what is new and so many releases, each with so many changes, the newest
// first; of one day, the releases stand first.
func (b *builder) news(releases, changes int) []note {
	all := append(b.releaseNews(releases, changes), b.notes()...)
	slices.SortStableFunc(all, func(x, y note) int { return strings.Compare(y.Date, x.Date) })
	return all
}

// noteAnchor begins the anchors of notes.
const noteAnchor = "dm:note-"

// notes returns the notes on what is new. The id of a note is made of its date and its own id or
// title, so that it stays when others come, at either end; those of the same date and title are
// numbered from the oldest on.
func (b *builder) notes() []note {
	notes := make([]note, len(b.Manual.News))
	older := make(map[string]int) // notes by id
	for i, n := range slices.Backward(b.Manual.News) {
		day, _ := time.Parse(time.DateOnly, n.Date) // checked at import
		id := n.Date
		if n.ID != "" {
			id += "-" + n.ID
		} else if n.Title != "" {
			sum := sha256.Sum256([]byte(n.Title))
			id += "-" + hex.EncodeToString(sum[:4])
		}
		if older[id]++; older[id] > 1 {
			id += "-" + strconv.Itoa(older[id])
		}
		notes[i] = note{
			Date: n.Date, Title: n.Title, Day: b.Date(day).Shown, Text: b.checker.RichText(n.HTML), ID: id,
			Below: "#" + noteAnchor + id,
		}
	}
	return notes
}

// releaseNews returns the newest releases, so many of them, each with so many changes. The id of one is
// made of its version.
func (b *builder) releaseNews(releases, changes int) []note {
	var news []note
	for _, r := range b.Releases[:min(len(b.Releases), releases)] {
		shown := b.release(r)
		shown.Lists = firstChanges(shown.Lists, changes)
		news = append(news, note{
			Date: shown.Day, Title: b.Translate("release", shown.Version), Day: shown.Date.Shown, Text: shown.Notes,
			ID:      "release-" + shown.Version,
			Release: &shown, Below: manual.ReleasesPath + "/#" + shown.Version,
		})
	}
	return news
}

// firstChanges returns so many of the first changes of a release.
func firstChanges(lists []changeList, most int) []changeList {
	var first []changeList
	for _, list := range lists {
		if most <= 0 {
			break
		}
		list.Rows = list.Rows[:min(len(list.Rows), most)]
		most -= len(list.Rows)
		first = append(first, list)
	}
	return first
}

// feed returns the template of an Atom feed (RFC 4287), parsed on first use.
var feed = sync.OnceValue(func() *texttemplate.Template {
	return texttemplate.Must(texttemplate.New("feed.xml").Funcs(texttemplate.FuncMap{
		"xml": func(text any) (string, error) {
			var b strings.Builder
			err := xml.EscapeText(&b, fmt.Append(nil, text))
			return b.String(), err
		},
	}).ParseFS(files, "feed.xml"))
})

// RenderFeed returns the notes on what is new in the manual, and its releases, as an Atom feed, or
// nil if there are none.
func RenderFeed(p Input) []byte {
	b := newBuilder(p)
	news := b.news(maxFeedReleases, maxFeedChanges)
	if len(news) == 0 {
		return nil
	}
	for i, n := range news {
		if n.Release != nil {
			news[i].Text = template.HTML(execute(b.Locale, "feed-release", n.Release)) // of a template that escapes
		}
		news[i].Text = withAddresses(news[i].Text, p.Address())
	}
	var out bytes.Buffer
	err := feed().Execute(&out, map[string]any{
		"ID": feedID(p), "Address": p.Address(), "Feed": p.Address() + manual.FeedPath, "Title": p.Manual.Title,
		"Brand": p.Brand.Name, "News": news,
	})
	if err != nil {
		panic("writing the feed: " + err.Error())
	}
	return out.Bytes()
}

// feedID returns the id of the feed of a manual (RFC 4151), which stays when its address changes.
func feedID(p Input) string {
	return "tag:designmanual,2026:" + url.PathEscape(p.Brand.Slug) + "/" + url.PathEscape(p.Manual.ID)
}

// withAddresses returns the text of a page with whole addresses in place of relative ones, as
// readers of feeds need them. The text is HTML that the page has, so its attributes are in quotes.
func withAddresses(text template.HTML, page string) template.HTML {
	base, err := url.Parse(page)
	if err != nil {
		return text
	}
	absolute := func(raw string) string {
		to, err := base.Parse(raw)
		if err != nil {
			return raw
		}
		return to.String()
	}
	var out strings.Builder
	z := html.NewTokenizer(strings.NewReader(string(text)))
	for z.Next() != html.ErrorToken {
		written := string(z.Raw())
		token := z.Token()
		changed := false
		for i, a := range token.Attr {
			switch a.Key {
			case "href", "src", "poster":
				token.Attr[i].Val = absolute(a.Val)
				changed = true
			case "srcset":
				sources := strings.Split(a.Val, ", ")
				for n, source := range sources {
					address, width, _ := strings.Cut(source, " ")
					sources[n] = strings.TrimSpace(absolute(address) + " " + width)
				}
				token.Attr[i].Val = strings.Join(sources, ", ")
				changed = true
			}
		}
		if changed {
			written = token.String()
		}
		out.WriteString(written)
	}
	return template.HTML(out.String())
}
