package page

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// further are the members of a JSON object that a kind does not name, in the
// order written.
type further = jsontext.Value

// A value is a JSON value to be shown to people: an object as keys and
// values, an array as a list, an array of like objects as a table. One of its
// fields is set.
type value struct {
	Members []member
	Items   []value
	Table   *table
	Rich    template.HTML
	Link    link
	Text    string // a string, or a number as written
	Nothing bool   // null, or an empty object or array
}

type member struct {
	Key   string
	Value value
}

type table struct {
	Columns []string
	Rows    [][]value
}

// Plain tells whether the value fits in a line.
func (v value) Plain() bool {
	return v.Members == nil && v.Items == nil && v.Table == nil && v.Rich == ""
}

// with returns an object with one more member, whose value may be nil for
// none; the object itself is nil where it has no members yet.
func (d *value) with(key string, further *value) *value {
	if further == nil {
		return d
	}
	if d == nil {
		d = new(value)
	}
	d.Members = append(d.Members, member{key, *further})
	return d
}

// further returns the members as a value, or nil where there are none.
func (b *builder) further(f further) (*value, error) {
	if len(f) <= len("{}") {
		return nil, nil
	}
	return b.value(f)
}

// value reads a JSON value.
func (b *builder) value(data []byte) (*value, error) {
	v, err := b.read(jsontext.NewDecoder(bytes.NewReader(data)))
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading further content: %w", err)
	}
	return &v, nil
}

func (b *builder) read(decoder *jsontext.Decoder) (value, error) {
	token, err := decoder.ReadToken()
	if err != nil {
		return value{}, err
	}
	switch token.Kind() {
	case '{':
		return b.readObject(decoder)
	case '[':
		return b.readArray(decoder)
	case '"':
		return b.readString(token.String()), nil
	case 'n':
		return value{Nothing: true}, nil
	}
	return value{Text: token.String()}, nil
}

func (b *builder) readObject(decoder *jsontext.Decoder) (d value, err error) {
	for decoder.PeekKind() != '}' {
		key, err := decoder.ReadToken()
		if err != nil {
			return d, err
		}
		name := key.String()
		value, err := b.read(decoder)
		if err != nil {
			return d, err
		}
		d.Members = append(d.Members, member{readable(name), value})
	}
	d.Nothing = d.Members == nil
	_, err = decoder.ReadToken()
	return d, err
}

func (b *builder) readArray(decoder *jsontext.Decoder) (d value, err error) {
	for decoder.PeekKind() != ']' {
		value, err := b.read(decoder)
		if err != nil {
			return d, err
		}
		d.Items = append(d.Items, value)
	}
	if d.Table = tableOf(d.Items); d.Table != nil {
		d.Items = nil
	}
	d.Nothing = d.Items == nil && d.Table == nil
	_, err = decoder.ReadToken()
	return d, err
}

// markupTag finds what only rich text has: a closing tag, a line break, or an
// element of text that it begins with. <your name> is none of these.
var markupTag = regexp.MustCompile(`(?i)</[a-z][a-z0-9]*\s*>|<br\s*/?>|^\s*<(?:p|div|ul|ol|dl|h[1-6]|table|blockquote|figure|pre)[\s>]`)

// readString shows HTML as rich text, an address as a link, and any other
// string as it is.
func (b *builder) readString(text string) value {
	if markupTag.MatchString(text) {
		if rich := b.links.rich(text); rich != "" {
			return value{Rich: rich}
		}
	}
	if strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://") {
		if l := b.links.link(text, text); l.Address != "" {
			return value{Link: l}
		}
	}
	return value{Text: text, Nothing: text == ""}
}

// tableOf returns the objects of a list as a table, or nil where they are not
// two or more with the same few keys and values that fit in a cell.
func tableOf(items []value) *table {
	if len(items) < 2 || len(items[0].Members) < 2 || len(items[0].Members) > 6 {
		return nil
	}
	t := &table{}
	for _, m := range items[0].Members {
		t.Columns = append(t.Columns, m.Key)
	}
	for _, item := range items {
		if len(item.Members) != len(t.Columns) {
			return nil
		}
		var row []value
		for i, m := range item.Members {
			if m.Key != t.Columns[i] || !m.Value.Plain() {
				return nil
			}
			row = append(row, m.Value)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// readable makes a key readable: clearSpace and clear_space are "Clear space".
func readable(key string) string {
	switch strings.ToLower(key) {
	case "cmyk", "rgb", "hsl", "ral", "pms", "ncs", "url", "id":
		return strings.ToUpper(key)
	}
	var b strings.Builder
	lower := false
	for i, r := range key {
		switch {
		case r == '_' || r == '-':
			r = ' '
		case unicode.IsUpper(r) && lower:
			b.WriteByte(' ')
			r = unicode.ToLower(r)
		case i == 0:
			r = unicode.ToUpper(r)
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	if text := b.String(); utf8.ValidString(text) && strings.TrimSpace(text) != "" {
		return text
	}
	return key
}
