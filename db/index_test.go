package db_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

func TestLookups(t *testing.T) {
	d := filled(t)
	ix := d.Index()
	found := func(e *db.Entry) string {
		if e == nil {
			return ""
		}
		return e.ID
	}
	tests := []struct{ what, got, want string }{
		{"a brand", found(ix.Find(db.Scope{Site: true}, "acme")), "man_guide"},
		{"a brand and a manual", found(ix.Find(db.Scope{Site: true}, "acme.press")), "man_press"},
		{"a subdomain", found(ix.Find(db.Scope{Site: true}, "acme-press")), "man_press"},
		{"a manual alone", found(ix.Find(db.Scope{Site: true}, "press")), ""},
		{"no brand", found(ix.Find(db.Scope{Site: true}, "none.press")), ""},
		{"an id", found(ix.Entry("man_press")), "man_press"},
		{"a subdomain by itself", found(ix.Subdomain("acme-press")), "man_press"},
		{"a domain", ix.Domain("brand.acme.example").Slug, "acme"},
		{"no domain", fmt.Sprint(ix.Domain("acme.example") == nil), "true"},
		{"no brand by itself", fmt.Sprint(ix.Brand("none") == nil), "true"},
		{"a token", ix.Token([32]byte{1}).ID, "tok"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: %q, want %q", test.what, test.got, test.want)
		}
	}
}

// TestOrder has brands, manuals and tokens in their order.
func TestOrder(t *testing.T) {
	d := filled(t)
	update(t, d, func(tx *db.Tx) error {
		for _, slug := range []string{"zebra", "aloe", "moss"} {
			if _, err := tx.Put(snapshot("acme", "man_"+slug, slug, slug)); err != nil {
				return err
			}
		}
		for i, id := range []string{"b", "a", "c"} {
			token := db.AccessToken{ID: id, Brand: "bison", Sum: [32]byte{byte(10 + i)}, Created: day.Add(time.Hour)}
			if id == "c" {
				token.Created = day.Add(-time.Hour)
			}
			if err := tx.PutToken(token); err != nil {
				return err
			}
		}
		return tx.PutBrand(manual.Brand{Slug: "aardvark"})
	})
	var brands, manuals, tokens []string
	for b := range d.Index().Brands() {
		brands = append(brands, b.Slug)
		for e := range b.Manuals() {
			manuals = append(manuals, e.Slug)
		}
	}
	for token := range d.Index().Tokens() {
		tokens = append(tokens, token.ID)
	}
	if want := []string{"aardvark", "acme", "bison"}; !slices.Equal(brands, want) {
		t.Errorf("brands %q, want %q", brands, want)
	}
	if want := []string{"guide", "aloe", "moss", "press", "zebra", "book"}; !slices.Equal(manuals, want) {
		t.Errorf("manuals %q, want %q", manuals, want)
	}
	if want := []string{"c", "tok", "a", "b"}; !slices.Equal(tokens, want) {
		t.Errorf("tokens %q, want %q", tokens, want)
	}
	for range d.Index().Brands() {
		break // a sequence that is left early
	}
	for range d.Index().Brand("acme").Manuals() {
		break
	}
}

// TestUntouchedEntriesStay updates one brand: the entries of another are the
// same ones, though it is put again, and the old index is as it was.
func TestUntouchedEntriesStay(t *testing.T) {
	d := filled(t)
	before := d.Index()
	update(t, d, func(tx *db.Tx) error {
		if err := tx.PutBrand(bison); err != nil {
			return err
		}
		_, err := tx.Put(snapshot("acme", "man_press", "renamed", "press"))
		return err
	})
	after := d.Index()
	if before.Brand("bison") != after.Brand("bison") || before.Entry("man_bison") != after.Entry("man_bison") {
		t.Error("what was not touched was rebuilt")
	}
	if before.Brand("acme").Manual("press") == nil || before.Brand("acme").Manual("renamed") != nil {
		t.Error("the old index has changed")
	}
	for e := range after.Brand("acme").Manuals() {
		if e.Brand != after.Brand("acme") || after.Entry(e.ID) != e {
			t.Errorf("%s is of another index", e.ID)
		}
	}
}
