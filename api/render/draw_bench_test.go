package render_test

import (
	"fmt"
	"strings"
	"testing"

	"designmanual/api/render"
	"designmanual/db"
	"designmanual/db/gzip"
	"designmanual/db/manual"
	"designmanual/seed"
)

// BenchmarkDraw reads the manual of 1,000 colors and 1,000 steps from a store, draws its page and
// compresses it, as the first reader of a page waits for.
func BenchmarkDraw(b *testing.B) {
	var blocks []string
	for n := range 20 {
		var entries []string
		for i := 100 * n; i < 100*(n+1); i++ {
			entry := fmt.Sprintf(`{"name":"Color %d","hex":"#%06x"}`, i, i*458_759%0xffffff)
			if n >= 10 {
				entry = fmt.Sprintf(`{"step":"%d","value":"%dpx"}`, i, i)
			}
			entries = append(entries, entry)
		}
		block := `"type":"COLORS","content":{"colors":[`
		if n >= 10 {
			block = `"type":"SPACING","content":{"steps":[`
		}
		blocks = append(blocks, fmt.Sprintf(`{"id":"b%d",%s%s]}}`, n, block, strings.Join(entries, ",")))
	}
	store, err := db.Open(b.TempDir() + "/bench.db")
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	file := `{"brand":{"slug":"bench","name":"Bench"},"manuals":[{"id":"m","slug":"guide","primary":true,"title":"Bench",` +
		`"visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[{"id":"s","title":"Values","blocks":[` + strings.Join(blocks, ",") + `]}]}]}`
	if _, err := seed.Import(b.Context(), store, []seed.Source{{Name: "bench.json", Data: []byte(file)}}, seed.Options{}); err != nil {
		b.Fatal(err)
	}
	ix := store.Index()
	m := ix.Brand("bench").Manual("guide")
	b.ReportAllocs()
	for b.Loop() {
		page, err := render.Document(store, ix, m, manual.PageDocument)
		if err != nil {
			b.Fatal(err)
		}
		gzip.CompressBest(page)
	}
}
