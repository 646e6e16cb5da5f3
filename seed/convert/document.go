package convert

import (
	"fmt"
	"slices"
	"strings"
)

// A document is the tokens of one JSON file while their references are
// resolved.
type document struct {
	*source
	tokens []*token
	byPath map[string]*token
}

// readJSON reads a token document: the Design Tokens Format Module in either
// form, Tokens Studio, or Style Dictionary 3.
func readJSON(f *source) ([]*token, error) {
	d := document{source: f, byPath: map[string]*token{}}
	root, err := parse(f)
	if err != nil {
		return nil, err
	}
	start := f.valueFrom(0)
	o, ok := root.(object)
	switch {
	case !ok:
		return nil, d.refusal(start, "$", "expected an object of tokens")
	case has(o, "resolutionOrder") || has(o, "sets") && has(o, "modifiers"):
		return nil, d.refusal(start, "$", "expected a token document, found a resolver document; give its token files, or the document that a tool resolves it to")
	}
	d.walk(o, nil, "", has(o, "$metadata") || has(o, "$themes")) // those of Tokens Studio
	if len(d.tokens) == 0 && len(*d.left) == 0 && len(o) > 0 && !emptyGroups(o) {
		return nil, d.refusal(start, "$", "expected tokens with a $value or a value, found none")
	}
	return slices.DeleteFunc(d.tokens, func(t *token) bool { return !d.resolve(t) }), nil
}

// emptyGroups tells whether an object has nothing but groups, none of which
// has a token.
func emptyGroups(o object) bool {
	for _, m := range o {
		inside, ok := m.Value.(object)
		if !ok && !strings.HasPrefix(m.Key, "$") || !emptyGroups(inside) {
			return false
		}
	}
	return true
}

// walk collects the tokens of a group, which may give them a type. The names
// of sets are no part of a path.
func (d *document) walk(group object, path []string, kind string, sets bool) {
	if t, ok := group.Get("$type").(string); ok {
		kind = t
	}
	for _, m := range group {
		inside, ok := m.Value.(object)
		if !ok || strings.HasPrefix(m.Key, "$") && m.Key != "$root" {
			if m.Key == "$extends" {
				d.leave(d.valueFrom(m.End), strings.Join(path, "."), "a group that extends another is not read; its own tokens are")
			}
			continue
		}
		at := append(slices.Clip(path), m.Key)
		if m.Key == "$root" {
			at = path
		}
		switch {
		case isToken(inside):
			d.token(inside, d.valueFrom(m.End), at, kind)
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
	_, group := o.Get("value").(object)
	return has(o, "$value") || has(o, "$ref") || has(o, "value") && (!group || has(o, "type"))
}

func (d *document) token(o object, at int, path []string, kind string) {
	t := &token{file: d.source, at: at, path: path, kind: kind, val: o.Get("value"), description: textOf(o, "$description", "description", "comment")}
	if has(o, "$value") {
		t.val = o.Get("$value")
	}
	if ref, ok := o.Get("$ref").(string); ok {
		pointer := strings.TrimSuffix(strings.TrimPrefix(ref, "#/"), "/$value")
		t.val = "{" + strings.NewReplacer(".", " ", "/", ".", "~1", "/", "~0", "~").Replace(pointer) + "}"
	}
	for _, key := range []string{"type", "$type"} { // the latter counts
		if own, ok := o.Get(key).(string); ok {
			t.kind = own
		}
	}
	if reason := o.Get("$deprecated"); reason == true {
		t.deprecated = true
	} else if text, ok := reason.(string); ok {
		t.deprecated = text
	}
	extensions, _ := o.Get("$extensions").(object)
	own, _ := extensions.Get("app.designmanual").(object)
	t.anchor = textOf(own, "anchor")
	d.tokens = append(d.tokens, t)
	if _, ok := d.byPath[t.name()]; !ok {
		d.byPath[t.name()] = t
	}
}

// resolve puts values in place of references, and tells whether it could.
func (d *document) resolve(t *token) bool {
	if t.state == unresolved {
		t.state = resolving
		value, err := d.value(t, t.val)
		if err != nil {
			t.state = broken
			d.leave(t.at, t.name(), "%v", err)
			return false
		}
		t.val, t.state = value, resolved
	}
	return t.state == resolved
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
		case other.state == resolving:
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
		values := slices.Clone(value)
		for i := range values {
			var err error
			if values[i], err = d.value(t, values[i]); err != nil {
				return nil, err
			}
		}
		return values, nil
	case object:
		members := slices.Clone(value)
		for i := range members {
			var err error
			if members[i].Value, err = d.value(t, members[i].Value); err != nil {
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

// find returns the token of a path, which Style Dictionary ends in .value.
func (d *document) find(path string) *token {
	for _, path := range []string{path, strings.TrimSuffix(path, ".value"), strings.TrimSuffix(path, ".$root")} {
		if t := d.byPath[path]; t != nil {
			return t
		}
	}
	return nil
}
