package page

import (
	"html/template"
	"strconv"
	"strings"
	"unicode"

	"designmanual/seed/content"
)

// A value is what a manual says beside what the kinds of block name, to be
// shown to people: an object as keys and values, an array as a list, an array
// of like objects as a table. One of its fields is set.
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

// isPlain tells whether the value fits in a line.
func (v value) isPlain() bool {
	return v.Members == nil && v.Items == nil && v.Table == nil && v.Rich == ""
}

// with returns an object with one more member, whose value may be nil for
// none; the object itself is nil where it has no members yet.
func (v *value) with(key string, further *value) *value {
	if further == nil {
		return v
	}
	if v == nil {
		v = new(value)
	}
	v.Members = append(v.Members, member{key, *further})
	return v
}

// further returns what an object says beside the named members, nil for
// nothing.
func (b *builder) further(o content.Object, named ...string) *value {
	rest := o.Without(named...)
	if len(rest) == 0 {
		return nil
	}
	v := b.value(rest)
	return &v
}

// value shows HTML as rich text, an address as a link, and any other string
// as it is.
func (b *builder) value(from any) value {
	switch from := from.(type) {
	case content.Object:
		v := value{Nothing: len(from) == 0}
		for _, m := range from {
			v.Members = append(v.Members, member{readable(m.Key), b.value(m.Value)})
		}
		return v
	case content.List:
		v := value{Nothing: len(from) == 0}
		for _, item := range from {
			v.Items = append(v.Items, b.value(item))
		}
		if v.Table = tableOf(v.Items); v.Table != nil {
			v.Items = nil
		}
		return v
	case string:
		if content.IsRich(from) {
			if rich := b.links.rich(from); rich != "" {
				return value{Rich: rich}
			}
		}
		if content.IsAddress(from) {
			if l := b.links.link(from, from); l.Address != "" {
				return value{Link: l}
			}
		}
		return value{Text: from, Nothing: from == ""}
	case content.Number:
		return value{Text: string(from)}
	case bool:
		return value{Text: strconv.FormatBool(from)}
	}
	return value{Nothing: true}
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
			if m.Key != t.Columns[i] || !m.Value.isPlain() {
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
	if text := b.String(); strings.TrimSpace(text) != "" {
		return text
	}
	return key
}
