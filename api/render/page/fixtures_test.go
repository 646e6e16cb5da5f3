package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"designmanual/api/render/page"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

const goldens = "../../../fixtures/golden"

// site returns the site of the golden manual documents.
func site(t testing.TB) manual.Site {
	t.Helper()
	s, err := manual.ParseSite("https://manuals.example.com")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// brands are the brands of the fixtures.
var brands = map[string]manual.BrandSettings{
	"anse-verte":   {Slug: "anse-verte", Name: "Anse-Verte Public Library"},
	"aoi":          {Slug: "aoi", Name: "Aoi Dyeworks", Domains: []string{"brand.aoi.example", "xn--931a.example"}},
	"designmanual": {Slug: "designmanual", Name: "designmanual"},
	"quillwort":    {Slug: "quillwort", Name: "Quillwort Seed Library & Press"},
	"ternholm":     {Slug: "ternholm", Name: "Ternholm Ferries"},
	"varve":        {Slug: "varve", Name: "Varve Instruments"},
}

// manualDocument is the manual document (specification, section 2.1).
type manualDocument struct {
	ID          string            `json:"id"`
	Slug        string            `json:"slug"`
	Title       string            `json:"title"`
	Description string            `json:"description"`
	URL         string            `json:"url"`
	Visibility  manual.Visibility `json:"visibility"`
	UpdatedAt   time.Time         `json:"updatedAt"`
	ExpiresAt   *time.Time        `json:"expiresAt"`
	Sections    []struct {
		ID      string         `json:"id"`
		Anchor  string         `json:"anchor"`
		URL     string         `json:"url"`
		Title   string         `json:"title"`
		Content jsontext.Value `json:"content"`
		Blocks  []struct {
			ID      string         `json:"id"`
			Anchor  string         `json:"anchor"`
			URL     string         `json:"url"`
			Type    manual.Kind    `json:"type"`
			Content jsontext.Value `json:"content"`
		} `json:"blocks"`
	} `json:"sections"`
}

// anchors returns the fragment of every url in the document.
func (d manualDocument) anchors() []string {
	var found []string
	for _, s := range d.Sections {
		found = append(found, s.URL[len(d.URL)+1:])
		for _, b := range s.Blocks {
			found = append(found, b.URL[len(d.URL)+1:])
		}
	}
	return found
}

// fixtures returns the names of the golden manuals, such as "varve.guide".
func fixtures(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(goldens, "*.manual.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden manuals in %s: %v", goldens, err)
	}
	names := make([]string, len(files))
	for i, file := range files {
		names[i] = strings.TrimSuffix(filepath.Base(file), ".manual.json")
	}
	return names
}

// fixture returns a golden manual as published, and its document.
func fixture(t testing.TB, name string) (page.Input, manualDocument) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(goldens, name+".manual.json"))
	if err != nil {
		t.Fatal(err)
	}
	var d manualDocument
	if err := json.Unmarshal(data, &d); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	m := &manual.Manual{ID: d.ID, Slug: d.Slug, Title: d.Title, Description: d.Description, Visibility: d.Visibility, UpdatedAt: d.UpdatedAt}
	if d.ExpiresAt != nil {
		m.ExpiresAt = *d.ExpiresAt
	}
	m.Lang = map[string]string{"aoi.hand": "ja", "ternholm.crew": "nb"}[name] // which is not in the document
	files := artwork(t)
	for _, s := range d.Sections {
		section := manual.Section{ID: s.ID, Anchor: s.Anchor, Title: s.Title, Content: []byte(s.Content)}
		for _, b := range s.Blocks {
			section.Blocks = append(section.Blocks, manual.Block{ID: b.ID, Anchor: b.Anchor, Kind: b.Type, Content: withFiles(m, b.Content, files)})
		}
		m.Sections = append(m.Sections, section)
	}
	brand, _, _ := strings.Cut(name, ".")
	p := pageOf(t, brands[brand], m)
	switch address := p.Site.BrandAddress(p.Brand); d.URL {
	case address:
		p.Primary = true
	case address + "/" + d.Slug:
	default:
		_, host, _ := strings.Cut(d.URL, "://")
		p.Subdomain, _, _ = strings.Cut(host, ".")
	}
	if got := p.Site.Address(p.Brand, d.Slug, p.Subdomain, p.Primary); got != d.URL {
		t.Fatalf("%s: address %s, want %s", name, got, d.URL)
	}
	return p, d
}

// pageOf returns a manual with its tokens.
func pageOf(t testing.TB, brand manual.BrandSettings, m *manual.Manual) page.Input {
	t.Helper()
	sections, err := content.Sections(m)
	if err != nil {
		t.Fatal(err)
	}
	tokens, _, err := tokenize.Document(sections)
	if err != nil {
		t.Fatal(err)
	}
	return withLook(page.Input{Brand: brand, Manual: m, Sections: sections, Tokens: &tokens, Site: site(t), HasMCP: true})
}

// withLook returns the page with the look of its manual.
func withLook(p page.Input) page.Input {
	p.Summary = tokenize.SummaryOf(p.Manual, p.Sections, p.Tokens)
	p.Summary.NamedColors = tokenize.NamedColors(tokenize.SwatchesOf(p.Tokens), p.Manual.Cover, p.Brand.Cover)
	return p
}

func render(t testing.TB, p page.Input) string {
	t.Helper()
	return string(page.Render(withLook(p)))
}
