package page_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/seed/page"
)

var update = flag.Bool("update", false, "write the goldens anew")

// The pages of the fixtures, byte for byte, and twice the same.
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

// The pages of no manual, byte for byte.
func TestSiteGolden(t *testing.T) {
	for name, html := range sitePages(t) {
		t.Run(name, func(t *testing.T) { golden(t, name, html) })
	}
}

func sitePages(t *testing.T) map[string]string {
	index, err := page.RenderIndex(indexOf(t))
	if err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		"index.html":          string(index),
		"error-404.html":      string(page.RenderError(404, page.Branding{})),
		"password.html":       string(page.RenderPassword(page.PasswordForm{})),
		"password-wrong.html": string(page.RenderPassword(page.PasswordForm{Wrong: true})),
	}
}

// indexOf lists the public manuals of the fixtures.
func indexOf(t *testing.T) page.Index {
	index := page.Index{Site: site(t), API: true}
	for _, name := range fixtures(t) {
		p, _ := fixture(t, name)
		if p.Manual.Visibility != manual.Public {
			continue
		}
		index.Entries = append(index.Entries, page.Entry{
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

// BenchmarkRender renders fixtures, and a manual of 17 KB.
func BenchmarkRender(b *testing.B) {
	pages := map[string]page.Page{"17KB": largePage(b)}
	for _, name := range []string{"ternholm.guide", "aoi.hand"} {
		pages[name], _ = fixture(b, name)
	}
	for name, p := range pages {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := page.Render(p); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func largePage(t testing.TB) page.Page {
	var colors []string
	for i := range 40 {
		colors = append(colors, fmt.Sprintf(`{"name":"Color %d","hex":"#%06x","tints":{"50":"#ffffff","500":"#808080","950":"#000000"},"use":"Hulls and headlines"}`, i, i*97))
	}
	contents := [][2]string{
		{"COLORS", `{"colors":[` + strings.Join(colors, ",") + `]}`},
		{"SPACING", `{"steps":[0,2,4,8,"1rem",{"step":24,"value":24}]}`},
		{"TYPOGRAPHY", `{"fonts":[{"family":"Barlow","usage":"Body","fallbacks":["system-ui","sans-serif"]}],"scale":{"base":16,"ratio":1.25}}`},
	}
	words := strings.Repeat("<p>Every boat carries her number in enamel, white on navy, forward of the first window.</p>", 20)
	for range 6 {
		contents = append(contents, [2]string{"TEXT", `{"html":"` + words + `"}`})
	}
	m := &manual.Manual{ID: "m", Slug: "m", Title: "M", Visibility: manual.Public}
	for i, c := range contents {
		id := fmt.Sprint("b", i)
		m.Sections = append(m.Sections, manual.Section{ID: "s" + id, Anchor: "s" + id, Title: "S", Blocks: []manual.Block{{ID: id, Anchor: id, Kind: manual.Kind(c[0]), Content: []byte(c[1])}}})
	}
	return pageOf(t, manual.Brand{Slug: "acme", Name: "Acme"}, m)
}
