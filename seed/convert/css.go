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
)

// A sheet is the custom properties of one style sheet.
type sheet struct {
	*source
	properties []*property
	byName     map[string]*property // the last of a name, which CSS goes by
}

type property struct {
	at          int
	name, value string

	state  state
	result string // the value without references
	err    error
}

// readCSS reads the custom properties that hold everywhere: those at :root or
// html, and in @theme of Tailwind 4.
func readCSS(f *source) ([]*token, error) {
	s := sheet{source: f, byName: map[string]*property{}}
	if _, err := s.block(0, "", 0); err != nil {
		return nil, err
	}
	if len(s.properties) == 0 && len(*s.left) == 0 {
		return nil, s.refusal(0, "$", "expected JSON, or a style sheet with custom properties, found neither")
	}
	var tokens []*token
	for _, p := range s.properties {
		switch {
		case s.byName[p.name] != p:
			s.leave(p.at, p.name, "a later declaration overrides it")
			continue
		case strings.HasSuffix(p.name, "*"):
			continue // empties a namespace of Tailwind
		}
		value, err := s.resolve(p)
		if err != nil {
			s.leave(p.at, p.name, "%v", err)
			continue
		}
		t := &token{file: f, at: p.at, path: pathOf(p.name), val: value}
		if m := onlyVar.FindStringSubmatch(p.value); m != nil {
			t.alias = strings.Join(pathOf(m[1]), ".")
		}
		tokens = append(tokens, t)
	}
	return withoutRoles(tokens), nil
}

const maxDepth = 64

// block reads declarations and rules from at up to the end of the block, or
// of the sheet at depth 0, and returns where that is. A condition is what the
// block holds under, empty for everywhere.
func (s *sheet) block(at int, condition string, depth int) (int, error) {
	if depth > maxDepth {
		return 0, s.refusal(at, "$", "expected at most %d blocks inside one another", maxDepth)
	}
	for {
		start, text, end, err := s.statement(at)
		if err != nil {
			return 0, err
		}
		if end == len(s.data) || s.data[end] == '}' {
			s.declare(start, text, condition)
			if (end == len(s.data)) != (depth == 0) {
				return 0, s.refusal(end, "$", "expected every block to be closed once")
			}
			return end + 1, nil
		}
		at = end + 1
		if s.data[end] == ';' {
			s.declare(start, text, condition)
			continue
		}
		within := condition
		if own := conditionOf(text); within == "" || own != "" {
			within = own
		}
		if at, err = s.block(at, within, depth+1); err != nil {
			return 0, err
		}
	}
}

// everywhere are the selectors of the whole page.
var everywhere = regexp.MustCompile(`(?i)^(:root|html|:host|\*)(\s*,\s*(:root|html|:host|\*))*$`)

// conditionOf returns what a rule holds under, empty for everywhere.
func conditionOf(prelude string) string {
	word, _, _ := strings.Cut(strings.ToLower(prelude), " ")
	if everywhere.MatchString(prelude) || word == "@theme" || word == "@layer" {
		return ""
	}
	return prelude
}

// declare keeps a custom property; other declarations are none of tokens.
func (s *sheet) declare(at int, text, condition string) {
	name, value, ok := strings.Cut(text, ":")
	name = unescape(strings.TrimSpace(name))
	if !ok || !strings.HasPrefix(name, "--") || strings.HasPrefix(strings.ToLower(condition), "@property") {
		return
	}
	if condition != "" {
		s.leave(at, name, "it holds only in %s", condition)
		return
	}
	value = strings.TrimSpace(value)
	if i := strings.LastIndexByte(value, '!'); i >= 0 && strings.EqualFold(strings.TrimSpace(value[i+1:]), "important") {
		value = strings.TrimSpace(value[:i])
	}
	p := &property{at: at, name: name, value: value}
	s.properties = append(s.properties, p)
	s.byName[name] = p
}

// piece is a comment, a string, an escape, a character that means something
// here, or what lies between those.
var piece = regexp.MustCompile(`(?s)^(?:/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\\.|[^/"'\\(){};]+|.)`)

