package meaning

import (
	"errors"
	"fmt"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// shadowOf returns a shadow for a seed file: CSS, or layers.
func shadowOf(value *content.Value) (*content.Value, error) {
	if value.IsText() {
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
		return nil, reason.New(reason.Unknown, "it refers to a variable that is not there: %.60q", text)
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
	return content.NewString(text), nil
}

// layerLengths are the keys of the lengths in a layer, as a seed file and as others have
// them. A spread that is missing is none, as in CSS.
var layerLengths = [...][]string{{"x", "offsetX"}, {"y", "offsetY"}, {"blur", "blurRadius"}, {"spread", "spreadRadius"}}

// layerOf returns a layer of a shadow for a seed file.
func layerOf(o *content.Value) (*content.Value, error) {
	layer := content.NewObject()
	for _, keys := range layerLengths {
		given := o.First(keys...)
		if given == nil && keys[0] == "spread" && !o.Has("offsetX") {
			given = content.NewString("0")
		}
		if given == nil {
			return nil, fmt.Errorf("expected a shadow with %s, found none", keys[0])
		}
		length, err := quantityOf(given)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", given.Name, err)
		}
		layer.Add(keys[0], content.NewString(length))
	}
	color, err := WithBeside(o.Get("color"), BesideColor(o), false)
	if err != nil {
		return nil, err
	}
	text, err := colorText(color)
	if err != nil {
		return nil, err
	}
	layer.Add("color", content.NewString(text))
	l, err := css.ReadLayer(layer)
	if err != nil {
		return nil, err
	}
	read := content.NewObject(
		"x", l.Lengths[0], "y", l.Lengths[1], "blur", l.Lengths[2], "spread", l.Lengths[3], "color", l.Color,
	)
	if o.Get("inset").Is('t') || o.Get("type").Text() == "innerShadow" {
		read.Add("inset", content.NewBool(true))
	}
	return read, nil
}
