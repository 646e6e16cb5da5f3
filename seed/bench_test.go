package seed

import (
	"fmt"
	"strings"
	"testing"
)

// manyManuals returns a seed file of a brand with n manuals of 17 KB each.
func manyManuals(brand string, n int) Source {
	words := strings.Repeat("<p>Every boat carries her number in enamel, white on navy, forward of the first window.</p>", 20)
	var b strings.Builder
	fmt.Fprintf(&b, `{"brand":{"slug":%q,"name":"Bench"},"manuals":[`, brand)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":"man_%s_%d","slug":"m%d","primary":%v,"title":"Manual %d","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[`, brand, i, i, i == 0, i)
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
	return seedFile(brand+".json", b.String())
}

// BenchmarkImport imports 2,000 manuals in 20 files into an empty store, and again
// without changes. It reports manuals per second. The store is in TMPDIR; choose a
// file system in memory to exclude the disk.
func BenchmarkImport(b *testing.B) {
	const files, each = 20, 100
	var sources []Source
	var size int
	for i := range files {
		sources = append(sources, manyManuals(fmt.Sprintf("bench-%02d", i), each))
		size += len(sources[i].Data)
	}
	for _, again := range []bool{false, true} {
		b.Run(map[bool]string{false: "new", true: "unchanged"}[again], func(b *testing.B) {
			b.ReportAllocs()
			store := openStore(b)
			if again {
				importAll(b, store, Options{}, sources...)
			}
			for b.Loop() {
				b.StopTimer()
				if !again {
					store = openStore(b)
				}
				b.StartTimer()
				importAll(b, store, Options{}, sources...)
			}
			b.ReportMetric(files*each*float64(b.N)/b.Elapsed().Seconds(), "manuals/s")
			b.ReportMetric(float64(size)/(files*each), "B/manual")
		})
	}
}
