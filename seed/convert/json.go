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
var object = content.NewPlain

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
	return t.Root.Plain(), nil
}

// valueStart returns the offset of the value that follows a key.
func (s *input) valueStart(at int) int {
	return len(s.data) - len(bytes.TrimLeft(s.data[at:], " \t\r\n,:"))
}

// walk collects the tokens of a group, which inherit its type.
func (s *input) walk(c *conversion, group content.Object, keys []string, kind string) {
	if keys == nil {
		s.root = group
	}
	group = s.extended(c, group, strings.Join(keys, "."), []string{strings.Join(keys, ".")})
	kind = cmp.Or(textOf(group, "$type"), kind)
	for _, m := range group {
		inside, ok := m.Value.(content.Object)
		if strings.HasPrefix(m.Key, "$") && m.Key != "$root" || !ok {
			continue
		}
		at := append(slices.Clip(keys), m.Key)
		if m.Key == "$root" || keys == nil && m.Key == "tokens" && !isToken(inside) {
			at = keys
		}
		if !isToken(inside) {
			s.walk(c, inside, at, kind)
			continue
		}
		path := at
		if keys == nil {
			path = pathOf(m.Key)
		}
		s.token(inside, s.valueStart(m.End), strings.Join(at, "."), path, kind)
		if valueSets(inside) == nil { // Carbon and Open Props have tokens inside tokens
			s.walk(c, slices.DeleteFunc(slices.Clone(inside), func(m content.Member) bool {
				return strings.HasPrefix(m.Key, "$") || m.Key == "original" || m.Key == "value" && !has(inside, "$value")
			}), at, kind)
		}
	}
}

// maxInherited is how many members the groups of a file inherit at most.
const maxInherited = 10_000

// extended returns a group with the members of the group that its $extends names (Design
// Tokens Format Module 2025.10), and of the one that this names. A group that is not in
// the file, or that has the group in it, is said and left out. Known are the groups that
// are on the way.
func (s *input) extended(c *conversion, group content.Object, path string, known []string) content.Object {
	i := slices.IndexFunc(group, func(m content.Member) bool { return m.Key == "$extends" })
	if i < 0 {
		return group
	}
	name := strings.ReplaceAll(strings.Trim(content.Text(group[i].Value), "{}#/"), "/", ".")
	other := in(s.root, strings.Split(name, ".")...)
	if other == nil || isToken(other) || slices.Contains(known, name) || strings.HasPrefix(path+".", name+".") || s.inherited > maxInherited {
		c.report.note("%s:%d: %s extends %s, which is no other group of the file; its own tokens are read", s.name, s.place(group[i].End).Line, path, content.Text(group[i].Value))
		return group
	}
	return s.inherit(group, s.extended(c, other, name, append(known, name)))
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
	sets, _ := o.Get("sets").(content.Object)
	if value, ok := o.Get("$value").(content.Object); ok && sets == nil && !has(o, "$type") {
		sets = value
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

// token adds a token, or one for each of its values for several sets.
func (s *input) token(o content.Object, at int, name string, path []string, kind string) {
	kind = cmp.Or(textOf(o, "$type", "type"), kind)
	description, beside := textOf(o, "$description", "description", "comment"), besideColor(o)
	sets := valueSets(o)
	for _, m := range sets {
		inner, ok := m.Value.(content.Object)
		if !ok {
			inner = object("$value", m.Value)
		}
		before := len(s.tokens)
		s.token(inner, s.valueStart(m.End), name, path, kind)
		for _, t := range s.tokens[before:] {
			t.ofSet, t.description = true, cmp.Or(t.description, description)
			if t.beside.Key == "" {
				t.beside = beside
			}
			if t.mode != "" && t.mode != m.Key && has(sets, t.mode) {
				t.left = because(otherMode, "it is the value for %s inside that for %s", t.mode, m.Key)
			}
			t.mode = cmp.Or(t.mode, m.Key)
		}
	}
	if sets != nil {
		return
	}
	t := &token{at: at, name: name, path: path, kind: kind, written: o.Get("value"), description: description, beside: beside}
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
	extensions := in(o, "$extensions")
	t.anchor, t.modify = textOf(in(extensions, "app.designmanual"), "anchor"), in(extensions, "studio.tokens", "modify")
	for _, scopes := range []content.Object{extensions, o} {
		for _, scope := range slices.Concat(scopes.Texts("com.figma.scopes"), scopes.Texts("scopes")) {
			t.scopes += "-" + strings.ToLower(strings.ReplaceAll(scope, "_", "-"))
		}
	}
	s.tokens = append(s.tokens, t)
}
