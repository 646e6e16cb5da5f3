package db

import (
	"fmt"
	"testing"

	"designmanual/db/manual"
)

func TestSlugTable(t *testing.T) {
	for _, n := range []int{0, 1, searchedRows, searchedRows + 1, 100, 128, 129, 5000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			manuals := make([]loose, n)
			for i := range manuals {
				manuals[i] = rowsOf(t, []headRecord{{Slug: fmt.Sprintf("m%d", i), Visibility: manual.Public, Primary: i == 0}}, 0)[0]
			}
			b, err := newBrand(manual.Brand{Slug: "acme"}, manuals)
			if err != nil {
				t.Fatal(err)
			}
			if (b.slugs == nil) != (n <= searchedRows) || len(b.slugs) > 4*n {
				t.Errorf("%d slots", len(b.slugs))
			}
			for i := range b.rows {
				if slug := b.slug(i); b.find(slug) != &b.rows[i] || slug != manuals[i].text(slugText) {
					t.Errorf("%s is not found", slug)
				}
			}
			for _, slug := range []string{"", "m", "m-1", fmt.Sprintf("m%d", n), "zebra"} {
				if r := b.find(slug); r != nil {
					t.Errorf("%q is %v", slug, r.facts)
				}
			}
		})
	}
}
