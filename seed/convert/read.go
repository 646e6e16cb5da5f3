package convert

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// readValue returns a value for a seed file, in the form that its place has. The error says
// why it is not one: no part of a value is made up.
func (b *builder) readValue(t *token, k kind, value *content.Value) (*content.Value, error) {
	switch k.place {
	case color, theme:
		return hexOf(value)
	case fontFamily:
		names, err := familiesOf(value)
		return content.NewStrings(names...), err
	case duration:
		return measured(value, css.Duration)
	case easing:
		text, err := css.ReadEasing(value)
		return textValue(text), err
	case shadow:
		return shadowOf(value)
	case gradient:
		return gradientOf(value)
	case textStyle:
		return b.styleOf(value, t.group.scaleStep())
	case more:
		return moreOf(k, value)
	}
	return measured(value, css.Length)
}

// hexOf returns a color as hex. Hex colors stay as written, others are rounded
// to 8 bits a channel. A color outside sRGB is mapped into it and becomes an
// object with the hex and the color as written, its source.
func hexOf(value *content.Value) (*content.Value, error) {
	if hex, ok := css.Hex(strings.TrimSpace(value.Text())); ok {
		return textValue(hex), nil
	}
	if hex, ok := css.Hex(textOf(value, "hex")); ok && len(hex) == 7 {
		return withAlpha(hex, value.Get("alpha"))
	}
	c, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	hex, outside := c.Hex()
	if !outside {
		return textValue(hex), nil
	}
	text := strings.TrimSpace(value.Text())
	if value.Is('{') {
		text, _ = notation(value)
	}
	return object("hex", hex, "source", text), nil
}

// withAlpha returns a hex color with an alpha that stands beside it.
func withAlpha(hex string, alpha *content.Value) (*content.Value, error) {
	if alpha == nil {
		return textValue(hex), nil
	}
	a, ok := numberOf(alpha)
	if !ok || a < 0 || a > 1 {
		return nil, fmt.Errorf("alpha: expected a number from 0 to 1, %s", css.Found(alpha.Scalar()))
	}
	if a < 1 {
		c := css.Channels(hex)
		hex = css.HexOf(c[0], c[1], c[2], uint8(math.Round(255*a)))
	}
	return textValue(hex), nil
}

var hexWithAlpha = pattern.New(`(?i)\brgba?\(\s*(#[0-9a-f]+|[a-z]+)\s*,\s*([^,()]+)\)`)

// withoutHex writes rgba(#05f, 0.5), which SCSS and Tokens Studio have, as hex.
func withoutHex(text string) string {
	return hexWithAlpha.ReplaceAllStringFunc(text, func(match string) string {
		m := hexWithAlpha.FindStringSubmatch(match)
		c, err := css.ParseColor(m[1])
		alpha, ok := css.SplitQuantity(m[2])
		if err != nil || !ok || c.Alpha < 1 || alpha.Unit != "" && alpha.Unit != "%" {
			return match
		}
		if alpha.Unit == "%" {
			alpha.Number /= 100
		}
		c.Alpha = max(0, min(1, alpha.Number))
		hex, _ := c.Hex()
		return hex
	})
}

// channels of hsl() without the function, as themes of shadcn have them.
var bareChannels = pattern.New(`^-?[\d.]+(?:deg)?\s+[\d.]+%\s+[\d.]+%(?:\s*/\s*[\d.]+%?)?$`)

// colorOf parses a color of CSS, of the Color Module 2025.10, of Figma or of Specify.
func colorOf(value *content.Value) (css.Color, error) {
	text := strings.TrimSpace(value.Text())
	var (
		c   css.Color
		err error
	)
	if value.Is('{') {
		if text, err = notation(value); err != nil {
			return c, err
		}
	}
	if bareChannels.MatchString(text) {
		text = "hsl(" + text + ")"
	}
	if text == "" {
		return c, errors.New("expected a color")
	}
	if c, err = css.ParseColor(text); err != nil {
		return c, fmt.Errorf("%w, found %.60q", err, text)
	}
	return c, nil
}

// notation returns a color of the Color Module, of Figma or of Specify as it is written in
// CSS. The error is for a color of which a part is missing or of another type.
func notation(o *content.Value) (string, error) {
	for _, names := range [][]string{{"r", "g", "b", "a"}, {"red", "green", "blue", "alpha"}} {
		if has(o, names[0]) && has(o, names[1]) && has(o, names[2]) {
			channels := content.NewList(o.Get(names[0]), o.Get(names[1]), o.Get(names[2]))
			return css.ReadColor(object("colorSpace", "srgb", "components", channels, "alpha", o.Get(names[3])), nil)
		}
	}
	if hex := o.Get("hex"); isString(hex) && !has(o, "components") {
		return hex.Text(), nil
	}
	return css.ReadColor(o, nil)
}

func measured(value *content.Value, check func(string) (string, error)) (*content.Value, error) {
	text, err := quantityOf(value)
	if err != nil {
		return nil, err
	}
	text, err = check(text)
	return textValue(text), err
}

// quantityOf returns a number with its optional unit as text.
func quantityOf(value *content.Value) (string, error) {
	if isScalar(value) {
		return strings.TrimSpace(value.Scalar()), nil
	}
	n, unit := value.Get("value"), value.Get("unit")
	if _, ok := numberOf(n); ok && isString(unit) && unit.Text() != "" {
		return n.Scalar() + unit.Text(), nil
	}
	return "", errors.New("expected a number with a unit")
}

// genericLast matches what is several families although it is quoted as one: 'Inter, sans-serif'.
var genericLast = pattern.New(`, *(?:sans-serif|serif|monospace|system-ui|cursive|fantasy)$`)

