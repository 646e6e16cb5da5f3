package convert

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/tokenize/content"
)

// Values in a file, see package content.
type (
	list   = content.List
	number = content.Number
)

// object returns an object of keys and values; nil values are left out.
func object(pairs ...any) (o content.Object) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != nil {
			o = append(o, content.Member{Key: pairs[i].(string), Value: pairs[i+1]})
		}
	}
	return o
}

func has(o content.Object, key string) bool {
	return slices.ContainsFunc(o, func(m content.Member) bool { return m.Key == key })
}

// textOf returns the first string among the members with these keys.
func textOf(o content.Object, keys ...string) string {
	for _, key := range keys {
		if text, ok := o.Get(key).(string); ok && text != "" {
			return text
		}
	}
	return ""
}

// readJSON reads a token document of the Design Tokens Format Module (either
// form), Tokens Studio, or Style Dictionary 3.
func (s *source) readJSON() error {
	root, err := s.parse()
	if err != nil {
		return err
	}
	start := s.valueStart(0)
	o, ok := root.(content.Object)
	switch {
	case !ok:
		return s.errorAt(start, "expected an object of tokens")
	case has(o, "resolutionOrder") || has(o, "sets") && has(o, "modifiers"):
		return s.errorAt(start, "expected a token document, found a resolver document; give its token files, or the document that a tool resolves it to")
	}
	listed := len(*s.skipped)
	other := s.walk(o, nil, "", has(o, "$metadata") || has(o, "$themes")) // these mean Tokens Studio
	if other && len(s.tokens) == 0 && len(*s.skipped) == listed {
		return s.errorAt(start, "expected tokens with a $value or a value, found none")
	}
	s.substitute = func(t *token) (any, error) { return s.value(t, t.val) }
	s.resolveAll()
	return nil
}

// parse parses a JSON file. Duplicate names are an error, since one of the two
// tokens would be lost.
func (s *source) parse() (any, error) {
	d := jsontext.NewDecoder(bytes.NewReader(s.data))
	value, err := content.Read(d)
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return value, nil
		}
		return nil, s.errorAt(int(d.InputOffset()), "expected the end of the file after the JSON value")
	}
	at := d.InputOffset()
	reason := err
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		at, reason = syntax.ByteOffset, syntax.Err
	}
	return nil, s.errorAt(int(at), "expected JSON: %v", reason)
}

// valueStart returns the offset of the value that follows a key.
func (s *source) valueStart(at int) int {
	return len(s.data) - len(bytes.TrimLeft(s.data[at:], " \t\r\n,:"))
}

// walk collects the tokens of a group, which inherit its type, and reports
// whether it has other members. If sets is true, its groups are token sets,
// whose names are not part of paths.
func (s *source) walk(group content.Object, path []string, kind string, sets bool) (other bool) {
	if t, ok := group.Get("$type").(string); ok {
		kind = t
	}
	for _, m := range group {
		inside, ok := m.Value.(content.Object)
		if m.Key == "$extends" {
			s.skip(s.valueStart(m.End), strings.Join(path, "."), "a group that extends another is not read; its own tokens are")
		}
		if meta := strings.HasPrefix(m.Key, "$") && m.Key != "$root"; meta || !ok {
			other = other || !meta
			continue
		}
		at := append(slices.Clip(path), m.Key)
		if m.Key == "$root" {
			at = path
		}
		switch {
		case isToken(inside):
			s.token(inside, s.valueStart(m.End), at, kind)
		case sets:
			other = s.walk(inside, nil, kind, false) || other
		default:
			other = s.walk(inside, at, kind, false) || other
		}
	}
	return other
}

// isToken reports whether an object is a token and not a group: it has a $value
// or a $ref, or a value that is not a group. A value that is an object is a
// group unless there is a type, which is a string.
func isToken(o content.Object) bool {
	_, group := o.Get("value").(content.Object)
	_, typed := o.Get("type").(string)
	return has(o, "$value") || has(o, "$ref") || has(o, "value") && (!group || typed)
}

func (s *source) token(o content.Object, at int, path []string, kind string) {
	t := &token{source: s, at: at, name: strings.Join(path, "."), path: path, kind: kind, val: o.Get("value"), description: textOf(o, "$description", "description", "comment")}
	if has(o, "$value") {
		t.val = o.Get("$value")
	}
	if ref, ok := o.Get("$ref").(string); ok {
		pointer := strings.TrimSuffix(strings.TrimPrefix(ref, "#/"), "/$value")
		t.val = "{" + strings.NewReplacer(".", " ", "/", ".", "~1", "/", "~0", "~").Replace(pointer) + "}"
	}
	for _, key := range []string{"type", "$type"} { // $type has precedence
		if own, ok := o.Get(key).(string); ok {
			t.kind = own
		}
	}
	switch reason := o.Get("$deprecated").(type) {
	case string:
		t.deprecated = reason
	case bool:
		if reason {
			t.deprecated = true
		}
	}
	extensions, _ := o.Get("$extensions").(content.Object)
	own, _ := extensions.Get("app.designmanual").(content.Object)
	t.anchor = textOf(own, "anchor")
	s.tokens = append(s.tokens, t)
	if s.byName[t.name] == nil {
		s.byName[t.name] = t
	}
}

// value resolves the references in a value of a token. If the whole value is a
// reference, the token inherits the type of the other token.
func (s *source) value(t *token, value any) (any, error) {
	var err error
	switch value := value.(type) {
	case string:
		path, ok := reference(value)
		if !ok {
			if strings.Contains(value, "{") {
				return nil, fmt.Errorf("a value that is computed from others is not read: %q", value)
			}
			return value, nil
		}
		other := s.find(path)
		if err := s.resolveReference(other, "token "+path); err != nil {
			return nil, err
		}
		if whole, ok := t.val.(string); ok && whole == value {
			t.alias = other
			if t.kind == "" {
				t.kind = other.kind
			}
		}
		return other.val, nil
	case list:
		values := slices.Clone(value)
		for i := range values {
			if values[i], err = s.value(t, values[i]); err != nil {
				return nil, err
			}
		}
		return values, nil
	case content.Object:
		members := slices.Clone(value)
		for i := range members {
			if members[i].Value, err = s.value(t, members[i].Value); err != nil {
				return nil, err
			}
		}
		return members, nil
	}
	return value, nil
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
func (s *source) find(path string) *token {
	for _, path := range []string{path, strings.TrimSuffix(path, ".value"), strings.TrimSuffix(path, ".$root")} {
		if t := s.byName[path]; t != nil {
			return t
		}
	}
	return nil
}
