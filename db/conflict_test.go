package db_test

import (
	"errors"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

func TestConflicts(t *testing.T) {
	with := func(s *db.Snapshot, change func(*db.Snapshot)) *db.Snapshot {
		change(s)
		return s
	}
	tests := []struct {
		name   string
		change func(tx *db.Tx) error
		want   error
	}{
		{"slug taken", func(tx *db.Tx) error { return putAll(tx, snapshot("acme", "man_new", "press", "")) }, db.ErrConflict},
		{"slugs exchanged", func(tx *db.Tx) error {
			return putAll(tx, snapshot("acme", "man_press", "guide", ""), primary(snapshot("acme", "man_guide", "press", "")))
		}, nil},
		{"second primary", func(tx *db.Tx) error { return putAll(tx, primary(snapshot("acme", "man_new", "new", ""))) }, db.ErrConflict},
		{"another primary", func(tx *db.Tx) error {
			return putAll(tx, primary(snapshot("acme", "man_press", "press", "")), snapshot("acme", "man_guide", "guide", ""))
		}, nil},
		{"no primary", func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_guide") }, db.ErrConflict},
		{"id in another brand", func(tx *db.Tx) error { return putAll(tx, snapshot("bison", "man_press", "press", "")) }, db.ErrConflict},
		{"moved to another brand", func(tx *db.Tx) error {
			return errors.Join(tx.RemoveManual("acme", "man_press"), putAll(tx, snapshot("bison", "man_press", "press", "")))
		}, nil},
		{"subdomain taken", func(tx *db.Tx) error {
			return putAll(tx, with(snapshot("acme", "man_new", "new", ""), func(s *db.Snapshot) { s.Subdomain = "acme-press" }))
		}, db.ErrConflict},
		{"subdomain is a brand", func(tx *db.Tx) error {
			return putAll(tx, with(snapshot("acme", "man_new", "new", ""), func(s *db.Snapshot) { s.Subdomain = "bison" }))
		}, db.ErrConflict},
		{"brand is a subdomain", func(tx *db.Tx) error { return tx.PutBrand(manual.BrandSettings{Slug: "acme-press"}) }, db.ErrConflict},
		{"domain taken", func(tx *db.Tx) error {
			return tx.PutBrand(manual.BrandSettings{Slug: "bison", Domains: []string{"brand.acme.example"}})
		}, db.ErrConflict},
		{"file not stored", func(tx *db.Tx) error {
			return putAll(tx, withFiles(snapshot("acme", "man_press", "press", ""), manual.File{Ref: "none.svg"}))
		}, db.ErrConflict},
		{"no brand", func(tx *db.Tx) error { return putAll(tx, snapshot("none", "man_new", "new", "")) }, db.ErrNotFound},
		{"no brand for a token", func(tx *db.Tx) error { return tx.PutAccessToken(db.AccessToken{ID: "new", Brand: "none"}) }, db.ErrNotFound},
		{"secret taken", func(tx *db.Tx) error {
			return tx.PutAccessToken(db.AccessToken{ID: "new", Brand: "acme", Sum: [32]byte{1}})
		}, db.ErrConflict},
		{"no manual", func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_bison") }, db.ErrNotFound},
		{"brand removed twice", func(tx *db.Tx) error { return errors.Join(tx.RemoveBrand("acme"), tx.RemoveBrand("acme")) }, db.ErrNotFound},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := openFilled(t)
			ix := d.Index()
			err := d.Update(t.Context(), test.change)
			if !errors.Is(err, test.want) {
				t.Errorf("error %v, want %v", err, test.want)
			}
			if changed := d.Index() != ix; changed != (test.want == nil) {
				t.Errorf("changed: %v", changed)
			}
			verify(t, d)
		})
	}
}