// statement reads up to a semicolon or a brace outside of strings and
// brackets, and returns where the text begins, the text without comments, and
// where it ends.
func (s *sheet) statement(at int) (start int, text string, end int, err error) {
	var b strings.Builder
	start = -1
	depth := 0
	for i := at; i < len(s.data); {
		found := piece.Find(s.data[i:])
		switch c := found[0]; {
		case bytes.HasPrefix(s.data[i:], []byte("/*")):
			if len(found) == 1 {
				return 0, "", 0, s.refusal(i, "$", "expected the comment to be closed")
			}
			b.WriteByte(' ')
			i += len(found)
			continue
		case (c == '"' || c == '\'') && len(found) == 1:
			return 0, "", 0, s.refusal(i, "$", "expected the string to be closed")
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case depth == 0 && (c == ';' || c == '{' || c == '}'):
			return max(start, at), strings.TrimSpace(b.String()), i, nil
		}
		if inside := bytes.TrimLeft(found, " \t\r\n\f"); start < 0 && len(inside) > 0 {
			start = i + len(found) - len(inside)
		}
		b.Write(found)
		i += len(found)
	}
	if depth > 0 {
		return 0, "", 0, s.refusal(max(start, 0), "$", "expected every bracket to be closed")
	}
	return max(start, at), strings.TrimSpace(b.String()), len(s.data), nil
}

var (
	onlyVar  = regexp.MustCompile(`^var\(\s*(--[^\s,()]+)\s*\)$`)
	anyVar   = regexp.MustCompile(`var\(\s*(--[^\s,()]+)\s*(?:,\s*([^()]*))?\)`)
	computed = regexp.MustCompile(`(?i)\b(calc|min|max|clamp|env|attr|color-mix|light-dark|round|mod|rem|pow|sqrt|hypot|--[\w-]+)\(`)
)

// maxValue bounds a value after the properties in it are put in place.
const maxValue = 16 << 10

// resolve puts values in place of var().
func (s *sheet) resolve(p *property) (string, error) {
	switch p.state {
	case resolving:
		return "", errors.New("it refers to itself")
	case unresolved:
		p.state = resolving
		p.result, p.err = s.substitute(p)
		p.state = resolved
	}
	return p.result, p.err
}

func (s *sheet) substitute(p *property) (string, error) {
	var failed error
	value := anyVar.ReplaceAllStringFunc(p.value, func(match string) string {
		m := anyVar.FindStringSubmatch(match)
		other := s.byName[unescape(m[1])]
		if other == nil {
			if failed == nil && m[2] == "" {
				failed = fmt.Errorf("there is no %s, which it refers to", m[1])
			}
			return m[2]
		}
		value, err := s.resolve(other)
		if err != nil && failed == nil {
			failed = fmt.Errorf("%s, which it refers to, is left out", m[1])
		}
		return value
	})
	switch {
	case failed != nil:
		return "", failed
	case len(value) > maxValue:
		return "", fmt.Errorf("it refers to so much that it is longer than %d bytes", maxValue)
	case computed.MatchString(value) || strings.Contains(value, "var("):
		return "", fmt.Errorf("it needs to be computed: %.60q", p.value)
	}
	return value, nil
}

var escaped = regexp.MustCompile(`\\([0-9a-fA-F]{1,6}\s?|.)`)

// unescape returns an identifier of CSS without its escapes.
func unescape(name string) string {
	return escaped.ReplaceAllStringFunc(name, func(text string) string {
		if n, err := strconv.ParseUint(strings.TrimSpace(text[1:]), 16, 32); err == nil {
			return string(rune(n))
		}
		return text[1:]
	})
}

// namespaces are what names of custom properties begin with, the longer before
// those that they begin with themselves.
var namespaces = []string{
	"font-family", "font-size", "font-weight", "cubic-bezier", "letter-spacing", "line-height", "border-radius", "border-width", "box-shadow",
	"text-shadow", "drop-shadow", "inset-shadow", "colors", "colour", "color", "dimension", "spacing", "space", "size", "font", "text", "radius", "radii",
	"rounded", "shadows", "shadow", "elevation", "easing", "ease", "duration", "breakpoint", "screen", "leading", "tracking", "theme",
}

// pathOf returns the path of a custom property: its namespace, where it has
// one, and the rest of its name; of --theme-day-text theme, day and text.
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
		for _, role := range []string{"text-muted", "background", "surface", "text", "primary", "border"} {
			if slug, ok := strings.CutSuffix("-"+rest, "-"+role); ok {
				return []string{space, strings.TrimPrefix(slug, "-"), role}
			}
		}
	}
	return []string{name}
}

// withoutRoles leaves out --theme-<role> where a theme has that role too, as
// in our own style sheets.
func withoutRoles(tokens []*token) []*token {
	return slices.DeleteFunc(slices.Clone(tokens), func(t *token) bool {
		return len(t.path) == 3 && t.path[1] == "" && slices.ContainsFunc(tokens, func(other *token) bool {
			return len(other.path) == 3 && other.path[1] != "" && other.path[2] == t.path[2] && other.val == t.val
		})
	})
}
