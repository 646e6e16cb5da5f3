package page

import (
	"strconv"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type breakpointsContent struct {
	Breakpoints []namedContent `json:"breakpoints"`
	Further     further        `json:",embed"`
}

// breakpoints draws each width as its share of the widest.
func (b *builder) breakpoints(c breakpointsContent) (figure measures, err error) {
	widest := 1.0
	for _, point := range c.Breakpoints {
		value, err := tokenize.Length(point.Value)
		if err != nil {
			return figure, err
		}
		m, err := b.measured(manual.DimensionGroup, point.Name, value, point.Further)
		if err != nil {
			return figure, err
		}
		widest = max(widest, pixels(value))
		figure.Items = append(figure.Items, m)
	}
	for i := range figure.Items {
		share := 100 * pixels(figure.Items[i].Exact) / widest
		figure.Items[i].Class = b.sheet.value(strconv.FormatFloat(share, 'f', 2, 64) + "%")
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}
