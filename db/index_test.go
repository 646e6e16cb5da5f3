package db_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// Brands, manuals and tokens are sorted.
func TestOrder(t *testing.T) {
	d := openFilled(t)
	update(t, d, func(tx *db.Tx) error {
		token := func(id string, created time.Duration) error {
			return tx.PutAccessToken(db.AccessToken{ID: id, Brand: "bison", Sum: [32]byte{id[0]}, Created: day.Add(created)})
		}
		return errors.Join(tx.PutBrand(manual.BrandSettings{Slug: "aardvark"}), token("b", time.Hour), token("a", time.Hour), token("c", -time.Hour),
			putAll(tx, snapshot("acme", "man_zebra", "zebra", ""), snapshot("acme", "man_aloe", "aloe", ""), snapshot("acme", "man_moss", "moss", "")))
	})
	var brands, manuals, tokens []string
	for b := range d.Index().Brands() {
		brands = append(brands, b.Slug)
		for m := range b.Manuals() {
			manuals = append(manuals, m.Slug)
		}
	}
	for token := range d.Index().AccessTokens() {
		tokens = append(tokens, token.ID)
	}
	for _, row := range []struct{ got, want []string }{
		{brands, []string{"aardvark", "acme", "bison"}},
		{manuals, []string{"guide", "aloe", "moss", "press", "zebra", "book"}},
		{tokens, []string{"c", "tok", "a", "b"}},
	} {
		if !slices.Equal(row.got, row.want) {
			t.Errorf("%q, want %q", row.got, row.want)
		}
	}
}

// An update of one brand leaves the entries of other brands in place, and the
// old index unchanged.
func TestEntriesShared(t *testing.T) {
	d := openFilled(t)
	before := d.Index()
	update(t, d, func(tx *db.Tx) error {
		return errors.Join(tx.PutBrand(bison), putAll(tx, snapshot("acme", "man_press", "renamed", "press")))
	})
	after := d.Index()
	if before.Brand("bison") != after.Brand("bison") || before.Manual("man_bison") != after.Manual("man_bison") {
		t.Error("unchanged entries were replaced")
	}
	if before.Brand("acme").Manual("press") == nil || before.Brand("acme").Manual("renamed") != nil {
		t.Error("the old index has changed")
	}
	for m := range after.Brand("acme").Manuals() {
		if m.Brand != after.Brand("acme") || after.Manual(m.ID) != m {
			t.Errorf("%s belongs to another index", m.ID)
		}
	}
}
