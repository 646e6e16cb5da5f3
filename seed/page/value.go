package page

import (
	"html/template"
	"strconv"
	"strings"
	"unicode"

	"designmanual/tokenize/content"
)

// A value is a member of the content that no kind of block names, as readers
// see it: an object as keys and values, an array as a list, an array of similar
// objects as a table. One of its fields is set.
type value struct {
	Members []member
	Items   []value
	Table   *table
	Rich    template.HTML
	Link    link
	Text    string // a string, a bool, or a number as written
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

// isPlain reports whether the value fits on one line.
func (v value) isPlain() bool {
	return v.Members == nil && v.Items == nil && v.Table == nil && v.Rich == ""
}

// with adds a member to an object. A nil member is ignored; a nil object is
// created when the first member is added.
func (v *value) with(key string, extra *value) *value {
	if extra == nil {
		return v
	}
	if v == nil {
		v = new(value)
	}
	v.Members = append(v.Members, member{key, *extra})
	return v
}

// extra returns the members of an object that are not named, nil if there are
// none.
func (b *builder) extra(o content.Object, named ...string) *value {
	rest := o.Without(named...)
	if len(rest) == 0 {
		return nil
	}
	v := b.value(rest)
	return &v
}

// value converts a value of the content. A string that is HTML becomes rich
// text, an address becomes a link, any other string stays as it is.
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

// tableOf returns the objects of a list as a table. It returns nil unless there
// are two or more objects that have the same two to six keys and only values
// that fit in a cell.
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

// readable returns a key as words: clearSpace and clear_space become "Clear
// space".
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
