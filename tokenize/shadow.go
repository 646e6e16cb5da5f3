package tokenize

import (
	"errors"
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// Shadow returns a shadow as a token serves it. CSS stays as written but for
// outer and repeated white space; layers are written "x y blur spread color",
// with "inset " before them where it is set, and joined by ", " (CSS
// Backgrounds and Borders Level 3, section 6.1.1). A length that a layer does
// not give is 0px; x, y and spread may be below zero. It is an error where
// there is no shadow, where a layer has a length that is none or no color,
// where [CheckValue] refuses the result, and where CSS leaves a bracket, a
// string or a comment open.
func Shadow(v manual.ShadowValue) (string, error) {
	value := squeeze(v.CSS)
	if v.Layers != nil {
		layers := make([]string, len(v.Layers))
		for i, l := range v.Layers {
			layer, err := shadowLayer(l)
			if err != nil && len(v.Layers) > 1 {
				err = fmt.Errorf("layer %d: %w", i+1, err)
			}
			if err != nil {
				return "", err
			}
			layers[i] = layer
		}
		value = strings.Join(layers, ", ")
	}
	if value == "" {
		return "", errors.New("expected a CSS shadow or layers, found an empty one")
	}
	if err := CheckValue(value); err != nil {
		return "", err
	}
	if !balanced(value) {
		return "", fmt.Errorf("expected a CSS shadow with every bracket and quote closed, %s", found(manual.Literal{Text: value, Quoted: true}))
	}
	return value, nil
}

func shadowLayer(l manual.ShadowLayer) (string, error) {
	var parts [5]string
	for i, part := range [...]struct {
		name  string
		value manual.Literal
		read  func(manual.Literal) (string, error)
	}{
		{"x", l.X, SignedLength},
		{"y", l.Y, SignedLength},
		{"blur", l.Blur, Length},
		{"spread", l.Spread, SignedLength},
	} {
		if part.value.IsZero() {
			parts[i] = "0px"
			continue
		}
		length, err := part.read(part.value)
		if err != nil {
			return "", fmt.Errorf("%s: %w", part.name, err)
		}
		parts[i] = length
	}
	color, err := ShadowColor(l.Color)
	if err != nil {
		return "", fmt.Errorf("color: %w", err)
	}
	parts[4] = color
	layer := strings.Join(parts[:], " ")
	if l.Inset {
		layer = "inset " + layer
	}
	return layer, nil
}

// ShadowColor returns the color of a shadow's layer as it stands in the token,
// without outer and repeated white space. It must be a single word or
// function of CSS, whichever: white space and commas stand only inside its
// brackets, for they would add a length or a layer to the shadow. What
// [CheckValue] refuses is an error too.
func ShadowColor(text string) (string, error) {
	color := squeeze(text)
	if err := CheckValue(color); err != nil {
		return "", err
	}
	if color == "" || len(splitOutside(color, ' ')) > 1 || len(splitOutside(color, ',')) > 1 || !balanced(color) {
		return "", fmt.Errorf("expected one CSS color, %s", found(manual.Literal{Text: text, Quoted: true}))
	}
	return color, nil
}
