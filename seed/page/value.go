package page

import (
	"html/template"
	"regexp"
	"strings"

	"designmanual/tokenize/content"
)

// A value is a member of the content that no kind of block names, as readers
// see it: an object as keys and values, an array as a list, an array of similar
// objects as a table. At most
// one of its fields is set.
type value struct {
	Members []member
	Items   []value
	Table   *table
	Rich    template.HTML
	Link    link
	Text    string // a string, or a number without an exponent
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
	if v.isNothing() {
		return nil
	}
	return &v
}

// value converts a value of the content. A string that is HTML becomes rich
// text, an address becomes a link, any other string stays as it is. Members
// without a value are left out.
func (b *builder) value(from any) value {
	switch from := from.(type) {
	case content.Object:
		var v value
		for _, m := range from {
			shown := b.value(m.Value)
			if m.Key == "deprecated" && m.Value == true {
				shown.Text = "" // the key says it
			} else if shown.isNothing() {
				continue
			}
			v.Members = append(v.Members, member{b.key(m.Key), shown})
		}
		return v
	case content.List:
		var v value
		for _, item := range from {
			if shown := b.value(item); !shown.isNothing() {
				v.Items = append(v.Items, shown)
			}
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
		if l := b.links.link(from, addressIn(from)); l.Address != "" {
			return value{Link: l}
		}
		return value{Text: strings.TrimSpace(from)}
	case content.Number:
		return value{Text: decimal(string(from))}
	case bool:
		if from {
			return value{Text: b.translate("yes")}
		}
		return value{Text: b.translate("no")}
	}
	return value{}
}

// isNothing reports whether there is nothing to show.
func (v value) isNothing() bool {
	return v.isPlain() && v.Text == "" && v.Link.Address == ""
}

// mailAddress matches an address for mail as people write it.
var mailAddress = regexp.MustCompile(`^[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+$`)

// addressIn returns the address that a text links to, empty for none.
func addressIn(text string) string {
	switch {
	case content.IsAddress(text), strings.HasPrefix(text, "mailto:"):
		return text
	case mailAddress.MatchString(text):
		return "mailto:" + text
	}
	return ""
}

// key returns a key as words, in the page's language if it is one that every entry
// may have.
func (s locale) key(key string) string {
	if row, ok := words()["key-"+key]; ok {
		return row[s.index]
	}
	return content.Readable(key)
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
