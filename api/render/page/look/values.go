package look

import (
	"regexp"
	"strings"

	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/rgb"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// Value returns the value of a token for a style sheet, empty if CSS does not have it
// for the type. No text that it returns can end a declaration, close the style element
// or load anything.
func Value(t manual.TokenType, value string) string {
	var err error
	switch t {
	case manual.ColorToken:
		value, _ = css.Hex(value)
	case manual.FontFamilyToken:
		value = fonts.QuoteAll(value)
	case manual.DimensionToken:
		value, err = css.SignedLength(value)
		value = withoutRem(value)
	case manual.DurationToken:
		value, err = css.Duration(value)
	case manual.CubicBezierToken:
		value, err = css.Easing(value)
	case manual.ShadowToken:
		value, err = css.Shadow(value)
		value = withoutRem(value)
	case manual.GradientToken:
		if !gradient.MatchString(value) {
			return ""
		}
		err = css.CheckValue(value)
	default:
		return ""
	}
	if err != nil || elsewhere.MatchString(value) {
		return ""
	}
	return value
}

var remLength = regexp.MustCompile(`(?i)[-+]?[.\d]+(?:e[-+]?\d+)?rem\b`)

// withoutRem writes lengths in rem, which is smaller on paper, in px.
func withoutRem(value string) string {
	return remLength.ReplaceAllStringFunc(value, func(length string) string {
		q, ok := css.ReadQuantity(length)
		if !ok {
			return length
		}
		return css.Quantity{Number: 16 * q.Number, Unit: "px"}.String()
	})
}

// gradient matches the beginning of a gradient of CSS.
var gradient = regexp.MustCompile(`^(?:repeating-)?(?:linear|radial|conic)-gradient\(`)

// elsewhere matches functions of CSS whose value does not stand in them.
var elsewhere = regexp.MustCompile(`(?i)(?:var|env|attr|url|src|image)[a-z-]*\(`)

// Color returns a color for a style sheet, in any notation of CSS; empty for anything
// else.
func Color(text string) string {
	if hex, ok := css.Hex(text); ok {
		return hex
	}
	if _, err := css.ParseColor(text); err != nil {
		return ""
	}
	return strings.Join(strings.Fields(strings.ToLower(text)), " ")
}

// ColorOf returns a hex color, or the color of a name.
func ColorOf(s tokenize.Swatches, text string) (rgb.Color, bool) {
	value, ok := s.Color(text)
	if !ok {
		return rgb.Color{}, false
	}
	return rgb.Parse(value), true
}
