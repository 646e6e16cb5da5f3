package page

import (
	"designmanual/db/manual"
	"designmanual/tokenize"
)

type colorsContent struct {
	Colors  []colorContent `json:"colors"`
	Further further        `json:",embed"`
}

type colorContent struct {
	manual.Color
	Further further `json:",embed"`
}

type palettePlate struct {
	Swatches []swatch
	Further  *datum
}

// swatch is a color as its card shows it.
type swatch struct {
	Class    string
	Name     string
	Value    string // as the manual has it
	Property string // empty where the color is no token
	Clear    bool   // one sees through it
	Verdicts []groundVerdict
	Tints    []tint
	Further  *datum
}

type tint struct{ Class, Step, Value string }

// groundVerdict is how a color reads on a ground.
type groundVerdict struct{ Ground, Ratio, Verdict string }

func (b *builder) colors(c colorsContent) (palettePlate, error) {
	plate := palettePlate{}
	for _, color := range c.Colors {
		s := swatch{Name: color.Name, Value: color.Hex}
		var err error
		if s.Further, err = b.further(color.Further); err != nil {
			return plate, err
		}
		if hex, ok := tokenize.Hex(color.Hex); ok {
			b.fillSwatch(&s, hex, color.Tints)
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
func (b *builder) fillSwatch(s *swatch, hex string, tints manual.Tints) {
	key := b.take(manual.ColorGroup).Name
	s.Class, s.Property = b.sheet.token("color", key)
	if s.Class == "" {
		s.Class = b.sheet.class("--v", hex)
	} else {
		b.main = append(b.main, s.Property)
	}
	c := parseHex(hex)
	s.Clear = c[3] < 255
	for _, ground := range [...]struct {
		name  string
		color rgba
	}{{"white", white}, {"black", black}} {
		ratio := c.contrast(ground.color)
		s.Verdicts = append(s.Verdicts, groundVerdict{ground.name, ratioText(ratio), verdict(ratio)})
	}
	if !tints.Generate && len(tints.Steps) == 0 {
		return
	}
	for _, step := range manual.TintSteps {
		if name := b.peek(manual.ColorGroup); name == "" || name != key+"-"+step {
			continue
		}
		token := b.take(manual.ColorGroup)
		class, _ := b.sheet.token("color", token.Name)
		if value, ok := tokenize.Hex(token.Value); ok && class != "" {
			s.Tints = append(s.Tints, tint{class, step, value})
		}
	}
}

// strip returns classes for the main colors, at most twelve.
func (b *builder) strip() []string {
	var classes []string
	for _, property := range b.main[:min(len(b.main), 12)] {
		classes = append(classes, b.sheet.class("--v", "var("+property+")"))
	}
	return classes
}
