package convert

import (
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
	text, err := substituteJSON(c, t, mode, content.Text(t.modify.Get("value")))
	if err != nil {
		return nil, err
	}
	amount, ok := css.Calc(content.Text(text), nil)
	if amount.Unit == "%" {
		amount.Number /= 100
	}
	if !ok {
		return nil, because(needsMath, "its modifier has an amount that is no number: %.40q", content.Text(text))
	}
	var other css.Color
	switch kind := t.modify.Text("type"); kind {
	case "alpha":
		color.Alpha = max(0, min(1, amount.Number))
		return css.Notation(color), nil
	case "mix":
		with, err := substituteJSON(c, t, mode, t.modify.Text("color"))
		if err == nil {
			other, err = colorOf(with)
		}
		if err != nil {
			return nil, err
		}
	case "lighten", "darken":
	default:
		return nil, because(needsMath, "its modifier is not known: %.40q", kind)
	}
	modified, ok := css.Modify(color, t.modify.Text("type"), strings.ToLower(t.modify.Text("space")), max(0, min(1, amount.Number)), other)
	if !ok {
		return nil, because(needsMath, "its modifier works in a color space that is not known: %.40q", t.modify.Text("space"))
	}
	return css.Notation(modified), nil
}
