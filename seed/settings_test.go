package seed

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// The settings of a manual come through an import, the same import again, a new
// base URL, another version of the program and a restart.
func TestSettingsStay(t *testing.T) {
	const oldHash, newHash = "$2a$04$j296bapWzt6AXukEtSg5DOX.qzBZ96/h1zj/zm3f.cIZ3u5PXXxpu", "$2a$04$abcdefghijklmnopqrstuuX.qzBZ96/h1zj/zm3f.cIZ3u5PXXxpu"
	seed := func(lang, password string, primary string) Source {
		manuals := ""
		for i, slug := range []string{"guide", "signs"} {
			manuals += fmt.Sprintf(`%s{"id":%q,"slug":%q,"title":"T","visibility":"password","password":%q,"lang":%q,"primary":%t,"updatedAt":"2026-05-04T09:30:00Z"}`,
				[]string{"", ","}[i], slug, slug, password, lang, slug == primary)
		}
		return seedFile("acme.json", `{"brand":{"slug":"acme","name":"Acme"},"manuals":[`+manuals+`]}`)
	}
	path := filepath.Join(t.TempDir(), "q.db")
	open := func() *db.DB {
		t.Helper()
		store, err := db.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return store
	}
	store := open()
	defer func() { store.Close() }()
	check := func(step, lang, password, primary string) {
		t.Helper()
		for _, slug := range []string{"guide", "signs"} {
			e := store.Index().Brand("acme").Manual(slug)
			if e.Password != password || e.Primary != (slug == primary) {
				t.Errorf("%s: %s has the password %q, primary %t", step, slug, e.Password, e.Primary)
			}
			page, _ := body(t, store, "acme."+slug, manual.PageDocument)
			if !strings.Contains(string(page), `<html lang="`+lang+`"`) {
				t.Errorf("%s: the page of %s begins with %.80s", step, slug, page)
			}
			text, _ := body(t, store, "acme."+slug, manual.ManualDocument)
			if atRoot := !strings.Contains(string(text), `/`+slug+`","visibility"`); atRoot != (slug == primary) {
				t.Errorf("%s: %s at the root of its host: %t", step, slug, atRoot)
			}
		}
	}
	for _, tt := range []struct {
		name, lang, password, primary string
		changed                       int
	}{
		{"new", "nb", oldHash, "guide", 0},
		{"the same", "nb", oldHash, "guide", 0},
		{"another password alone", "nb", newHash, "guide", 2},
		{"another language alone", "ja", newHash, "guide", 2},
		{"another primary alone", "ja", newHash, "signs", 2},
	} {
		report := importAll(t, store, Options{}, seed(tt.lang, tt.password, tt.primary))
		if report.Count(Changed) != tt.changed {
			t.Errorf("%s: %+v", tt.name, report.Manuals)
		}
		check(tt.name, tt.lang, tt.password, tt.primary)
		for _, url := range []string{"https://new.example", manual.DefaultSite} {
			site, err := manual.ParseSite(url)
			if err == nil {
				err = SetSite(context.Background(), store, site)
			}
			if err != nil {
				t.Fatal(err)
			}
			check(tt.name+", at "+url, tt.lang, tt.password, tt.primary)
		}
		if err := store.Update(context.Background(), func(tx *db.Tx) error { return tx.SetRendering("another version") }); err != nil {
			t.Fatal(err)
		}
		if err := Complete(context.Background(), store); err != nil {
			t.Fatal(err)
		}
		check(tt.name+", rendered again", tt.lang, tt.password, tt.primary)
		if err := store.Close(); err != nil {
			t.Fatal(err)
		}
		store = open()
		check(tt.name+", after a restart", tt.lang, tt.password, tt.primary)
	}
}
