package tokens

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A Result is the value of a declaration in a mode.
type Result struct {
	Value *content.Value
	Alias *Token // the token that the whole value refers to
	Kind  string
	Err   error
	open  bool // it is being computed
}

type evaluation struct {
	*Declaration
	*Mode
}

// ValueIn returns the value of a token in a mode, with the declaration that counts there.
func (c *Collection) ValueIn(t *Token, m *Mode) (*Result, *Declaration) {
	d := c.CountsIn(t, m)
	if d == nil {
		return &Result{Err: reason.New(reason.Conditional, "it holds only in some rules")}, nil
	}
	return c.evaluate(d, m), d
}

// evaluate returns the value of a declaration in a mode, without references.
func (c *Collection) evaluate(d *Declaration, m *Mode) *Result {
	key := evaluation{d, m}
	if r := c.results[key]; r != nil {
		return r
	}
	r := &Result{open: true, Kind: d.kind}
	c.results[key] = r
	c.open = append(c.open, r)
	r.Value, r.Err = c.compute(d, m)
	c.open = c.open[:len(c.open)-1]
	r.open = false
	return r
}

// compute replaces the references of a value, and does what stands beside it.
func (c *Collection) compute(d *Declaration, m *Mode) (*content.Value, error) {
	if d.Left != nil {
		return nil, d.Left
	}
	value, err := c.substitute(d, m, d.written)
	if err != nil {
		return nil, err
	}
	if d.modify != nil {
		modify, err := c.substitute(d, m, d.modify.Without("space"))
		if err != nil {
			return nil, err
		}
		if value, err = meaning.Modified(value, modify, d.modify); err != nil {
			return nil, err
		}
	}
	if d.beside == nil {
		return value, nil
	}
	text := d.written.Text()
	whole, refers := firstMention(text, documentForm)
	return meaning.WithBeside(value, d.beside, refers && whole.text == text)
}

// substitute returns a value with its references replaced and calculations carried out.
// If the whole value is a reference, the token inherits the type of the other token.
func (c *Collection) substitute(d *Declaration, m *Mode, value *content.Value) (*content.Value, error) {
	if value.IsText() {
		return c.substituteText(d, m, value)
	}
	if value == nil || !value.Is('{') && !value.Is('[') {
		return value, nil
	}
	if ref := value.Get("$ref"); ref.IsText() {
		return c.atPointer(d, m, ref.Text(), len(value.Children) == 1 && value.Equal(d.written))
	}
	replaced := &content.Value{Kind: value.Kind, Name: value.Name}
	for _, inner := range value.Children {
		v, err := c.substitute(d, m, inner)
		if err != nil {
			return nil, err
		}
		if v == nil {
			continue
		}
		named := *v
		named.Name = inner.Name
		replaced.Children = append(replaced.Children, &named)
	}
	return replaced, nil
}

// atPointer returns the value at a JSON pointer (RFC 6901) in the file of a declaration. A
// pointer to a token is a reference to it, one into its value a reference to that part.
func (c *Collection) atPointer(d *Declaration, m *Mode, ref string, whole bool) (*content.Value, error) {
	keys := pointer(ref)
	for i := range keys {
		token := follow(d.root, keys[:i+1])
		if !token.Is('{') || !isToken(token, "") {
			continue
		}
		rest := keys[i+1:]
		if len(rest) > 0 && (rest[0] == "$value" || rest[0] == "value") {
			rest = rest[1:]
		} else if len(rest) > 0 && follow(d.root, keys) != nil && rest[0] != "$value" {
			continue // a token inside a token
		}
		r, err := c.reference(strings.Join(keys[:i+1], "."), m)
		if err != nil {
			return nil, err
		}
		if whole && len(rest) == 0 {
			c.inherit(r, strings.Join(keys[:i+1], "."))
		}
		if found := follow(r.Value, rest); found != nil {
			return found, nil
		}
		return nil, reason.New(reason.Unknown, "there is nothing at %s, which it refers to", ref)
	}
	found := follow(d.root, keys)
	if !strings.HasPrefix(ref, "#") || found == nil ||
		found.Is('{') && !found.Has("value") && !found.Has("colorSpace") {
		return nil, reason.New(reason.Unknown, "there is nothing at %s, which it refers to", ref)
	}
	return c.substitute(d, m, found)
}

