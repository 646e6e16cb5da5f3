// Package difference compares the tokens of a manual at two times: what was added, removed,
// renamed, changed and deprecated, by group and mode. It is the only comparison of tokens in
// the program: the report of an import, releases, agents and lint use it.
//
// [Of] makes a [Set] of the tokens of a manual, [Read] one of saved documents. [Between]
// compares two sets. It is best to compare sets that were made in one way, since a document
// in the structured form lacks what that has no form for.
package difference

import (
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// A Set is the tokens of a manual at one time: their values at rest and in modes.
type Set struct {
	values []value        // in the order of the document
	index  map[string]int // in values, by path

	// Modes are the slugs of the modes; the first one is at rest. If the set is of a string
	// document alone, these are the themes that have colors, and complete is false.
	modes    []string
	complete bool
}

// A value is a token of a set.
type value struct {
	path, group string
	kind        string // the $type
	atRest      string // as CSS
	inModes     []ModeValue
	deprecated  bool
	reason      string // of the deprecation
}

// Of returns the tokens of a manual as a set.
func Of(d *manual.TokenDocument) Set {
	s := newSet()
	s.complete = true
	for _, m := range d.Modes {
		s.modes = append(s.modes, m.Slug)
	}
	d.All(func(path []string, kind manual.TokenType, t manual.Token) {
		v := value{
			kind: string(kind), atRest: withRest(t.Value, t.Style),
			deprecated: t.Deprecated.Set, reason: t.Deprecated.Reason,
		}
		for _, m := range t.Modes {
			v.inModes = append(v.inModes, ModeValue{m.Mode, withRest(m.Value, m.Style)})
		}
		s.add(path, v)
	})
	return s
}

// withRest returns the value of a token with what the font property does not say.
func withRest(text string, style *manual.TextStyle) string {
	return strings.TrimSpace(text + " " + style.Rest())
}

func newSet() Set { return Set{index: map[string]int{}} }

// add appends a token. A path that is there already keeps its first token.
func (s *Set) add(path []string, v value) {
	v.path = strings.Join(path, ".")
	if _, ok := s.index[v.path]; ok {
		return
	}
	v.group = strings.Join(path[:len(path)-1], ".")
	s.index[v.path] = len(s.values)
	s.values = append(s.values, v)
	if v.isRole() && !slices.Contains(s.modes, path[1]) {
		s.modes = append(s.modes, path[1])
	}
}

// get returns the token at a path, or nil.
func (s *Set) get(path string) *value {
	i, ok := s.index[path]
	if !ok {
		return nil
	}
	return &s.values[i]
}

// isRole reports whether a token is a role of a theme, which has one value.
func (v *value) isRole() bool { return strings.HasPrefix(v.group, manual.GroupThemes+".") }

// themes returns the modes that have roles.
func (s *Set) themes() []string {
	var themes []string
	for _, v := range s.values {
		slug := strings.TrimPrefix(v.group, manual.GroupThemes+".")
		if v.isRole() && !slices.Contains(themes, slug) {
			themes = append(themes, slug)
		}
	}
	return themes
}

// isAtRest reports whether a mode is the first one.
func (s *Set) isAtRest(mode string) bool { return len(s.modes) > 0 && s.modes[0] == mode }

// in returns the value of a token in a mode, and whether it has one of its own there: one
// that the mode gives it, or in the first mode the value at rest.
func (s *Set) in(v *value, mode string) (text string, own bool) {
	for _, m := range v.inModes {
		if m.Mode == mode {
			return m.Value, true
		}
	}
	return v.atRest, s.isAtRest(mode)
}

// same reports whether two values of a type are one, however each is spelled.
func same(kind, a, b string) bool {
	return a == b || spelling(kind, a) == spelling(kind, b)
}

// spelling returns a value in a form in which its spellings agree.
func spelling(kind, text string) string {
	if kind == string(manual.ColorToken) {
		if hex := hexOf(text); hex != "" {
			return hex
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// hexOf returns a color as hex in lower case, or nothing for another text.
func hexOf(text string) string {
	c, err := css.ParseColor(text)
	if err != nil {
		return ""
	}
	hex, _ := c.Hex()
	return hex
}
