package convert

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mazznoer/csscolorparser"

	"designmanual/tokenize"
)

// hexOf returns a color as hex: one that is hex stays as it is written, any
// other is rounded to 8 bits a channel. The error is for what is no color, and
// for one outside sRGB.
func hexOf(value any) (string, error) {
	text, _ := value.(string)
	if hex, ok := tokenize.Hex(strings.TrimSpace(text)); ok {
		return hex, nil
	}
	c, err := colorOf(value)
	if err != nil {
		return "", err
	}
	channels := []uint8{byteOf(c.R), byteOf(c.G), byteOf(c.B)}
	if alpha := byteOf(c.A); alpha < 255 {
		channels = append(channels, alpha)
	}
	return tokenize.HexOf(channels...), nil
}

func byteOf(share float64) uint8 { return uint8(math.Round(255 * max(0, min(1, share)))) }

// colorOf reads a color of CSS, or one of the Color Module 2025.10, that lies
// inside sRGB.
func colorOf(value any) (csscolorparser.Color, error) {
	var c csscolorparser.Color
	var text string
	switch value := value.(type) {
	case string:
		text = strings.TrimSpace(value)
	case object:
		var err error
		if text, err = cssColor(value); err != nil {
			return c, err
		}
	default:
		return c, errors.New("expected a color")
	}
	if !strings.HasPrefix(text, "#") && !strings.HasSuffix(text, ")") {
		if _, named := csscolorparser.NamedColors[strings.ToLower(text)]; !named && !strings.EqualFold(text, "transparent") {
			return c, fmt.Errorf("expected a color, found %.40q", text)
		}
	}
	c, err := csscolorparser.Parse(strings.ReplaceAll(text, "none", "0"))
	if err != nil {
		return c, fmt.Errorf("expected a color, found %.60q", text)
	}
	const slack = 0.0005 // a rounding of the numbers as written
	for _, channel := range []float64{c.R, c.G, c.B} {
		if !(channel >= -slack && channel <= 1+slack) {
			return c, fmt.Errorf("the color %.60s lies outside sRGB", text)
		}
	}
	return c, nil
}

// cssColor writes a color of the Color Module as CSS has it.
func cssColor(o object) (string, error) {
	space := textOf(o, "colorSpace")
	components, _ := o.Get("components").(list)
	if len(components) != 3 {
		return "", errors.New("expected a color with three components")
	}
	scale, form := 1.0, ""
	switch space {
	case "srgb":
		scale, form = 100, "rgb(%s%% %s%% %s%% / %s)"
	case "hsl", "hwb":
		form = space + "(%s %s%% %s%% / %s)"
	case "lab", "lch", "oklab", "oklch":
		form = space + "(%s %s %s / %s)"
	default:
		return "", fmt.Errorf("colors in %.20q are not read", space)
	}
	texts := []any{"0", "0", "0", "1"}
	for i, n := range components {
		if v, ok := numberOf(n); ok {
			if space == "srgb" && (v < 0 || v > 1) {
				return "", errors.New("the color lies outside sRGB")
			}
			texts[i] = plain(v * scale)
		}
	}
	if alpha, ok := numberOf(o.Get("alpha")); ok {
		texts[3] = plain(alpha)
	}
	return fmt.Sprintf(form, texts...), nil
}

func numberOf(value any) (float64, bool) {
	n, ok := value.(number)
	if !ok {
		return 0, false
	}
	v, err := strconv.ParseFloat(string(n), 64)
	return v, err == nil
}

// plain writes a number to seven decimals at most, without an exponent.
func plain(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e7)/1e7, 'f', -1, 64)
}

// lengthOf returns a dimension or a duration as text: a number, or with its
// unit.
func lengthOf(value any) (string, error) {
	switch value := value.(type) {
	case number:
		return string(value), nil
	case string:
		return strings.TrimSpace(value), nil
	case object:
		if n, ok := value.Get("value").(number); ok {
			return string(n) + textOf(value, "unit"), nil
		}
	}
	return "", errors.New("expected a number with a unit")
}

