package convert

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

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

// substituteCSS replaces the references in a value.
func substituteCSS(c *conversion, t *token, mode string, value any) (any, error) {
	text, err := c.replaceVars(value.(string), mode, 0)
	if err == nil && strings.HasPrefix(t.name, "$") || strings.Contains(text, "#{") {
		text, err = c.replaceSCSS(text, mode)
	}
	if err != nil {
		return nil, err
	}
	if m := onlyReference.FindStringSubmatch(value.(string)); m != nil {
		if other := c.lookup(unescape(m[1]+strings.ReplaceAll(m[2], "_", "-")), mode); other != nil {
			c.refersTo(other, c.value(other, mode))
		}
	}
	return compute(text, value, arithmetic.MatchString(text))
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
	for {
		found := varStart.FindStringIndex(text)
		if found == nil {
			out.WriteString(text)
			return out.String(), tooLong(out.String())
		}
		at, end := found[0], closing(text, found[0])
		if end < 0 || depth > maxDepth {
			return "", notComputed(text)
		}
		inside := text[at:end]
		name, fallback, _ := strings.Cut(inside[strings.IndexByte(inside, '(')+1:len(inside)-1], ",")
		name, fallback = unescape(strings.TrimSpace(name)), strings.TrimSpace(fallback)
		other := cmp.Or(c.lookup(name, mode), c.lookup(strings.TrimPrefix(name, "--"), mode))
		value := fallback
		var err error
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
		out.WriteString(text[:at] + value)
		if err := tooLong(out.String()); err != nil {
			return "", err
		}
		text = text[end:]
	}
}

// replaceSCSS replaces variables and entries of maps by their values.
func (c *conversion) replaceSCSS(text, mode string) (string, error) {
	var failed error
	text = literal.ReplaceAllStringFunc(text, func(match string) string { return unescape(literal.FindStringSubmatch(match)[1]) })
	text = scssReference.ReplaceAllStringFunc(text, func(match string) string {
		m := scssReference.FindStringSubmatch(match)
		name := match
		switch {
		case m[1] != "":
			name = m[1]
		case m[2] != "":
			name = m[2] + "." + m[3]
		}
		r, err := c.reference(c.lookup(strings.ReplaceAll(name, "_", "-"), mode), name, mode)
		if err != nil {
			failed = err
			return ""
		}
		return fmt.Sprint(r.val)
	})
	if failed == nil {
		failed = tooLong(text)
	}
	return interpolation.ReplaceAllString(text, "$1"), failed
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
