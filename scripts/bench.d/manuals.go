package main

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// vocabulary is what texts are made of: gzip finds in them about what it
// finds in prose.
const vocabulary = `every boat carries her number in enamel white on navy forward of the first window and keeps it for as long as she
sails letters are set tight figures stand alone a headline never breaks over more than two lines quiet colours lead while bright ones point
the mark has room around it at least half its height photographs show work people weather hands tools water stone paper we write short
sentences we name things once we say what is late and why signs answer where tickets answer when nobody reads twice what was clear`

// aSection is about how long a section with one paragraph is, as served.
const aSection = 620

// manualOf writes a manual for a seed file: its document as served has about
// that many bytes, and the same number gives the same manual.
func manualOf(number, size int, slug string, primary bool) string {
	random := rand.New(rand.NewPCG(uint64(number), uint64(size)))
	words := strings.Fields(vocabulary)
	var b strings.Builder
	fmt.Fprintf(&b, `{"id":"man_%d_%s","slug":%q,"primary":%v,"title":"Manual %d","visibility":"public","updatedAt":"2026-05-04T09:30:00Z","sections":[`,
		number, slug, slug, primary, number)
	colors := min(max(size/1000, 4), 40)
	b.WriteString(`{"id":"sec_colour","anchor":"colour","title":"Colour","blocks":[{"id":"blk_palette","anchor":"palette","type":"COLORS","content":{"colors":[`)
	for i := range colors {
		fmt.Fprintf(&b, `%s{"name":"Colour %d","hex":"#%06x"}`, comma(i), i, random.IntN(1<<24))
	}
	b.WriteString(`]}},{"id":"blk_space","anchor":"space","type":"SPACING","content":{"steps":[1,2,4,8]}}]}`)
	for i := 0; b.Len()+i*aSection/6 < size-aSection; i++ { // what is served has addresses besides
		fmt.Fprintf(&b, `,{"id":"sec_%d","anchor":"part-%d","title":"Part %d","blocks":[{"id":"blk_%d","anchor":"text-%d","type":"TEXT","content":{"html":"<p>`, i, i, i, i, i)
		for n := range 60 {
			if n > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(words[random.IntN(len(words))])
		}
		b.WriteString(`.</p>"}}]}`)
	}
	b.WriteString(`]}`)
	return b.String()
}

// brandOf writes the seed file of a brand with those manuals.
func brandOf(slug string, manuals []string) string {
	return fmt.Sprintf(`{"brand":{"slug":%q,"name":"Brand %s"},"manuals":[%s]}`, slug, slug, strings.Join(manuals, ","))
}

func comma(i int) string {
	if i == 0 {
		return ""
	}
	return ","
}
