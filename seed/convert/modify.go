package convert

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// modified applies the color modifier of Tokens Studio: lighten, darken, mix or
// alpha, in the color space that it names.
func (c *conversion) modified(t *token, mode string, value any) (any, error) {
	color, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	modify, err := c.substitute(t, mode, t.modify.Without("space"))
	if err != nil {
		return nil, err
	}
	o := modify.(content.Object)
	var other css.Color
	if o.Text("type") == "mix" {
		if other, err = colorOf(o.Get("color")); err != nil {
			return nil, err
		}
	}
	amount, ok := css.Calc(o.Text("value"), nil)
	if amount.Unit == "%" {
		amount.Number /= 100
	}
	color, known := css.Modify(color, o.Text("type"), strings.ToLower(t.modify.Text("space")), max(0, min(1, amount.Number)), other)
	if !ok || !known {
		return nil, because(needsMath, "its modifier is not known: %.80s", withoutPlaces(t.modify))
	}
	return css.Notation(color), nil
}

// The alpha that Primer and Carbon write beside a color.
const (
	primerAlpha = "alpha"
	carbonAlpha = "org.carbon.alphaModifier"
)

var modifierWord = regexp.MustCompile(`(?i)^(alpha|opacity|transparency|(alpha-?)?modif(y|iers?)|lighten|darken|mix)$`)

// besideColor returns what stands beside a value and changes it if it is a color, with its
// path in the token as key. Tokens Studio's own modifier is not among it.
func besideColor(o content.Object) (beside content.Member) {
	extensions := in(o, "$extensions")
	tools := slices.Concat(content.Object{{Key: "", Value: o}, {Key: "$extensions", Value: extensions}}, extensions)
	for _, tool := range tools {
		members, _ := tool.Value.(content.Object)
		for _, m := range members {
			if tool.Key == "studio.tokens" || !modifierWord.MatchString(m.Key) {
				continue
			}
			inside, _ := m.Value.(content.Object)
			if nothing := []string{"null", "[]", "{}", `""`}; !isToken(inside) && !slices.Contains(nothing, withoutPlaces(m.Value)) {
				return content.Member{Key: strings.TrimPrefix(tool.Key+"."+m.Key, "."), Value: m.Value}
			}
		}
	}
	return content.Member{}
}

// withBeside returns a color with the alpha that stands beside it. The value has it already
// in the files that Primer builds. Anything else beside a color is an error.
func (t *token) withBeside(value any) (any, error) {
	color, err := colorOf(value)
	if err != nil || t.beside.Key == "" {
		return value, nil
	}
	text, _ := t.written.(string)
	whole, refers := firstMention(text, documentForm)
	alpha, isNumber := numberOf(t.beside.Value)
	switch {
	case isNumber && math.Abs(alpha-color.Alpha) <= 0.5/255 && (color.Alpha == 1 || !refers || whole.text != text):
		return value, nil
	case isNumber && alpha >= 0 && alpha <= 1 && color.Alpha == 1 && (t.beside.Key == primerAlpha || t.beside.Key == carbonAlpha):
		color.Alpha = alpha
		if hex, outside := color.Hex(); !outside {
			return hex, nil
		}
		return css.Notation(color), nil
	}
	return nil, because(needsMath, "what stands beside the color is not applied to it: %s %.40s", t.beside.Key, withoutPlaces(t.beside.Value))
}
