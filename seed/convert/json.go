package convert

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"designmanual/tokenize/content"
)

// Values in a file, see package content.
type (
	list   = content.List
	number = content.Number
)

// object returns an object of keys and values; nil values are left out.
var object = content.NewObject

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

// in returns the member of a member that is an object.
func in(o content.Object, keys ...string) (inner content.Object) {
	for _, key := range keys {
		o, _ = o.Get(key).(content.Object)
	}
	return o
}

// parseJSON parses a JSON file as seed files are parsed. Duplicate names are an error,
// since one of the two tokens would be lost.
func (s *input) parseJSON() (any, error) {
	var failed error
	t := content.Tree{Data: s.data}
	t.Parse(func(f content.Fault) { failed = cmp.Or(failed, s.errorAt(f.Offset, "%s", f.Text)) })
	if failed != nil {
		return nil, failed
	}
	return t.Root.Value(), nil
}

// valueStart returns the offset of the value that follows a key.
func (s *input) valueStart(at int) int {
	return len(s.data) - len(bytes.TrimLeft(s.data[at:], " \t\r\n,:"))
}

// walk collects the tokens of a group, which inherit its type.
func (s *input) walk(c *conversion, group content.Object, path []string, kind string) {
	if path == nil {
		s.root = group
	}
	group = s.extended(c, group, path, []string{strings.Join(path, ".")})
	if t, ok := group.Get("$type").(string); ok {
		kind = t
	}
	for _, m := range group {
		inside, ok := m.Value.(content.Object)
		if strings.HasPrefix(m.Key, "$") && m.Key != "$root" || !ok {
			continue
		}
		at := append(slices.Clip(path), m.Key)
		if m.Key == "$root" || path == nil && m.Key == "tokens" && !isToken(inside) {
			at = path
		}
		if !isToken(inside) {
			s.walk(c, inside, at, kind)
			continue
		}
		before, within := len(s.tokens), at
		if path == nil {
			at = pathOf(m.Key)
		}
		s.token(inside, s.valueStart(m.End), at, kind)
		for _, t := range s.tokens[before:] {
			t.name = strings.Join(within, ".")
		}
		if valueSets(inside) == nil { // Carbon and Open Props have tokens inside tokens
			s.walk(c, slices.DeleteFunc(slices.Clone(inside), func(m content.Member) bool {
				return strings.HasPrefix(m.Key, "$") || m.Key == "original" || m.Key == "value" && !has(inside, "$value")
			}), within, kind)
		}
	}
}

// maxInherited is how many members the groups of a file inherit at most.
const maxInherited = 10_000

// extended returns a group with the members of the group that its $extends names (Design
// Tokens Format Module 2025.10), and of the one that this names. A group that is not in
// the file, or that has the group in it, is said and left out. Known are the groups that
// are on the way.
func (s *input) extended(c *conversion, group content.Object, path, known []string) content.Object {
	i := slices.IndexFunc(group, func(m content.Member) bool { return m.Key == "$extends" })
	if i < 0 {
		return group
	}
	name := strings.ReplaceAll(strings.Trim(content.Text(group[i].Value), "{}#/"), "/", ".")
	other := in(s.root, strings.Split(name, ".")...)
	if other == nil || isToken(other) || slices.Contains(known, name) || strings.HasPrefix(strings.Join(path, ".")+".", name+".") || s.inherited > maxInherited {
		c.report.note("%s:%d: %s extends %s, which is no other group of the file; its own tokens are read", s.name, s.place(group[i].End).Line, strings.Join(path, "."), content.Text(group[i].Value))
		return group
	}
	return s.inherit(group, s.extended(c, other, strings.Split(name, "."), append(known, name)))
}

