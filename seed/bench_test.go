package seed

import (
	"context"
	"fmt"
	"strings"
	"testing"
)

// manyManuals makes a seed file of n manuals of about 20 KB each.
func manyManuals(n int) Source {
	words := strings.Repeat("<p>Every boat carries her number in enamel, white on navy, forward of the first window.</p>", 20)
	var b strings.Builder
	b.WriteString(`{"brand":{"slug":"bench","name":"Bench"},"manuals":[`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"man_%d","slug":"m%d","primary":%v,"title":"Manual %d","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[`, i, i, i == 0, i)
		b.WriteString(`{"id":"c","anchor":"colour","title":"Colour","blocks":[{"id":"cb","anchor":"palette","type":"COLORS","content":{"colors":[`)
		for j := range 40 {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"Color %d","hex":"#%06x","tints":{"50":"#ffffff","500":"#808080","950":"#000000"},"use":"Hulls and headlines"}`, j, i*97+j*65537%0xffffff)
		}
		b.WriteString(`]}},{"id":"sp","anchor":"space","type":"SPACING","content":{"steps":[0,2,4,8,"1rem",{"step":24,"value":24}]}},
			{"id":"ty","anchor":"type","type":"TYPOGRAPHY","content":{"fonts":[{"family":"Barlow","usage":"Body","fallbacks":["system-ui","sans-serif"]}],"scale":{"base":16,"ratio":1.25}}}]}`)
		for j := range 6 {
			fmt.Fprintf(&b, `,{"id":"t%d","anchor":"voice-%d","title":"Voice %d","blocks":[{"id":"tb%d","anchor":"text-%d","type":"TEXT","content":{"html":%q}}]}`, j, j, j, j, j, words)
		}
		b.WriteString(`]}`)
	}
	b.WriteString(`]}`)
	return source("bench.json", b.String())
}

// BenchmarkImport imports 200 manuals of 20 KB into an empty store, and then
// again without a change. It reports manuals a second.
func BenchmarkImport(b *testing.B) {
	const n = 200
	file := manyManuals(n)
	for _, again := range []bool{false, true} {
		b.Run(map[bool]string{false: "new", true: "unchanged"}[again], func(b *testing.B) {
			b.ReportAllocs()
			store := openStore(b)
			for b.Loop() {
				b.StopTimer()
				if !again {
					store = openStore(b)
				}
				b.StartTimer()
				if _, err := Import(context.Background(), store, []Source{file}, Options{Now: clock}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(n*float64(b.N)/b.Elapsed().Seconds(), "manuals/s")
			b.ReportMetric(float64(len(file.Data))/n, "B/manual")
		})
	}
}
