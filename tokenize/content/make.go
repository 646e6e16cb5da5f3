package content

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// NewObject returns an object of keys and values, each a *Value, a string or a bool. A nil
// value is left out.
func NewObject(pairs ...any) *Value {
	o := &Value{Kind: '{', Children: make([]*Value, 0, len(pairs)/2)}
	for i := 0; i < len(pairs); i += 2 {
		o.Add(pairs[i].(string), newValue(pairs[i+1]))
	}
	return o
}

// NewList returns an array of values.
func NewList(items ...*Value) *Value { return &Value{Kind: '[', Children: items} }

// NewString returns a string. Invalid UTF-8 in it becomes U+FFFD.
func NewString(text string) *Value {
	literal, _ := jsontext.AppendQuote(nil, text) // the error is for invalid UTF-8
	return newLiteral('"', literal)
}

// NewStrings returns an array of strings.
func NewStrings(texts ...string) *Value {
	list := NewList()
	for _, text := range texts {
		list.Children = append(list.Children, NewString(text))
	}
	return list
}

// NewNumber returns a number that has the digits of a JSON number.
func NewNumber(digits string) *Value { return newLiteral('0', []byte(digits)) }

// NewBool returns a boolean.
func NewBool(value bool) *Value {
	if value {
		return newLiteral('t', []byte("true"))
	}
	return newLiteral('f', []byte("false"))
}

// NewNull returns null.
func NewNull() *Value { return newLiteral('n', []byte("null")) }

func newLiteral(kind jsontext.Kind, literal []byte) *Value {
	return &Value{Tree: &Tree{Data: literal}, Kind: kind, End: uint32(len(literal))}
}

// newValue returns what NewObject takes as a value, nil for nil.
func newValue(value any) *Value {
	switch value := value.(type) {
	case *Value:
		return value
	case string:
		return NewString(value)
	case bool:
		return NewBool(value)
	}
	return nil
}

// Add appends a member to an object that was made. It leaves out a nil value. A value that
// has a place elsewhere stays as it is there: the object takes a copy.
func (n *Value) Add(name string, value *Value) {
	if value == nil {
		return
	}
	n.Tree = nil // its keys are not all those of a text any more
	member := *value
	member.Name = name
	n.Children = append(n.Children, &member)
}

// Append appends the value to a text without white space between tokens. What was parsed
// is as it was written. A nil value is null.
func (n *Value) Append(out []byte) []byte {
	if n == nil {
		return append(out, "null"...)
	}
	if n.Kind != '{' && n.Kind != '[' {
		return append(out, n.Raw()...)
	}
	out = append(out, byte(n.Kind))
	for i, child := range n.Children {
		if i > 0 {
			out = append(out, ',')
		}
		if n.Kind == '{' {
			out = append(n.appendKey(out, child), ':')
		}
		out = child.Append(out)
	}
	return append(out, byte(n.Kind)+2) // ] follows [ and } follows { two places on
}

// appendKey appends the name of a member, as written if the object was parsed.
func (n *Value) appendKey(out []byte, member *Value) []byte {
	if n.Tree == nil {
		out, _ = jsontext.AppendQuote(out, member.Name) // the error is for invalid UTF-8
		return out
	}
	literal := n.Tree.Data[member.NameStart:]
	end := 1
	for literal[end] != '"' {
		if literal[end] == '\\' {
			end++
		}
		end++
	}
	return append(out, literal[:end+1]...)
}

// Without returns an object without the members of the names.
func (n *Value) Without(names ...string) *Value {
	if !n.Is('{') {
		return n
	}
	rest := *n
	rest.Children = slices.DeleteFunc(slices.Clone(n.Children), func(member *Value) bool {
		return slices.Contains(names, member.Name)
	})
	return &rest
}
