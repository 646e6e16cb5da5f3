package page

import (
	"cmp"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
	"designmanual/tokenize"
)

// measures are values with a name, shown one beside or under the other.
type measures struct {
	Items   []measure
	Further *value
}

// measure is a named value and the class that shows it.
type measure struct {
	Class   class
	Token   token
	Name    string
	Value   string // for the eye
	Further *value
}

// measured returns the measure of a token, which an entry of a block made.
func (b *builder) measured(t token, entry content.Object) measure {
	return measure{Class: t.Class, Token: t, Name: entry.Text("name"), Value: b.rounded(t.Value), Further: b.further(entry, "name", "value")}
}

// measures returns the figure of a block that is a list of named values.
func (b *builder) measures(group int, c content.Object, list string) (figure measures) {
	for i, entry := range c.Objects(list) {
		figure.Items = append(figure.Items, b.measured(b.take(group, i), entry))
	}
	figure.Further = b.further(c, list)
	return figure
}

// breakpoints draws each width as its share of the widest.
func (b *builder) breakpoints(c content.Object) measures {
	figure, widest := b.measures(manual.DimensionGroup, c, "breakpoints"), 1.0
	for _, m := range figure.Items {
		widest = max(widest, pixels(m.Token.Value))
	}
	for i := range figure.Items {
		m := &figure.Items[i]
		m.Class = b.sheet.value(strconv.FormatFloat(100*pixels(m.Token.Value)/widest, 'f', 2, 64) + "%")
	}
	return figure
}

// spacing shows each step, also one that comes again and is no token.
func (b *builder) spacing(c content.Object) (figure measures) {
	steps, _ := c.Get("steps").(content.List)
	for i, entry := range steps {
		o, _ := entry.(content.Object)
		key, value, _ := tokenize.Step(entry) // which has been checked
		m := measure{Token: b.take(manual.DimensionGroup, i), Name: strings.Replace(key, "-", ".", 1), Value: b.rounded(value), Further: b.further(o, "step", "value", "unit")}
		m.Class = cmp.Or(m.Token.Class, b.sheet.value(cssValue(manual.DimensionToken, value)))
		figure.Items = append(figure.Items, m)
	}
	figure.Further = b.further(c, "steps")
	return figure
}

// elevation shows shadows, with their values as they stand.
func (b *builder) elevation(c content.Object) measures {
	figure := b.measures(manual.ShadowGroup, c, "levels")
	for i, level := range c.Objects("levels") {
		m := &figure.Items[i]
		m.Value = m.Token.Value
		layers := level.Objects("value")
		if layer, single := level.Get("value").(content.Object); single {
			layers = []content.Object{layer}
		}
		for n, layer := range layers {
			m.Further = m.Further.with(b.say("layer", n+1), b.further(layer, "x", "y", "blur", "spread", "color", "inset"))
		}
	}
	return figure
}

// pixels returns a length in CSS pixels for comparison: absolute units as CSS
// has them, em and rem at 16 px; others, which the page cannot know, as they
// stand.
func pixels(length string) float64 {
	n, unit := splitUnit(length)
	switch unit {
	case "em", "rem", "pc":
		return n * 16
	case "in":
		return n * 96
	case "cm":
		return n * 96 / 2.54
	case "mm":
		return n * 96 / 25.4
	case "q":
		return n * 96 / 101.6
	case "pt":
		return n * 96 / 72
	}
	return n
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
