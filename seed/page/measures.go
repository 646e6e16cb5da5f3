package page

import (
	"cmp"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
	"designmanual/tokenize"
)

// measure is a value with a name, and the class that shows it. The curve of an
// easing is drawn in a box of 100 by 100, its origin at the lower left.
type measure struct {
	Class   class
	Token   token
	Name    string
	Value   string // for the eye
	Curve   string // the path of an SVG, empty where no cubic-bezier function says the easing
	Further *value

	// Of a step of a type scale: set in the face for headings, larger than the
	// page shows it, too small to be read.
	Large, Cut, TooSmall bool
}

// measures returns a list of named values, which fill a group of tokens.
func (b *builder) measures(group int, c content.Object, list string) (items []measure) {
	for i, entry := range c.Objects(list) {
		t := b.take(group, i)
		items = append(items, measure{Class: t.Class, Token: t, Name: entry.Text("name"), Value: b.rounded(t.Value), Further: b.further(entry, "name", "value")})
	}
	return items
}

func (b *builder) radii(c content.Object) any { return b.measures(manual.RadiusGroup, c, "radii") }

// breakpoints draws each width as its share of the widest.
func (b *builder) breakpoints(c content.Object) any {
	items, widest := b.measures(manual.DimensionGroup, c, "breakpoints"), 1.0
	for _, m := range items {
		widest = max(widest, pixels(m.Token.Value))
	}
	for i := range items {
		items[i].Class = b.sheet.value(strconv.FormatFloat(100*pixels(items[i].Token.Value)/widest, 'f', 2, 64) + "%")
	}
	return items
}

// spacing shows each step, also one that comes again and is no token.
func (b *builder) spacing(c content.Object) any {
	var items []measure
	steps, _ := c.Get("steps").(content.List)
	for i, entry := range steps {
		o, _ := entry.(content.Object)
		key, value, _ := tokenize.Step(entry) // which has been checked
		m := measure{Token: b.take(manual.DimensionGroup, i), Name: strings.Replace(key, "-", ".", 1), Value: b.rounded(value), Further: b.further(o, "step", "value", "unit")}
		m.Class = cmp.Or(m.Token.Class, b.sheet.value(cssValue(manual.DimensionToken, value)))
		items = append(items, m)
	}
	return items
}

// elevation shows shadows, with their values as they stand.
func (b *builder) elevation(c content.Object) any {
	items := b.measures(manual.ShadowGroup, c, "levels")
	for i, level := range c.Objects("levels") {
		m := &items[i]
		m.Value = m.Token.Value
		layers := level.Objects("value")
		if layer, single := level.Get("value").(content.Object); single {
			layers = []content.Object{layer}
		}
		for n, layer := range layers {
			m.Further = m.Further.with(b.say("layer", n+1), b.further(layer, "x", "y", "blur", "spread", "color", "inset"))
		}
	}
	return items
}

type motionFigure struct{ Durations, Easings []measure }

// motion shows easings as the manual has them where they are no tokens.
func (b *builder) motion(c content.Object) any {
	figure := motionFigure{b.measures(manual.DurationGroup, c, "durations"), b.measures(manual.CubicBezierGroup, c, "easings")}
	for i, entry := range c.Objects("easings") {
		e := &figure.Easings[i]
		e.Value = cmp.Or(e.Token.Value, entry.Text("value")+strings.Join(entry.Texts("value"), ", "))
		if points, ok := curvePoints(e.Value); ok {
			e.Curve = curve(points)
		}
	}
	return figure
}

// curve returns the path of a cubic Bézier curve from 0,0 to 1,1. What leads
// a hundred times out of the box leads out of any drawing of it.
func curve(points [4]float64) string {
	path := []byte("M0 100C")
	for i, p := range points {
		if i > 0 {
			path = append(path, ' ')
		}
		if i%2 == 1 {
			p = 1 - p
		}
		path = strconv.AppendFloat(path, 100*max(-100, min(p, 100)), 'f', -1, 32)
	}
	return string(append(path, " 100 0"...))
}

// unitPixels are the lengths whose size in CSS pixels a page knows; em and rem
// are taken to be 16 px.
var unitPixels = map[string]float64{"em": 16, "rem": 16, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96.0 / 72}

// pixels returns a length in CSS pixels for comparison, one in other units as
// it stands.
func pixels(length string) float64 {
	n, unit := splitUnit(length)
	return n * cmp.Or(unitPixels[unit], 1)
}

// splitUnit splits a quantity that tokenize has made; a text that is none is
// 0 with no unit.
func splitUnit(quantity string) (n float64, unit string) {
	unit = strings.TrimLeft(quantity, "+-0123456789.")
	n, err := strconv.ParseFloat(quantity[:len(quantity)-len(unit)], 64)
	if err != nil {
		return 0, ""
	}
	return n, unit
}

// rounded writes a quantity for the eye, its number with at most two decimals.
func (s speech) rounded(quantity string) string {
	n, unit := splitUnit(quantity)
	number := s.number(n, 2)
	if strings.ContainsAny(number, ".,") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".,")
	}
	if unit == "" {
		return number
	}
	return number + "\u202f" + unit
}
