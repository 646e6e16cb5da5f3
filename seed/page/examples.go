package page

import (
	"html/template"

	"designmanual/db/manual"
)

type dosDontsContent struct {
	Items []struct {
		manual.DoDont
		Further further `json:",embed"`
	} `json:"items"`
	Further further `json:",embed"`
}

type examplePairs struct {
	Items   []example
	Further *datum
}

// example is something to follow or to avoid.
type example struct {
	Do      bool
	Text    template.HTML
	Image   template.URL
	Raw     string // an address that may not be fetched
	Further *datum
}

// examples puts each do beside the don't of the same rank.
func (b *builder) examples(c dosDontsContent) (shown examplePairs, err error) {
	var sides [2][]example
	for _, item := range c.Items {
		e := example{Do: item.Do, Text: b.links.rich(item.HTML)}
		if item.URL != "" {
			if e.Image = b.links.image(item.URL); e.Image == "" {
				e.Raw = unfollowed(item.URL)
			}
		}
		if e.Further, err = b.further(item.Further); err != nil {
			return shown, err
		}
		side := 1
		if item.Do {
			side = 0
		}
		sides[side] = append(sides[side], e)
	}
	for i := range max(len(sides[0]), len(sides[1])) {
		for _, side := range sides {
			if i < len(side) {
				shown.Items = append(shown.Items, side[i])
			}
		}
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}
