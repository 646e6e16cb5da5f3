package convert

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/seed/content"
)

// What a file of tokens holds, as it is written.
type (
	object = content.Object
	list   = content.List
	number = content.Number
)

func has(o object, key string) bool {
	return slices.ContainsFunc(o, func(m content.Member) bool { return m.Key == key })
}

// textOf returns the string of the first of these keys that has one.
func textOf(o object, keys ...string) string {
	for _, key := range keys {
		if text, ok := o.Get(key).(string); ok && text != "" {
			return text
		}
	}
	return ""
}

// parse reads a whole JSON file. Names that stand twice are refused, for one
// of the two tokens would be lost.
func parse(s *source) (any, error) {
	d := jsontext.NewDecoder(bytes.NewReader(s.data))
	value, err := content.Read(d)
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return value, nil
		}
		return nil, s.refusal(int(d.InputOffset()), "$", "expected the end of the file after the JSON value")
	}
	at := d.InputOffset()
	reason := err
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		at, reason = syntax.ByteOffset, syntax.Err
	}
	return nil, s.refusal(int(at), "$", "expected JSON: %v", reason)
}

// valueFrom returns where the value begins that follows an offset.
func (s *source) valueFrom(at int) int {
	return len(s.data) - len(bytes.TrimLeft(s.data[at:], " \t\r\n,:"))
}
