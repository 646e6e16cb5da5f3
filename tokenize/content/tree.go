package content

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// A Tree is a JSON text as a tree of values with their positions.
type Tree struct {
	Name  string // of the file, for messages
	Order int    // among the trees that are read together
	Data  []byte
	Root  *Value
	Texts map[uint32]*Tree // in place of the values that begin at these offsets

	lines []uint32 // offsets of their beginnings, once a position was asked for

	// Of a text that a JSON file names in place of a string:
	In       string    // path of the value that names it
	Part     string    // that this value is in, for messages
	Path     string    // from the folder of the JSON file
	Text     string    // as HTML
	Pictures []Picture // files that it shows
}

// A Picture is a relative address in a text.
type Picture struct {
	Ref     string // from the folder of the JSON file, percent-encoded
	Written string // from the text
}

// A Value is a JSON value and its position in the text. Unlike Go values it
// keeps positions, duplicate names and the order of members. Values are small: the
// text of strings and numbers stays in the file, and offsets have four bytes. The
// methods accept a nil value, which is a value that is absent.
//
// [NewObject] and the functions beside it make values that stand in no file. A literal
// that was made is a text of its own; an object or array that was made has no tree.
type Value struct {
	Tree       *Tree
	Name       string        // of a member
	Children   []*Value      // members as written, with duplicates, or items
	NameStart  uint32        // offset of the opening quote of a member's name
	Start, End uint32        // offsets of the value
	Kind       jsontext.Kind // one of { [ " 0 t f n
}

// Get returns the first member of that name, or nil.
func (n *Value) Get(name string) *Value {
	for _, member := range n.Members() {
		if member.Name == name {
			return member
		}
	}
	return nil
}

// Find returns the values at a path of names such as files.url, of each item of
// the lists on the way.
func (n *Value) Find(path string) []*Value {
	name, rest, deeper := strings.Cut(path, ".")
	at := n.Get(name)
	if at == nil {
		return nil
	}
	if !deeper {
		return []*Value{at}
	}
	if !at.Is('[') {
		return at.Find(rest)
	}
	var found []*Value
	for _, item := range at.Children {
		found = append(found, item.Find(rest)...)
	}
	return found
}

// List returns the items of an array; none of any other value.
func (n *Value) List() []*Value {
	if !n.Is('[') {
		return nil
	}
	return n.Children
}

// Members returns the members of an object as written, with duplicates; none of
// any other value.
func (n *Value) Members() []*Value {
	if !n.Is('{') {
		return nil
	}
	return n.Children
}

// children returns the members of an object or the items of an array.
func (n *Value) children() []*Value {
	if n == nil {
		return nil
	}
	return n.Children
}

// Is reports whether the value is present and of that kind.
func (n *Value) Is(kind jsontext.Kind) bool { return n != nil && n.Kind == kind }

// Raw returns the JSON text of the value as written.
func (n *Value) Raw() []byte {
	if n.Tree == nil {
		return n.Append(nil)
	}
	if n.Tree.In != "" {
		literal, _ := jsontext.AppendQuote(nil, n.Tree.Text) // the error is for invalid UTF-8
		return literal
	}
	return n.Tree.Data[n.Start:n.End]
}

// Text returns the characters of a string; it is empty for any other value.
func (n *Value) Text() string {
	if !n.Is('"') {
		return ""
	}
	if n.Tree.In != "" {
		return n.Tree.Text
	}
	literal := n.Raw()
	if bytes.IndexByte(literal, '\\') < 0 {
		return string(literal[1 : len(literal)-1])
	}
	text, err := jsontext.AppendUnquote(nil, literal)
	if err != nil {
		panic(fmt.Sprintf("unquoting parsed JSON: %v", err))
	}
	return string(text)
}

// Scalar returns the characters of a string or the digits of a number; it is
// empty for any other value.
func (n *Value) Scalar() string {
	if n.Is('0') {
		return string(n.Raw())
	}
	return n.Text()
}

// Scalars returns the items of an array, each by [Value.Scalar].
func (n *Value) Scalars() []string {
	texts := make([]string, len(n.List()))
	for i, item := range n.List() {
		texts[i] = item.Scalar()
	}
	return texts
}

// Bool returns a boolean, or the default for any other value.
func (n *Value) Bool(assumed bool) bool {
	if n.Is('t') || n.Is('f') {
		return n.Kind == 't'
	}
	return assumed
}
