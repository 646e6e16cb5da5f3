package db_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
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
	if err := d.Close(); err != nil {
		tb.Fatal(err)
	}
	return path
}

func BenchmarkOpen(b *testing.B) {
	for _, manuals := range []int{10_000, 100_000} {
		b.Run(fmt.Sprint(manuals), func(b *testing.B) {
			path := stock(b, manuals)
			b.ReportAllocs()
			for b.Loop() {
				d, err := db.Open(path)
				if err != nil {
					b.Fatal(err)
				}
				b.StopTimer()
				if err := d.Close(); err != nil {
					b.Fatal(err)
				}
				b.StartTimer()
			}
		})
	}
}

// BenchmarkMemory reports what a manual costs once a store is open: bytes of
// live heap, and of the process's anonymous memory where the system tells.
func BenchmarkMemory(b *testing.B) {
	const manuals = 100_000
	path := stock(b, manuals)
	heap, anonymous := memory(b)
	for b.Loop() {
		d := openAt(b, path)
		after, rss := memory(b)
		b.ReportMetric((after-heap)/manuals, "heap-B/manual")
		b.ReportMetric((rss-anonymous)/manuals, "anon-B/manual")
		if err := d.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// memory returns the bytes of live heap and of anonymous memory; the latter
// is 0 where the system does not tell.
func memory(tb testing.TB) (heap, anonymous float64) {
	tb.Helper()
	runtime.GC()
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		var kib float64
		if _, err := fmt.Sscanf(line, "RssAnon: %f kB", &kib); err == nil {
			anonymous = kib * 1024
		}
	}
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc), anonymous
}
