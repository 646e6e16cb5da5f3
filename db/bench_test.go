package db_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
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
		d, err := db.Open(path) // not openAt, which would keep it until the end
		if err != nil {
			b.Fatal(err)
		}
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
	debug.FreeOSMemory()
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		var kib float64
		if _, err := fmt.Sscanf(line, "RssAnon: %f kB", &kib); err == nil {
			anonymous = kib * 1024
		}
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc), anonymous
}

// BenchmarkRead reads a body of 60 KB, from one goroutine and from several.
func BenchmarkRead(b *testing.B) {
	d := open(b)
	fill(b, d)
	s := primary(snapshot("acme", "man_guide", "guide", "guide"))
	body := make([]byte, 60_000)
	random := rand.NewChaCha8([32]byte{})
	for i := range body {
		body[i] = "0123456789abcdef"[random.Uint64()%16]
	}
	s.Documents[manual.ManualDocument] = document(body)
	update(b, d, func(tx *db.Tx) error {
		_, err := tx.Put(s)
		return err
	})
	for _, gzip := range []bool{false, true} {
		name := map[bool]string{false: "identity", true: "gzip"}[gzip]
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var size int
			for b.Loop() {
				size = readGuide(b, d, gzip)
			}
			b.SetBytes(int64(size))
		})
		b.Run(name+"/parallel", func(b *testing.B) {
			b.ReportAllocs()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					readGuide(b, d, gzip)
				}
			})
		})
	}
}

// readGuide does what a request does with the store, and returns the size of
// the body.
func readGuide(b *testing.B, d *db.DB, gzip bool) (size int) {
	ix := d.Index()
	body, err := d.Read(b.Context(), ix, ix.Brand("acme").Manual("guide"), manual.ManualDocument, gzip)
	if err != nil {
		b.Error(err)
	}
	return len(body)
}

// BenchmarkUpdate changes one manual of a store of 10,000.
func BenchmarkUpdate(b *testing.B) {
	d := openAt(b, stock(b, 10_000))
	var states [2]*manual.Snapshot
	for i := range states {
		states[i] = primary(snapshot("brand-0000", fmt.Sprintf("man_%012x", 0), "manual-000", fmt.Sprint(i)))
	}
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		update(b, d, func(tx *db.Tx) error {
			_, err := tx.Put(states[n%2])
			return err
		})
	}
}
