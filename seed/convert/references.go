package convert

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// The forms of references: those in documents, in CSS, and in SCSS. A group is a name,
// and of a map of SCSS the next is the key; the form of var() ends inside its brackets.
var (
	varForm      = `(?i:\bvar|--theme|\btheme)\(\s*--`
	documentForm = regexp.MustCompile(`\{([^{}]*)\}|^\$([^{} ]+)$|` + varForm)
	cssForm      = regexp.MustCompile(varForm)
	scssForm     = regexp.MustCompile(varForm + `|#\{\s*(\$[\w\pL\pM\pN-]+)\s*\}|(?:map-get|map\.get)\(\s*(\$[\w\pL\pM\pN-]+)\s*,\s*["']?([\w\pL\pM\pN-]+)["']?\s*\)|(\$[\w\pL\pM\pN-]+)`)

	arithmetic    = regexp.MustCompile(`(?i)^calc\(|^[\d.(][^,]*\s[-+*/]\s`)
	computed      = regexp.MustCompile(`(?i)\b(calc|min|max|clamp|env|attr|color-mix|light-dark|round|mod|rem|pow|sqrt|hypot|if|--[\w-]+)\(|\b[a-z-]+\.[a-z-]+\(|\b(lighten|darken|mix|tint-color|shade-color|map-[a-z-]+|rgba?-[a-z]+|nth|percentage|theme)\(`)
	literal       = regexp.MustCompile(`#\{\s*"((?:[^"\\]|\\.)*)"\s*\}`)
	interpolation = regexp.MustCompile(`#\{\s*([^{}]*?)\s*\}`)
	keywords      = regexp.MustCompile(`(?i)^(initial|inherit|unset|revert|revert-layer|none|auto|null|true|false|normal|currentcolor|)$`)
	escaped       = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}\s?|.)`)
)

// substitute returns a value with its references replaced and calculations carried out.
// If the whole value is a reference, the token inherits the type of the other token.
func (c *conversion) substitute(t *token, mode string, value any) (any, error) {
	var err error
	switch value := value.(type) {
	case string:
		return c.substituteText(t, mode, value)
	case list:
		values := slices.Clone(value)
		for i := range values {
			if values[i], err = c.substitute(t, mode, values[i]); err != nil {
				return nil, err
			}
		}
		return values, nil
	case content.Object:
		members := slices.Clone(value)
		for i := range members {
			if members[i].Value, err = c.substitute(t, mode, members[i].Value); err != nil {
				return nil, err
			}
		}
		return members, nil
	}
	return value, nil
}

func (c *conversion) substituteText(t *token, mode, text string) (any, error) {
	form, scss := documentForm, t.sheet && (strings.HasPrefix(t.name, "$") || strings.Contains(text, "#{"))
	if scss {
		form = scssForm
	} else if t.sheet {
		form = cssForm
	}
	replaced, whole := text, strings.TrimSpace(text)
	if scss {
		replaced = literal.ReplaceAllStringFunc(text, func(match string) string { return unescape(literal.FindStringSubmatch(match)[1]) })
	}
	m, refers := firstMention(whole, form)
	if refers && m.text == whole && m.fallback == "" && (t.sheet || !m.variable) {
		r, err := c.reference(m.name, mode)
		if err != nil {
			return nil, err
		}
		if own := c.evaluating[len(c.evaluating)-1]; t.written == any(text) {
			own.alias, own.kind = r.token, cmp.Or(own.kind, r.kind)
		}
		return r.val, nil
	}
	if refers || len(text) > maxValue {
		var err error
		if replaced, err = c.replace(replaced, form, mode); err != nil {
			return nil, err
		}
	}
	if scss {
		replaced = interpolation.ReplaceAllString(replaced, "$1")
	} else if !t.sheet && strings.Contains(replaced, "{") {
		return nil, notComputed(text)
	}
	if arithmetic.MatchString(replaced) || !t.sheet && replaced != text {
		if q, ok := css.Calc(replaced, nil); ok {
			return plain(q.Number) + q.Unit, nil
		}
	}
	replaced = withoutHex(replaced)
	if _, err := css.ParseColor(replaced); err != nil && computed.MatchString(replaced) {
		return nil, notComputed(text)
	}
	return replaced, nil
}

func notComputed(written any) error {
	return because(needsMath, "it needs to be computed: %.60q", written)
}

// A mention is a reference in a text.
type mention struct {
	before, text   string // what precedes it, and the reference as it is written
	name, fallback string
	variable       bool // var(), or theme() of Tailwind
}

// firstMention returns the first reference of a form in a text.
func firstMention(text string, form *regexp.Regexp) (m mention, ok bool) {
	at := form.FindStringSubmatchIndex(text)
	if at == nil {
		return m, false
	}
	m = mention{before: text[:at[0]], text: text[at[0]:at[1]], variable: true}
	for i := 2; i < len(at); i += 2 {
		if at[i] >= 0 {
			m.name, m.variable = strings.TrimPrefix(m.name+"."+strings.TrimSpace(text[at[i]:at[i+1]]), "."), false
		}
	}
	if m.variable {
		m.text = text[at[0]:]
		if end := css.Closing(m.text); end >= 0 {
			m.text = m.text[:end]
		}
		_, inside, _ := strings.Cut(strings.TrimSuffix(m.text, ")"), "(")
		name, fallback, _ := strings.Cut(inside, ",")
		m.name, m.fallback = unescape(strings.TrimSpace(name)), strings.TrimSpace(fallback)
	}
	return m, true
}

// replace replaces the references of a form in a text by their values. In a document, a
// shadow may have a var() that is not known.
func (c *conversion) replace(text string, form *regexp.Regexp, mode string) (string, error) {
	var out strings.Builder
	var failed error
	for {
		if out.Len()+len(text) > maxValue {
			return "", errTooLong
		}
		m, ok := firstMention(text, form)
		if !ok {
			return out.String() + text, failed
		}
		text = text[len(m.before)+len(m.text):]
		value, err := c.mentioned(m, form, mode)
		switch {
		case err != nil && m.variable && form == documentForm:
			value = m.text
		case err != nil && m.variable:
			return "", err
		case err != nil:
			failed = err
		}
		out.WriteString(m.before + value)
	}
}

// mentioned returns the value of a reference as text.
func (c *conversion) mentioned(m mention, form *regexp.Regexp, mode string) (string, error) {
	if m.fallback != "" && c.find(m.name, mode) == nil {
		return c.replace(m.fallback, form, mode)
	}
	r, err := c.reference(m.name, mode)
	if err != nil {
		return "", err
	}
	value := content.Text(r.val)
	if value == "" && r.val != any("") {
		err = notComputed(m.text)
	}
	return value, err
}

// find returns the token with a name, which ends in .value in Style Dictionary, and may
// be in a document without the hyphens of a custom property.
func (c *conversion) find(name, mode string) *token {
	if strings.HasPrefix(name, "$") {
		name = strings.ReplaceAll(name, "_", "-")
	}
	for _, name := range []string{name, strings.TrimSuffix(name, ".value"), strings.TrimSuffix(name, ".$root"), strings.TrimPrefix(name, "--")} {
		if t := c.lookup(name, mode); t != nil {
			return t
		}
	}
	return nil
}

// unescape resolves the escapes in a CSS identifier.
func unescape(name string) string {
	return escaped.ReplaceAllStringFunc(name, func(text string) string {
		if n, err := strconv.ParseUint(strings.TrimSpace(text[1:]), 16, 32); err == nil {
			return string(rune(n))
		}
		return text[1:]
	})
}
