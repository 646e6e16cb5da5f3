package convert

import (
	"bytes"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
)

// object returns an object of keys and values, of which nil ones are left out.
var object = content.NewObject

func has(o *content.Value, key string) bool { return o.Get(key) != nil }

// textOf returns the first string that is not empty among the members with these keys.
func textOf(o *content.Value, keys ...string) string {
	for _, key := range keys {
		if text := o.Get(key).Text(); text != "" {
			return text
		}
	}
	return ""
}

// in returns the member of a member of an object.
func in(o *content.Value, keys ...string) *content.Value {
	for _, key := range keys {
		o = o.Get(key)
	}
	return o
}

// firstOf returns the first of the members with these keys that there is.
func firstOf(o *content.Value, keys ...string) *content.Value {
	for _, key := range keys {
		if v := o.Get(key); v != nil {
			return v
		}
	}
	return nil
}

func isString(v *content.Value) bool { return v.Is('"') }

// isScalar reports whether a value is a string or a number.
func isScalar(v *content.Value) bool { return v.Is('"') || v.Is('0') }

func isTrue(v *content.Value) bool { return v.Is('t') }

// numberOf returns a JSON number.
func numberOf(v *content.Value) (float64, bool) {
	if !v.Is('0') {
		return 0, false
	}
	n, err := strconv.ParseFloat(v.Scalar(), 64)
	return n, err == nil
}

// equal reports whether two values are the same.
func equal(a, b *content.Value) bool { return bytes.Equal(a.Append(nil), b.Append(nil)) }

// parseJSON parses a JSON file as seed files are parsed. Duplicate names are an error,
// since one of the two tokens would be lost.
func (s *input) parseJSON() (*content.Value, error) {
	var failed error
	s.text.Parse(func(f content.Fault) {
		if failed == nil {
			failed = s.errorAt(f.Offset, "%s", f.Text)
		}
	})
	return s.text.Root, failed
}

// textFor returns a value as text, for messages.
func textFor(v *content.Value) string {
	if isScalar(v) {
		return v.Scalar()
	}
	return string(v.Append(nil))
}

// pointer returns the keys of a JSON pointer (RFC 6901), which is the fragment of an address.
func pointer(text string) []string {
	text = strings.TrimPrefix(strings.TrimPrefix(text, "#"), "/")
	if text == "" {
		return nil
	}
	keys := strings.Split(text, "/")
	for i, key := range keys {
		keys[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(key)
	}
	return keys
}

// follow returns the value at the keys of a pointer, nil if there is none.
func follow(v *content.Value, keys []string) *content.Value {
	for _, key := range keys {
		if !v.Is('[') {
			v = v.Get(key)
			continue
		}
		i, err := strconv.Atoi(key)
		if err != nil || i < 0 || i >= len(v.List()) {
			return nil
		}
		v = v.List()[i]
	}
	return v
}
