package export

import (
	"fmt"
	"math"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// Structured returns the same tokens as [Render] in the structured form
// of the Design Tokens Format Module 2025.10. A theme role that names a color
// of the manual is an alias of its token. Values that the format cannot
// represent (a dimension in a unit other than px and rem, a shadow that does
// not parse or has no color) are left out with a note.
func Structured(d *manual.TokenDocument) ([]byte, []manual.Note) {
	var notes []manual.Note
	withNote := func(j *jsonText, group string, kind manual.TokenType, t manual.Token) bool {
		ok := structured(j, group, kind, t)
		if !ok {
			path := group + "." + t.Name
			notes = append(notes, manual.Note{
				Code: manual.NoteUnstructured, Section: t.Section, Block: t.Block, Token: path,
				Text: fmt.Sprintf("The token %s is left out of the structured document, whose format has no form for %q.", path, css.Shorten(t.Value)),
			})
		}
		return ok
	}
	return form(withNote).document(d), notes
}

// structured writes a token in the structured form, with its description,
// deprecation and anchor (Format Module, sections 5.2.1, 5.2.3 and 5.2.4). It
// contains no address, so that a new base URL changes no token document.
func structured(j *jsonText, _ string, kind manual.TokenType, t manual.Token) bool {
	if !structuredValue(j.key("$value"), kind, t) {
		return false
	}
	j.key("$type").quote(string(kind))
	if t.Description != "" {
		j.key("$description").quote(withoutBraces.Replace(t.Description))
	}
	switch {
	case t.Deprecated.Reason != "":
		j.key("$deprecated").quote(withoutBraces.Replace(t.Deprecated.Reason))
	case t.Deprecated.Set:
		j.key("$deprecated").raw("true")
	}
	if t.Anchor != "" {
		j.key("$extensions").raw(`{"app.designmanual":{"anchor":`).quote(t.Anchor).raw("}}")
	}
	return true
}

// withoutBraces replaces braces in text. Style Dictionary takes text in braces
// for a reference even in a description, and fails if there is no such token.
var withoutBraces = strings.NewReplacer("{", "(", "}", ")")

// structuredValue writes a $value, or returns false if the format cannot
// represent it.
func structuredValue(j *jsonText, kind manual.TokenType, t manual.Token) bool {
	if t.Alias != "" {
		j.quote("{" + manual.Groups[manual.ColorGroup].Name + "." + t.Alias + "}")
		return true
	}
	switch kind {
	case manual.ColorToken:
		hex, ok := css.Hex(t.Value)
		if ok {
			color, _ := css.ParseSRGB(hex)
			j.color(color)
		}
		return ok
	case manual.DimensionToken:
		q, ok := css.ReadQuantity(t.Value)
		j.quantity(q)
		return ok && (q.Unit == "px" || q.Unit == "rem")
	case manual.DurationToken:
		q, ok := css.SplitQuantity(t.Value)
		j.quantity(q)
		return ok && (q.Unit == "ms" || q.Unit == "s")
	case manual.CubicBezierToken:
		curve, err := css.Easing(t.Value)
		numbers := strings.TrimSuffix(strings.TrimPrefix(curve, "cubic-bezier("), ")")
		j.raw("[" + strings.ReplaceAll(numbers, " ", "") + "]")
		return err == nil
	case manual.FontFamilyToken:
		return oneOrList(j, css.SplitFamilies(t.Value), j.text)
	case manual.ShadowToken:
		return oneOrList(j, css.Layers(t.Value), func(layer string) bool { return j.shadowLayer(layer, (*jsonText).color, (*jsonText).quantity) })
	}
	return false
}

// oneOrList writes a single text directly, several as an array.
func oneOrList(j *jsonText, texts []string, write func(string) bool) bool {
	if len(texts) == 1 {
		return write(texts[0])
	}
	before := "["
	for _, text := range texts {
		if j.raw(before); !write(text) {
			return false
		}
		before = ","
	}
	j.raw("]")
	return true
}

// text writes a text and returns true.
func (j *jsonText) text(text string) bool {
	j.quote(text)
	return true
}

func (j *jsonText) quantity(q css.Quantity) {
	j.raw(`{"value":` + css.Decimal(q.Number) + `,"unit":"` + q.Unit + `"}`)
}

// color writes a color value (Format Module 2025.10, section 8.1; Color Module
// 2025.10). Components have five decimals, exact to less than a hundredth of an
// 8-bit step; alpha is written only below 1; hex has six digits.
func (j *jsonText) color(c css.Color) {
	share := func(v float64) string { return css.Decimal(math.Round(v*1e5) / 1e5) }
	j.raw(`{"colorSpace":"srgb","components":[` + share(c.RGB[0]) + "," + share(c.RGB[1]) + "," + share(c.RGB[2]) + "]")
	if a := share(c.Alpha); a != "1" {
		j.key("alpha").raw(a)
	}
	channel := func(v float64) uint8 { return uint8(math.Round(v * 255)) }
	j.key("hex").quote(css.HexOf(channel(c.RGB[0]), channel(c.RGB[1]), channel(c.RGB[2]))).raw("}")
}

// shadowLayer writes one shadow (Format Module 2025.10, section 9.6). A shadow
// without a color has the color of the text around it, which a token cannot
// represent. Color and length write the values.
func (j *jsonText) shadowLayer(text string, color func(*jsonText, css.Color), length func(*jsonText, css.Quantity)) bool {
	l, ok := css.ParseLayer(text)
	c, isColor := css.ParseSRGB(l.Color)
	if !ok || !isColor {
		return false
	}
	color(j.raw("{").key("color"), c)
	for i, name := range [...]string{"offsetX", "offsetY", "blur", "spread"} {
		q := css.Quantity{Unit: "px"}
		if i < len(l.Lengths) {
			if q, ok = structuredLength(l.Lengths[i]); !ok {
				return false
			}
		}
		length(j.key(name), q)
	}
	if l.Inset {
		j.key("inset").raw("true")
	}
	j.raw("}")
	return true
}

// structuredLength parses a length of a shadow that the format can represent; a
// bare zero is 0px.
func structuredLength(term string) (css.Quantity, bool) {
	q, ok := css.SplitQuantity(strings.TrimPrefix(term, "+"))
	if q.Unit = strings.ToLower(q.Unit); q.Unit == "" && q.Number == 0 {
		q.Unit = "px"
	}
	return q, ok && (q.Unit == "px" || q.Unit == "rem")
}
