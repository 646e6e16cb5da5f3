package tokenize

import (
	"strings"

	"designmanual/db/manual"
)

// Swatches are the colors of a manual by their token names, of several with
// one name the first: what the roles of its themes may name.
type Swatches map[string]string

// SwatchesOf returns the colors of a published manual. The error is for
// content that an import refuses.
func SwatchesOf(m *manual.Manual) (Swatches, error) {
	s := Swatches{}
	for _, section := range m.Sections {
		for _, block := range section.Blocks {
			if block.Kind != manual.Colors {
				continue
			}
			content, err := Content[manual.ColorsContent](block)
			if err != nil {
				return nil, err
			}
			for _, color := range content.Colors {
				if value, ok := Hex(color.Hex); ok {
					if name := swatchName(color.Name); s[name] == "" {
						s[name] = value
					}
				}
			}
		}
	}
	return s, nil
}

// Color returns the color that a role is filled with: a hex color as [Hex]
// writes it, or the swatch of that name, compared as a token name; false for
// anything else, which leaves the role out.
func (s Swatches) Color(text string) (string, bool) {
	if value, ok := Hex(text); ok {
		return value, true
	}
	if strings.TrimSpace(text) == "" {
		return "", false
	}
	value, ok := s[swatchName(text)]
	return value, ok
}