// inherit returns a group with the members of another one that it lacks. A group in both
// inherits in turn.
func (s *input) inherit(group, other content.Object) content.Object {
	all := slices.Clone(group)
	own := make(map[string]int, len(all))
	for i, m := range all {
		own[m.Key] = i
	}
	for _, m := range other {
		if i, ok := own[m.Key]; ok {
			a, _ := all[i].Value.(content.Object)
			b, _ := m.Value.(content.Object)
			if a != nil && b != nil && !isToken(a) && !isToken(b) {
				all[i].Value = s.inherit(a, b)
			}
			continue
		}
		s.inherited++
		all = append(all, m)
	}
	return all
}

// isToken reports whether an object is a token and not a group: it has a $value
// or a $ref, a value that is not a group, or a value for each of several sets. A
// value that is an object is a group unless there is a type, which is a string.
func isToken(o content.Object) bool {
	_, group := o.Get("value").(content.Object)
	_, typed := o.Get("type").(string)
	return has(o, "$value") || has(o, "$ref") || has(o, "value") && (!group || typed) || valueSets(o) != nil
}

// valueSets returns the values of a token that has one for each of several sets
// or modes, as those of Spectrum and Cloudscape do, or nil.
func valueSets(o content.Object) content.Object {
	sets, ok := o.Get("sets").(content.Object)
	if value, is := o.Get("$value").(content.Object); !ok && is && !has(o, "$type") {
		sets, ok = value, true
		for _, m := range value {
			_, text := m.Value.(string)
			if !text || slices.Contains([]string{"colorSpace", "unit", "color", "width", "style", "blur", "fontFamily", "fontSize", "duration"}, m.Key) {
				return nil
			}
		}
	}
	for _, m := range sets {
		if inner, is := m.Value.(content.Object); is && !isToken(inner) {
			return nil
		}
	}
	return sets
}

func (s *input) token(o content.Object, at int, path []string, kind string) {
	for _, key := range []string{"type", "$type"} { // $type has precedence
		if own, ok := o.Get(key).(string); ok {
			kind = own
		}
	}
	if sets := valueSets(o); sets != nil {
		for _, m := range sets {
			inner, ok := m.Value.(content.Object)
			if !ok {
				inner = object("$value", m.Value)
			}
			before := len(s.tokens)
			s.token(inner, s.valueStart(m.End), path, kind)
			for _, t := range s.tokens[before:] {
				if t.ofSet = true; t.beside.Key == "" {
					t.beside = besideColor(o)
				}
				switch {
				case t.mode == "":
					t.mode = m.Key
				case t.mode != m.Key && has(sets, t.mode):
					t.left = because(otherMode, "it is the value for %s inside that for %s", t.mode, m.Key)
				}
				if t.description == "" {
					t.description = textOf(o, "$description", "description", "comment")
				}
			}
		}
		return
	}
	t := &token{input: s, at: at, name: strings.Join(path, "."), path: path, kind: kind, written: o.Get("value")}
	t.description = textOf(o, "$description", "description", "comment")
	if has(o, "$value") {
		t.written = o.Get("$value")
	}
	if ref, ok := o.Get("$ref").(string); ok {
		pointer := strings.TrimSuffix(strings.TrimPrefix(ref, "#/"), "/$value")
		t.written = "{" + strings.NewReplacer(".", " ", "/", ".", "~1", "/", "~0", "~").Replace(pointer) + "}"
	}
	switch reason := o.Get("$deprecated"); reason.(type) {
	case string, bool:
		if reason != false {
			t.deprecated = reason
		}
	}
	t.anchor = textOf(in(o, "$extensions", "app.designmanual"), "anchor")
	t.modify, t.beside = in(o, "$extensions", "studio.tokens", "modify"), besideColor(o)
	t.addScopes(in(o, "$extensions").Get("com.figma.scopes"))
	s.tokens = append(s.tokens, t)
}

// addScopes adds what Figma offers a variable for, such as CORNER_RADIUS.
func (t *token) addScopes(scopes any) {
	l, _ := scopes.(list)
	for _, scope := range l {
		t.scopes += "-" + strings.ToLower(strings.ReplaceAll(content.Text(scope), "_", "-"))
	}
}
