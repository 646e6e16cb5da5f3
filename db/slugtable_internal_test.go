package db

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSlugTable(t *testing.T) {
	for _, n := range []int{0, 1, searchedEntries, searchedEntries + 1, 100, 128, 129, 5000} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			entries := make([]Entry, n)
			for i := range entries {
				entries[i].Slug = fmt.Sprintf("m%d", i)
			}
			slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Slug, b.Slug) })
			table := newSlugTable(entries)
			if (table == nil) != (n <= searchedEntries) || len(table) > 4*n {
				t.Errorf("%d slots", len(table))
			}
			for i := range entries {
				if e := table.find(entries, entries[i].Slug); e != &entries[i] {
					t.Errorf("%s is %v", entries[i].Slug, e)
				}
			}
			for _, slug := range []string{"", "m", "m-1", fmt.Sprintf("m%d", n), "zebra"} {
				if e := table.find(entries, slug); e != nil {
					t.Errorf("%q is %s", slug, e.Slug)
				}
			}
		})
	}
}

func TestTexts(t *testing.T) {
	var kept []string
	var texts texts
	want := func(i int) string { return strings.Repeat(string(rune('a'+i%26)), i%7) }
	for i := range 4 * textBlock {
		kept = append(kept, texts.keep(want(i)))
	}
	long := strings.Repeat("x", 3*textBlock)
	kept = append(kept, texts.keep(long))
	for i, s := range kept[:len(kept)-1] {
		if s != want(i) {
			t.Fatalf("text %d is %q, want %q", i, s, want(i))
		}
	}
	if kept[len(kept)-1] != long {
		t.Error("a long text is another one")
	}
}
