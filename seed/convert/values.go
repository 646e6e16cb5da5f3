package convert

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/mazznoer/csscolorparser"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// hexOf returns a color as hex. Hex colors stay as written, others are rounded
// to 8 bits a channel. It is an error if the value is no color or lies outside
// sRGB.
func hexOf(value any) (any, error) {
	text, _ := value.(string)
	if hex, ok := tokenize.Hex(strings.TrimSpace(text)); ok {
		return hex, nil
	}
	c, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	channels := []uint8{byteOf(c.R), byteOf(c.G), byteOf(c.B)}
	if alpha := byteOf(c.A); alpha < 255 {
		channels = append(channels, alpha)
	}
	return tokenize.HexOf(channels...), nil
}

func byteOf(share float64) uint8 { return uint8(math.Round(255 * max(0, min(1, share)))) }

// colorOf parses a color of CSS or of the Color Module 2025.10 that lies inside
// sRGB.
func colorOf(value any) (csscolorparser.Color, error) {
	var c csscolorparser.Color
	var text string
	switch value := value.(type) {
	case string:
		text = strings.TrimSpace(value)
	case content.Object:
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
	parse := csscolorparser.Parse
	if strings.HasPrefix(strings.ToLower(text), "color(") {
		parse = parseColorFunction
	}
	c, err := parse(strings.ReplaceAll(strings.ToLower(text), "none", "0"))
	if err != nil {
		return c, fmt.Errorf("expected a color, found %.60q", text)
	}
	const slack = 0.0005 // allows for rounded numbers
	for _, channel := range []float64{c.R, c.G, c.B} {
		if !(channel >= -slack && channel <= 1+slack) {
			return c, fmt.Errorf("the color %.60s lies outside sRGB", text)
		}
	}
	return c, nil
}

// cssColor returns a color of the Color Module as CSS.
func cssColor(o content.Object) (string, error) {
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
		if _, ok := spaces[space]; !ok {
			return "", fmt.Errorf("colors in %.20q are not read", space)
		}
		form = "color(" + space + " %s %s %s / %s)"
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

// plain formats a number with at most seven decimals and without an exponent.
func plain(v float64) string {
	return strconv.FormatFloat(math.Round(v*1e7)/1e7, 'f', -1, 64)
}

// lengthOf and durationOf return a length and a duration as text.
func lengthOf(value any) (any, error)   { return measured(value, tokenize.Length) }
func durationOf(value any) (any, error) { return measured(value, tokenize.Duration) }

func measured(value any, check func(any) (string, error)) (any, error) {
	text, err := quantityOf(value)
	if err == nil {
		_, err = check(text)
	}
	return text, err
}

// quantityOf returns a number with its optional unit as text.
func quantityOf(value any) (string, error) {
	switch value := value.(type) {
	case number:
		return string(value), nil
	case string:
		return strings.TrimSpace(value), nil
	case content.Object:
		if n, ok := value.Get("value").(number); ok {
			return string(n) + textOf(value, "unit"), nil
		}
	}
	return "", errors.New("expected a number with a unit")
}

// easingOf returns an easing as a token has it.
func easingOf(value any) (any, error) { return tokenize.Easing(value) }

// familiesOf returns the names in a list of font families.
func familiesOf(value any) (any, error) {
	var names []string
	switch value := value.(type) {
	case string:
		names = tokenize.SplitFamilies(strings.TrimSpace(value))
	case list:
		for _, n := range value {
			name, ok := n.(string)
			if !ok {
				return nil, errors.New("expected the names of typefaces")
			}
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return nil, errors.New("expected the name of a typeface")
	}
	var families list
	for _, name := range names {
		families = append(families, name)
	}
	_, err := tokenize.FontFamily(names[0], names[1:]...)
	return families, err
}

// shadowOf returns a shadow for a seed file: CSS, or layers.
func shadowOf(value any) (any, error) {
	var layers list
	switch value := value.(type) {
	case string:
		_, err := tokenize.Shadow(value)
		return value, err
	case content.Object:
		return shadowOf(list{value})
	case list:
		for _, n := range value {
			o, ok := n.(content.Object)
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

// layerOf returns a layer of a shadow for a seed file.
func layerOf(o content.Object) (layer content.Object, err error) {
	for _, part := range [...]struct {
		key, also string
		read      func(any) (string, error)
	}{
		{"x", "offsetX", tokenize.SignedLength},
		{"y", "offsetY", tokenize.SignedLength},
		{"blur", "blur", tokenize.Length},
		{"spread", "spread", tokenize.SignedLength},
	} {
		length := "0px"
		for _, key := range []string{part.also, part.key} {
			if !has(o, key) {
				continue
			}
			text, err := quantityOf(o.Get(key))
			if err == nil {
				length, err = part.read(text)
			}
			if err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
		}
		layer = append(layer, object(part.key, length)...)
	}
	color, err := shadowColor(o.Get("color"))
	layer = append(layer, object("color", color)...)
	if o.Get("inset") == true || textOf(o, "type") == "innerShadow" {
		layer = append(layer, object("inset", true)...)
	}
	return layer, err
}

// shadowColor returns a color as hex, or as rgb() if it is given in sRGB with
// more precision than hex has.
func shadowColor(value any) (any, error) {
	if text, ok := value.(string); ok {
		return tokenize.ShadowColor(text)
	}
	c, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	o, _ := value.(content.Object)
	exact := true
	for _, share := range []float64{c.R, c.G, c.B, c.A} {
		exact = exact && math.Abs(float64(byteOf(share))/255-share) < 0.6e-5
	}
	if exact || o.Get("colorSpace") != "srgb" {
		return hexOf(value)
	}
	return fmt.Sprintf("rgb(%s%% %s%% %s%% / %s)", plain(100*c.R), plain(100*c.G), plain(100*c.B), plain(c.A)), nil
}
