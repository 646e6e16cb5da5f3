package convert

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A result is the value of a declaration in a mode.
type result struct {
	value *content.Value
	alias *token // the token that the whole value refers to
	kind  string
	err   error
	open  bool // it is being computed
}

type evaluation struct {
	*declaration
	*mode
}

// valueIn returns the value of a token in a mode, with the declaration that counts there.
func (c *conversion) valueIn(t *token, m *mode) (*result, *declaration) {
	if t.group != nil {
		value, err := c.groupValue(t.group, m)
		return &result{value: value, kind: "typography", err: err}, t.declarations[0]
	}
	d := c.countsIn(t, m)
	if d == nil {
		return &result{err: newReason(conditional, "it holds only in some rules")}, nil
	}
	return c.evaluate(d, m), d
}

// evaluate returns the value of a declaration in a mode, without references.
func (c *conversion) evaluate(d *declaration, m *mode) *result {
	key := evaluation{d, m}
	if r := c.results[key]; r != nil {
		return r
	}
	r := &result{open: true, kind: d.kind}
	c.results[key] = r
	c.open = append(c.open, r)
	r.value, r.err = c.compute(d, m)
	c.open = c.open[:len(c.open)-1]
	r.open = false
	return r
}

// compute replaces the references of a value, and does what stands beside it.
func (c *conversion) compute(d *declaration, m *mode) (*content.Value, error) {
	if d.left != nil {
		return nil, d.left
	}
	value, err := c.substitute(d, m, d.written)
	if err != nil {
		return nil, err
	}
	if d.modify != nil {
		if value, err = c.modified(d, m, value); err != nil {
			return nil, err
		}
	}
	return d.withBeside(value)
}

// substitute returns a value with its references replaced and calculations carried out.
// If the whole value is a reference, the token inherits the type of the other token.
func (c *conversion) substitute(d *declaration, m *mode, value *content.Value) (*content.Value, error) {
	if isString(value) {
		return c.substituteText(d, m, value)
	}
	if value == nil || !value.Is('{') && !value.Is('[') {
		return value, nil
	}
	if ref := value.Get("$ref"); isString(ref) {
		return c.atPointer(d, m, ref.Text(), len(value.Children) == 1 && equal(value, d.written))
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
func (c *conversion) atPointer(d *declaration, m *mode, ref string, whole bool) (*content.Value, error) {
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
		if found := follow(r.value, rest); found != nil {
			return found, nil
		}
		return nil, newReason(unknown, "there is nothing at %s, which it refers to", ref)
	}
	found := follow(d.root, keys)
	if !strings.HasPrefix(ref, "#") || found == nil ||
		found.Is('{') && !has(found, "value") && !has(found, "colorSpace") {
		return nil, newReason(unknown, "there is nothing at %s, which it refers to", ref)
	}
	return c.substitute(d, m, found)
}

// inherit makes a token an alias of another one, with its type.
func (c *conversion) inherit(r *result, name string) {
	own := c.open[len(c.open)-1]
	own.alias, own.kind = c.find(name), cmp.Or(own.kind, r.kind)
}

var (
	arithmetic = pattern.New(`(?i)^calc\(|^[-\d.(][^,]*\s[-+*/]\s|^-?[\d.]+[a-z%]*[*/][\d.]+$`)
	computed   = pattern.New(
		`(?i)\b(calc|min|max|clamp|env|attr|color-mix|light-dark|round|mod|rem|pow|sqrt|hypot|if|--[\w-]+)\(|\b[a-z-]+\.[a-z-]+\(|\b(lighten|darken|mix|tint-color|shade-color|map-[a-z-]+|rgba?-[a-z]+|nth|percentage|theme)\(`,
	)
	lightAndDark = pattern.New(`(?i)\blight-dark\(`)
	keywords     = pattern.New(
		`(?i)^(initial|inherit|unset|revert|revert-layer|none|auto|null|true|false|normal|currentcolor|)$`,
	)
	notArithmetic = pattern.New(`(?i)^[\d.]+[a-z%]* - [\d.]+[a-z%]*$`)
)

// substituteText returns a text with its references replaced and calculations carried out.
func (c *conversion) substituteText(d *declaration, m *mode, value *content.Value) (*content.Value, error) {
	text := value.Text()
	form := formOf(d)
	if d.isSheet {
		text = c.chooseScheme(text, m)
	}
	whole := strings.TrimSpace(text)
	found, refers := firstMention(whole, form)
	if refers && found.text == whole && found.fallback == "" && (d.isSheet || !found.variable) {
		r, err := c.reference(found.name, m)
		if err != nil {
			return nil, err
		}
		if equal(value, d.written) {
			c.inherit(r, found.name)
		}
		return r.value, nil
	}
	replaced := text
	if refers || len(text) > maxValue {
		var err error
		if replaced, err = c.replace(text, form, m); err != nil {
			return nil, err
		}
	}
	if !d.isSheet && strings.Contains(replaced, "{") {
		return nil, notComputed(text)
	}
	replaced, err := calculate(d, replaced, replaced != text)
	if err != nil {
		return nil, err
	}
	if replaced == value.Text() {
		return value, nil
	}
	return content.NewString(replaced), nil
}

// calculate carries out a calculation whose result does not depend on the place where it is
// used. Anything else that needs to be computed is an error.
func calculate(d *declaration, text string, replaced bool) (string, error) {
	isCSS := d.isSheet && (d.css == nil || !d.css.Sass)
	if isCSS {
		if strings.HasPrefix(strings.ToLower(text), "calc(") && css.Closing(text) == len(text) {
			if q, ok := css.Calc(text, nil); ok {
				return plainNumber(q.Number) + q.Unit, nil
			}
		}
		if arithmetic.MatchString(text) && !strings.Contains(text, "(") && strings.ContainsAny(text, "+*") ||
			notArithmetic.MatchString(text) {
			return "", newReason(malformed, "no browser computes this without calc(): %.60q", text)
		}
	} else {
		text = withoutHex(text)
		if arithmetic.MatchString(text) || !d.isSheet && replaced {
			if q, ok := calcStudio(text); ok {
				return plainNumber(q.Number) + q.Unit, nil
			}
		}
	}
	if strings.Contains(text, "(") {
		if _, err := css.ParseColor(text); err != nil && computed.MatchString(text) {
			return "", notComputed(text)
		}
	}
	if !isCSS && arithmetic.MatchString(text) && !strings.Contains(text, "/") {
		return "", notComputed(text)
	}
	return text, nil
}

func notComputed(written string) error {
	return newReason(needsMath, "it needs to be computed: %.60q", written)
}

// chooseScheme replaces light-dark() by one of its values (CSS Color Module Level 5, section
// 4).
func (c *conversion) chooseScheme(text string, m *mode) string {
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
func (c *conversion) isDark(m *mode) bool {
	if t := c.byName[sheet.ColorScheme]; t != nil {
		for _, d := range t.declarations {
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

// plainNumber formats a number with at most seven decimals and without an exponent.
func plainNumber(v float64) string {
	text := strconv.FormatFloat(v, 'f', 7, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
