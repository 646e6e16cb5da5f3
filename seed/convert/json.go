package convert

import (
	"bytes"
	"errors"
	"io"

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

type list []node

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
	for _, m := range o {
		if m.key == key {
			return true
		}
	}
	return false
}

// parse reads a whole JSON file. Names that stand twice are refused, for one
// of the two tokens would be lost.
func parse(s *source) (node, error) {
	d := jsontext.NewDecoder(bytes.NewReader(s.data))
	p := parser{d, s.data}
	n, err := p.value()
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

type parser struct {
	*jsontext.Decoder
	data []byte
}

func (p parser) value() (n node, err error) {
	n.at = int(p.InputOffset())
	for n.at < len(p.data) && bytes.IndexByte([]byte(" \t\r\n,:"), p.data[n.at]) >= 0 {
		n.at++
	}
	token, err := p.ReadToken()
	if err != nil {
		return n, err
	}
	switch token.Kind() {
	case '{':
		o := object{}
		for p.PeekKind() != '}' {
			key, err := p.ReadToken()
			if err != nil {
				return n, err
			}
			name := key.String()
			value, err := p.value()
			if err != nil {
				return n, err
			}
			o = append(o, member{name, value})
		}
		n.value = o
		_, err = p.ReadToken()
	case '[':
		l := list{}
		for p.PeekKind() != ']' {
			value, err := p.value()
			if err != nil {
				return n, err
			}
			l = append(l, value)
		}
		n.value = l
		_, err = p.ReadToken()
	case '"':
		n.value = token.String()
	case '0':
		n.value = number(token.String())
	case 't', 'f':
		n.value = token.Bool()
	}
	return n, err
}
