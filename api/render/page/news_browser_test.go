//go:build browser

package page_test

import (
	"testing"

	"designmanual/api/render/page"
	"designmanual/db/manual"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/release"
)

// What is new shows colors before and after as they are, and no release is wider than the page.
func TestNewsInBrowser(t *testing.T) {
	p := page.Input{Brand: manual.BrandSettings{Slug: "acme", Name: "Acme"}, Site: manual.Site{Scheme: "https", Host: "manuals.example.com"}, Primary: true, Tokens: new(manual.TokenDocument), Manual: &manual.Manual{Slug: "guide", Title: "Guide", Visibility: manual.Public}}
	p.Releases = []*release.Release{{Version: release.Version{2, 0, 0}, Date: "2026-11-28", Difference: &difference.Difference{
		Renamed: []difference.Rename{{From: "color.blue-of-the-sky-above-the-harbour", To: "color.royal-blue-of-the-sky-above-the-harbour", Group: "color", Type: "color", Value: "#0b5fff"}},
		Changed: []difference.Change{{Token: "color.ink", Group: "color", Type: "color", From: "#111111", To: "#222222", Looks: difference.Visibly}},
	}}}
	b := openTab(t, startBrowser(t), servePages(t, map[string]string{"page": string(page.Render(p)), "releases": string(page.RenderReleases(p))}))
	for _, name := range []string{"page", "releases"} {
		for _, width := range []int64{320, 768, 1440} {
			b.open(t, name, width)
			colors := evaluate[string](t, b, `[...document.querySelectorAll(".changes i")].slice(0, 3).map((e) => getComputedStyle(e).backgroundColor + " " + Math.round(e.getBoundingClientRect().width)).join()`)
			if want := "rgb(11, 95, 255) 32,rgb(17, 17, 17) 32,rgb(34, 34, 34) 32"; colors != want {
				t.Errorf("%s at %d px: the swatches are %s, want %s", name, width, colors, want)
			}
			if wide := evaluate[int](t, b, `document.documentElement.scrollWidth`); wide > int(width) {
				t.Errorf("%s at %d px is %d px wide", name, width, wide)
			}
		}
	}
}
