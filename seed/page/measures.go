package page

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A measure is a named value, and the class that shows it. The curve of an
// easing is drawn in a box of 100 by 100 with its origin at the lower left.
type measure struct {
	Class class
	Token token
	Name  string
	Value string // rounded
	Curve string // an SVG path, empty if the easing is not a cubic-bezier function
	Extra *value

	// For a step of a type scale: set in the heading face, shown smaller than
	// it is, too small to be shown as text.
	Large, Capped, TooSmall bool
}

// measures returns the entries of a list that fills a group of tokens.
func (b *builder) measures(group int, c content.Object, list string) (items []measure) {
	for i, entry := range c.Objects(list) {
		t := b.nextToken(group, i)
		items = append(items, measure{Class: t.Class, Token: t, Name: entry.Text("name"), Value: b.rounded(t.Value), Extra: b.extra(entry, "name", "value")})
	}
	return items
}

func (b *builder) radii(c content.Object) any { return b.measures(manual.RadiusGroup, c, "radii") }

// breakpoints draws each width as a share of the widest.
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

// spacing shows each step, including repeated ones that make no token.
func (b *builder) spacing(c content.Object) any {
	var items []measure
	steps, _ := c.Get("steps").(content.List)
	for i, entry := range steps {
		o, _ := entry.(content.Object)
		key, value, _ := tokenize.Step(entry) // checked at import
		name := strings.Replace(key, "-", ".", 1)
		if named := o.Text("step"); strings.ContainsFunc(key, unicode.IsLetter) {
			name = named
		}
		m := measure{Token: b.nextToken(manual.DimensionGroup, i), Name: name, Value: b.rounded(value), Extra: b.extra(o, "step", "value", "unit")}
		m.Class = cmp.Or(m.Token.Class, b.sheet.value(cssValue(manual.DimensionToken, value)))
		items = append(items, m)
	}
	return items
}

// elevation shows shadows with their exact values.
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
			m.Extra = m.Extra.with(b.translate("layer", n+1), b.extra(layer, "x", "y", "blur", "spread", "color", "inset"))
		}
	}
	return items
}

type motionFigure struct{ Durations, Easings []measure }

// motion shows durations and easings. An easing that makes no token is shown as
// written.
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

// curve returns the SVG path of a cubic Bézier curve from 0,0 to 1,1.
// Coordinates are limited to 100 times the box.
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

// unitPixels are the sizes of units in CSS pixels; em and rem count as 16 px.
var unitPixels = map[string]float64{"em": 16, "rem": 16, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96.0 / 72}

// pixels returns a length in CSS pixels, to compare lengths. Of a unit that it
// does not know it returns the number.
func pixels(length string) float64 {
	n, unit := tokenize.SplitUnit(length)
	return n * cmp.Or(unitPixels[unit], 1)
}

// rounded formats a quantity with at most two decimals.
func (s locale) rounded(quantity string) string {
	n, unit := tokenize.SplitUnit(quantity)
	number := s.number(n, 2)
	if strings.ContainsAny(number, ".,") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".,")
	}
	if unit == "" {
		return number
	}
	return number + "\u202f" + unit
}