// familiesOf returns the names in a list of font families: families as CSS has them, also
// within a string of Sass, or a list, also as a text of JSON.
func familiesOf(value *content.Value) ([]string, error) {
	var names []string
	if text := strings.TrimSpace(value.Text()); isString(value) && json.Unmarshal([]byte(text), &names) != nil {
		names = css.SplitFamilies(text)
	}
	if len(names) == 1 && (strings.IndexAny(names[0], `'"`) == 0 || genericLast.MatchString(names[0])) {
		names = css.SplitFamilies(names[0])
	}
	for _, family := range value.List() {
		if !isString(family) {
			return nil, errors.New("expected the names of typefaces")
		}
		names = append(names, family.Text())
	}
	if len(names) == 0 || names[0] == "" {
		return nil, errors.New("expected the name of a typeface")
	}
	_, err := css.FontFamily(names[0], names[1:]...)
	return names, err
}

// shadowOf returns a shadow for a seed file: CSS, or layers.
func shadowOf(value *content.Value) (*content.Value, error) {
	if isString(value) {
		return shadowText(value.Text())
	}
	layers := value.List()
	if value.Is('{') {
		layers = []*content.Value{value}
	}
	if len(layers) == 0 {
		return nil, errors.New("expected a shadow")
	}
	list := content.NewList()
	for _, layer := range layers {
		if !layer.Is('{') {
			return nil, errors.New("expected the layers of a shadow")
		}
		l, err := layerOf(layer)
		if err != nil {
			return nil, err
		}
		list.Children = append(list.Children, l)
	}
	return list, nil
}

// shadowText returns a shadow of CSS whose colors no browser refuses.
func shadowText(text string) (*content.Value, error) {
	if strings.Contains(text, "var(") {
		return nil, newReason(unknown, "it refers to a variable that is not there: %.60q", text)
	}
	if _, err := css.Shadow(text); err != nil {
		return nil, err
	}
	for _, layer := range css.Layers(text) {
		l, _ := css.ParseLayer(layer)
		if l.Color == "" || strings.EqualFold(l.Color, "currentcolor") {
			continue
		}
		if _, err := css.ParseColor(l.Color); err != nil {
			return nil, fmt.Errorf("%w in the shadow, found %.60q", err, l.Color)
		}
	}
	return textValue(text), nil
}

// layerLengths are the keys of the lengths in a layer, as a seed file and as others have
// them. A spread that is missing is none, as in CSS.
var layerLengths = [...][]string{{"x", "offsetX"}, {"y", "offsetY"}, {"blur", "blurRadius"}, {"spread", "spreadRadius"}}

// layerOf returns a layer of a shadow for a seed file.
func layerOf(o *content.Value) (*content.Value, error) {
	layer := object()
	for _, keys := range layerLengths {
		given := firstOf(o, keys...)
		if given == nil && keys[0] == "spread" && !has(o, "offsetX") {
			given = textValue("0")
		}
		if given == nil {
			return nil, fmt.Errorf("expected a shadow with %s, found none", keys[0])
		}
		length, err := quantityOf(given)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", given.Name, err)
		}
		layer.Add(keys[0], textValue(length))
	}
	color, err := (&declaration{beside: besideColor(o), written: o.Get("color")}).withBeside(o.Get("color"))
	if err != nil {
		return nil, err
	}
	text, err := colorText(color)
	if err != nil {
		return nil, err
	}
	layer.Add("color", textValue(text))
	l, err := css.ReadLayer(layer)
	if err != nil {
		return nil, err
	}
	read := object("x", l.Lengths[0], "y", l.Lengths[1], "blur", l.Lengths[2], "spread", l.Lengths[3], "color", l.Color)
	if isTrue(o.Get("inset")) || textOf(o, "type") == "innerShadow" {
		read.Add("inset", content.NewBool(true))
	}
	return read, nil
}

// colorText returns a color inside another value as CSS: as written, or of an object as hex,
// or as rgb() if it is given in sRGB with more precision than hex has.
func colorText(value *content.Value) (string, error) {
	c, err := colorOf(value)
	if err != nil {
		return "", err
	}
	if isString(value) && !strings.HasPrefix(value.Text(), "color(srgb ") && !bareChannels.MatchString(value.Text()) {
		return value.Text(), nil
	}
	exact := true
	for _, share := range append(c.RGB[:], c.Alpha) {
		exact = exact && math.Abs(math.Round(255*share)/255-share) < 0.6e-5
	}
	if exact || textOf(value, "colorSpace") != "srgb" {
		hex, _ := c.Hex()
		return hex, nil
	}
	red, green, blue := plainNumber(100*c.RGB[0]), plainNumber(100*c.RGB[1]), plainNumber(100*c.RGB[2])
	return fmt.Sprintf("rgb(%s%% %s%% %s%% / %s)", red, green, blue, plainNumber(c.Alpha)), nil
}

// weightOf returns the weight that a number or a name is, and whether its name says that it
// is italic.
func weightOf(value *content.Value) (weight string, italic bool, err error) {
	text := strings.TrimSpace(value.Scalar())
	if len(text) >= len("italic") && strings.EqualFold(text[len(text)-len("italic"):], "italic") {
		text, italic = strings.TrimRight(text[:len(text)-len("italic")], " -_"), true
		if text == "" {
			text = "regular"
		}
	}
	weight, err = css.Weight(text)
	return weight, italic, err
}

func isWeight(value *content.Value) bool {
	_, err := css.Weight(strings.TrimSpace(value.Scalar()))
	return err == nil
}
