package tokenize

import (
	"strings"

	"github.com/mazznoer/csscolorparser"
)

// appendShadow writes a CSS shadow as an object, or as an array where it has
// several layers (Format Module 2025.10, section 9.6).
func appendShadow(out []byte, value string) ([]byte, bool) {
	layers := splitOutside(value, ',')
	if len(layers) > 1 {
		out = append(out, '[')
	}
	for i, text := range layers {
		layer, ok := parseLayer(text)
		if !ok {
			return out, false
		}
		if i > 0 {
			out = append(out, ',')
		}
		out = layer.append(out)
	}
	if len(layers) > 1 {
		out = append(out, ']')
	}
	return out, true
}

// A cssLayer is one shadow of a CSS shadow list.
type cssLayer struct {
	color   csscolorparser.Color
	lengths [4]quantity // offset x, offset y, blur, spread; each px or rem
	inset   bool
}

func (l cssLayer) append(out []byte) []byte {
	out = appendColor(append(out, `{"color":`...), l.color)
	for i, name := range [...]string{"offsetX", "offsetY", "blur", "spread"} {
		out = appendQuantity(appendKey(out, name), l.lengths[i])
	}
	if l.inset {
		out = append(out, `,"inset":true`...)
	}
	return append(out, '}')
}

// parseLayer reads one shadow: two to four lengths side by side, a color and
// perhaps inset before or after them (CSS Backgrounds and Borders Level 3,
// section 6.1.1). Without a color it would be that of the text around it,
// which a token cannot say.
func parseLayer(text string) (layer cssLayer, ok bool) {
	colored, count, open := false, 0, true
	for i := range layer.lengths {
		layer.lengths[i] = quantity{unit: "px"}
	}
	for _, term := range splitOutside(text, ' ') {
		if q, ok := parseOffset(term); ok {
			if count == 4 || !open || count == 2 && q.value < 0 {
				return layer, false
			}
			layer.lengths[count] = q
			count++
			continue
		}
		open = count == 0 // lengths stand side by side
		if !layer.inset && strings.ToLower(term) == "inset" {
			layer.inset = true
			continue
		}
		color, ok := parseColor(term)
		if !ok || colored {
			return layer, false
		}
		layer.color, colored = color, true
	}
	return layer, colored && count >= 2
}

// parseOffset reads a length of a shadow that the format has a form for; a
// bare zero is 0px.
func parseOffset(term string) (quantity, bool) {
	q, ok := splitQuantity(withoutPlus(term))
	if !ok {
		return q, false
	}
	if q.unit = strings.ToLower(q.unit); q.unit == "" && q.value == 0 {
		q.unit = "px"
	}
	return q, q.unit == "px" || q.unit == "rem"
}
