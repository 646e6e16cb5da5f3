package db_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

var (
	site  = manual.Site{Scheme: "https", Host: "manuals.example.com"}
	acme  = manual.BrandSettings{Slug: "acme", Name: "Acme", Domains: []string{"brand.acme.example"}}
	bison = manual.BrandSettings{Slug: "bison", Name: "Bison"}
	day   = time.Date(2026, 5, 4, 9, 30, 0, 0, time.UTC)
)

// open opens a new store.
func open(tb testing.TB) *db.DB {
	tb.Helper()
	return openAt(tb, filepath.Join(tb.TempDir(), "manuals.db"))
}

// openFilled opens a new store and fills it.
func openFilled(tb testing.TB) *db.DB {
	tb.Helper()
	d := open(tb)
	fill(tb, d)
	return d
}

// closeStore closes a store and returns the content of its file.
func closeStore(tb testing.TB, d *db.DB) []byte {
	tb.Helper()
	if err := d.Close(); err != nil {
		tb.Fatal(err)
	}
	return must(os.ReadFile(d.Path()))
}

func writeFile(tb testing.TB, path string, data []byte) {
	tb.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		tb.Fatal(err)
	}
}

// openAgain closes a store and opens it again.
func openAgain(tb testing.TB, d *db.DB) *db.DB {
	tb.Helper()
	closeStore(tb, d)
	return openAt(tb, d.Path())
}

func openAt(tb testing.TB, path string) *db.DB {
	tb.Helper()
	d, err := db.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = d.Close() }) // if the test has not closed it
	return d
}

// update runs an update that must succeed.
func update(tb testing.TB, d *db.DB, change func(tx *db.Tx) error) {
	tb.Helper()
	if err := d.Update(tb.Context(), change); err != nil {
		tb.Fatal(err)
	}
}

// put puts snapshots in one update.
func put(tb testing.TB, d *db.DB, snapshots ...*db.Snapshot) {
	tb.Helper()
	update(tb, d, func(tx *db.Tx) error { return putAll(tx, snapshots...) })
}

func putAll(tx *db.Tx, snapshots ...*db.Snapshot) error {
	for _, s := range snapshots {
		if err := tx.PutManual(s.Hashed()); err != nil {
			return err
		}
	}
	return nil
}

// putBrands puts brands that have only a slug.
func putBrands(tb testing.TB, d *db.DB, slugs ...string) {
	tb.Helper()
	update(tb, d, func(tx *db.Tx) (err error) {
		for _, slug := range slugs {
			err = errors.Join(err, tx.PutBrand(manual.BrandSettings{Slug: slug}))
		}
		return err
	})
}

// must returns v. It panics if there is an error, also where there is no
// testing.TB.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// snapshot returns a published manual whose documents have that text.
func snapshot(brand, id, slug, text string) *db.Snapshot {
	model := &manual.Manual{
		ID: id, Slug: slug, Title: "Manual " + slug, Visibility: manual.Public, UpdatedAt: day,
		Sections: []manual.Section{{
			ID: "sec", Anchor: "colour", Title: text, Content: []byte(`{}`),
			Blocks: []manual.Block{{ID: "blk", Anchor: "colour-colors", Kind: manual.Colors, Content: []byte(`{"colors":[]}`)}},
		}},
	}
	return &db.Snapshot{
		Brand:    brand,
		Settings: manual.Settings{ID: id, Slug: slug, Title: model.Title, Visibility: manual.Public, Published: true}, UpdatedAt: day,
		Model: model,
		Bodies: db.Bodies{
			ManualJSON: []byte(`{"id":"` + id + `","title":"` + text + `"}`),
			TokensJSON: []byte(`{"color":{"` + id + `":"` + text + `"}}`),
		},
		Notes: []manual.Note{{Code: manual.NoteHidden, Section: "old", Text: "The section " + slug + " is hidden."}},
		Ledger: db.Ledger{
			Anchors: map[string]string{"sec": "colour", "blk": "colour-colors", "old": slug},
			Parts:   []db.LedgerPart{{ID: "sec"}, {ID: "blk", Kind: manual.Colors, Derived: true}},
		},
	}
}

// unpublished returns a manual that is not published.
func unpublished(brand, id, slug string) *db.Snapshot {
	return &db.Snapshot{Brand: brand, Settings: manual.Settings{ID: id, Slug: slug, Visibility: manual.Private}}
}

// withFiles makes the manual name files and returns it.
func withFiles(s *db.Snapshot, files ...manual.File) *db.Snapshot {
	s.Model.Files = files
	return s
}

// primary makes s the primary manual and returns it.
func primary(s *db.Snapshot) *db.Snapshot {
	s.Primary = true
	return s
}

// checkPages is a [db.BoltPageCheck] for files whose pages lead in no circle.
func checkPages(_ context.Context, path string) error { return db.CheckBoltPages(path) }

// fill puts two brands with three manuals and a token into the store.
func fill(tb testing.TB, d *db.DB) {
	tb.Helper()
	update(tb, d, func(tx *db.Tx) error {
		press := snapshot("acme", "man_press", "press", "press")
		press.Subdomain = "acme-press"
		return errors.Join(tx.PutBrand(acme), tx.PutBrand(bison), tx.SetSite(site),
			putAll(tx, primary(snapshot("acme", "man_guide", "guide", "guide")), press, primary(snapshot("bison", "man_bison", "book", "bison"))),
			tx.PutAccessToken(db.AccessToken{ID: "tok", Brand: "acme", Name: "builds", Sum: [32]byte{1}, Created: day, Expires: day.AddDate(1, 0, 0)}))
	})
}

// read returns a document, after checking its entity tag and size.
func read(tb testing.TB, d *db.DB, id string, kind manual.DocumentKind) string {
	tb.Helper()
	ix := d.Index()
	m := ix.Manual(id)
	if m == nil {
		tb.Fatalf("no manual %s", id)
	}
	body := must(d.ReadDocument(ix, m, kind, false))
	info, _ := m.BodyInfo(kind)
	if info.ETag() != fingerprint(body) || int(info.UncompressedBytes) != len(body) {
		tb.Fatalf("%s of %s: %d bytes %s under the tag %+v", kind, id, len(body), fingerprint(body), info)
	}
	return string(body)
}

// checkUnchanged checks that the file of a store still has that content.
func checkUnchanged(tb testing.TB, d *db.DB, before []byte) {
	tb.Helper()
	if !bytes.Equal(must(os.ReadFile(d.Path())), before) {
		tb.Error("the file was changed")
	}
}

// problems returns what Verify reports.
func problems(tb testing.TB, d *db.DB) (found []db.Defect) {
	tb.Helper()
	if err := d.Verify(tb.Context(), func(p db.Defect) { found = append(found, p) }); err != nil {
		tb.Error(err)
	}
	return found
}

// verify checks that Verify reports no problem.
func verify(tb testing.TB, d *db.DB) {
	tb.Helper()
	for _, p := range problems(tb, d) {
		tb.Errorf("problem %+v", p)
	}
}

// fingerprint returns the entity tag of a body, without quotes.
func fingerprint(body []byte) string { return fmt.Sprintf("%x", sha256.Sum256(body)) }
