// Package content parses the content of sections and blocks. Objects keep the
// order of their members, and numbers keep their text. It checks no rules; an
// import does.
package content

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

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

// A Section is a section of a manual with its parsed content.
type Section struct {
	*manual.Section
	Content Object
	Blocks  []Block
}

// A Block is a block of a manual with its parsed content.
type Block struct {
	*manual.Block
	Content Object
}

// Sections parses the content of a manual. The error is for content that an
// import refuses; it names the section and the block.
func Sections(m *manual.Manual) (sections []Section, err error) {
	for i := range m.Sections {
		s := Section{Section: &m.Sections[i]}
		if s.Content, err = Parse(s.Section.Content); err != nil {
			return nil, fmt.Errorf("section %s: %w", s.ID, err)
		}
		for i := range s.Section.Blocks {
			b := Block{Block: &s.Section.Blocks[i]}
			if b.Content, err = Parse(b.Block.Content); err != nil {
				return nil, fmt.Errorf("block %s of section %s: %w", b.ID, s.ID, err)
			}
			s.Blocks = append(s.Blocks, b)
		}
		sections = append(sections, s)
	}
	return sections, nil
}

// Parse parses a JSON object. Empty data is an empty object.
func Parse(data []byte) (Object, error) {
	if len(data) == 0 {
		return nil, nil
	}
	t := Tree{Data: data}
	var fault Fault
	if !t.Parse(func(f Fault) { fault = f }) {
		return nil, fmt.Errorf("reading content: %s", fault.Text)
	}
	o, ok := t.Root.Plain().(Object)
	if !ok {
		return nil, fmt.Errorf("reading content: expected an object, found %.40q", data)
	}
	return o, nil
}

// Plain returns the value without its positions, but for the ends of keys.
func (n *Value) Plain() any {
	switch n.Kind {
	case '{':
		o := make(Object, len(n.Children))
		for i, c := range n.Children {
			o[i] = Member{Key: c.Name, Value: c.Plain(), End: int(c.NameStart) + len(n.key(c))}
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

// NewObject returns an object of keys and values; nil values are left out.
func NewObject(pairs ...any) (o Object) {
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
		if !slices.Contains(keys, m.Key) {
			rest = append(rest, m)
		}
	}
	return rest
}

// IsAddress reports whether a string is a web address.
func IsAddress(s string) bool {
	return strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://")
}
