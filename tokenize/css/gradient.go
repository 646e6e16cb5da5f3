package css

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Gradient is one layer of a gradient of CSS (CSS Images Module Level 4, section 3).
type Gradient struct {
	Function string // such as linear-gradient
	Shape    string // angle, direction, shape and position as written, empty for none
	Stops    []Stop
}

// A Stop is a color of a gradient with up to two positions. One without a color is a hint.
type Stop struct {
	Color     string
	Positions []string
}

var gradientFunctions = []string{
	"linear-gradient", "radial-gradient", "conic-gradient", "repeating-linear-gradient", "repeating-radial-gradient",
	"repeating-conic-gradient",
}

// ParseGradient parses a gradient, of one or more layers with commas between them. Color
// returns the value of a color that the manual names, before CSS is asked for it.
func ParseGradient(text string, color func(name string) (string, bool)) ([]Gradient, error) {
	text = collapseSpace(text)
	if err := CheckValue(text); err != nil {
		return nil, err
	}
	if strings.Contains(text, "/*") || strings.Contains(text, `\`) {
		return nil, fmt.Errorf("expected a gradient without comments and escapes, %s", Found(text))
	}
	var layers []Gradient
	for _, layer := range Split(text, ',') {
		g, err := parseLayer(layer, color)
		if err != nil {
			return nil, err
		}
		layers = append(layers, g)
	}
	return layers, nil
}

func parseLayer(text string, color func(string) (string, bool)) (Gradient, error) {
	name, rest, opens := strings.Cut(text, "(")
	var g Gradient
	g.Function = strings.ToLower(name)
	if !opens || !slices.Contains(gradientFunctions, g.Function) || Closing(text) != len(text) {
		return g, fmt.Errorf(`expected a gradient as "linear-gradient(90deg, #0b5fff, #fff)", %s`, Found(text))
	}
	for i, part := range Split(strings.TrimSuffix(rest, ")"), ',') {
		stop, err := parseStop(part, color)
		if i == 0 && stop.Color == "" && shapeForm.MatchString(strings.ToLower(part)) {
			g.Shape = part
			continue
		}
		if err != nil {
			return g, err
		}
		g.Stops = append(g.Stops, stop)
	}
	colors := len(slices.DeleteFunc(slices.Clone(g.Stops), func(s Stop) bool { return s.Color == "" }))
	if colors < 2 {
		return g, fmt.Errorf("expected a gradient of two colors or more, %s", Found(text))
	}
	return g, nil
}

// shapeForm matches what may stand before the colors of a gradient.
var shapeForm = regexp.MustCompile(
	`^(-?[\d.]+(deg|grad|rad|turn)|0|to |from |at |in |circle|ellipse|closest-|farthest-|[\d.]+(px|r?em|%|v[wh]))`,
)

// parseStop parses a color with its positions. What is left of the positions is the color,
// whose name may have spaces.
func parseStop(text string, color func(string) (string, bool)) (Stop, error) {
	terms := Split(text, ' ')
	first := len(terms)
	var s Stop
	for first > 0 && len(s.Positions) < 2 && isPosition(terms[first-1]) {
		first--
		s.Positions = slices.Insert(s.Positions, 0, terms[first])
	}
	if first == 0 && len(s.Positions) == 1 {
		return s, nil
	}
	var err error
	s.Color, err = colorOrName(strings.Join(terms[:first], " "), color)
	return s, err
}

// colorOrName returns the color of a manual that a text names, or the color of CSS that it is.
// Color may be nil where no manual names one.
func colorOrName(text string, color func(name string) (string, bool)) (string, error) {
	if color != nil {
		if value, ok := color(text); ok {
			return value, nil
		}
	}
	if value, err := ShadowColor(text); err == nil {
		return value, nil
	}
	return "", fmt.Errorf("expected a color of CSS or the name of one of the manual, %s", Found(text))
}

// isPosition reports whether a term is a length, a percentage, an angle or computed.
func isPosition(term string) bool {
	q, ok := SplitQuantity(withoutPlus(term))
	if !ok {
		return slices.Contains([]string{"calc", "min", "max", "clamp"}, functionName(term))
	}
	unit := strings.ToLower(q.Unit)
	return IsLengthUnit(unit) || q.Number == 0 && unit == "" ||
		slices.Contains([]string{"deg", "grad", "rad", "turn"}, unit)
}

// String returns the layer as CSS.
func (g Gradient) String() string {
	var parts []string
	if g.Shape != "" {
		parts = append(parts, g.Shape)
	}
	for _, s := range g.Stops {
		parts = append(parts, strings.TrimSpace(s.Color+" "+strings.Join(s.Positions, " ")))
	}
	return g.Function + "(" + strings.Join(parts, ", ") + ")"
}

// mixing matches the color space that colors are mixed in, with the way around its hues.
var mixing = regexp.MustCompile(`(?i)(^| )in [a-z0-9-]+( (shorter|longer|increasing|decreasing) hue)?( |$)`)

// HasColorSpace reports whether the gradient names the space that its colors are mixed in.
func (g Gradient) HasColorSpace() bool { return mixing.MatchString(g.Shape) }

// HasShape reports whether the gradient says more of its shape than that it runs downwards.
func (g Gradient) HasShape() bool {
	return g.Function != "linear-gradient" || strings.TrimSpace(mixing.ReplaceAllString(g.Shape, " ")) != ""
}

// ReachesOut reports whether a color stands before the start of the gradient or after its end.
func (g Gradient) ReachesOut() bool {
	places, _ := g.Places()
	return slices.ContainsFunc(places, func(p PlacedColor) bool { return p.At < 0 || p.At > 1 })
}

// A PlacedColor is a color of a gradient at a share of its length.
type PlacedColor struct {
	Color Color
	At    float64
}

// Places returns the colors with their places as browsers compute them (CSS Images Module
// Level 4, section 3.5.3). It returns false if a stop has another position than a
// percentage, a hint, or a color that depends on its surroundings.
func (g Gradient) Places() ([]PlacedColor, bool) {
	var open []int // indexes of the colors without a place
	last := 0.0
	var places []PlacedColor
	add := func(c Color, at float64) {
		from := last
		last = max(last, at)
		if places == nil {
			last = at // the first one may stand before the start
		}
		for n, i := range open {
			places[i].At = from + float64((last-from)*float64(n+1))/float64(len(open)+1)
		}
		open, places = nil, append(places, PlacedColor{c, last})
	}
	for i, s := range g.Stops {
		c, err := ParseColor(s.Color)
		if err != nil || strings.HasPrefix(g.Function, "repeating-") {
			return nil, false
		}
		for _, position := range s.Positions {
			q, isNumber := SplitQuantity(position)
			if !isNumber || q.Unit != "%" && q.Number != 0 {
				return nil, false
			}
			add(c, q.Number/100)
		}
		if len(s.Positions) > 0 {
			continue
		}
		switch i {
		case 0:
			add(c, 0)
		case len(g.Stops) - 1:
			add(c, max(1, last))
		default:
			open, places = append(open, len(places)), append(places, PlacedColor{Color: c})
		}
	}
	return places, true
}
