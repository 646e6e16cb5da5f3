package db_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// contents is everything that can be read from a store, by name, without what
// is damaged.
type contents map[string]string

// readAll reads everything, and returns it and the errors by name.
func readAll(tb testing.TB, store *db.DB) (got contents, errs map[string]error) {
	tb.Helper()
	got, errs = make(contents), make(map[string]error)
	add := func(name, text string, err error) {
		if err != nil {
			errs[name] = err
		} else {
			got[name] = text
		}
	}
	ix := store.Index()
	got["site"] = ix.Site.String()
	for token := range ix.AccessTokens() {
		got["token "+token.ID] = fmt.Sprint(token.Brand, token.Name, token.Sum, token.Created, token.Expires, token.Revoked)
	}
	for b := range ix.Brands() {
		got["brand "+b.Slug] = fmt.Sprint(b.BrandSettings, b.Primary.ID)
		for e := range b.Manuals() {
			got["manual "+e.ID] = fmt.Sprint(e.Slug, e.Subdomain, e.Primary, e.MarkedPrimary, e.Published, e.Visibility, e.UpdatedAt, e.ExpiresAt, e.PasswordHash)
			for _, kind := range []manual.DocumentKind{manual.ManualDocument, manual.TokensDocument} {
				for _, gzip := range []bool{false, true} {
					body, err := store.ReadDocument(ix, e, kind, gzip)
					add(fmt.Sprint(e.ID, kind, gzip), string(body), err)
				}
			}
			c, err := store.Content(ix, e)
			if err != nil {
				errs[e.ID+"model"], errs[e.ID+"ledger"] = err, err
				continue
			}
			m, err := c.Model()
			add(e.ID+"model", fmt.Sprintf("%+v", m), err)
			got[e.ID+"ledger"] = fmt.Sprintf("%+v %+v", c.Ledger, c.Notes)
		}
	}
	return got, errs
}

// fillLarge fills a store with so many brands and manuals that its trees have
// branch pages, in several transactions, so that it also has free pages.
func fillLarge(tb testing.TB, d *db.DB) {
	tb.Helper()
	fill(tb, d)
	for round := range 3 {
		for n := range 24 {
			text, _ := randomContent(100*round + 200*(n+1)) // which compression does not make small
			brand, id := fmt.Sprintf("brand-%02d", n%2), fmt.Sprintf("man_%02d", n)
			s := snapshot(brand, id, fmt.Sprintf("manual-%02d", n), fmt.Sprintf("%x", text))
			s.Primary = n < 2
			s.Ledger.Anchors["long"] = strings.Repeat("anchor", 10*n)
			update(tb, d, func(tx *db.Tx) error {
				return errors.Join(tx.PutBrand(manual.BrandSettings{Slug: brand, Name: strings.Repeat(brand, 20)}), putAll(tx, s))
			})
		}
	}
}
