package page

import (
	"html/template"
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize/content"
)

// A value is a member of the content that no kind of block names, as readers
// see it: an object as keys and values, an array as a list. At most one of its fields
// but Table is set.
type value struct {
	Members []member
	Items   []value
	Table   bool // the items have the same keys and only values that fit in a cell
	Rich    template.HTML
	Link    link
	Text    string // a string, or a number without an exponent
}

type member struct {
	Key   string
	Value value
}

// isPlain reports whether the value fits on one line.
func (v value) isPlain() bool { return v.Members == nil && v.Items == nil && v.Rich == "" }

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

// extra returns the members of an object that are not named, nil if they show nothing.
func (b *builder) extra(o content.Object, named ...string) *value {
	v := b.value(o.Without(named...))
	if v.isNothing() {
		return nil
	}
	return &v
}

// value converts a value of the content. A string that is HTML becomes rich
// text, an address becomes a link, any other string stays as it is. Members
// without a value are left out.
func (b *builder) value(from any) (v value) {
	switch from := from.(type) {
	case content.Object:
		for _, m := range from {
			shown := b.value(m.Value)
			if m.Key == "deprecated" && m.Value == true {
				shown.Text = "" // the key says it
			} else if shown.isNothing() {
				continue
			}
			v.Members = append(v.Members, member{b.key(m.Key), shown})
		}
	case content.List:
		for _, item := range from {
			if shown := b.value(item); !shown.isNothing() {
				v.Items = append(v.Items, shown)
			}
		}
		v.Table = isTable(v.Items)
	case string:
		if content.IsRich(from) {
			v.Rich = b.links.rich(from)
		}
		if v.Rich == "" {
			if v.Link = b.links.link(from, addressIn(from)); v.Link.Address == "" {
				v.Text = strings.TrimSpace(from)
			}
		}
	case content.Number:
		v.Text = decimal(string(from))
	case bool:
		v.Text = b.translate(map[bool]string{true: "yes", false: "no"}[from])
	}
	return v
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

// isTable reports whether a list is shown as a table: two or more objects with the same
// two to six keys.
func isTable(items []value) bool {
	if len(items) < 2 || len(items[0].Members) < 2 || len(items[0].Members) > 6 {
		return false
	}
	fits := func(a, b member) bool { return a.Key == b.Key && a.Value.isPlain() }
	return !slices.ContainsFunc(items, func(v value) bool { return !slices.EqualFunc(v.Members, items[0].Members, fits) })
}
