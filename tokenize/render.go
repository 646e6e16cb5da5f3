package tokenize

import (
	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// Render writes the token document as the specification has it (section 2.5):
// every group present, $value and $type strings, in document order. It is
// compact JSON without HTML escaping and without a final newline.
func Render(d *manual.TokenDocument) []byte {
	out := append(make([]byte, 0, roomFor(d, len(`"":{"$value":"","$type":"cubicBezier"},`))), '{')
	for _, g := range d.Groups {
		out = appendKey(out, g.Name)
		out = append(out, '{')
		for _, t := range g.Tokens {
			out = appendToken(out, g.Type, t)
		}
		out = append(out, '}')
	}
	out = append(appendKey(out, manual.GroupThemes), '{')
	for _, theme := range d.Themes {
		out = append(appendKey(out, theme.Slug), '{')
		for _, t := range theme.Colors {
			out = appendToken(out, manual.ColorToken, t)
		}
		out = append(out, '}')
	}
	return append(out, "}}"...)
}

// roomFor returns about the length of a document in which a token takes room
// beside its name and its value.
func roomFor(d *manual.TokenDocument, room int) int {
	size := 1024
	for _, g := range d.Groups {
		for _, t := range g.Tokens {
			size += len(t.Name) + len(t.Value) + room
		}
	}
	for _, theme := range d.Themes {
		size += len(theme.Slug) + (20+room)*len(theme.Colors)
	}
	return size
}

// appendToken writes a token in the string form.
func appendToken(out []byte, kind manual.TokenType, t manual.Token) []byte {
	out = appendKey(out, t.Name)
	out = append(out, `{"$value":`...)
	out = appendString(out, t.Value)
	return appendType(out, kind)
}

// appendType writes the last member of a token, and the end of it.
func appendType(out []byte, kind manual.TokenType) []byte {
	out = append(out, `,"$type":`...)
	return append(appendString(out, string(kind)), '}')
}

// appendKey writes the name of a member, with the comma before it unless it
// is the first of its object.
func appendKey(out []byte, name string) []byte {
	if out[len(out)-1] != '{' {
		out = append(out, ',')
	}
	return append(appendString(out, name), ':')
}

// appendString writes a JSON string. The error of AppendQuote is for invalid
// UTF-8, which no document has, and which it writes as U+FFFD.
func appendString(out []byte, text string) []byte {
	out, _ = jsontext.AppendQuote(out, text)
	return out
}
