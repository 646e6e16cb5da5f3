package convert

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// readCSS reads the custom properties that apply everywhere: those at :root or
// html, and in @theme of Tailwind 4.
func (s *source) readCSS() error {
	listed := len(*s.skipped)
	if err := s.rules(); err != nil {
		return err
	}
	if len(s.tokens) == 0 && len(*s.skipped) == listed {
		return s.errorAt(0, "expected JSON, or a style sheet with custom properties, found neither")
	}
	for _, t := range s.tokens {
		if s.byName[t.name] != t {
			t.err = errors.New("a later declaration overrides it")
		}
	}
	s.substitute = s.resolveVars
	s.resolveAll()
	s.tokens = slices.DeleteFunc(slices.Clone(s.tokens), func(t *token) bool {
		return t.err == nil && (strings.HasSuffix(t.name, "*") || s.repeatsTheme(t)) // --name-* clears a namespace in Tailwind
	})
	return nil
}

const maxDepth = 64

// rules reads the declarations and rules of the style sheet.
func (s *source) rules() error {
	conditions := []string{""} // the conditions of the open blocks, empty for none
	for at := 0; ; {
		start, text, end, err := s.statement(at)
		if err != nil {
			return err
		}
		within := conditions[len(conditions)-1]
		if end < len(s.data) && s.data[end] == '{' {
			if len(conditions) > maxDepth {
				return s.errorAt(end+1, "expected at most %d blocks inside one another", maxDepth)
			}
			if own := conditionOf(text); own != "" {
				within = own
			}
			conditions = append(conditions, within)
		} else {
			s.declare(start, text, within)
		}
		if end == len(s.data) || s.data[end] == '}' {
			conditions = conditions[:len(conditions)-1]
			if (end == len(s.data)) != (len(conditions) == 0) {
				return s.errorAt(end, "expected every block to be closed once")
			}
			if end == len(s.data) {
				return nil
			}
		}
		at = end + 1
	}
}

// rootSelector matches lists of selectors with one that matches the whole page.
var rootSelector = regexp.MustCompile(`(?i)(^|,)\s*(:root|html|:host|\*)\s*(,|$)`)

// conditionOf returns the condition of a rule, empty if it applies everywhere.
func conditionOf(prelude string) string {
	word, _, _ := strings.Cut(strings.ToLower(prelude), " ")
	if rootSelector.MatchString(prelude) || word == "@theme" || word == "@layer" {
		return ""
	}
	return prelude
}

// declare adds a custom property; other declarations are ignored.
func (s *source) declare(at int, text, condition string) {
	name, value, ok := strings.Cut(text, ":")
	name = unescape(strings.TrimSpace(name))
	if !ok || !strings.HasPrefix(name, "--") || strings.HasPrefix(strings.ToLower(condition), "@property") {
		return
	}
	if condition != "" {
		s.skip(at, name, "it holds only in %s", condition)
		return
	}
	value = strings.TrimSpace(value)
	if i := strings.LastIndexByte(value, '!'); i >= 0 && strings.EqualFold(strings.TrimSpace(value[i+1:]), "important") {
		value = strings.TrimSpace(value[:i])
	}
	t := &token{source: s, at: at, name: name, path: pathOf(name), val: value}
	s.tokens = append(s.tokens, t)
	s.byName[name] = t
}

// piece matches the next piece of CSS: a comment, a string, an escape, a
// special character, or the text up to the next of these. An unfinished
// comment, string or escape matches as its first character only.
var piece = regexp.MustCompile(`(?s)^(?:/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\\.|[^/"'\\()\[\]{};]+|.)`)

// statement reads up to a semicolon or a brace outside of strings and brackets.
// It returns the offset of the text, the text without comments, and the offset
// of its end.
func (s *source) statement(at int) (start int, text string, end int, err error) {
	var b strings.Builder
	start = -1
	depth := 0
	for end = at; end < len(s.data); {
		found := piece.Find(s.data[end:])
		switch c := found[0]; {
		case bytes.HasPrefix(s.data[end:], []byte("/*")):
			if len(found) == 1 {
				return 0, "", 0, s.errorAt(end, "expected the comment to be closed")
			}
			b.WriteByte(' ')
			end += len(found)
			continue
		case (c == '"' || c == '\'') && len(found) == 1:
			return 0, "", 0, s.errorAt(end, "expected the string to be closed")
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case depth == 0 && (c == ';' || c == '{' || c == '}'):
			return max(start, at), strings.TrimSpace(b.String()), end, nil
		}
		if inside := bytes.TrimLeft(found, " \t\r\n\f"); start < 0 && len(inside) > 0 {
			start = end + len(found) - len(inside)
		}
		b.Write(found)
		end += len(found)
	}
	if depth > 0 {
		return 0, "", 0, s.errorAt(max(start, 0), "expected every bracket to be closed")
	}
	return max(start, at), strings.TrimSpace(b.String()), end, nil
}

