//go:build browser

package page_test

import "testing"

// The page of releases fits into every window, in light and dark, also from right to left, and has
// the colors before and after.
func TestReleasesInBrowser(t *testing.T) {
	pages := map[string]string{"guide": releasesPage(t, "ternholm.guide"), "hand": releasesPage(t, "aoi.hand")}
	b := openTab(t, startBrowser(t), servePages(t, pages))
	for name := range pages {
		for _, scheme := range []string{"light", "dark"} {
			b.media(t, scheme)
			for _, width := range []int64{320, 390, 1440} {
				b.open(t, name, width)
				if wide := evaluate[string](t, b, overflow); wide != "" {
					t.Errorf("%s, %d px, %s: wider than the window: %s", name, width, scheme, wide)
				}
			}
		}
		if colors := evaluate[string](t, b, `[...document.querySelectorAll(".changes li")].find((e) => e.textContent.includes("color.foam")).querySelectorAll("i").length + " " + getComputedStyle(document.querySelector(".changes i")).backgroundColor`); colors != "2 rgb(171, 205, 239)" {
			t.Errorf("%s: the colors are %s", name, colors)
		}
	}
}
