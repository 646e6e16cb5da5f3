package tokenize

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// structuredRoom is what a color takes in the structured form beside its name
// and its value; most other tokens take less.
const structuredRoom = len(`"":{"$value":{"colorSpace":"srgb","components":[0.12345,0.12345,0.12345],"hex":""},"$type":"color"},`)

// RenderStructured writes the same tokens as [Render] in the structured form
// of the Design Tokens Format Module 2025.10: a color as its components in
// sRGB, a dimension and a duration as value and unit, a cubic Bézier curve as
// four numbers, a font family as a name or a list of names, a shadow as an
// object or a list of objects, themes as nested groups. A role of a theme that
// names a color of the manual is an alias of its token. Tokens have
// descriptions, say that they are deprecated, and where on the page they
// stand. A value that the format has no form for (a dimension in another unit
// than px and rem, a shadow that does not parse or has no color) is left out
// with a note.
func RenderStructured(d *manual.TokenDocument) ([]byte, []manual.Note) {
	var notes []manual.Note
	leave := func(group string, t manual.Token) {
		path := group + "." + t.Name
		notes = append(notes, manual.Note{
			Code: manual.NoteUnstructured, Section: t.Section, Block: t.Block, Token: path,
			Text: fmt.Sprintf("The token %s is left out of the structured document, whose format has no form for %q.", path, shorten(t.Value)),
		})
	}
	out := appendGroups(append(make([]byte, 0, roomFor(d, structuredRoom)), '{'), d, leave)
	out = append(appendKey(out, manual.GroupThemes), '{')
	for _, theme := range d.Themes {
		out = append(appendKey(out, theme.Slug), '{')
		out = appendTokens(out, manual.GroupThemes+"."+theme.Slug, manual.ColorToken, theme.Colors, leave)
		out = append(out, '}')
	}
	return append(out, "}}"...), notes
}

// appendGroups writes every group but the themes, and calls leave for each
// token that has no structured form.
func appendGroups(out []byte, d *manual.TokenDocument, leave func(group string, t manual.Token)) []byte {
	for _, g := range d.Groups {
		out = append(appendKey(out, g.Name), '{')
		out = appendTokens(out, g.Name, g.Type, g.Tokens, leave)
		out = append(out, '}')
	}
	return out
}

// appendTokens writes the tokens of a group as members.
func appendTokens(out []byte, group string, kind manual.TokenType, tokens []manual.Token, leave func(group string, t manual.Token)) []byte {
	for _, t := range tokens {
		start := len(out)
		value, ok := appendValue(append(appendKey(out, t.Name), `{"$value":`...), kind, t)
		if !ok {
			out = out[:start]
			leave(group, t)
			continue
		}
		out = appendString(append(value, `,"$type":`...), string(kind))
		out = append(appendProperties(out, t), '}')
	}
	return out
}

// appendProperties writes what a token has beside its value and its type
// (Format Module, sections 5.2.1, 5.2.3 and 5.2.4). No address is in it, so
// that a new one changes no token document.
func appendProperties(out []byte, t manual.Token) []byte {
	if t.Description != "" {
		out = appendString(append(out, `,"$description":`...), t.Description)
	}
	switch {
	case t.Deprecated.Reason != "":
		out = appendString(append(out, `,"$deprecated":`...), t.Deprecated.Reason)
	case t.Deprecated.Set:
		out = append(out, `,"$deprecated":true`...)
	}
	if t.Anchor != "" {
		out = append(appendString(append(out, `,"$extensions":{"app.designmanual":{"anchor":`...), t.Anchor), "}}"...)
	}
	return out
}

// appendValue writes a $value; false means that there is no form for it, and
// what was appended is to be dropped.
func appendValue(out []byte, kind manual.TokenType, t manual.Token) ([]byte, bool) {
	if t.Alias != "" {
		return appendString(out, "{"+manual.Groups[manual.ColorGroup].Name+"."+t.Alias+"}"), true
	}
	switch kind {
	case manual.ColorToken:
		color, ok := parseHexColor(t.Value)
		return appendColor(out, color), ok
	case manual.DimensionToken:
		return appendDimension(out, t.Value)
	case manual.DurationToken:
		q, ok := splitQuantity(t.Value)
		return appendQuantity(out, q), ok && q.unit == "ms"
	case manual.CubicBezierToken:
		return appendCurve(out, t.Value)
	case manual.FontFamilyToken:
		return appendFamilies(out, t.Value), true
	case manual.ShadowToken:
		return appendShadow(out, t.Value)
	}
	return out, false
}

// appendDimension writes a dimension that [Length] or [Sizes] has made, which
// is px or rem (Format Module, section 8.2).
func appendDimension(out []byte, value string) ([]byte, bool) {
	q, ok := readQuantity(value)
	return appendQuantity(out, q), ok && (q.unit == "px" || q.unit == "rem")
}

func appendQuantity(out []byte, q quantity) []byte {
	out = append(out, `{"value":`...)
	out = append(append(out, decimal(q.value)...), `,"unit":`...)
	return append(appendString(out, q.unit), '}')
}

// appendCurve writes the four numbers of a value that [Easing] has made.
func appendCurve(out []byte, value string) ([]byte, bool) {
	inner, opened := strings.CutPrefix(value, "cubic-bezier(")
	inner, closed := strings.CutSuffix(inner, ")")
	points := strings.Split(inner, ", ")
	for i, point := range points {
		q, ok := splitQuantity(point)
		if !ok || q.unit != "" {
			return out, false
		}
		out = append(append(out, "[,,,"[min(i, 1)]), q.String()...)
	}
	return append(out, ']'), opened && closed && len(points) == 4
}

// appendFamilies writes one name as a string, several as an array.
func appendFamilies(out []byte, value string) []byte {
	families := SplitFamilies(value)
	if len(families) == 1 {
		return appendString(out, families[0])
	}
	for i, family := range families {
		out = appendString(append(out, "[,"[min(i, 1)]), family)
	}
	return append(out, ']')
}
