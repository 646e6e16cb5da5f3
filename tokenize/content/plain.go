package content

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// What follows is used by package convert alone.

// An Object is a JSON object: its members in the order written. A value is an
// Object, a List, a string, a Number, a bool or nil.
type Object []Member

// A Member is a key of an object and its value.
type Member struct {
	Key   string
	Value any
	End   int // offset of the end of the key in the input
}

// A List is a JSON array.
type List []any

// A Number is a JSON number as it is written.
type Number string

// Plain returns the value without its positions, but for the ends of keys.
func (n *Value) Plain() any {
	switch n.Kind {
	case '{':
		o := make(Object, len(n.Children))
		for i, c := range n.Children {
			o[i] = Member{Key: c.Name, Value: c.Plain(), End: int(c.NameStart) + len(n.appendKey(nil, c))}
		}
		return o
	case '[':
		l := make(List, len(n.Children))
		for i, c := range n.Children {
			l[i] = c.Plain()
		}
		return l
	case '"':
		return n.Text()
	case '0':
		return Number(n.Scalar())
	case 'n':
		return nil
	}
	return n.Kind == 't'
}

// FromPlain returns a plain value as a made one, nil for nil.
func FromPlain(value any) *Value {
	switch value := value.(type) {
	case Object:
		o := NewObject()
		for _, m := range value {
			o.Add(m.Key, FromPlain(m.Value))
		}
		return o
	case List:
		list := NewList()
		for _, item := range value {
			list.Children = append(list.Children, FromPlain(item))
		}
		return list
	case Number:
		return NewNumber(string(value))
	}
	return newValue(value)
}

// Append appends a value as compact JSON.
func Append(out []byte, value any) []byte {
	switch value := value.(type) {
	case Object:
		out = append(out, '{')
		for i, m := range value {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(Append(out, m.Key), ':')
			out = Append(out, m.Value)
		}
		return append(out, '}')
	case List:
		out = append(out, '[')
		for i, v := range value {
			if i > 0 {
				out = append(out, ',')
			}
			out = Append(out, v)
		}
		return append(out, ']')
	case string:
		out, _ = jsontext.AppendQuote(out, value) // invalid UTF-8 becomes U+FFFD
		return out
	case Number:
		return append(out, value...)
	case bool:
		return strconv.AppendBool(out, value)
	}
	return append(out, "null"...)
}

// NewPlain returns an object of keys and values; nil values are left out.
func NewPlain(pairs ...any) (o Object) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != nil {
			o = append(o, Member{Key: pairs[i].(string), Value: pairs[i+1]})
		}
	}
	return o
}

// Get returns the value of a member, nil if there is none.
func (o Object) Get(key string) any {
	for _, m := range o {
		if m.Key == key {
			return m.Value
		}
	}
	return nil
}

// Text returns a member that is a string or a number, and an empty string for
// any other.
func (o Object) Text(key string) string { return Text(o.Get(key)) }

// Text returns a value that is a string or a number as a string, and an empty
// string for any other value.
func Text(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case Number:
		return string(value)
	}
	return ""
}

// Texts returns the elements of a list, converted by [Text].
func (o Object) Texts(key string) []string {
	list, _ := o.Get(key).(List)
	texts := make([]string, len(list))
	for i, value := range list {
		texts[i] = Text(value)
	}
	return texts
}

// Objects returns the elements of a list; those that are not objects are nil.
func (o Object) Objects(key string) []Object {
	list, _ := o.Get(key).(List)
	objects := make([]Object, len(list))
	for i, value := range list {
		objects[i], _ = value.(Object)
	}
	return objects
}

// Without returns the members whose keys are not given.
func (o Object) Without(keys ...string) (rest Object) {
	for _, m := range o {
		found := false
		for _, key := range keys {
			found = found || m.Key == key
		}
		if !found {
			rest = append(rest, m)
		}
	}
	return rest
}
