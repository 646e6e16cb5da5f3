package tokenize

import (
	"cmp"
	"fmt"

	"designmanual/db/manual"
)

type typographyContent struct {
	Fonts []struct {
		manual.Font
		remarks
	} `json:"fonts"`
	Scale *manual.TypeScale `json:"scale"`
}

func (b *builder) fillTypography(c typographyContent) error {
	b.grow(manual.FontFamilyGroup, len(c.Fonts))
	for i, font := range c.Fonts {
		b.at.Entry = i
		value, err := FontFamily(font.Font)
		if err != nil {
			return fmt.Errorf("font %d: %w", i+1, err)
		}
		b.add(manual.FontFamilyGroup, cmp.Or(font.Usage, font.Family), Name(font.Usage, "font"), value, font.remarks)
	}
	if c.Scale == nil {
		return nil
	}
	sizes, err := Sizes(*c.Scale)
	if err != nil {
		return fmt.Errorf("scale: %w", err)
	}
	if b.scaled {
		b.note(manual.NoteSecondScale, "", "A manual has one type scale, the first on the page; this further one makes no font sizes.")
		return nil
	}
	b.scaled = true
	b.grow(manual.FontSizeGroup, len(manual.SizeKeys))
	for i, key := range manual.SizeKeys {
		b.at.Entry = i
		b.add(manual.FontSizeGroup, key, key, sizes[i], remarks{})
	}
	return nil
}
