package page

import (
	"designmanual/db/manual"
	"designmanual/tokenize"
)

type radiiContent struct {
	Radii   []namedContent `json:"radii"`
	Further further        `json:",embed"`
}

func (b *builder) radii(c radiiContent) (figure measures, err error) {
	for _, radius := range c.Radii {
		value, err := tokenize.Length(radius.Value)
		if err != nil {
			return figure, err
		}
		m, err := b.measured(manual.RadiusGroup, radius.Name, value, radius.Further)
		if err != nil {
			return figure, err
		}
		figure.Items = append(figure.Items, m)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}
