package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

var (
	onlyReference = regexp.MustCompile(`^(?:(?:var|--theme|theme)\(\s*(--[^\s,()]+)\s*\)|(\$[\w\pL\pM\pN-]+))$`)
	scssReference = regexp.MustCompile(`#\{\s*(\$[\w\pL\pM\pN-]+)\s*\}|\$[\w\pL\pM\pN-]+|(?:map-get|map\.get)\(\s*(\$[\w\pL\pM\pN-]+)\s*,\s*["']?([\w\pL\pM\pN-]+)["']?\s*\)`)
	arithmetic    = regexp.MustCompile(`(?i)^calc\(|^[\d.(][^,]*\s[-+*/]\s`)
	computed      = regexp.MustCompile(`(?i)\b(calc|min|max|clamp|env|attr|color-mix|light-dark|round|mod|rem|pow|sqrt|hypot|if|--[\w-]+)\(|\b[a-z-]+\.[a-z-]+\(|\b(lighten|darken|mix|tint-color|shade-color|map-[a-z-]+|rgba?-[a-z]+|nth|percentage|theme)\(`)
	varStart      = regexp.MustCompile(`(?i)(?:\bvar|--theme|\btheme)\(\s*--`)
	literal       = regexp.MustCompile(`#\{\s*"((?:[^"\\]|\\.)*)"\s*\}`)
	interpolation = regexp.MustCompile(`#\{\s*([^{}]*?)\s*\}`)
	keywords      = regexp.MustCompile(`(?i)^(initial|inherit|unset|revert|revert-layer|none|auto|null|true|false|normal|currentcolor|)$`)
	escaped       = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}\s?|.)`)
)

// braces matches a reference of DTCG in a text.
var braces = regexp.MustCompile(`\{([^{}]*)\}`)

// substitute returns a value with its references replaced and calculations carried out.
// If the whole value is a reference, the token inherits the type of the other token.
func (c *conversion) substitute(t *token, mode string, value any) (any, error) {
	var err error
	switch value := value.(type) {
	case string:
		if t.sheet {
			return c.substituteCSS(t, mode, value)
		}
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
	if path, ok := reference(text); ok {
		r, err := c.reference(c.find(path, mode), "token "+path, mode)
		if err != nil {
			return nil, err
		}
		if t.written == any(text) {
			c.refersTo(c.find(path, mode), r)
		}
		return r.val, nil
	}
	replaced, err := replaceAll(text, braces, func(m []string) (string, error) {
		r, err := c.reference(c.find(strings.TrimSpace(m[1]), mode), "token "+m[1], mode)
		if err != nil {
			return "", err
		}
		inner := content.Text(r.val)
		if inner == "" {
			err = notComputed(text)
		}
		return inner, err
	})
	if err == nil && strings.Contains(replaced, "{") {
		err = notComputed(text)
	}
	if err != nil {
		return nil, err
	}
	calculated := replaced != text || arithmetic.MatchString(text)
	if known, err := c.replaceVars(replaced, mode, 0); err == nil { // a shadow may have unknown ones
		replaced = known
	}
	return compute(replaced, text, calculated)
}

func (c *conversion) substituteCSS(t *token, mode, value string) (any, error) {
	text, err := c.replaceVars(value, mode, 0)
	if err == nil && strings.HasPrefix(t.name, "$") || strings.Contains(text, "#{") {
		text, err = c.replaceSCSS(text, mode)
	}
	if err != nil {
		return nil, err
	}
	if m := onlyReference.FindStringSubmatch(value); m != nil {
		if other := c.lookup(unescape(m[1]+strings.ReplaceAll(m[2], "_", "-")), mode); other != nil {
			c.refersTo(other, c.value(other, mode))
		}
	}
	return compute(text, value, arithmetic.MatchString(text))
}

// reference returns the path in {a.b.c}, or in $a.b.c of Tokens Studio.
func reference(text string) (string, bool) {
	text = strings.TrimSpace(text)
	path, ok := strings.CutPrefix(text, "$")
	if inside, open := strings.CutPrefix(text, "{"); open {
		path, ok = strings.CutSuffix(inside, "}")
	} else if strings.Contains(path, " ") || path == "" {
		return "", false
	}
	return strings.TrimSpace(path), ok && !strings.ContainsAny(path, "{}")
}

// find returns the token with a path, which ends in .value in Style Dictionary.
func (c *conversion) find(path, mode string) *token {
	for _, path := range []string{path, strings.TrimSuffix(path, ".value"), strings.TrimSuffix(path, ".$root")} {
		if t := c.lookup(path, mode); t != nil {
			return t
		}
	}
	return nil
}

// replaceAll replaces each match of a form by what value returns for its groups. The error
// is the last one, or that for a text that becomes too long.
func replaceAll(text string, form *regexp.Regexp, value func(groups []string) (string, error)) (string, error) {
	var failed error
	length := 0
	replaced := form.ReplaceAllStringFunc(text, func(match string) (replacement string) {
		if length <= maxValue {
			var err error
			if replacement, err = value(form.FindStringSubmatch(match)); err != nil {
				failed = err
			}
			length += len(replacement)
		}
		return replacement
	})
	if failed == nil && max(length, len(replaced)) > maxValue {
		failed = errTooLong
	}
	return replaced, failed
}

// compute returns a value without references, with colors as CSS writes them; a
// calculation is carried out. The error is for what only the page can compute.
func compute(text string, written any, calculated bool) (any, error) {
	if calculated {
		if q, ok := css.Calc(text, nil); ok {
			return plain(q.Number) + q.Unit, nil
		}
	}
	text = withoutHex(text)
	if _, err := css.ParseColor(text); err != nil && computed.MatchString(text) {
		return nil, notComputed(written)
	}
	return text, nil
}

func notComputed(written any) error {
	return because(needsMath, "it needs to be computed: %.60q", written)
}

// replaceVars replaces each var(), and theme() of Tailwind, by its value.
func (c *conversion) replaceVars(text, mode string, depth int) (string, error) {
	var out strings.Builder
	for found := varStart.FindStringIndex(text); found != nil; found = varStart.FindStringIndex(text) {
		out.WriteString(text[:found[0]])
		text = text[found[0]:]
		end := css.Closing(text)
		if end < 0 || depth > maxDepth {
			return "", notComputed(text)
		}
		name, fallback, _ := strings.Cut(text[strings.IndexByte(text, '(')+1:end-1], ",")
		name, fallback = unescape(strings.TrimSpace(name)), strings.TrimSpace(fallback)
		other := cmp.Or(c.lookup(name, mode), c.lookup(strings.TrimPrefix(name, "--"), mode))
		value, err := "", error(nil)
		if other == nil && fallback != "" {
			value, err = c.replaceVars(fallback, mode, depth+1)
		} else {
			var r *result
			if r, err = c.reference(other, name, mode); err == nil {
				value, _ = r.val.(string)
			}
		}
		if err != nil {
			return "", err
		}
		if out.WriteString(value); out.Len() > maxValue {
			return "", errTooLong
		}
		text = text[end:]
	}
	if out.Len()+len(text) > maxValue {
		return "", errTooLong
	}
	return out.String() + text, nil
}

// replaceSCSS replaces variables and entries of maps by their values.
func (c *conversion) replaceSCSS(text, mode string) (string, error) {
	text = literal.ReplaceAllStringFunc(text, func(match string) string { return unescape(literal.FindStringSubmatch(match)[1]) })
	text, err := replaceAll(text, scssReference, func(m []string) (string, error) {
		name := cmp.Or(m[1], m[0])
		if m[2] != "" {
			name = m[2] + "." + m[3]
		}
		r, err := c.reference(c.lookup(strings.ReplaceAll(name, "_", "-"), mode), name, mode)
		if err != nil {
			return "", err
		}
		return fmt.Sprint(r.val), nil
	})
	return interpolation.ReplaceAllString(text, "$1"), err
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
