package page

import (
	"designmanual/db/manual"
	"designmanual/tokenize"
)

type colorsContent struct {
	Colors  []colorContent `json:"colors"`
	Further further        `json:",embed"`
}

// colorContent is [manual.Color] with its tints as far as they are tokens.
type colorContent struct {
	Name    string  `json:"name"`
	Hex     string  `json:"hex"`
	Tinted  tinted  `json:"tints"`
	Further further `json:",embed"`
}

// tinted tells which steps of a color's tints are tokens.
type tinted [len(manual.TintSteps)]bool

// UnmarshalJSON reads [manual.Tints].
func (t *tinted) UnmarshalJSON(data []byte) error {
	*t = tinted{}
	var tints manual.Tints
	if err := tints.UnmarshalJSON(data); err != nil {
		return err
	}
	for i, step := range manual.TintSteps {
		hex, _ := tints.At(step)
		_, valid := tokenize.Hex(hex)
		t[i] = valid || tints.Generate
	}
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
	_, property := b.take(manual.ColorGroup)
	s.Class, s.Property = b.sheet.variable(property), property
	if s.Class == 0 {
		s.Class = b.sheet.class("--v", hex)
	} else {
		b.main = append(b.main, s.Property)
	}
	c := parseHex(hex)
	s.Clear = c[3] < 255
	s.OnWhite, s.OnBlack = c.contrast(white), c.contrast(black)
	s.Tints = b.tints(tinted)
}

// tints takes the tints of a color, which come right after it.
func (b *builder) tints(of tinted) (shown []tint) {
	if of != (tinted{}) {
		shown = make([]tint, 0, len(of))
	}
	for i, step := range manual.TintSteps {
		if !of[i] {
			continue
		}
		token, property := b.take(manual.ColorGroup)
		class := b.sheet.variable(property)
		if value, ok := tokenize.Hex(token.Value); ok && class > 0 {
			shown = append(shown, tint{class, step, value})
		}
	}
	return shown
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