var (
	onlyVar  = regexp.MustCompile(`^var\(\s*(--[^\s,()]+)\s*\)$`)
	anyVar   = regexp.MustCompile(`var\(\s*(--[^\s,()]+)\s*(?:,\s*([^()]*))?\)`)
	computed = regexp.MustCompile(`(?i)\b(calc|min|max|clamp|env|attr|color-mix|light-dark|round|mod|rem|pow|sqrt|hypot|--[\w-]+)\(`)
)

// maxValue is the maximum length of a value in bytes, with references resolved.
const maxValue = 16 << 10

// resolveVars returns the value of a property with each var() replaced by its
// value.
func (s *source) resolveVars(t *token) (any, error) {
	var failed error
	written := t.val.(string)
	value := anyVar.ReplaceAllStringFunc(written, func(match string) string {
		m := anyVar.FindStringSubmatch(match)
		other := s.byName[unescape(m[1])]
		if other == nil && m[2] != "" {
			return m[2]
		}
		if err := s.resolveReference(other, m[1]); err != nil {
			failed = err
			return ""
		}
		return other.val.(string)
	})
	if m := onlyVar.FindStringSubmatch(written); m != nil {
		t.alias = s.byName[unescape(m[1])]
	}
	switch {
	case failed != nil:
		return nil, failed
	case len(value) > maxValue:
		return nil, fmt.Errorf("it refers to so much that it is longer than %d bytes", maxValue)
	case computed.MatchString(value) || strings.Contains(value, "var("):
		return nil, fmt.Errorf("it needs to be computed: %.60q", written)
	}
	return value, nil
}

var escaped = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}\s?|.)`)

// unescape resolves the escapes in a CSS identifier.
func unescape(name string) string {
	return escaped.ReplaceAllStringFunc(name, func(text string) string {
		if n, err := strconv.ParseUint(strings.TrimSpace(text[1:]), 16, 32); err == nil {
			return string(rune(n))
		}
		return text[1:]
	})
}

// namespaces are the prefixes of custom properties, each before its own
// prefixes.
var namespaces = strings.Fields(`font-family font-size font-weight cubic-bezier letter-spacing line-height border-radius border-width box-shadow
	text-shadow drop-shadow inset-shadow colors colour color dimension spacing space size font text radius radii
	rounded shadows shadow elevation easing ease duration breakpoint screen leading tracking theme`)

// pathOf returns the path of a custom property: its namespace, if it has a
// known one, and the rest of its name. The path of --theme-day-text is theme,
// day, text.
func pathOf(name string) []string {
	name = strings.TrimPrefix(name, "--")
	for _, space := range namespaces {
		rest, ok := strings.CutPrefix(name, space+"-")
		if !ok || rest == "" {
			continue
		}
		if space != manual.GroupThemes {
			return []string{space, rest}
		}
		theme, found := "", ""
		for _, role := range tokenize.ThemeRoles {
			if slug, ok := strings.CutSuffix("-"+rest, "-"+role); ok && len(role) > len(found) {
				theme, found = strings.TrimPrefix(slug, "-"), role
			}
		}
		if found != "" {
			return []string{space, theme, found}
		}
	}
	return []string{name}
}

// repeatsTheme reports whether the property is --theme-<role> and a theme has
// the same value for that role, as in the program's own style sheets.
func (s *source) repeatsTheme(t *token) bool {
	return len(t.path) == 3 && t.path[1] == "" && slices.ContainsFunc(s.tokens, func(other *token) bool {
		return len(other.path) == 3 && other.path[1] != "" && other.path[2] == t.path[2] && other.val == t.val
	})
}
