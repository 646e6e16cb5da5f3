package page

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"designmanual/api/render/page/look"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A measure is a named value that its class shows.
type measure struct {
	item
	Value string // as readers see it

	// For a step of a type scale: whether it is set, the class of its face and its words.
	Set          bool
	Face, Sample string

	Round bool   // a radius that makes a half circle
	Curve string // of an easing, an SVG path
	value string // in CSS, of a step of spacing or of a type scale
}

// measures returns the entries of a list.
func (b *builder) measures(list string) []measure {
	var items []measure
	for it := range b.items(list) {
		items = append(items, measure{item: it, Value: b.quantity(it.Token.Value)})
	}
	return items
}

// sizes are measures drawn in proportion: all smaller by one factor, which depends on
// the room that there is.
type sizes struct {
	Items        []measure
	Class        look.Class
	Factor, Wide int
}

// drawn returns the items with the factors by which the largest fits in a narrow and
// in a wide room, both in px.
func (b *builder) drawn(items []measure, narrow, wide float64) sizes {
	largest := 0.0
	for _, m := range items {
		if !m.Round {
			largest = max(largest, pixels(m.Token.Value), pixels(m.value))
		}
	}
	s := sizes{Items: items, Factor: reduction(largest, narrow), Wide: reduction(largest, wide)}
	s.Class = b.sheet.Class("--k:"+strconv.Itoa(s.Factor), "--kw:"+strconv.Itoa(s.Wide))
	return s
}

// radii shows a radius from fullyRound on as a pill.
func (b *builder) radii() any {
	items := b.measures("radii")
	for i := range items {
		items[i].Round = pixels(items[i].Token.Value) >= fullyRound
	}
	return b.drawn(items, 52, 52) // half a tile
}

// fullyRound is the radius in px from which a corner is meant to be a half circle.
const fullyRound = 500

// breakpoints draws each width.
func (b *builder) breakpoints() any { return b.drawn(b.measures("breakpoints"), 300, 640) }

// spacing shows each step, including repeated ones that make no token.
func (b *builder) spacing() any {
	var items []measure
	for it := range b.items("steps") {
		key, value, _ := tokenize.Step(it.entry) // checked at import
		it.Name = strings.Replace(key, "-", ".", 1)
		if strings.ContainsFunc(key, unicode.IsLetter) {
			it.Name = it.text("step")
		}
		if strings.HasSuffix(value, "%") { // which says nothing of what it is a part of
			it.Class = ""
		} else {
			it.Class = cmp.Or(it.Class, b.sheet.Value(look.Value(manual.DimensionToken, value)))
		}
		items = append(items, measure{item: it, Value: b.quantity(value), value: value})
	}
	return b.drawn(items, 280, 280)
}

// An elevationFigure shows tiles with their shadows on boards, all smaller by one factor
// if a shadow is larger than a board.
type elevationFigure struct {
	Levels []item
	Factor int
	Class  look.Class
}

// Half a tile, and half a board: what a shadow may reach from the middle of a tile.
const (
	halfTile  = 52
	halfBoard = 104
)

// elevation shows what else shadows say, also of their layers.
func (b *builder) elevation() any {
	var figure elevationFigure
	reach := 0.0
	for it := range b.items("levels") {
		layers := it.entry.Get("value").List()
		if layer := it.entry.Get("value"); layer.Is('{') {
			layers = []*content.Value{layer}
		}
		for n, layer := range layers {
			it.Extra = it.Extra.with(
				b.Translate("layer", n+1), b.extra(layer, "x", "y", "blur", "spread", "color", "inset"),
			)
		}
		reach = max(reach, reachOf(it.Token.Value))
		figure.Levels = append(figure.Levels, it)
	}
	figure.Factor = reduction(halfTile+reach, halfBoard)
	figure.Class = b.sheet.Class("--k:" + strconv.Itoa(figure.Factor))
	return figure
}

// reachOf returns how far in px a shadow reaches over the edge of its box.
func reachOf(shadow string) float64 {
	var reach float64
	for _, text := range css.Layers(shadow) {
		layer, ok := css.ParseLayer(text)
		if !ok || layer.Inset {
			continue
		}
		lengths := [4]float64{} // x, y, blur, spread
		for i, length := range layer.Lengths {
			lengths[i] = pixels(length)
		}
		reach = max(reach, max(math.Abs(lengths[0]), math.Abs(lengths[1]))+lengths[2]+lengths[3])
	}
	return reach
}

type motionFigure struct{ Durations, Easings []measure }

// motion shows an easing that makes no token as it is written.
func (b *builder) motion() any {
	figure := motionFigure{b.measures("durations"), b.measures("easings")}
	for i, m := range figure.Easings {
		written := m.text("value") + strings.Join(m.entry.Get("value").Scalars(), ", ")
		figure.Easings[i].Curve = curve(m.Token.Value)
		figure.Easings[i].Value = cmp.Or(m.Value, written)
	}
	return figure
}

// curve returns the SVG path of an easing, from 0,0 to 1,1 in a box of 100 by 100 with its
// origin at the lower left; empty if it is not a cubic-bezier function. Coordinates are
// limited to 100 times the box.
func curve(easing string) string {
	var p [4]float64
	if _, err := fmt.Sscanf(easing, "cubic-bezier(%g, %g, %g, %g)", &p[0], &p[1], &p[2], &p[3]); err != nil {
		return ""
	}
	path := "M0 100C"
	for i, n := range p {
		if i%2 == 1 {
			n = 1 - n
		}
		path += strconv.FormatFloat(100*max(-100, min(n, 100)), 'f', -1, 32) + " "
	}
	return path + "100 0"
}

// unitPixels are the sizes of units in CSS pixels; em and rem count as 16 px.
var unitPixels = map[string]float64{
	"em": 16, "rem": 16, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4, "q": 96 / 101.6, "pt": 96.0 / 72,
}

// pixels returns a length in CSS pixels, to compare lengths. Of a unit that it
// does not know it returns the number.
func pixels(length string) float64 {
	q, _ := css.ReadQuantity(length)
	return q.Number * cmp.Or(unitPixels[q.Unit], 1)
}

// quantity shows a quantity as it is written, without an exponent and with all
// digits, in the language.
func (b *builder) quantity(text string) string {
	end := len(text) - len(strings.TrimLeft(text, "+-.0123456789"))
	if exponent := exponents.FindString(text); exponent != "" {
		end = len(exponent)
	}
	number, unit := decimal(text[:end]), strings.TrimSpace(text[end:])
	number = strings.Replace(number, ".", b.Translate("point"), 1)
	if number == "" || unit == "" {
		return number + unit
	}
	return number + "\u202f" + unit
}

// exponents matches a number in scientific notation whose exponent is not enormous. An e
// that begins a unit (em) has no digits after it.
var exponents = regexp.MustCompile(`^[+-]?[0-9.]+[eE][+-]?[0-9]{1,3}`)

// decimal returns a number without an exponent: 2.2e3 as 2200.
func decimal(text string) string {
	n, ok := new(big.Rat).SetString(exponents.FindString(text))
	if !ok {
		return text
	}
	digits, _ := n.FloatPrec()
	return n.FloatString(digits)
}

// reduction returns the factor by which sizes are shown smaller so that the largest
// fits in a room, both in px: 1, 2, 3, 4, 5, or a multiple of these by a power of ten.
func reduction(largest, room float64) int {
	for power := 1; ; power *= 10 {
		for _, n := range []int{1, 2, 3, 4, 5, 8} {
			if factor := n * power; largest <= room*float64(factor) || factor > 1e9 {
				return factor
			}
		}
	}
}
