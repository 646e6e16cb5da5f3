package page_test

import (
	"strings"
	"testing"

	"designmanual/api/render/page"
	"designmanual/db/manual"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/release"
)

// releasesPage returns the page of three releases of a fixture: the first one, one with every sort of
// change and hostile texts, and one without any.
func releasesPage(t *testing.T, name string) string {
	t.Helper()
	p, _ := fixture(t, name)
	long := strings.Repeat("schifffahrts", 8)
	distance := 0.0123
	all := difference.Difference{
		Removed: []difference.Token{{Token: "color." + long, Group: "color", Type: "color", Value: "#ABCDEF"}, {Token: "dimension.96", Type: "dimension", Value: "96px"}},
		Renamed: []difference.Rename{{From: "color.beak-red", To: "color.signal-red", Group: "color", Type: "color", Value: "#c8372a"}},
		Kinds:   []difference.KindChange{{Token: "motion.x", From: "number", To: "dimension", FromValue: "3", ToValue: "3px"}},
		Changed: []difference.Change{
			{Token: "color.foam", Type: "color", Mode: "night", From: "#f4f8fa", To: "#f5f8fa", Distance: &distance, Looks: difference.Barely},
			{Token: "gradient.sky", Type: "gradient", From: "linear-gradient(red, blue)", To: "linear-gradient(url(//x), red)"},
			{Token: "color.bad", Type: "color", From: "red;} body{display:none", To: "</style><script>alert(1)</script>"},
		},
		Deprecated: []difference.Deprecation{{Token: "color.tar", Reason: "Take <b>foam</b>."}, {Token: "color.pitch", Reason: "Take foam.", Again: true}},
		Restored:   []difference.Deprecation{{Token: "color.rope"}},
		Added:      []difference.Token{{Token: "theme.fog.text", Type: "color", Value: "rgb(0 0 0 / 50%)"}},
		Modes:      difference.ModeChanges{Added: []string{"fog"}, Removed: []string{"night"}},
	}
	documents := []release.Document{{Name: "tokens.json"}, {Name: "tokens.css"}}
	p.Releases = []*release.Release{
		{Version: release.Version{2, 0, 1}, Date: "2026-11-28", Difference: &difference.Difference{}, Documents: documents},
		{Version: release.Version{2, 0, 0}, Date: "2026-11-27", Difference: &all, Documents: documents,
			Notes: "# Boats\n\nThe *boats* are repainted.\n\n## Two\n\n> # Quoted\n\n- one\n- [two](javascript:alert(1)) <img src=x onerror=alert(1)>\n"},
		{Version: release.Version{1, 0, 0}, Date: "2026-01-05", Documents: documents},
	}
	return string(page.RenderReleases(withLook(p)))
}

// The page of releases equals its golden, and nothing of a release file runs or loads anything.
func TestReleasesGolden(t *testing.T) {
	html := releasesPage(t, "ternholm.guide")
	golden(t, "ternholm.releases.html", html)
	for _, hostile := range []string{"<script>alert", "javascript:", "onerror", "<b>foam"} {
		if strings.Contains(html, hostile) {
			t.Errorf("the page has %q", hostile)
		}
	}
	if strings.Count(html, "<h1") != 1 || !strings.Contains(html, "<h3>Boats</h3>") || !strings.Contains(html, "<h4>Two</h4>") {
		t.Error("headings of the notes do not begin below that of the release")
	}
	style, _, _ := strings.Cut(html, "</style>")
	if strings.Contains(style, "url(//x") || strings.Contains(style, "display:none") {
		t.Errorf("the style is\n%s", style)
	}
	if p, _ := fixture(t, "aoi.hand"); page.RenderReleases(withLook(p)) != nil {
		t.Error("a manual without releases has a page of them")
	}
	if kind := manual.ReleasesDocument.Info(); kind.CrossOrigin {
		t.Error("pages of other origins may read the page of releases")
	}
}
