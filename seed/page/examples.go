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

type examplesFigure struct {
	Items   []example
	Further *value
}

// example is something to follow or to avoid.
type example struct {
	picture
	Do      bool
	Text    template.HTML
	Raw     string // an address that may not be fetched
	Further *value
}

// examples puts each do beside the don't of the same rank.
func (b *builder) examples(c dosDontsContent) (figure examplesFigure, err error) {
	var dos, donts []example
	for _, item := range c.Items {
		e := example{Do: item.Do, Text: b.links.rich(item.HTML)}
		if item.URL != "" {
			if e.picture = b.links.picture(item.URL, ""); e.Src == "" {
				e.Raw = unfollowed(item.URL)
			}
		}
		if e.Further, err = b.further(item.Further); err != nil {
			return figure, err
		}
		if item.Do {
			dos = append(dos, e)
		} else {
			donts = append(donts, e)
		}
	}
	for i := range max(len(dos), len(donts)) {
		figure.Items = append(figure.Items, dos[min(i, len(dos)):min(i+1, len(dos))]...)
		figure.Items = append(figure.Items, donts[min(i, len(donts)):min(i+1, len(donts))]...)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}
