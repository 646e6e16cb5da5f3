package tokens

import (
	"strconv"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// The forms of references: those in documents, and in CSS. A group is a name; the form of
// var() ends inside its brackets.
var (
	varForm      = `(?i:\bvar|--theme|\btheme)\(\s*--`
	documentForm = pattern.New(`\{([^{}]*)\}|^\$([^{} ]+)$|` + varForm)
	cssForm      = pattern.New(varForm)
)

func formOf(d *Declaration) *pattern.Pattern {
	if d.isSheet {
		return cssForm
	}
	return documentForm
}

// A mention is a reference in a text.
type mention struct {
	before, text   string // what precedes it, and the reference as it is written
	name, fallback string
	variable       bool // var(), or theme() of Tailwind
}

// firstMention returns the first reference of a form in a text.
func firstMention(text string, form *pattern.Pattern) (mention, bool) {
	var m mention
	if !strings.ContainsAny(text, "({$") {
		return m, false // as most values
	}
	at := form.FindStringSubmatchIndex(text)
	if at == nil {
		return m, false
	}
	if isVariable := len(at) == 2 || at[2] < 0 && at[4] < 0; isVariable && at[0] > 0 && text[at[0]-1] == '-' {
		m, ok := firstMention(text[at[1]:], form) // -var() is another function, which no browser knows
		m.before = text[:at[1]] + m.before
		return m, ok
	}
	m = mention{before: text[:at[0]], text: text[at[0]:at[1]], variable: true}
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			m.name, m.variable = strings.TrimSpace(text[at[i]:at[i+1]]), false
		}
	}
	if !m.variable {
		return m, true
	}
	m.text = text[at[0]:]
	if end := css.Closing(m.text); end >= 0 {
		m.text = m.text[:end]
	}
	_, inside, _ := strings.Cut(strings.TrimSuffix(m.text, ")"), "(")
	name, fallback, _ := strings.Cut(inside, ",")
	m.name = sheet.Unescape(strings.TrimSpace(name))
	m.fallback = strings.TrimSpace(fallback)
	return m, true
}

const (
	maxReferences = 1000     // one after the other
	maxValue      = 16 << 10 // the length of a text value in bytes, with references replaced
)

var errTooLong = reason.New(reason.NeedsMath, "it refers to so much that it is longer than %d bytes", maxValue)

// replace replaces the references of a form in a text by their values.
func (c *Collection) replace(text string, form *pattern.Pattern, m *Mode) (string, error) {
	var out strings.Builder
	for {
		if out.Len()+len(text) > maxValue {
			return "", errTooLong
		}
		found, ok := firstMention(text, form)
		if !ok {
			return out.String() + text, nil
		}
		text = text[len(found.before)+len(found.text):]
		value, err := c.mentioned(found, form, m)
		if err != nil {
			return "", err
		}
		out.WriteString(found.before + value)
	}
}

// mentioned returns the value of a reference as text. A color that is an object is written
// as CSS.
func (c *Collection) mentioned(found mention, form *pattern.Pattern, m *Mode) (string, error) {
	if found.fallback != "" && c.find(found.name) == nil {
		return c.replace(found.fallback, form, m)
	}
	r, err := c.reference(found.name, m)
	if err != nil {
		return "", err
	}
	if text, ok := meaning.Text(r.Value); ok {
		return text, nil
	}
	return "", reason.NotComputed(found.text)
}

// find returns the token with a name, which ends in .value in Style Dictionary, is that of
// a group with a DEFAULT, and may be in a document without the hyphens of a custom property.
func (c *Collection) find(name string) *Token {
	forms := []string{
		name, strings.TrimSuffix(name, ".value"), strings.TrimSuffix(name, ".$root"), strings.TrimPrefix(name, "--"),
		name + ".DEFAULT", strings.TrimPrefix(name, "!"),
	}
	for _, form := range forms {
		if t := c.byName[form]; t != nil {
			return t
		}
	}
	for _, form := range forms {
		if t := c.byWords[wordsKey(form)]; t != nil {
			return t
		}
	}
	return nil
}

// reference returns the value of the token that a value refers to by its name.
func (c *Collection) reference(name string, m *Mode) (*Result, error) {
	other := c.find(name)
	if !strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "$") {
		name = "token " + name
	}
	if other == nil || other.First() == nil {
		return nil, reason.New(reason.Unknown, "there is no %s, which it refers to", name)
	}
	if len(c.open) > maxReferences {
		return nil, reason.New(reason.Unknown, "it refers to %s through more than %d others", name, maxReferences)
	}
	r, _ := c.ValueIn(other, m)
	if r.open {
		return nil, reason.New(reason.Unknown, "it refers to itself through %s", name)
	}
	if r.Err != nil {
		return nil, reason.New(reason.Group(r.Err), "%s, which it refers to, is left out", name)
	}
	return r, nil
}

// in returns the member of a member of an object.
func in(o *content.Value, keys ...string) *content.Value {
	for _, key := range keys {
		o = o.Get(key)
	}
	return o
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
