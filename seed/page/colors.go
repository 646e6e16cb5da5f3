package page

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type colorsContent struct {
	Colors  []colorContent `json:"colors"`
	Further further        `json:",embed"`
}

// colorContent is [manual.Color] without the steps of its tints, which are
// among the tokens.
type colorContent struct {
	Name    string  `json:"name"`
	Hex     string  `json:"hex"`
	Tinted  tinted  `json:"tints"`
	Further further `json:",embed"`
}

// tinted tells whether a color has tints.
type tinted bool

// UnmarshalJSON takes anything: making the tokens has refused what is no tints.
func (t *tinted) UnmarshalJSON(data []byte) error {
	*t = string(data) != "null" && string(data) != "{}"
	return nil
}

type palettePlate struct {
	Swatches []swatch
	Further  *datum
}

// swatch is a color as its card shows it.
type swatch struct {
	Class    class
	Name     string
	Value    string  // as the manual has it
	Property string  // empty where the color is no token
	Clear    bool    // one sees through it
	OnWhite  float64 // its contrast, as OnBlack; 0 where it is no hex color
	OnBlack  float64
	Tints    []tint
	Further  *datum
}

type tint struct {
	Class       class
	Step, Value string
}

func (b *builder) colors(c colorsContent) (palettePlate, error) {
	plate := palettePlate{Swatches: make([]swatch, 0, len(c.Colors))}
	for _, color := range c.Colors {
		s := swatch{Name: color.Name, Value: color.Hex}
		var err error
		if s.Further, err = b.further(color.Further); err != nil {
			return plate, err
		}
		if hex, ok := tokenize.Hex(color.Hex); ok {
			b.fillSwatch(&s, hex, color.Tinted)
		} else if value, ok := cssColor(color.Hex); ok {
			s.Class, s.Clear = b.sheet.class("--v", value), true
		}
		plate.Swatches = append(plate.Swatches, s)
	}
	var err error
	plate.Further, err = b.further(c.Further)
	return plate, err
}

// fillSwatch adds what only a hex color has: its token, its contrast on white
// and black, and its tints.
func (b *builder) fillSwatch(s *swatch, hex string, tinted tinted) {
	token, property := b.take(manual.ColorGroup)
	s.Class, s.Property = b.sheet.variable(property), property
	if s.Class == 0 {
		s.Class = b.sheet.class("--v", hex)
	} else {
		b.main = append(b.main, s.Property)
	}
	c := parseHex(hex)
	s.Clear = c[3] < 255
	s.OnWhite, s.OnBlack = c.contrast(white), c.contrast(black)
	if tinted {
		s.Tints = b.tints(token.Name)
	}
}

// tints takes the tints of a color.
func (b *builder) tints(color string) []tint {
	var room [len(manual.TintSteps)]tint
	shown := room[:0]
	for _, step := range manual.TintSteps {
		if rest, ok := strings.CutPrefix(b.peek(manual.ColorGroup), color); !ok || rest == "" || rest[1:] != step || rest[0] != '-' {
			continue
		}
		token, property := b.take(manual.ColorGroup)
		class := b.sheet.variable(property)
		if value, ok := tokenize.Hex(token.Value); ok && class > 0 {
			shown = append(shown, tint{class, step, value})
		}
	}
	return slices.Clone(shown)
}

// strip returns classes for the main colors, at most twelve.
func (b *builder) strip() []class {
	main := b.main[:min(len(b.main), 12)]
	classes := make([]class, 0, len(main))
	for _, property := range main {
		classes = append(classes, b.sheet.variable(property))
	}
	return classes
}
