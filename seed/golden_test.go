package seed

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"designmanual/api/render"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/fixtures"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/lint"
)

var update = flag.Bool("update", false, "write the goldens anew")

const goldens = "../fixtures/golden"

// clock returns the time of every import in these tests.
func clock() time.Time { return time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC) }

func openStore(t testing.TB) *db.DB {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func importAll(t testing.TB, store *db.DB, o Options, sources ...Source) *Report {
	t.Helper()
	if o.Now == nil {
		o.Now = clock
	}
	report, err := Import(context.Background(), store, sources, o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// body returns a document as served, and its ETag.
func body(t testing.TB, store *db.DB, slug string, kind manual.DocumentKind) ([]byte, string) {
	t.Helper()
	ix := store.Index()
	m := find(ix, slug)
	if m == nil {
		t.Fatalf("no manual %s", slug)
	}
	if !m.Has(kind) {
		return nil, ""
	}
	text, err := render.Document(store, ix, m, kind)
	if err != nil {
		t.Fatal(err)
	}
	return text, fingerprint(text)
}

// TestGoldens imports the fixtures and compares every JSON document with its
// golden file.
func TestGoldens(t *testing.T) {
	store := openStore(t)
	site, err := manual.ParseSite("https://manuals.example.com")
	if err != nil {
		t.Fatal(err)
	}
	if err := SetSite(context.Background(), store, site); err != nil {
		t.Fatal(err)
	}
	report := importAll(t, store, Options{}, source.ReadFS(fixtures.Files(), "fixtures")...)
	want := make(map[string]bool)
	for _, m := range report.Manuals {
		if m.Status != New {
			t.Errorf("%s.%s is %s in an empty store", m.Brand, m.Slug, m.Status)
		}
		slug := m.Brand + "." + m.Slug
		for _, kind := range []manual.DocumentKind{manual.ManualDocument, manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument} {
			got, tag := body(t, store, slug, kind)
			if got == nil {
				continue
			}
			if tag != fingerprint(got) {
				t.Errorf("%s %s: tag %s is not that of the body", slug, kind, tag)
			}
			want[golden(t, slug+"."+string(kind)+".json", got)] = true
		}
		lintExports(t, store, slug)
		notes, err := json.MarshalIndent(struct {
			LeftOut []manual.Note `json:"leftOut"`
		}{m.Notes}, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		want[golden(t, slug+".report.json", append(notes, '\n'))] = true
	}
	found, err := os.ReadDir(goldens)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if !want[f.Name()] {
			t.Errorf("golden %s is of nothing", f.Name())
		}
	}
}

// lintExports checks that a manual's own style sheets use its tokens alone.
func lintExports(t *testing.T, store *db.DB, slug string) {
	t.Helper()
	var document manual.Manual
	text, _ := body(t, store, slug, manual.ManualDocument)
	if text == nil {
		return // not published
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	sections, err := content.Sections(&document)
	if err != nil {
		t.Fatal(err)
	}
	tokens, _, err := tokenize.Document(sections)
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range []manual.DocumentKind{manual.CSSDocument, manual.SCSSDocument, manual.TailwindDocument} {
		sheet, _ := body(t, store, slug, kind)
		for _, f := range lint.New(&tokens).Check(kind.Info().File, sheet) {
			t.Errorf("%s: %s:%d:%d: %s", slug, f.File, f.Line, f.Column, f.Message)
		}
	}
}

// golden compares got with a golden file, or writes it, and returns its name.
func golden(t *testing.T, name string, got []byte) string {
	t.Helper()
	path := filepath.Join(goldens, name)
	if *update {
		if err := os.MkdirAll(goldens, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v (write it with go test ./seed -update)", err)
		return name
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s differs from its golden; found\n%s", name, got)
	}
	return name
}

// fingerprint returns the entity tag of a body, without quotes.
func fingerprint(body []byte) string { return fmt.Sprintf("%x", sha256.Sum256(body)) }