// inherit makes a token an alias of another one, with its type.
func (c *Collection) inherit(r *Result, name string) {
	own := c.open[len(c.open)-1]
	own.Alias, own.Kind = c.find(name), cmp.Or(own.Kind, r.Kind)
}

var lightAndDark = pattern.New(`(?i)\blight-dark\(`)

func hasLightAndDark(text string) bool { return strings.Contains(strings.ToLower(text), "light-dark(") }

// substituteText returns a text with its references replaced and calculations carried out.
func (c *Collection) substituteText(d *Declaration, m *Mode, value *content.Value) (*content.Value, error) {
	text := value.Text()
	form := formOf(d)
	if d.isSheet || hasLightAndDark(text) {
		text = c.chooseScheme(text, m)
	}
	whole := strings.TrimSpace(text)
	found, refers := firstMention(whole, form)
	if refers && found.text == whole && found.fallback == "" && (d.isSheet || !found.variable) {
		r, err := c.reference(found.name, m)
		if err != nil {
			return nil, err
		}
		if value.Equal(d.written) {
			c.inherit(r, found.name)
		}
		return r.Value, nil
	}
	replaced := text
	if refers || len(text) > maxValue {
		var err error
		if replaced, err = c.replace(text, form, m); err != nil {
			return nil, err
		}
	}
	if !d.isSheet && strings.Contains(replaced, "{") {
		return nil, reason.NotComputed(text)
	}
	replaced, err := meaning.Calculate(replaced, d.form(), replaced != text)
	if err != nil {
		return nil, err
	}
	if replaced == value.Text() {
		return value, nil
	}
	return content.NewString(replaced), nil
}

// IsRepeated reports whether a declaration has the value of the one that counts in a mode instead of it.
func (c *Collection) IsRepeated(d *Declaration, m *Mode) bool {
	own, other := c.evaluate(d, m), c.evaluate(c.CountsIn(d.Token, m), m)
	return own.Err == nil && other.Err == nil && own.Value.Equal(other.Value)
}

// HasOwnIn reports whether a declaration that holds at all times has a value of its own in a mode, which is
// the dark one of light-dark().
func (c *Collection) HasOwnIn(d *Declaration, m *Mode) bool {
	return c.isDark(m) && len(m.facts) == 1 && hasLightAndDark(d.written.Text())
}

// chooseScheme replaces light-dark() by one of its values (CSS Color Module Level 5, section
// 4).
func (c *Collection) chooseScheme(text string, m *Mode) string {
	for range maxValue {
		at := lightAndDark.FindStringIndex(text)
		if at == nil {
			return text
		}
		end := css.Closing(text[at[0]:])
		if end < 0 {
			return text
		}
		values := css.Split(text[at[1]:at[0]+end-1], ',')
		if len(values) != 2 {
			return text
		}
		text = text[:at[0]] + values[btoi(c.isDark(m))] + text[at[0]+end:]
	}
	return text
}

// isDark reports whether a mode has the dark color scheme: its color-scheme says so, or the
// mode is called dark.
func (c *Collection) isDark(m *Mode) bool {
	if t := c.byName[sheet.ColorScheme]; t != nil {
		for _, d := range t.Declarations {
			own := slices.ContainsFunc(
				d.when, func(when sheet.Condition) bool { return len(when.With) > 0 && when.Holds(m.facts, false) },
			)
			if own && d.written.Text() == "dark" {
				return true
			}
		}
	}
	return slices.Contains(m.facts, "dark")
}