// measured is lengthOf for what a check lets through.
func measured(value any, check func(any) (string, error)) (string, error) {
	text, err := lengthOf(value)
	if err == nil {
		_, err = check(text)
	}
	return text, err
}

// familiesOf returns the names of a font family list.
func familiesOf(value any) (families []string, err error) {
	switch value := value.(type) {
	case string:
		families = splitFamilies(value)
	case list:
		for _, n := range value {
			name, ok := n.(string)
			if !ok {
				return nil, errors.New("expected the names of typefaces")
			}
			families = append(families, name)
		}
	}
	if len(families) == 0 {
		return nil, errors.New("expected the name of a typeface")
	}
	_, err = tokenize.FontFamily(families[0], families[1:]...)
	return families, err
}

// splitFamilies takes a font-family value apart at the commas outside of
// quotes.
func splitFamilies(text string) (families []string) {
	if !strings.Contains(text, `"`) {
		return tokenize.SplitFamilies(strings.TrimSpace(text))
	}
	quote, start := byte(0), 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == ',' && quote == 0:
			families = append(families, strings.TrimSpace(text[start:i]))
			start = i + 1
		case text[i] == '\\':
			i++
		case text[i] == quote:
			quote = 0
		case quote == 0 && (text[i] == '"' || text[i] == '\''):
			quote = text[i]
		}
	}
	return families
}

// A layer is a layer of a shadow as a seed file has it.
type layer struct {
	X      string `json:"x"`
	Y      string `json:"y"`
	Blur   string `json:"blur"`
	Spread string `json:"spread"`
	Color  string `json:"color"`
	Inset  bool   `json:"inset,omitempty"`
}

// shadowOf returns a shadow as a seed file has it: CSS, or layers.
func shadowOf(value any) (any, error) {
	var layers []layer
	switch value := value.(type) {
	case string:
		_, err := tokenize.Shadow(value)
		return value, err
	case object:
		return shadowOf(list{value})
	case list:
		for _, n := range value {
			o, ok := n.(object)
			if !ok {
				return nil, errors.New("expected the layers of a shadow")
			}
			l, err := layerOf(o)
			if err != nil {
				return nil, err
			}
			layers = append(layers, l)
		}
	}
	if len(layers) == 0 {
		return nil, errors.New("expected a shadow")
	}
	return layers, nil
}

func layerOf(o object) (l layer, err error) {
	for _, part := range []struct {
		keys [2]string
		to   *string
		read func(any) (string, error)
	}{
		{[2]string{"offsetX", "x"}, &l.X, tokenize.SignedLength},
		{[2]string{"offsetY", "y"}, &l.Y, tokenize.SignedLength},
		{[2]string{"blur", "blur"}, &l.Blur, tokenize.Length},
		{[2]string{"spread", "spread"}, &l.Spread, tokenize.SignedLength},
	} {
		*part.to = "0px"
		for _, key := range part.keys {
			if !has(o, key) {
				continue
			}
			text, err := lengthOf(o.Get(key))
			if err == nil {
				*part.to, err = part.read(text)
			}
			if err != nil {
				return l, fmt.Errorf("%s: %w", key, err)
			}
		}
	}
	l.Inset = o.Get("inset") == true || textOf(o, "type") == "innerShadow"
	l.Color, err = shadowColor(o.Get("color"))
	return l, err
}

// shadowColor returns a color as hex, but where it is given in sRGB and has
// more digits than hex can say.
func shadowColor(value any) (string, error) {
	if text, ok := value.(string); ok {
		return tokenize.ShadowColor(text)
	}
	c, err := colorOf(value)
	if err != nil {
		return "", err
	}
	o, _ := value.(object)
	exact := true
	for _, share := range []float64{c.R, c.G, c.B, c.A} {
		exact = exact && math.Abs(float64(byteOf(share))/255-share) < 0.6e-5
	}
	if exact || o.Get("colorSpace") != "srgb" {
		return hexOf(value)
	}
	return fmt.Sprintf("rgb(%s%% %s%% %s%% / %s)", plain(100*c.R), plain(100*c.G), plain(100*c.B), plain(c.A)), nil
}
