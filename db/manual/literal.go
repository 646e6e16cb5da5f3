package manual

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// A Literal is a JSON number or string: the number's text as written, or the
// string's characters. The zero Literal stands for null and for a member that
// is not there; an empty string is {Quoted: true}.
type Literal struct {
	Text   string
	Quoted bool
}

// IsZero tells whether there was nothing: no member, or null.
func (l Literal) IsZero() bool { return l == Literal{} }

// UnmarshalJSON takes a number, a string, or null.
func (l *Literal) UnmarshalJSON(data []byte) error {
	*l = Literal{}
	switch data[0] {
	case 'n':
		return nil
	case '"':
		l.Quoted = true
		return unquote(data, &l.Text)
	}
	if c := data[0]; c != '-' && (c < '0' || c > '9') {
		return fmt.Errorf("expected a number or a string, found %s", data)
	}
	l.Text = string(data) // a decoder hands over one whole value
	return nil
}

// plainTints reads an object of strings in which nothing is escaped and
// nothing stands between the tokens, as almost all are: a decoder takes five
// times as long. It is not ok for any other value.
func plainTints(data []byte) (tints []Tint, ok bool) {
	rest, ok := bytes.CutPrefix(data, []byte("{"))
	tints = make([]Tint, 0, min(bytes.Count(data, []byte(":")), len(TintSteps)))
	for ok && len(rest) > 0 {
		var step, hex []byte
		if step, rest, ok = plainString(rest, ':'); !ok {
			break
		}
		if hex, rest, ok = plainString(rest, ','); !ok {
			if hex, rest, ok = plainString(rest, '}'); ok && len(rest) == 0 {
				return append(tints, Tint{stepName(step), string(hex)}), true
			}
			break
		}
		tints = append(tints, Tint{stepName(step), string(hex)})
	}
	return nil, false
}

// stepName returns the name of a step without another copy of those that
// every manual has.
func stepName(name []byte) string {
	for _, step := range TintSteps {
		if step == string(name) {
			return step
		}
	}
	return string(name)
}

// plainString returns the inside of a string of ASCII without escapes, and
// what stands behind it and the character after it. It returns data itself
// where there is none.
func plainString(data []byte, after byte) (text, rest []byte, ok bool) {
	if len(data) == 0 || data[0] != '"' {
		return nil, data, false
	}
	end := 1
	for end < len(data) && data[end] != '"' {
		if c := data[end]; c < ' ' || c > '~' || c == '\\' {
			return nil, data, false
		}
		end++
	}
	if end+1 >= len(data) || data[end+1] != after {
		return nil, data, false
	}
	return data[1:end], data[end+2:], true
}

// unquote decodes a JSON string; one without escapes, as almost all are, is
// copied.
func unquote(data []byte, text *string) error {
	if bytes.IndexByte(data, '\\') >= 0 {
		return json.Unmarshal(data, text)
	}
	*text = string(data[1 : len(data)-1])
	return nil
}
