// Package css reads, checks and computes values of CSS.
//
// [Length], [Duration], [Easing], [Shadow], [FontFamily] and [Hex] are for the
// values of tokens. They take a value as package content parses it, nil for none,
// are as strict as a browser, and return the value in one form, of which no style
// sheet and no token tool can take a part for something else (see [CheckValue]).
// [Tints] are the same on every machine.
//
// [ParseColor] and [Calc] are for the sources of others: colors in every notation
// of the CSS Color Module Level 4 and relative colors of Level 5, and calc() whose
// result does not depend on the place where it is used. csscolorparser reads
// lab() and lch() as if their white were that of sRGB, and hsl() and hwb() only
// with percentages.
package css

import (
	"errors"
	"math"
	"strings"

	"github.com/mazznoer/csscolorparser"
)

// A Color is a color in sRGB: red, green and blue, which are from 0 to 1 if it
// lies inside sRGB, and alpha from 0 to 1.
type Color struct {
	RGB   [3]float64
	Alpha float64
}

var errColor = errors.New("expected a color")

// ParseColor parses a color: hex, a named color, transparent, or a function
// (CSS Color Module Level 4, section 4). A component that is none is 0 (section
// 4.4). Colors that depend on their surroundings (currentColor, system colors,
// color-mix() and light-dark()) are errors.
func ParseColor(text string) (Color, error) {
	return parseColor(strings.ToLower(strings.TrimSpace(text)), 0)
}

func parseColor(text string, depth int) (Color, error) {
	name, args, function := strings.Cut(text, "(")
	switch {
	case !function && text == "transparent":
		return Color{}, nil
	case !function:
		return parseName(text)
	case !strings.HasSuffix(args, ")") || depth == maxNested:
		return Color{}, errColor
	}
	parts, alpha, err := arguments(strings.TrimSuffix(args, ")"))
	if err != nil || len(parts) == 0 {
		return Color{}, errColor
	}
	origin := Color{Alpha: 1}
	relative := parts[0] == "from"
	if relative {
		if len(parts) < 3 {
			return Color{}, errColor
		}
		if origin, err = parseColor(parts[1], depth+1); err != nil {
			return Color{}, err
		}
		parts = parts[2:]
	}
	name = strings.TrimSpace(name)
	if name == "color" {
		name, parts = "color "+parts[0], parts[1:]
	}
	s, ok := spaces[strings.TrimSuffix(name, "a")]
	if !ok || strings.HasSuffix(name, "a") && name != "rgba" && name != "hsla" || len(parts) != 3 {
		return Color{}, errColor
	}
	names := map[string]float64{"none": 0}
	if relative {
		own := s.ofSRGB(origin.RGB)
		for i, channel := range s.channels {
			names[channel] = own[i]
		}
		names["alpha"] = origin.Alpha
	}
	var channels [3]float64
	for i, part := range parts {
		if channels[i], ok = component(part, s.percent[i], names); !ok {
			return Color{}, errColor
		}
	}
	c := Color{s.toSRGB(channels), origin.Alpha}
	if alpha != "" {
		if c.Alpha, ok = component(alpha, 1, names); !ok {
			return Color{}, errColor
		}
	}
	return c.checked()
}

// ColorIn returns a color of a color space, as the Color Module 2025.10 of the
// Design Tokens Community Group names them (section 4.2): srgb, hsl, lab or
// display-p3. The components have the ranges given there.
func ColorIn(space string, components [3]float64, alpha float64) (Color, error) {
	s, ok := spaces["color "+space]
	if !ok {
		if s, ok = spaces[space]; !ok || space == "rgb" {
			return Color{}, errColor
		}
	}
	return Color{s.toSRGB(components), alpha}.checked()
}

// checked returns the color with alpha from 0 to 1, or an error if a channel is
// no number.
func (c Color) checked() (Color, error) {
	for _, v := range append(c.RGB[:], c.Alpha) {
		if math.IsNaN(v) || math.Abs(v) > 1e9 {
			return Color{}, errColor
		}
	}
	c.Alpha = max(0, min(1, c.Alpha))
	return c, nil
}

// parseName parses a hex color or a named color.
func parseName(text string) (Color, error) {
	if _, named := csscolorparser.NamedColors[text]; !named && (!strings.HasPrefix(text, "#") || strings.Trim(text[1:], "0123456789abcdef") != "") {
		return Color{}, errColor
	}
	c, err := csscolorparser.Parse(text)
	return Color{[3]float64{c.R, c.G, c.B}, c.A}, err
}

// component returns the value of a component. Angles are in degrees.
func component(text string, percent float64, names map[string]float64) (float64, bool) {
	q, ok := Calc(text, names)
	switch q.Unit {
	case "":
		return q.Number, ok
	case "%":
		return q.Number / 100 * percent, ok && percent > 0
	}
	degrees := map[string]float64{"deg": 1, "grad": 0.9, "turn": 360, "rad": 180 / math.Pi}[q.Unit]
	return q.Number * degrees, ok && degrees > 0 && percent == 0
}

// arguments splits the arguments of a function at white space or at commas, and
// returns what follows a slash, or a fourth part between commas, as alpha.
func arguments(text string) (parts []string, alpha string, err error) {
	var commas, slashes, depth, start int
	end := func(at int) {
		if part := strings.TrimSpace(text[start:at]); part != "" {
			parts = append(parts, part)
		}
		start = at + 1
	}
	for at, c := range text {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth--
		case depth > 0:
		case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
			end(at)
		case c == ',':
			end(at)
			commas++
		case c == '/':
			end(at)
			slashes = len(parts)
		}
		if depth < 0 {
			return nil, "", errColor
		}
	}
	end(len(text))
	last := len(parts) - 1
	switch {
	case commas > 0 && (commas != last || slashes > 0), slashes > 0 && slashes != last, last < 0:
		return nil, "", errColor
	case commas == 3 || slashes > 0:
		return parts[:last], parts[last], nil
	}
	return parts, "", nil
}
