package convert

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// hexOf returns a color as hex. Hex colors stay as written, others are rounded
// to 8 bits a channel. A color outside sRGB is mapped into it and becomes an
// object with the hex and the color as written, its source.
func hexOf(value any) (any, error) {
	text, _ := value.(string)
	if hex, ok := css.Hex(strings.TrimSpace(text)); ok {
		return hex, nil
	}
	o, _ := value.(content.Object)
	if hex, ok := css.Hex(textOf(o, "hex")); ok && len(hex) == 7 {
		if alpha, ok := numberOf(o.Get("alpha")); ok && alpha >= 0 && alpha < 1 {
			c := css.Channels(hex)
			hex = css.HexOf(c[0], c[1], c[2], uint8(math.Round(255*alpha)))
		}
		return hex, nil
	}
	c, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	hex, outside := c.Hex()
	if !outside {
		return hex, nil
	}
	if o != nil {
		text, _ = notation(o)
	}
	return object("hex", hex, "source", strings.TrimSpace(text)), nil
}

var hexWithAlpha = regexp.MustCompile(`\brgba?\(\s*(#[0-9a-fA-F]+)\s*,\s*([^,()]+)\)`)

// withoutHex writes rgba(#05f, 0.5), which SCSS and Tokens Studio have, as CSS
// does.
func withoutHex(text string) string {
	return hexWithAlpha.ReplaceAllStringFunc(text, func(match string) string {
		m := hexWithAlpha.FindStringSubmatch(match)
		hex, ok := css.Hex(m[1])
		if !ok || len(hex) != 7 {
			return match
		}
		c := css.Channels(hex)
		return fmt.Sprintf("rgba(%d, %d, %d, %s)", c[0], c[1], c[2], m[2])
	})
}

// colorOf parses a color of CSS, of the Color Module 2025.10 or of Figma.
func colorOf(value any) (c css.Color, err error) {
	text, ok := value.(string)
	if o, is := value.(content.Object); is {
		text, ok = notation(o)
	}
	if !ok {
		return c, errors.New("expected a color")
	}
	if c, err = css.ParseColor(text); err != nil {
		return c, fmt.Errorf("%w, found %.60q", err, text)
	}
	return c, nil
}

// notation returns a color of the Color Module, or of Figma, as it is written in CSS.
func notation(o content.Object) (text string, ok bool) {
	space, components, alpha := textOf(o, "colorSpace"), o.Texts("components"), o.Text("alpha")
	if has(o, "r") && has(o, "g") && has(o, "b") {
		space, components, alpha = "srgb", []string{o.Text("r"), o.Text("g"), o.Text("b")}, o.Text("a")
	}
	for i, n := range components {
		components[i] = cmp.Or(n, "none")
	}
	text = strings.Join(components, " ")
	if alpha != "" && alpha != "1" {
		text += " / " + alpha
	}
	if slices.Contains([]string{"hsl", "hwb", "lab", "lch", "oklab", "oklch"}, space) {
		return space + "(" + text + ")", true
	}
	return "color(" + space + " " + text + ")", len(components) == 3
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
func lengthOf(value any) (any, error)   { return measured(value, css.Length) }
func durationOf(value any) (any, error) { return measured(value, css.Duration) }

func measured(value any, check func(string) (string, error)) (any, error) {
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

func easingOf(value any) (any, error) { return css.ReadEasing(content.FromPlain(value)) }

// familiesOf returns the names in a list of font families.
func familiesOf(value any) (any, error) {
	families, _ := value.(list)
	if text, ok := value.(string); ok {
		for _, name := range css.SplitFamilies(strings.TrimSpace(text)) {
			families = append(families, name)
		}
	}
	if len(families) == 0 {
		return nil, errors.New("expected the name of a typeface")
	}
	names := make([]string, len(families))
	for i, family := range families {
		name, ok := family.(string)
		if !ok {
			return nil, errors.New("expected the names of typefaces")
		}
		names[i] = name
	}
	_, err := css.FontFamily(names[0], names[1:]...)
	return families, err
}

// shadowOf returns a shadow for a seed file: CSS, or layers.
func shadowOf(value any) (any, error) {
	layers, _ := value.(list)
	switch value := value.(type) {
	case string:
		_, err := css.Shadow(value)
		return value, err
	case content.Object:
		layers = list{value}
	}
	if len(layers) == 0 {
		return nil, errors.New("expected a shadow")
	}
	layers = slices.Clone(layers)
	for i, layer := range layers {
		o, ok := layer.(content.Object)
		if !ok {
			return nil, errors.New("expected the layers of a shadow")
		}
		var err error
		if layers[i], err = layerOf(o); err != nil {
			return nil, err
		}
	}
	return layers, nil
}

// layerLengths are the keys of the lengths in a layer, as a seed file and as others have them.
var layerLengths = [...][]string{{"x", "offsetX"}, {"y", "offsetY"}, {"blur"}, {"spread"}}

// layerOf returns a layer of a shadow for a seed file.
func layerOf(o content.Object) (content.Object, error) {
	var layer content.Object
	for _, keys := range layerLengths {
		i := slices.IndexFunc(keys, func(key string) bool { return has(o, key) })
		if i < 0 {
			continue
		}
		length, err := quantityOf(o.Get(keys[i]))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", keys[i], err)
		}
		layer = append(layer, object(keys[0], length)...)
	}
	color, err := (&token{beside: besideColor(o)}).withBeside(o.Get("color"))
	if err == nil {
		color, err = shadowColor(color)
	}
	if err != nil {
		return nil, err
	}
	l, err := css.ReadLayer(content.FromPlain(append(layer, object("color", color)...)))
	if err != nil {
		return nil, err
	}
	layer = object("x", l.Lengths[0], "y", l.Lengths[1], "blur", l.Lengths[2], "spread", l.Lengths[3], "color", l.Color)
	if o.Get("inset") == true || textOf(o, "type") == "innerShadow" {
		layer = append(layer, object("inset", true)...)
	}
	return layer, nil
}

// shadowColor returns a color as hex, or as rgb() if it is given in sRGB with
// more precision than hex has.
func shadowColor(value any) (any, error) {
	if text, ok := value.(string); ok {
		return text, nil
	}
	c, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	o, _ := value.(content.Object)
	exact := true
	for _, share := range append(c.RGB[:], c.Alpha) {
		exact = exact && math.Abs(math.Round(255*share)/255-share) < 0.6e-5
	}
	if exact || o.Get("colorSpace") != "srgb" {
		hex, _ := c.Hex()
		return hex, nil
	}
	return fmt.Sprintf("rgb(%s%% %s%% %s%% / %s)", plain(100*c.RGB[0]), plain(100*c.RGB[1]), plain(100*c.RGB[2]), plain(c.Alpha)), nil
}
