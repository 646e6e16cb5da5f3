package page

import (
	"html/template"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// A value is a member of the content that no kind of block names, as readers
// see it: an object as keys and values, an array as a list. At most one of its fields
// but Table is set.
type value struct {
	Members []member
	Items   []value
	People  bool // the items are people, a card each
	Table   bool // the items have the same keys and only values that fit in a cell
	Rich    template.HTML
	Link    safe.Link
	Text    string        // a string, or a number without an exponent
	Safe    template.HTML // the text on a page from right to left, with isolated numbers
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
func (b *builder) extra(o *content.Value, named ...string) *value {
	v := b.value(o.Without(named...))
	if v.isNothing() {
		return nil
	}
	return &v
}

// value converts a value of the content. A string that is HTML becomes rich
// text, an address becomes a link, any other string stays as it is. Members
// without a value are left out.
func (b *builder) value(from *content.Value) value {
	var v value
	if from == nil {
		return v
	}
	switch from.Kind {
	case '{':
		for _, m := range from.Members() {
			shown := b.value(m)
			if slices.Contains(phoneKeys, m.Name) {
				shown = b.phone(m.Scalar(), shown)
			}
			if m.Name == "deprecated" && m.Is('t') {
				shown.Text = "" // the key says it
			} else if shown.isNothing() {
				continue
			}
			v.Members = append(v.Members, member{b.key(m.Name), shown})
		}
	case '[':
		for _, item := range from.List() {
			if shown := b.value(item); !shown.isNothing() {
				v.Items = append(v.Items, shown)
			}
		}
		v.People = arePeople(from.List())
		v.Table = !v.People && isTable(v.Items)
	case '"':
		return b.textValue(from.Text())
	case '0':
		v.Text = decimal(from.Scalar())
		v.Safe = b.checker.Isolated(v.Text)
	case 't':
		v.Text = b.Translate("yes")
	case 'f':
		v.Text = b.Translate("no")
	}
	return v
}

// textValue converts a string of the content.
func (b *builder) textValue(text string) value {
	if f, _ := b.checker.File(text); f != nil {
		return b.fileValue(f, text)
	}
	var v value
	if content.IsRich(text) {
		v.Rich = b.checker.RichText(text)
	}
	if v.Rich == "" {
		v.Link = b.checker.Link(text, addressIn(text))
		if v.Link.Address == "" {
			v.Text = strings.TrimSpace(text)
			v.Safe = b.checker.Isolated(v.Text)
		}
	}
	return v
}

// fileValue shows a picture, and any other file as a link by its name and size.
func (b *builder) fileValue(f *manual.File, path string) value {
	var v value
	if f.Width > 0 {
		v.Rich = b.checker.RichText(`<img src="` + html.EscapeString(path) + `" alt="` + html.EscapeString(f.Name) + `">`)
		return v
	}
	v.Link = b.checker.Link(f.Name+" · "+b.Size(f.Size), path)
	if v.Link.Address == "" {
		v.Text, v.Link = v.Link.Text, safe.Link{}
	}
	return v
}

// isNothing reports whether there is nothing to show.
func (v value) isNothing() bool {
	return v.isPlain() && v.Text == "" && v.Link.Address == ""
}

// mailAddress matches an address for mail as people write it.
var mailAddress = pattern.New(`^[\pL\pN._%+-]+@[\pL\pN-]+(?:\.[\pL\pN-]+)+$`)

// addressIn returns the address that a text links to, empty for none.
func addressIn(text string) string {
	if content.IsAddress(text) || strings.HasPrefix(text, "mailto:") || strings.HasPrefix(text, "tel:") {
		return text
	}
	if mailAddress.MatchString(text) {
		return "mailto:" + text
	}
	return ""
}

// phoneKeys are the keys of telephone numbers.
var phoneKeys = []string{"phone", "tel", "telephone", "mobile"}

// reachKeys are the keys by which a person is reached.
var reachKeys = slices.Concat(phoneKeys, []string{"email", "mail"})

// phoneNumber matches a telephone number and nothing else: no extension, no words.
var phoneNumber = pattern.New(`^\+?[0-9(][0-9() ./\x{a0}\x{2010}-\x{2013}-]{3,30}[0-9]$`)

// phone links a telephone number, as it is written and from left to right; anything else stays
// what it is. The zero in brackets after the code of a country is not dialed.
func (b *builder) phone(number string, shown value) value {
	if !phoneNumber.MatchString(number) {
		return shown
	}
	dialed := number
	if strings.HasPrefix(number, "+") {
		dialed = strings.ReplaceAll(number, "(0)", "")
	}
	dialed = strings.Map(func(r rune) rune {
		if r == '+' || '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, dialed)
	return value{Link: b.checker.Link(number, "tel:"+dialed), Safe: b.checker.Isolated(number)}
}

// key returns a key as words, in the page's language if it is one that every entry
// may have.
func (b *builder) key(key string) string { return b.Word("key-"+key, content.Readable(key)) }

// arePeople reports whether all entries of a list have a name and a way to reach them.
func arePeople(entries []*content.Value) bool {
	isPerson := func(entry *content.Value) bool {
		reached := slices.ContainsFunc(reachKeys, func(key string) bool { return entry.Get(key).Scalar() != "" })
		return reached && entry.Get("name").Scalar() != ""
	}
	return len(entries) > 0 && !slices.ContainsFunc(
		entries, func(entry *content.Value) bool { return !isPerson(entry) },
	)
}

// isTable reports whether a list is shown as a table: two or more objects with the same
// two to six keys.
func isTable(items []value) bool {
	if len(items) < 2 || len(items[0].Members) < 2 || len(items[0].Members) > 6 {
		return false
	}
	fits := func(a, b member) bool { return a.Key == b.Key && a.Value.isPlain() }
	return !slices.ContainsFunc(
		items, func(v value) bool { return !slices.EqualFunc(v.Members, items[0].Members, fits) },
	)
}
