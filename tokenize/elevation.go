package tokenize

import (
	"fmt"

	"designmanual/db/manual"
)

type elevationContent struct {
	Levels []struct {
		manual.Level
		remarks
	} `json:"levels"`
}

func (b *builder) fillElevation(c elevationContent) error {
	for i, level := range c.Levels {
		b.at.Entry = i
		value, err := Shadow(level.Value)
		if err != nil {
			return fmt.Errorf("level %d: %w", i+1, err)
		}
		b.add(manual.ShadowGroup, level.Name, Name(level.Name, "shadow"), value, level.remarks)
	}
	return nil
}
