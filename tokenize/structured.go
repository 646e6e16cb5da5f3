package tokenize

import (
	"fmt"
	"strings"

	"github.com/mazznoer/csscolorparser"

	"designmanual/db/manual"
)

// RenderStructured writes the same tokens as [Render] in the structured form
// of the Design Tokens Format Module 2025.10. A role of a theme that names a
// color of the manual is an alias of its token. A value that the format has no
// form for (a dimension in another unit than px and rem, a shadow that does
// not parse or has no color) is left out with a note.
func RenderStructured(d *manual.TokenDocument) ([]byte, []manual.Note) {
	var notes []manual.Note
	noted := func(path string, kind manual.TokenType, t manual.Token) string {
		text := structured(path, kind, t)
		if text == "" {
			notes = append(notes, manual.Note{
				Code: manual.NoteUnstructured, Section: t.Section, Block: t.Block, Token: path,
				Text: fmt.Sprintf("The token %s is left out of the structured document, whose format has no form for %q.", path, shorten(t.Value)),
			})
		}
		return text
	}
	return form(noted).document(d), notes
}

// structured writes a token in the structured form, with what it has beside
// its value and its type (Format Module, sections 5.2.1, 5.2.3 and 5.2.4). No
// address is in it, so that a new one changes no token document.
func structured(_ string, kind manual.TokenType, t manual.Token) string {
	value := structuredValue(kind, t)
	if value == "" {
		return ""
	}
	text := `{"$value":` + value + `,"$type":"` + string(kind) + `"`
	if t.Description != "" {
		text += `,"$description":` + quote(t.Description)
	}
	switch {
	case t.Deprecated.Reason != "":
		text += `,"$deprecated":` + quote(t.Deprecated.Reason)
	case t.Deprecated.Set:
		text += `,"$deprecated":true`
	}
	if t.Anchor != "" {
		text += `,"$extensions":{"app.designmanual":{"anchor":` + quote(t.Anchor) + `}}`
	}
	return text + "}"
}

// structuredValue writes a $value, or nothing where there is no form for it.
func structuredValue(kind manual.TokenType, t manual.Token) string {
	if t.Alias != "" {
		return quote("{" + manual.Groups[manual.ColorGroup].Name + "." + t.Alias + "}")
	}
	switch kind {
	case manual.ColorToken:
		if hex, ok := Hex(t.Value); ok {
			color, _ := parseColor(hex)
			return colorJSON(color)
		}
	case manual.DimensionToken:
		if q, ok := readQuantity(t.Value); ok && (q.unit == "px" || q.unit == "rem") {
			return q.object()
		}
	case manual.DurationToken:
		if q, ok := splitQuantity(t.Value); ok && q.unit == "ms" {
			return q.object()
		}
	case manual.CubicBezierToken:
		if curve, err := Easing(EasingValue{CSS: t.Value}); err == nil {
			numbers := strings.TrimSuffix(strings.TrimPrefix(curve, "cubic-bezier("), ")")
			return "[" + strings.ReplaceAll(numbers, " ", "") + "]"
		}
	case manual.FontFamilyToken:
		return list(SplitFamilies(t.Value), quote)
	case manual.ShadowToken:
		return shadowJSON(t.Value)
	}
	return ""
}

// list writes one thing as it is, several as an array.
func list(texts []string, write func(string) string) string {
	written := make([]string, len(texts))
	for i, text := range texts {
		written[i] = write(text)
	}
	if len(written) == 1 {
		return written[0]
	}
	return "[" + strings.Join(written, ",") + "]"
}

func (q quantity) object() string {
	return `{"value":` + decimal(q.value) + `,"unit":"` + q.unit + `"}`
}

// shadowJSON writes a CSS shadow as an object, or as an array where it has
// several layers (Format Module 2025.10, section 9.6).
func shadowJSON(value string) string {
	complete := true
	text := list(splitOutside(value, ','), func(text string) string {
		layer, ok := layerJSON(text)
		complete = complete && ok
		return layer
	})
	if !complete {
		return ""
	}
	return text
}

// layerJSON writes one shadow: two to four lengths side by side, a color and
// perhaps inset before or after them (CSS Backgrounds and Borders Level 3,
// section 6.1.1). Without a color it would be that of the text around it,
// which a token cannot say.
func layerJSON(text string) (layer string, ok bool) {
	var color *csscolorparser.Color
	var lengths []quantity
	inset, open := false, true
	for _, term := range splitOutside(text, ' ') {
		if q, ok := shadowLength(term); ok {
			if len(lengths) == 4 || !open || len(lengths) == 2 && q.value < 0 {
				return "", false
			}
			lengths = append(lengths, q)
			continue
		}
		open = len(lengths) == 0 // lengths stand side by side
		if !inset && strings.ToLower(term) == "inset" {
			inset = true
			continue
		}
		c, ok := parseColor(term)
		if !ok || color != nil {
			return "", false
		}
		color = &c
	}
	if color == nil || len(lengths) < 2 {
		return "", false
	}
	members := []string{member("color", colorJSON(*color))}
	for i, name := range [...]string{"offsetX", "offsetY", "blur", "spread"} {
		length := quantity{unit: "px"}
		if i < len(lengths) {
			length = lengths[i]
		}
		members = append(members, member(name, length.object()))
	}
	if inset {
		members = append(members, member("inset", "true"))
	}
	return object(members...), true
}

// shadowLength reads a length of a shadow that the format has a form for; a
// bare zero is 0px.
func shadowLength(term string) (quantity, bool) {
	q, ok := splitQuantity(withoutPlus(term))
	if q.unit = strings.ToLower(q.unit); q.unit == "" && q.value == 0 {
		q.unit = "px"
	}
	return q, ok && (q.unit == "px" || q.unit == "rem")
}
