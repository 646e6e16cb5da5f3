package convert

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/seed"
)

// A document is the tokens of one JSON file while their references are
// resolved.
type document struct {
	*source
	left   *seed.Problems
	tokens []*token
	byPath map[string]*token
	state  map[*token]int // resolving, resolved
}

const (
	resolving = iota + 1
	resolved
	broken
)

// readJSON reads a token document: the Design Tokens Format Module in either
// form, Tokens Studio, or Style Dictionary 3.
func readJSON(f File, left *seed.Problems) ([]*token, error) {
	d := document{source: &source{name: f.Name, data: withoutMark(f.Data)}, left: left, byPath: map[string]*token{}, state: map[*token]int{}}
	root, err := parse(d.source)
	if err != nil {
		return nil, err
	}
	o, ok := root.value.(object)
	switch {
	case !ok:
		return nil, d.refusal(root.at, "$", "expected an object of tokens")
	case o.has("resolutionOrder") || o.has("sets") && o.has("modifiers"):
		return nil, d.refusal(root.at, "$", "expected a token document, found a resolver document; give its token files, or the document that a tool resolves it to")
	}
	d.walk(o, nil, "", o.has("$metadata") || o.has("$themes")) // those of Tokens Studio
	if len(d.tokens) == 0 && len(*left) == 0 && len(o) > 0 && !emptyGroups(o) {
		return nil, d.refusal(root.at, "$", "expected tokens with a $value or a value, found none")
	}
	var good []*token
	for _, t := range d.tokens {
		if d.resolve(t) {
			good = append(good, t)
		}
	}
	return good, nil
}

// emptyGroups tells whether an object has nothing but groups, none of which
// has a token.
func emptyGroups(o object) bool {
	for _, m := range o {
		inside, ok := m.value.(object)
		if !ok && !strings.HasPrefix(m.key, "$") || !emptyGroups(inside) {
			return false
		}
	}
	return true
}

// walk collects the tokens of a group, which may give them a type. The names
// of sets are no part of a path.
func (d *document) walk(group object, path []string, kind string, sets bool) {
	if t, ok := group.get("$type").(string); ok {
		kind = t
	}
	for _, m := range group {
		inside, ok := m.value.(object)
		if !ok || strings.HasPrefix(m.key, "$") && m.key != "$root" {
			if m.key == "$extends" {
				d.leave(m.at, path, "a group that extends another is not read; its own tokens are")
			}
			continue
		}
		at := append(slices.Clip(path), m.key)
		if m.key == "$root" {
			at = path
		}
		switch {
		case isToken(inside):
			d.token(inside, m.node.at, at, kind)
		case sets:
			d.walk(inside, nil, kind, false)
		default:
			d.walk(inside, at, kind, false)
		}
	}
}

// isToken tells a token from a group: it has a $value or a $ref, or a value
// that is no group itself.
func isToken(o object) bool {
	if o.has("$value") || o.has("$ref") {
		return true
	}
	if !o.has("value") {
		return false
	}
	_, group := o.get("value").(object)
	return !group || o.has("type")
}

func (d *document) token(o object, at int, path []string, kind string) {
	t := &token{file: d.source, at: at, path: path, kind: kind, val: o.get("value")}
	if o.has("$value") {
		t.val = o.get("$value")
	}
	if ref, ok := o.get("$ref").(string); ok {
		pointer := strings.TrimSuffix(strings.TrimPrefix(ref, "#/"), "/$value")
		t.val = "{" + strings.NewReplacer(".", " ", "/", ".", "~1", "/", "~0", "~").Replace(pointer) + "}"
	}
	for _, key := range []string{"$type", "type"} {
		if own, ok := o.get(key).(string); ok {
			t.kind = own
			break
		}
	}
	for _, key := range []string{"$description", "description", "comment"} {
		if text, ok := o.get(key).(string); ok && text != "" {
			t.description = text
			break
		}
	}
	switch reason := o.get("$deprecated").(type) {
	case string:
		t.deprecated = reason
	case bool:
		if reason {
			t.deprecated = true
		}
	}
	if extensions, ok := o.get("$extensions").(object); ok {
		if own, ok := extensions.get("app.designmanual").(object); ok {
			t.anchor, _ = own.get("anchor").(string)
		}
	}
	d.tokens = append(d.tokens, t)
	if _, ok := d.byPath[t.name()]; !ok {
		d.byPath[t.name()] = t
	}
}

func (d *document) leave(at int, path []string, format string, args ...any) {
	*d.left = append(*d.left, d.problem(at, strings.Join(path, "."), format, args...))
}

// resolve puts values in place of references, and tells whether it could.
func (d *document) resolve(t *token) bool {
	switch d.state[t] {
	case resolved:
		return true
	case resolving, broken:
		return false
	}
	d.state[t] = resolving
	value, err := d.value(t, t.val)
	if err != nil {
		d.state[t] = broken
		d.leave(t.at, t.path, "%v", err)
		return false
	}
	t.val, d.state[t] = value, resolved
	return true
}

// value resolves the references in a value. One that is a reference and
// nothing else takes the type of what it refers to.
func (d *document) value(t *token, value any) (any, error) {
	switch value := value.(type) {
	case string:
		path, ok := reference(value)
		if !ok {
			if strings.Contains(value, "{") {
				return nil, fmt.Errorf("a value that is computed from others is not read: %q", value)
			}
			return value, nil
		}
		other := d.find(path)
		switch {
		case other == nil:
			return nil, fmt.Errorf("there is no token %s, which it refers to", path)
		case d.state[other] == resolving:
			return nil, fmt.Errorf("it refers to itself through %s", path)
		case !d.resolve(other):
			return nil, fmt.Errorf("the token %s, which it refers to, is left out", path)
		}
		if whole, ok := t.val.(string); ok && whole == value {
			t.alias = other.name()
			if t.kind == "" {
				t.kind = other.kind
			}
		}
		return other.val, nil
	case list:
		resolved := make(list, len(value))
		for i, n := range value {
			inside, err := d.value(t, n.value)
			if err != nil {
				return nil, err
			}
			resolved[i] = node{n.at, inside}
		}
		return resolved, nil
	case object:
		resolved := make(object, len(value))
		for i, m := range value {
			inside, err := d.value(t, m.value)
			if err != nil {
				return nil, err
			}
			resolved[i] = member{m.key, node{m.at, inside}}
		}
		return resolved, nil
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
	if !ok || strings.ContainsAny(path, "{}") {
		return "", false
	}
	return strings.TrimSpace(path), true
}

// find returns the token of a path, which Style Dictionary ends in .value.
func (d *document) find(path string) *token {
	for _, path := range []string{path, strings.TrimSuffix(path, ".value"), strings.TrimSuffix(path, ".$root")} {
		if t := d.byPath[path]; t != nil {
			return t
		}
	}
	return nil
}
