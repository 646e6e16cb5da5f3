package content

import (
	"bytes"
	"strconv"
)

// Has reports whether an object has a member with a name.
func (n *Value) Has(name string) bool { return n.Get(name) != nil }

// First returns the first of the members with some names that there is, nil for none.
func (n *Value) First(names ...string) *Value {
	for _, name := range names {
		if v := n.Get(name); v != nil {
			return v
		}
	}
	return nil
}

// FirstText returns the first text that is not empty among the members with some names.
func (n *Value) FirstText(names ...string) string {
	for _, name := range names {
		if text := n.Get(name).Text(); text != "" {
			return text
		}
	}
	return ""
}

// IsText reports whether a value is a string.
func (n *Value) IsText() bool { return n.Is('"') }

// IsScalar reports whether a value is a string or a number.
func (n *Value) IsScalar() bool { return n.Is('"') || n.Is('0') }

// Number returns the number that a value is, false for another value.
func (n *Value) Number() (float64, bool) {
	if !n.Is('0') {
		return 0, false
	}
	number, err := strconv.ParseFloat(n.Scalar(), 64)
	return number, err == nil
}

// Equal reports whether two values are the same.
func (n *Value) Equal(other *Value) bool { return bytes.Equal(n.Append(nil), other.Append(nil)) }
