package page

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/release"
)

// The feed has the notes, the newest first, with ids that a newer note does not change
// and without what a page drops.
func TestFeed(t *testing.T) {
	p := Input{Brand: manual.BrandSettings{Slug: "acme", Name: "Acme"}, Site: manual.Site{Scheme: "https", Host: "manuals.example.com"}, Primary: true, Tokens: new(manual.TokenDocument), Manual: &manual.Manual{ID: "man_1", Slug: "guide", Title: "A & B", Visibility: manual.Public}}
	if RenderFeed(p) != nil {
		t.Error("a manual without notes has a feed")
	}
	p.Releases = releases(t)
	p.Manual.News = []manual.News{
		{Date: "2026-11-20", Title: "New", HTML: `<p onclick="x()">Say <b>Blå</b> &amp; <a href="#color">color</a>, <a href="/-/export">all</a></p><script>x()</script>`},
		{Date: "2026-11-20", HTML: "<p>2</p>"}, {Date: "2026-05-04", HTML: "<p>1</p>"},
	}
	body := RenderFeed(p)
	var f struct {
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Author  string   `xml:"author>name"`
		Links   []string `xml:"link"`
		Entries []struct {
			ID      string `xml:"id"`
			Title   string `xml:"title"`
			Content struct {
				Type string `xml:"type,attr"`
				HTML string `xml:",chardata"`
			} `xml:"content"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal(body, &f); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	const id = "tag:designmanual,2026:acme/man_1"
	if f.ID != id || f.Title != "A & B" || f.Updated != "2026-11-28T00:00:00Z" || f.Author != "Acme" || len(f.Links) != 2 || len(f.Entries) != 5 {
		t.Errorf("the feed is %+v", f)
	}
	for i, want := range []struct{ id, title string }{
		{"/release-2.0.0", "Release 2.0.0"}, {"/2026-11-20-18fdd549", "New"}, {"/2026-11-20", "A & B, 2026-11-20"}, {"/release-1.0.0", "Release 1.0.0"}, {"/2026-05-04", "A & B, 2026-05-04"},
	} {
		if e := f.Entries[i]; e.ID != id+want.id || e.Title != want.title || e.Content.Type != "html" || strings.Contains(e.Content.HTML, "x()") {
			t.Errorf("entry %d is %+v", i, e)
		}
	}
	const whole = `&amp; <a href="https://acme.manuals.example.com#color">color</a>, <a href="https://acme.manuals.example.com/-/export">all</a></p>`
	if html := f.Entries[1].Content.HTML; !strings.Contains(html, whole) {
		t.Errorf("addresses in the feed: %s", html)
	}
	p.Manual.News = append([]manual.News{{Date: "2026-11-20", Title: "Newest", HTML: "<p>3</p>"}}, append(p.Manual.News, manual.News{Date: "2026-11-20", Title: "Oldest", HTML: "<p>0</p>"})...)
	p.Manual.News = append(p.Manual.News, manual.News{ID: "livery", Date: "2026-11-20", Title: "Livery", HTML: "<p>4</p>"})
	p.Site.Host = "elsewhere.example"
	if again := string(RenderFeed(p)); !strings.Contains(again, "<id>"+id+"/2026-11-20-livery</id><title>Livery</title>") || !strings.Contains(again, "<id>"+id+"/2026-11-20-18fdd549</id><title>New</title>") || !strings.Contains(again, `<link href="https://acme.elsewhere.example#dm:note-2026-11-20-18fdd549">`) {
		t.Errorf("with further notes and at another address: %s", again)
	}
	if html := f.Entries[0].Content.HTML; !strings.Contains(html, "<p>A <em>new</em> name.</p><h3>Removed</h3><ul><li><bdi dir=\"ltr\"><code>dimension.16</code> 16px</bdi></li></ul><h3>Renamed</h3>"+
		"<ul><li><bdi dir=\"ltr\"><code>color.blue</code> → <code>color.royal</code> #0B5FFF</bdi></li></ul><h3>Changed</h3><ul><li><bdi dir=\"ltr\"><code>color.c0</code> #111111 → #222222</bdi> · visible</li>") ||
		strings.Count(html, "<li>") != 22 {
		t.Errorf("a release in the feed is %s", html)
	}
}

// releases returns the second release of a manual, with twenty changes, and the first one.
func releases(t *testing.T) []*release.Release {
	t.Helper()
	d := difference.Difference{
		Removed: []difference.Token{{Token: "dimension.16", Group: "dimension", Type: "dimension", Value: "16px"}},
		Renamed: []difference.Rename{{From: "color.blue", To: "color.royal", Group: "color", Type: "color", Value: "#0b5fff"}},
	}
	for i := range 20 {
		d.Changed = append(d.Changed, difference.Change{
			Token: fmt.Sprintf("color.c%d", i), Group: "color", Type: "color", From: "#111111", To: "#222222", Looks: difference.Visibly,
		})
	}
	first, second := release.Version{1, 0, 0}, release.Version{2, 0, 0}
	return []*release.Release{
		{Version: second, Date: "2026-11-28", Notes: "A *new* name.", Difference: &d}, {Version: first, Date: "2026-06-01"},
	}
}

// The page shows the releases beside the notes, by their days, each with its first changes, swatches
// before and after, and a link to all of it.
func TestReleasesAmongTheNews(t *testing.T) {
	p := Input{Brand: manual.BrandSettings{Slug: "acme", Name: "Acme"}, Site: manual.Site{Scheme: "https", Host: "manuals.example.com"}, Primary: true, Tokens: new(manual.TokenDocument), Manual: &manual.Manual{Slug: "guide", Title: "Guide", Visibility: manual.Public}}
	p.Manual.News = []manual.News{{Date: "2026-07-01", Title: "A logo", HTML: "<p>New.</p>"}}
	p.Releases = releases(t)
	html := string(Render(p))
	_, news, _ := strings.Cut(html, `id="dm:news"`)
	at := -1
	for _, want := range []string{"<h3>Release 2.0.0</h3>", "<p>A <em>new</em> name.</p>", "<h4>Removed</h4>", "color.royal", "<h4>Changed</h4>", `href="/-/releases/#2.0.0"`, "<h3>A logo</h3>", "<h3>Release 1.0.0</h3>", "The first release."} {
		next := strings.Index(news, want)
		if next < at || next < 0 {
			t.Errorf("%q is not in its place among the news: %s", want, news)
		}
		at = next
	}
	if rows, swatches := strings.Count(news, `class="sides-of"`), strings.Count(news, "<i class="); rows != maxNewChanges || swatches != 1+2*10 {
		t.Errorf("%d changes with %d swatches", rows, swatches)
	}
	if !strings.Contains(html, `type="application/atom+xml"`) || !strings.Contains(html, "</time>: Release 2.0.0") {
		t.Error("the page names neither its feed nor the newest release")
	}
}

// After years of releases, the page of the manual, its feed and the page of the releases stay light:
// the newest have their changes, and all are named.
func TestManyReleases(t *testing.T) {
	p := Input{Brand: manual.BrandSettings{Slug: "acme", Name: "Acme"}, Site: manual.Site{Scheme: "https", Host: "manuals.example.com"}, Primary: true, Tokens: new(manual.TokenDocument), Manual: &manual.Manual{Slug: "guide", Title: "Guide", Visibility: manual.Public}}
	for i := range 300 {
		r := *releases(t)[0]
		r.Version = release.Version{1, 0, 300 - i}
		p.Releases = append(p.Releases, &r)
	}
	count := func(in, what string) int { return strings.Count(in, what) }
	html, feed, all := string(Render(p)), string(RenderFeed(p)), string(RenderReleases(p))
	if n := count(html, "<h3>Release 1.0."); n != maxNewReleases {
		t.Errorf("the page has %d releases", n)
	}
	if n := count(feed, "<entry>"); n != maxFeedReleases {
		t.Errorf("the feed has %d releases", n)
	}
	whole, named, empty := count(all, "color.royal"), count(all, `<section class="release"`), count(all, "No token has changed")
	if whole != maxWhole || named != 300 || empty != 0 || count(all, `href="/-/releases.json">releases.json`) != 300-maxWhole {
		t.Errorf("the page of the releases names %d, %d of them with changes, %d without any", named, whole, empty)
	}
}
