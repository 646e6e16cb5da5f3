package db_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// contents is everything that can be read out of a store, by name. What is
// damaged is missing.
type contents map[string]string

// readAll reads everything and returns what it got and what it was refused.
func readAll(tb testing.TB, d *db.DB) (got contents, refused map[string]error) {
	tb.Helper()
	got, refused = make(contents), make(map[string]error)
	note := func(name, text string, err error) {
		if err != nil {
			refused[name] = err
		} else {
			got[name] = text
		}
	}
	ix := d.Index()
	got["site"] = ix.Site.String()
	for token := range ix.Tokens() {
		got["token "+token.ID] = fmt.Sprint(token.Brand, token.Name, token.Sum, token.Created, token.Expires, token.Revoked)
	}
	for b := range ix.Brands() {
		got["brand "+b.Slug] = fmt.Sprint(b.Brand, b.Primary.ID)
		for e := range b.Manuals() {
			got["manual "+e.ID] = fmt.Sprint(e.Slug, e.Subdomain, e.Primary, e.Flagged, e.Published, e.Visibility, e.UpdatedAt.Time, e.ExpiresAt.Time, e.Password)
			for _, made := range e.Documents {
				for _, gzip := range []bool{false, true} {
					body, err := d.Read(ix, e, made.Kind, gzip)
					note(fmt.Sprint(e.ID, made.Kind, gzip), string(body), err)
				}
			}
			err := d.View(tb.Context(), func(tx *db.Tx) error {
				m, err := tx.Model(e)
				note(e.ID+"model", fmt.Sprintf("%+v", m), err)
				ed, err := tx.Editorial(e)
				note(e.ID+"editorial", fmt.Sprintf("%+v", ed), err)
				return nil
			})
			if err != nil {
				refused["view "+e.ID] = err
			}
		}
	}
	return got, refused
}

// large fills a store with brands and manuals enough for branch pages in its
// trees, in several transactions, so that old pages lie about.
func large(tb testing.TB, d *db.DB) {
	tb.Helper()
	fill(tb, d)
	for round := range 3 {
		for n := range 24 {
			brand, id := fmt.Sprintf("brand-%02d", n%2), fmt.Sprintf("man_%02d", n)
			s := snapshot(brand, id, fmt.Sprintf("manual-%02d", n), strings.Repeat(fmt.Sprint(round, n, ","), 60*(n+1)))
			s.Primary = n < 2
			if n%3 == 0 {
				s.Documents[manual.ResolverDocument] = document([]byte(`{"resolver":` + fmt.Sprint(n, round) + `}`))
			}
			update(tb, d, func(tx *db.Tx) error {
				return errors.Join(tx.PutBrand(manual.Brand{Slug: brand, Name: strings.Repeat(brand, 20)}), putAll(tx, s),
					tx.PutEditorial(brand, id, editorial(strings.Repeat("anchor", 10*n))))
			})
		}
	}
}
