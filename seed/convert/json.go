package convert

import (
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// A node is a value of a JSON file and where it begins. The value is an
// object, a list, a string, a number, a bool or nil.
type node struct {
	at    int
	value any
}

type object []member

type member struct {
	key string
	node
}

// A list has members without keys.
type list []member

// A number is a number as written.
type number string

func (o object) get(key string) any {
	for _, m := range o {
		if m.key == key {
			return m.value
		}
	}
	return nil
}

func (o object) has(key string) bool {
	return slices.ContainsFunc(o, func(m member) bool { return m.key == key })
}

// text returns the string of the first of these keys that has one.
func (o object) text(keys ...string) string {
	for _, key := range keys {
		if text, ok := o.get(key).(string); ok && text != "" {
			return text
		}
	}
	return ""
}

// parse reads a whole JSON file. Names that stand twice are refused, for one
// of the two tokens would be lost.
func parse(s *source) (node, error) {
	d := jsontext.NewDecoder(bytes.NewReader(s.data))
	n, err := readNode(d)
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return n, nil
		}
		return node{}, s.refusal(int(d.InputOffset()), "$", "expected the end of the file after the JSON value")
	}
	at := d.InputOffset()
	reason := err
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		at, reason = syntax.ByteOffset, syntax.Err
	}
	return node{}, s.refusal(int(at), "$", "expected JSON: %v", reason)
}

func readNode(d *jsontext.Decoder) (n node, err error) {
	kind := d.PeekKind()
	switch kind {
	case '"', '0', 't', 'f', 'n':
		raw, err := d.ReadValue()
		n.at = int(d.InputOffset()) - len(raw)
		switch {
		case err != nil:
			return n, err
		case kind == '"':
			text, err := jsontext.AppendUnquote(nil, raw)
			n.value = string(text)
			return n, err
		case kind == '0':
			n.value = number(raw)
		case kind != 'n':
			n.value = kind == 't'
		}
		return n, nil
	}
	if _, err := d.ReadToken(); err != nil {
		return n, err
	}
	n.at = int(d.InputOffset()) - 1
	members := []member{}
	for next := d.PeekKind(); next != '}' && next != ']'; next = d.PeekKind() {
		var m member
		if kind == '{' {
			name, err := d.ReadToken()
			if err != nil {
				return n, err
			}
			m.key = name.String()
		}
		if m.node, err = readNode(d); err != nil {
			return n, err
		}
		members = append(members, m)
	}
	if n.value = list(members); kind == '{' {
		n.value = object(members)
	}
	_, err = d.ReadToken()
	return n, err
}
