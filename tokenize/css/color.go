// Package css reads, checks and computes values of CSS.
//
// [Length], [Duration], [Easing], [Shadow], [FontFamily] and [Hex] are for the
// values of tokens, [ReadEasing], [ReadShadow] and [ReadLayer] for those that have another
// form in a seed file. They are as strict as a browser, and return the value in one form,
// of which no style sheet and no token tool can take a part for something else (see
// [CheckValue]).
// [Tints] are the same on every machine.
//
// [Scan], [ParseColor] and [Calc] are for the sources of others: the tokens of a style
// sheet, colors in every notation of the CSS Color Module Level 4 and relative colors of
// Level 5, and calc() whose result does not depend on the place where it is used.
package css

import (
	"errors"
	"math"
	"slices"
	"strings"

	"golang.org/x/image/colornames"
)

// A Color is a color in sRGB: red, green and blue, which are from 0 to 1 if it
// lies inside sRGB, and alpha from 0 to 1.
type Color struct {
	RGB   [3]float64
	Alpha float64
}

var errColor = errors.New("expected a color")

// IsColor reports whether [ParseColor] takes a text.
func IsColor(text string) bool {
	_, err := ParseColor(text)
	return err == nil
}

// ParseColor parses a color: hex, a named color, transparent, or a function
// (CSS Color Module Level 4, section 4). A component that is none is 0 (section
// 4.4). Colors that depend on their surroundings (currentColor, system colors,
// color-mix() and light-dark()) are errors.
func ParseColor(text string) (Color, error) {
	if !IsASCII(text) { // ToLower would make a k of the Kelvin sign (CSS Syntax Module Level 3, section 4.2)
		return Color{}, errColor
	}
	return parseColor(strings.ToLower(strings.TrimSpace(text)), 0)
}

func parseColor(text string, depth int) (Color, error) {
	name, args, function := strings.Cut(text, "(")
	if !function {
		return parseName(text)
	}
	if !strings.HasSuffix(args, ")") || depth == maxNested {
		return Color{}, errColor
	}
	parts, alpha, commas, err := arguments(strings.TrimSuffix(args, ")"))
	if err != nil {
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
		s.nameChannels(origin, names)
	}
	if commas && !legacy(name, parts) {
		return Color{}, errColor
	}
	channels, ok := channelsOf(name, parts, names)
	if !ok {
		return Color{}, errColor
	}
	c := Color{s.toSRGB(channels), origin.Alpha}
	if alpha != "" {
		c.Alpha, ok = component(alpha, 1, names)
		if !ok {
			return Color{}, errColor
		}
	}
	return c.limit()
}

// nameChannels gives the names of the space's channels, and alpha, the values of a color.
func (s space) nameChannels(c Color, names map[string]float64) {
	own := s.ofSRGB(c.RGB)
	for i, channel := range s.channels {
		names[channel] = own[i]
	}
	names["alpha"] = c.Alpha
}

// channelsOf returns the three components of a color of a space. Names are what keywords in them
// stand for.
func channelsOf(space string, parts []string, names map[string]float64) ([3]float64, bool) {
	percent := spaces[strings.TrimSuffix(space, "a")].percent
	var channels [3]float64
	for i, part := range parts {
		value, ok := component(part, percent[i], names)
		if !ok {
			return channels, false
		}
		channels[i] = value
	}
	if name := strings.TrimPrefix(space, "ok"); name == "lab" || name == "lch" {
		channels[0] = max(0, min(percent[0], channels[0])) // sections 8 and 9
	}
	return channels, true
}

// limit returns the color with an alpha from 0 to 1. It refuses components that are too large to be
// computed with.
func (c Color) limit() (Color, error) {
	for _, v := range append(c.RGB[:], c.Alpha) {
		if math.IsNaN(v) || math.Abs(v) > 1e9 {
			return Color{}, errColor
		}
	}
	c.Alpha = max(0, min(1, c.Alpha))
	return c, nil
}

// parseName parses a hex color, a named color or transparent.
func parseName(text string) (Color, error) {
	hex, ok := Hex(text)
	if !ok {
		hex, ok = namedColor(text)
	}
	var c Color
	if !ok && text != "transparent" {
		return c, errColor
	}
	if ok {
		channels := Channels(hex)
		for i := range c.RGB {
			c.RGB[i] = float64(channels[i]) / 255
		}
		c.Alpha = float64(channels[3]) / 255
	}
	return c, nil
}

// namedColor returns the hex of a named color, in lower case (CSS Color Module
// Level 4, section 6.1). SVG 1.1 has all but one.
func namedColor(name string) (string, bool) {
	if name == "rebeccapurple" {
		return "#663399", true
	}
	c, ok := colornames.Map[name]
	return HexOf(c.R, c.G, c.B), ok
}

// IsNamedColor reports whether CSS has a color of the name, in lower case.
func IsNamedColor(name string) bool {
	_, ok := namedColor(name)
	return ok
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

// legacy reports whether channels between commas are those of the syntax that has commas
// (CSS Color Module Level 4, sections 5.1 and 6.1): of rgb() all numbers or all percentages,
// of hsl() percentages after the hue, and none of them none.
func legacy(name string, parts []string) bool {
	percentages := 0
	for _, part := range parts {
		if part == "none" {
			return false
		}
		if strings.HasSuffix(part, "%") {
			percentages++
		}
	}
	if strings.TrimSuffix(name, "a") == "rgb" {
		return percentages == 0 || percentages == len(parts)
	}
	return strings.TrimSuffix(name, "a") == "hsl" && percentages == 2 && !strings.HasSuffix(parts[0], "%")
}

// arguments splits the arguments of a function at white space or at commas, and
// returns what follows a slash, or a fourth part between commas, as alpha.
func arguments(text string) (parts []string, alpha string, commas bool, err error) {
	slashed := Split(text, '/')
	between := Split(text, ',')
	last := len(between) - 1
	if last > 0 {
		if slices.Contains(between, "") || len(slashed) > 1 {
			return nil, "", true, errColor
		}
		if last == 3 {
			return between[:last], between[last], true, nil
		}
		return between, "", true, nil
	}
	words := Split(slashed[0], ' ')
	if len(words) == 0 || len(slashed) > 2 {
		return nil, "", false, errColor
	}
	if len(slashed) == 1 {
		return words, "", false, nil
	}
	if slashed[1] == "" {
		return nil, "", false, errColor
	}
	return words, slashed[1], false, nil
}
