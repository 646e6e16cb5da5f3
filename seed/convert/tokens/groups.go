package tokens

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/tokenize/content"
)

// walk collects the tokens of a group, which inherit its type.
func (s *input) walk(c *Collection, group *content.Value, keys []string, kind string) {
	if keys == nil {
		s.root = group
	}
	group = s.extended(c, group, strings.Join(keys, "."), []string{strings.Join(keys, ".")})
	kind = cmp.Or(group.Get("$type").Text(), kind)
	for _, m := range group.Members() {
		if strings.HasPrefix(m.Name, "$") && m.Name != "$root" || !m.Is('{') {
			continue
		}
		at := append(slices.Clip(keys), m.Name)
		if m.Name == "$root" || keys == nil && m.Name == "tokens" && !isToken(m, kind) {
			at = keys
		}
		if !isToken(m, kind) {
			s.walk(c, m, at, kind)
			continue
		}
		path := at
		if keys == nil {
			path = meaning.Path(meaning.Kebab(m.Name))
		}
		s.addToken(c, m, strings.Join(at, "."), path, kind)
		s.walkInside(c, m, at, kind)
	}
}

// insideToken are members of a token that are no tokens inside it.
var insideToken = []string{"original", "value", "sets", "attributes", "modes", "mode", "themes"}

// walkInside collects the tokens inside a token, which Carbon and Open Props have.
func (s *input) walkInside(c *Collection, token *content.Value, keys []string, kind string) {
	rest := *token
	rest.Children = slices.DeleteFunc(slices.Clone(token.Children), func(m *content.Value) bool {
		isValue := m.Name == "value" && token.Has("$value") && isToken(m, kind)
		return strings.HasPrefix(m.Name, "$") || slices.Contains(insideToken, m.Name) && !isValue ||
			isModeName(m.Name) && !isToken(m, kind)
	})
	if len(rest.Children) > 0 {
		s.walk(c, &rest, keys, kind)
	}
}

// maxInherited is how many members the groups of a file inherit at most.
const maxInherited = 10_000

// extended returns a group with the members of the group that its $extends names (Design
// Tokens Format Module 2025.10), and of the one that this names. A group that is not in
// the file, or that has the group in it, is said and left out. Known are the groups that
// are on the way.
func (s *input) extended(c *Collection, group *content.Value, path string, known []string) *content.Value {
	extends := group.Get("$extends")
	if extends == nil {
		return group
	}
	name := strings.ReplaceAll(strings.Trim(extends.Scalar(), "{}#/"), "/", ".")
	other := in(s.root, strings.Split(name, ".")...)
	inItself := slices.Contains(known, name) || strings.HasPrefix(path+".", name+".")
	if !other.Is('{') || isToken(other, "") || inItself || s.inherited > maxInherited {
		c.note(
			"%s:%d: %s extends %s, which is no other group of the file; its own tokens are read", s.name,
			s.place(s.placeOf(extends)).Line, path, extends.Scalar(),
		)
		return group
	}
	return s.inherit(group, s.extended(c, other, name, append(known, name)))
}

// inherit returns a group with the members of another one that it lacks. A group in both
// inherits in turn.
func (s *input) inherit(group, other *content.Value) *content.Value {
	all := *group
	all.Children = slices.Clone(group.Children)
	own := make(map[string]int, len(all.Children))
	for i, m := range all.Children {
		own[m.Name] = i
	}
	for _, m := range other.Members() {
		i, both := own[m.Name]
		if !both {
			s.inherited++
			all.Children = append(all.Children, m)
			continue
		}
		mine := all.Children[i]
		if mine.Is('{') && m.Is('{') && !isToken(mine, "") && !isToken(m, "") {
			all.Children[i] = s.inherit(mine, m)
		}
	}
	return &all
}

// isToken reports whether an object is a token and not a group: it has a $value
// or a $ref, a value that is not a group, or a value for each of several modes. A
// value that is an object is a group unless there is a type, which is a string, or its
// members are modes.
func isToken(o *content.Value, kind string) bool {
	if o.Has("$value") || o.Get("$ref").IsText() || o.Get("sets").Is('{') && modesIn(o.Get("sets")) != nil {
		return true
	}
	value := o.Get("value")
	if value == nil {
		return false
	}
	return !value.Is('{') || o.Get("type").IsText() || areModes(value, kind) || meaning.HasChannels(value)
}

// addToken adds the declarations of a token: its value, and those for modes.
func (s *input) addToken(c *Collection, o *content.Value, name string, path []string, kind string) {
	kind = cmp.Or(o.FirstText("$type", "type"), kind)
	s.isStyleDictionary = s.isStyleDictionary || !o.Has("$value") && kind == ""
	d := Declaration{
		Name: name, Path: path, kind: kind, isTyped: o.Has("$value"),
		Description: o.FirstText("$description", "description", "comment"), beside: meaning.BesideColor(o),
	}
	if reason := o.Get("$deprecated"); reason.Is('t') || reason.IsText() {
		d.Deprecated = reason
	}
	extensions := o.Get("$extensions")
	d.Anchor = extensions.Get("app.designmanual").Get("anchor").Text()
	d.modify = in(extensions, "studio.tokens", "modify")
	for _, from := range []*content.Value{extensions, o} {
		for _, scope := range slices.Concat(from.Get("com.figma.scopes").Scalars(), from.Get("scopes").Scalars()) {
			if scope != "ALL_SCOPES" {
				d.Scopes += "-" + strings.ToLower(strings.ReplaceAll(scope, "_", "-"))
			}
		}
	}
	for _, v := range valuesOf(o, kind) {
		one := d
		one.at, one.written = s.placeOf(v.value), v.value
		if v.left == nil && len(v.modes) == 0 || v.value == o.First("$value", "value") {
			one.at = s.placeOf(o)
		}
		one.when = s.whenIn(c, v)
		if v.token != nil {
			one.kind = cmp.Or(v.token.FirstText("$type", "type"), kind)
			one.Description = cmp.Or(v.token.FirstText("$description", "description", "comment"), d.Description)
			if beside := meaning.BesideColor(v.token); beside != nil {
				one.beside = beside
			}
		}
		one.Left = v.left
		if v.left != nil {
			one.when = nil
		}
		s.declare(&one)
	}
}
