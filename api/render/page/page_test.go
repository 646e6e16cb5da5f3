package page_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"designmanual/api/render/page"
	"designmanual/api/render/page/look"
	"designmanual/db/manual"
)

var update = flag.Bool("update", false, "write the goldens anew")

// The pages of the fixtures equal their goldens, and are the same when rendered
// twice.
func TestRenderGolden(t *testing.T) {
	for _, name := range []string{"ternholm.guide", "aoi.hand"} {
		t.Run(name, func(t *testing.T) {
			p, _ := fixture(t, name)
			html := render(t, p)
			if again := render(t, p); again != html {
				t.Error("the same manual makes other bytes")
			}
			golden(t, name+".html", html)
		})
	}
}

// Pages without a manual equal their goldens.
func TestSiteGolden(t *testing.T) {
	for name, html := range sitePages(t) {
		t.Run(name, func(t *testing.T) { golden(t, name, html) })
	}
}

func sitePages(t *testing.T) map[string]string {
	index := page.RenderManualList(indexOf(t))
	return map[string]string{
		"index.html":          string(index),
		"error-404.html":      string(page.RenderError(404, page.Branding{})),
		"password.html":       string(page.RenderPassword(page.PasswordForm{})),
		"password-wrong.html": string(page.RenderPassword(page.PasswordForm{Wrong: true})),
	}
}

// indexOf returns an index of the public manuals of the fixtures.
func indexOf(t *testing.T) page.ManualList {
	index := page.ManualList{Site: site(t), API: true}
	for _, name := range fixtures(t) {
		p, _ := fixture(t, name)
		if p.Manual.Visibility != manual.Public {
			continue
		}
		index.Entries = append(index.Entries, page.ListedManual{
			Brand: p.Brand, Slug: p.Manual.Slug, Title: p.Manual.Title,
			Subdomain: p.Subdomain, Primary: p.Primary,
		})
	}
	return index
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs from its golden; look at the difference, and write it anew with -update", name)
	}
}

// A manual in a right-to-left script is laid out from right to left.
func TestDirection(t *testing.T) {
	for title, want := range map[string]bool{
		"Guide": false, "12 دليل": true, "מדריך Acme": true, "Acme דליל": false, "– 藍の手 –": false, "2026": false, "": false,
	} {
		m := &manual.Manual{ID: "man_a", Slug: "a", Title: title, Visibility: manual.Public}
		html := render(t, pageOf(t, manual.BrandSettings{Slug: "acme", Name: "Acme"}, m))
		if got := strings.Contains(html, `<html lang="en" dir="rtl">`); got != want {
			t.Errorf("%q runs from right to left: %t, want %t", title, got, want)
		}
	}
}

// A card of the index has the cover with its picture, in the direction of its language, and one date
// with its word; the index of a brand has the cover of its primary manual above.
func TestIndexCards(t *testing.T) {
	card := look.Card{Cover: "#123456", Logo: "/-/files/1/logo.svg", Picture: "/-/files/2/boat.png"}
	entry := page.ListedManual{Brand: manual.BrandSettings{Slug: "acme", Name: "Acme"}, Slug: "guide", Title: "Guide", Primary: true, UpdatedAt: time.Unix(0, 0), Card: card}
	site := manual.Site{Scheme: "https", Host: "x.example"}
	arabic := page.ListedManual{Title: "دليل", Card: look.Card{Lang: "ar", Cover: "#123456"}}
	for brand, header := range map[string]int{"": 0, "Acme": 1} {
		html := string(page.RenderManualList(page.ManualList{Site: site, Brand: brand, Entries: []page.ListedManual{entry, arabic}}))
		for text, want := range map[string]int{
			"<time": 1, `<span>Updated <time datetime="1970-01-01`: 1, `class="card-picture" src="https://acme.x.example/-/files/2/boat.png"`: 1,
			`<header class="cover small">`: header, "<h1": 1, `<a class="card-cover" dir="rtl"`: 1,
		} {
			if got := strings.Count(html, text); got != want {
				t.Errorf("the index of %q has %s %d times, want %d", brand, text, got, want)
			}
		}
	}
}
