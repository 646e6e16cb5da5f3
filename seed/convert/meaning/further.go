package meaning

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/convert/reason"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// furtherOf returns a value for a block of further tokens.
func furtherOf(k Kind, value *content.Value) (*content.Value, error) {
	typ := manual.TokenType(k.Type)
	switch typ {
	case manual.NumberToken:
		return numberValue(k, value)
	case manual.DimensionToken:
		if k.Title == letterSpacing && strings.EqualFold(strings.TrimSpace(value.Text()), "normal") {
			value = content.NewString("0")
		}
		return lengthValue(value)
	case manual.BorderToken:
		return borderOf(value)
	case manual.TransitionToken:
		if value.Is('{') && !value.Has("delay") {
			return nil, errors.New("expected a transition with delay, found none")
		}
	case manual.ColorToken:
		return hexOf(value)
	}
	text, err := tokenize.FurtherValue(typ, value, nil)
	if typ == manual.StrokeStyleToken {
		return value, err
	}
	if typ == manual.FontWeightToken {
		return content.NewNumber(text), err
	}
	return content.NewString(text), err
}

// numberValue returns a number: also a percentage of an opacity, a ratio of two numbers, and a
// percentage that is a line height.
func numberValue(k Kind, value *content.Value) (*content.Value, error) {
	text := strings.TrimPrefix(strings.TrimSpace(value.Scalar()), "+")
	if n, ok := ratioOf(text); ok {
		return content.NewNumber(plainNumber(n)), nil
	}
	q, ok := css.SplitQuantity(text)
	if ok && q.Unit == "%" && (k.Title == opacity || k.Title == lineHeight) {
		return content.NewNumber(plainNumber(q.Number / 100)), nil
	}
	number, err := css.Number(text)
	return content.NewNumber(number), err
}

var ratio = pattern.New(`^(\d+(?:\.\d+)?)\s*/\s*(\d+(?:\.\d+)?)$`)

// ratioOf returns the number that a ratio of two numbers is.
func ratioOf(text string) (float64, bool) {
	m := ratio.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return 0, false
	}
	above, _ := strconv.ParseFloat(m[1], 64)
	below, _ := strconv.ParseFloat(m[2], 64)
	return above / below, below > 0
}

// lengthValue returns a length, which may be negative. Zero needs no unit.
func lengthValue(value *content.Value) (*content.Value, error) {
	text, err := quantityOf(value)
	if err != nil {
		return nil, err
	}
	text = strings.TrimPrefix(text, "+")
	q, ok := css.SplitQuantity(text)
	if ok && q.Unit == "" && q.Number != 0 {
		return nil, fmt.Errorf("expected a length with its unit, %s", css.Found(text))
	}
	length, err := css.SignedLength(text)
	return content.NewString(length), err
}

// borderOf returns a border as CSS, or as an object if CSS has no word for its dashes. Of an object no part may
// be missing.
func borderOf(value *content.Value) (*content.Value, error) {
	if value.IsText() {
		border, err := css.ParseBorder(value.Text(), nil)
		return content.NewString(border.String()), err
	}
	width, err := lengthValue(value.Get("width"))
	if err != nil {
		return nil, fmt.Errorf("width: %w", err)
	}
	style, err := css.ReadStroke(value.Get("style"))
	if err != nil {
		return nil, fmt.Errorf("style: %w", err)
	}
	color, err := colorText(value.Get("color"))
	if err != nil {
		return nil, fmt.Errorf("color: %w", err)
	}
	if dashes := value.Get("style"); dashes.Is('{') {
		return content.NewObject("color", color, "width", width.Text(), "style", dashes), nil
	}
	return content.NewString(width.Text() + " " + style + " " + color), nil
}

// gradientOf returns a gradient as CSS. The stops of a document become those of a linear one.
func gradientOf(value *content.Value) (*content.Value, error) {
	text := strings.Join(strings.Fields(value.Text()), " ")
	if value.IsText() && keywords.MatchString(text) {
		return nil, reason.New("keywords", "no block has a place for this value (keywords)")
	}
	if !value.IsText() {
		var err error
		if text, err = stopsText(value.List()); err != nil {
			return nil, err
		}
	}
	_, err := css.ParseGradient(text, nil)
	return content.NewString(text), err
}

// stopsText returns a gradient of CSS with the stops of a document.
func stopsText(stops []*content.Value) (string, error) {
	texts := []string{"90deg"}
	for _, stop := range stops {
		color, err := colorText(stop.Get("color"))
		if err != nil {
			return "", err
		}
		position, ok := stop.Get("position").Number()
		if !ok {
			return "", errors.New("expected the position of a stop, a number from 0 to 1")
		}
		texts = append(texts, color+" "+plainNumber(100*max(0, min(1, position)))+"%")
	}
	return "linear-gradient(" + strings.Join(texts, ", ") + ")", nil
}
