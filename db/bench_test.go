package db_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// stock fills a new store with manuals, a hundred to a brand, and returns its
// path. They share their bodies, so that it is made quickly.
func stock(tb testing.TB, manuals int) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "stock.db")
	d := openAt(tb, path)
	s := snapshot("", "", "", "stock")
	for _, info := range manual.Documents {
		s.Documents[info.Kind] = document([]byte("a document of the kind " + info.Kind))
	}
	const each = 100
	for first := 0; first < manuals; first += 100 * each {
		update(tb, d, func(tx *db.Tx) error {
			for n := first; n < min(first+100*each, manuals); n++ {
				if n%each == 0 {
					s.Brand = fmt.Sprintf("brand-%04d", n/each)
					if err := tx.PutBrand(manual.Brand{Slug: s.Brand, Name: "Brand " + s.Brand}); err != nil {
						return err
					}
				}
				s.Manual.ID, s.Manual.Slug, s.Primary = fmt.Sprintf("man_%012x", n*2654435761), fmt.Sprintf("manual-%03d", n%each), n%each == 0
				if _, err := tx.Put(s); err != nil {
					return err
				}
			}
			return nil
		})
	}
	closed(tb, d)
	return path
}

// BenchmarkOpen tells also how much memory a manual of an open store takes.
func BenchmarkOpen(b *testing.B) {
	for _, manuals := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(manuals), func(b *testing.B) {
			path := stock(b, manuals)
			heap := func() uint64 {
				var stats runtime.MemStats
				runtime.GC()
				runtime.GC() // what pools held goes with the second
				runtime.ReadMemStats(&stats)
				return stats.HeapAlloc
			}
			before, taken := heap(), uint64(0)
			for b.Loop() {
				d := must(db.Open(path))
				b.StopTimer()
				taken = heap() - before
				if err := d.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(taken)/float64(manuals), "B/manual")
		})
	}
}
