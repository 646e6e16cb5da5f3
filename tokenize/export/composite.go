package export

import (
	"cmp"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// furtherValue returns the $value of a type that only further groups have (Format Module
// 2025.10, sections 8 and 9), nil if the format cannot represent it.
func furtherValue(kind manual.TokenType, t manual.Token) *content.Value {
	switch kind {
	case manual.NumberToken, manual.FontWeightToken:
		return content.NewNumber(t.Value)
	case manual.StrokeStyleToken:
		return structuredStroke(t.Value, t.Object)
	case manual.BorderToken:
		return structuredBorder(t)
	case manual.TransitionToken:
		return structuredTransition(t.Value)
	case manual.TypographyToken:
		return structuredStyle(t.Style)
	case manual.GradientToken:
		return structuredGradient(t.Value)
	}
	return nil
}

// structuredStroke returns a line style, by its object if the manual has one.
func structuredStroke(style string, object []byte) *content.Value {
	if object == nil {
		return content.NewString(style)
	}
	parsed, _ := content.Parse(object) // which was parsed before
	return parsed
}

// lineWidths are the widths of CSS that have a name, as browsers draw them.
var lineWidths = map[string]string{"thin": "1px", "medium": "3px", "thick": "5px"}

func structuredBorder(t manual.Token) *content.Value {
	b, err := css.ParseBorder(t.Value, nil)
	color, colorErr := css.ParseColor(b.Color)
	width, ok := structuredLength(cmp.Or(lineWidths[b.Width], b.Width))
	if err != nil || colorErr != nil || !ok {
		return nil
	}
	return object(
		"color", structuredColor(color), "width", structuredQuantity(width), "style",
		structuredStroke(b.Style, t.Object),
	)
}

func structuredTransition(text string) *content.Value {
	t, err := css.ParseTransition(text)
	if err != nil {
		return nil
	}
	easing := structuredEasing(cmp.Or(t.Easing, "ease"))
	if easing == nil {
		return nil
	}
	duration, _ := css.ReadQuantity(t.Duration)
	delay, _ := css.ReadQuantity(cmp.Or(t.Delay, "0ms"))
	return object(
		"duration", structuredQuantity(duration), "delay", structuredQuantity(delay), "timingFunction", easing,
	)
}

// Values of a typography that a text style does not give: what is usual of browsers.
const (
	usualWeight     = "400"
	usualLineHeight = "1.2"
)

// structuredStyle returns a typography, which wants a size in px or rem, a spacing in the
// same unit, a weight, and a line height as a number.
func structuredStyle(s *manual.TextStyle) *content.Value {
	size, ok := structuredLength(s.Size)
	if !ok || s.Family == "" {
		return nil
	}
	height, hasHeight := lineHeightNumber(cmp.Or(s.LineHeight, usualLineHeight), size)
	spacing, hasSpacing := spacingLength(cmp.Or(s.LetterSpacing, "0"+size.Unit), size)
	if !hasHeight || !hasSpacing {
		return nil
	}
	return object(
		"fontFamily", structuredFamilies(s.Family), "fontSize", structuredQuantity(size), "fontWeight",
		content.NewNumber(cmp.Or(s.Weight, usualWeight)), "letterSpacing", structuredQuantity(spacing), "lineHeight",
		content.NewNumber(height),
	)
}

// lineHeightNumber returns a line height as a number of sizes.
func lineHeightNumber(height string, size css.Quantity) (string, bool) {
	q, ok := css.ReadQuantity(height)
	if q.Unit == "" {
		return css.Decimal(q.Number), ok
	}
	fontSize, known := pixelsOf(size.String(), 0)
	px, isLength := pixelsOf(height, fontSize)
	if !known || !isLength || fontSize == 0 {
		return "", false
	}
	return css.Decimal(rounded(px / fontSize)), true
}

// spacingLength returns the space between letters in px or rem.
func spacingLength(spacing string, size css.Quantity) (css.Quantity, bool) {
	q, ok := css.ReadQuantity(spacing)
	if q.Unit == "em" {
		return css.Quantity{Number: rounded(q.Number * size.Number), Unit: size.Unit}, ok
	}
	return q, ok && (q.Unit == "px" || q.Unit == "rem")
}

// structuredGradient returns the colors of a gradient of one layer with their places.
func structuredGradient(text string) *content.Value {
	layers, err := css.ParseGradient(text, nil)
	if err != nil || len(layers) != 1 {
		return nil
	}
	places, ok := layers[0].Places()
	if !ok {
		return nil
	}
	stops := content.NewList()
	for _, p := range places {
		at := css.Decimal(rounded(max(0, min(1, p.At))))
		stops.Children = append(
			stops.Children, object("color", structuredColor(p.Color), "position", content.NewNumber(at)),
		)
	}
	return stops
}
