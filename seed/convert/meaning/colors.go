package meaning

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// hexOf returns a color as hex. Hex colors stay as written, others are rounded
// to 8 bits a channel. A color outside sRGB is mapped into it and becomes an
// object with the hex and the color as written, its source.
func hexOf(value *content.Value) (*content.Value, error) {
	if hex, ok := css.Hex(strings.TrimSpace(value.Text())); ok {
		return content.NewString(hex), nil
	}
	if hex, ok := css.Hex(value.Get("hex").Text()); ok && len(hex) == 7 {
		return withAlpha(hex, value.Get("alpha"))
	}
	c, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	hex, outside := c.Hex()
	if !outside {
		return content.NewString(hex), nil
	}
	text := strings.TrimSpace(value.Text())
	if value.Is('{') {
		text, _ = notation(value)
	}
	return content.NewObject("hex", hex, "source", text), nil
}

// withAlpha returns a hex color with an alpha that stands beside it.
func withAlpha(hex string, alpha *content.Value) (*content.Value, error) {
	if alpha == nil {
		return content.NewString(hex), nil
	}
	a, ok := alpha.Number()
	if !ok || a < 0 || a > 1 {
		return nil, fmt.Errorf("alpha: expected a number from 0 to 1, %s", css.Found(alpha.Scalar()))
	}
	if a < 1 {
		c := css.Channels(hex)
		hex = css.HexOf(c[0], c[1], c[2], uint8(math.Round(255*a)))
	}
	return content.NewString(hex), nil
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

// channelNames are the members of colors of Figma, Specify and Style Dictionary.
var channelNames = [...][]string{{"r", "g", "b", "a"}, {"red", "green", "blue", "alpha"}}

// HasChannels reports whether an object is a color of channels, as Style Dictionary writes it for iOS.
func HasChannels(o *content.Value) bool {
	isColor := func(names []string) bool { return hasChannels(o, names) && o.Get(names[0]).IsScalar() }
	return slices.ContainsFunc(channelNames[:], isColor)
}

// channel returns a channel of a color, which Style Dictionary writes as a text.
func channel(o *content.Value, name string) *content.Value {
	own := o.Get(name)
	if own.IsText() && bareNumber.MatchString(own.Text()) {
		return content.NewNumber(own.Text())
	}
	return own
}

func hasChannels(o *content.Value, names []string) bool {
	return o.Has(names[0]) && o.Has(names[1]) && o.Has(names[2])
}

// notation returns a color of the Color Module, of Figma or of Specify as it is written in
// CSS. The error is for a color of which a part is missing or of another type.
func notation(o *content.Value) (string, error) {
	for _, names := range channelNames {
		if hasChannels(o, names) {
			channels := content.NewList(channel(o, names[0]), channel(o, names[1]), channel(o, names[2]))
			color := content.NewObject("colorSpace", "srgb", "components", channels, "alpha", o.Get(names[3]))
			return css.ReadColor(color, nil)
		}
	}
	if hex := o.Get("hex"); hex.IsText() && !o.Has("components") {
		return hex.Text(), nil
	}
	return css.ReadColor(o, nil)
}

// colorText returns a color inside another value as CSS: as written, or of an object as hex,
// or as rgb() if it is given in sRGB with more precision than hex has.
func colorText(value *content.Value) (string, error) {
	c, err := colorOf(value)
	if err != nil {
		return "", err
	}
	if value.IsText() && !strings.HasPrefix(value.Text(), "color(srgb ") && !bareChannels.MatchString(value.Text()) {
		return value.Text(), nil
	}
	exact := true
	for _, share := range append(c.RGB[:], c.Alpha) {
		exact = exact && math.Abs(math.Round(255*share)/255-share) < 0.6e-5
	}
	if exact || value.Get("colorSpace").Text() != "srgb" {
		hex, _ := c.Hex()
		return hex, nil
	}
	red, green, blue := plainNumber(100*c.RGB[0]), plainNumber(100*c.RGB[1]), plainNumber(100*c.RGB[2])
	return fmt.Sprintf("rgb(%s%% %s%% %s%% / %s)", red, green, blue, plainNumber(c.Alpha)), nil
}
