package meaning

import (
	"math"
	"slices"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// Modified applies the color modifier of Tokens Studio: lighten, darken, mix or
// alpha, in the color space that it names. It is given with its references replaced, and as it is written.
func Modified(value, modify, written *content.Value) (*content.Value, error) {
	color, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	how := modify.Get("type").Scalar()
	var other css.Color
	if how == "mix" {
		if other, err = colorOf(modify.Get("color")); err != nil {
			return nil, err
		}
	}
	amount, ok := css.Calc(modify.Get("value").Scalar(), nil)
	if amount.Unit == "%" {
		amount.Number /= 100
	}
	space := strings.ToLower(written.Get("space").Scalar())
	color, known := css.Modify(color, how, space, max(0, min(1, amount.Number)), other)
	if !ok || !known {
		return nil, reason.New(reason.NeedsMath, "its modifier is not known: %.80s", textFor(written))
	}
	return content.NewString(css.Notation(color)), nil
}

// The alpha that Primer and Carbon write beside a color.
const (
	primerAlpha = "alpha"
	carbonAlpha = "org.carbon.alphaModifier"
)

var modifierWord = pattern.New(`(?i)^(alpha|opacity|transparency|(alpha-?)?modif(y|iers?)|lighten|darken|mix)$`)

// BesideColor returns what stands beside a value and changes it if it is a color, with its
// path in the token as name, nil for nothing. Tokens Studio's own modifier is not among it.
func BesideColor(o *content.Value) *content.Value {
	extensions := o.Get("$extensions")
	own := *o
	own.Name = ""
	for _, tool := range append([]*content.Value{&own, extensions}, extensions.Members()...) {
		for _, m := range tool.Members() {
			if tool.Name == "studio.tokens" || !modifierWord.MatchString(m.Name) || hasValue(m) {
				continue
			}
			if slices.Contains([]string{"null", "[]", "{}", `""`}, string(m.Append(nil))) {
				continue
			}
			beside := *m
			beside.Name = strings.TrimPrefix(tool.Name+"."+m.Name, ".")
			return &beside
		}
	}
	return nil
}

// hasValue reports whether an object is a token inside another one.
func hasValue(o *content.Value) bool { return o.First("$value", "value", "$ref", "sets") != nil }

// WithBeside returns a color with the alpha that stands beside it. The value has it already
// in the files that Primer builds, unless it is that of another token. Anything else beside a color is
// an error.
func WithBeside(value, beside *content.Value, isAlias bool) (*content.Value, error) {
	if beside == nil {
		return value, nil
	}
	color, err := colorOf(value)
	if err != nil {
		return value, nil // it is no color
	}
	alpha, isNumber := beside.Number()
	hasIt := math.Abs(alpha-color.Alpha) <= 0.5/255 && (color.Alpha == 1 || !isAlias)
	if isNumber && hasIt {
		return value, nil
	}
	applies := beside.Name == primerAlpha || beside.Name == carbonAlpha
	if !isNumber || alpha < 0 || alpha > 1 || color.Alpha != 1 || !applies {
		return nil, reason.New(
			reason.NeedsMath, "what stands beside the color is not applied to it: %s %.40s",
			beside.Name, textFor(beside),
		)
	}
	color.Alpha = alpha
	if hex, outside := color.Hex(); !outside {
		return content.NewString(hex), nil
	}
	return content.NewString(css.Notation(color)), nil
}
