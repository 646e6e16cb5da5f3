package db_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// makeStore makes a store with that number of manuals, a hundred in a brand,
// and returns its path. All manuals have the same bodies, which is fast.
func makeStore(tb testing.TB, manuals int) string {
	tb.Helper()
	path := filepath.Join(tb.TempDir(), "manuals.db")
	d := openAt(tb, path)
	s := snapshot("", "", "", "text")
	const perBrand = 100
	for first := 0; first < manuals; first += 100 * perBrand {
		update(tb, d, func(tx *db.Tx) error {
			for n := first; n < min(first+100*perBrand, manuals); n++ {
				if n%perBrand == 0 {
					s.Brand = fmt.Sprintf("brand-%04d", n/perBrand)
					if err := tx.PutBrand(manual.BrandSettings{Slug: s.Brand, Name: "Brand " + s.Brand}); err != nil {
						return err
					}
				}
				s.ID, s.Slug, s.Primary = fmt.Sprintf("man_%012x", n*2654435761), fmt.Sprintf("manual-%03d", n%perBrand), n%perBrand == 0
				if err := tx.PutManual(s.Hashed()); err != nil {
					return err
				}
			}
			return nil
		})
	}
	closeStore(tb, d)
	return path
}

// BenchmarkOpen also reports the memory that an open store takes for a manual.
func BenchmarkOpen(b *testing.B) {
	for _, manuals := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(manuals), func(b *testing.B) {
			path := makeStore(b, manuals)
			heap := func() uint64 {
				var stats runtime.MemStats
				runtime.GC()
				runtime.GC() // the second one empties pools
				runtime.ReadMemStats(&stats)
				return stats.HeapAlloc
			}
			before, used := heap(), uint64(0)
			for b.Loop() {
				d := must(db.Open(path))
				b.StopTimer()
				used = heap() - before
				if err := d.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
			b.ReportMetric(float64(used)/float64(manuals), "B/manual")
		})
	}
}
