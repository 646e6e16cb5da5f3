package db

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

func TestSlugTable(t *testing.T) {
	for _, n := range []int{0, 1, searchedEntries, searchedEntries + 1, 100, 128, 129, 5000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			entries, shelf := make([]Entry, n), newShelf(0)
			for i := range entries {
				var ok bool
				if entries[i], ok = shelf.put("", &headRecord{Slug: fmt.Sprintf("m%d", i), Visibility: manual.Public}); !ok {
					t.Fatal("it is not put")
				}
			}
			slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Slug(), b.Slug()) })
			table := newSlugTable(entries)
			if (table == nil) != (n <= searchedEntries) || len(table) > 4*n {
				t.Errorf("%d slots", len(table))
			}
			for i := range entries {
				if e := table.find(entries, entries[i].Slug()); e != &entries[i] {
					t.Errorf("%s is %v", entries[i].Slug(), e)
				}
			}
			for _, slug := range []string{"", "m", "m-1", fmt.Sprintf("m%d", n), "zebra"} {
				if e := table.find(entries, slug); e != nil {
					t.Errorf("%q is %s", slug, e.Slug())
				}
			}
		})
	}
}
