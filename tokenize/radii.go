package tokenize

import (
	"fmt"

	"designmanual/db/manual"
)

type radiiContent struct {
	Radii []named `json:"radii"`
}

func (b *builder) fillRadii(c radiiContent) error {
	for i, radius := range c.Radii {
		b.at.Entry = i
		value, err := Length(radius.Value)
		if err != nil {
			return fmt.Errorf("radius %d: %w", i+1, err)
		}
		b.add(manual.RadiusGroup, radius.Name, Name(radius.Name, "radius"), value, radius.remarks)
	}
	return nil
}
