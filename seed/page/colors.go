package page

import (
	"html/template"

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

type colorsFigure struct {
	Swatches []swatch
	Many     bool
	Contrast *matrix
	Further  *value
}

// swatch is a color as its card shows it.
type swatch struct {
	Class   class
	Name    string
	Value   string // as the manual has it
	Copied  template.HTMLAttr
	Token   token
	Clear   bool // one sees through it
	Tints   []tint
	Further *value
}

type tint struct {
	Step  string
	Token token
}

// manyColors is the number of colors from which cards are small and the table
// of contrasts is folded up.
const manyColors = 25

func (b *builder) colors(c colorsContent) (figure colorsFigure, err error) {
	figure.Many = len(c.Colors) >= manyColors
	var inks []pairing
	for _, color := range c.Colors {
		s := swatch{Name: color.Name, Value: color.Hex}
		if s.Further, err = b.further(color.Further); err != nil {
			return figure, err
		}
		if hex, ok := tokenize.Hex(color.Hex); ok {
			b.fillSwatch(&s, hex, color.Tinted)
			inks = append(inks, pairing{s.Name, parseHex(hex)})
		} else if value, ok := cssColor(color.Hex); ok {
			s.Class, s.Clear = b.sheet.value(value), true
		}
		s.Copied = s.Token.copied(s.Value)
		figure.Swatches = append(figure.Swatches, s)
	}
	figure.Contrast = b.paletteMatrix(inks)
	figure.Further, err = b.further(c.Further)
	return figure, err
}

func (f colorsFigure) contents() string {
	var names []string
	for _, s := range f.Swatches {
		names = append(names, s.Name)
	}
	return joined(names)
}

// fillSwatch adds what only a hex color has: its token and its tints.
func (b *builder) fillSwatch(s *swatch, hex string, tinted tinted) {
	s.Token = b.take(manual.ColorGroup)
	if s.Class = s.Token.Class; s.Class == "" {
		s.Class = b.sheet.value(hex)
	} else {
		b.main = append(b.main, hex)
	}
	s.Clear = parseHex(hex)[3] < 255
	for i, step := range manual.TintSteps {
		if !tinted[i] {
			continue
		}
		if t := b.take(manual.ColorGroup); t.Class != "" {
			s.Tints = append(s.Tints, tint{step, t})
		}
	}
}

// strip returns the main colors, at most twelve.
func (b *builder) strip() []string { return b.main[:min(len(b.main), 12)] }
