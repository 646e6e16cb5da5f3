package difference

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// Document returns the tokens of the set with their names, custom properties, values and
// deprecations.
func (s *Set) Document() manual.TokenDocument {
	d := manual.NewTokenDocument()
	for _, mode := range s.modes {
		d.Modes = append(d.Modes, manual.Mode{Slug: mode, Title: mode})
	}
	for i := range s.values {
		v := &s.values[i]
		t := v.token()
		if v.isRole() {
			addRole(&d, strings.TrimPrefix(v.group, manual.GroupThemes+"."), t)
			continue
		}
		g := groupOf(&d, v.group)
		g.Tokens = append(g.Tokens, t)
	}
	return d
}

// token returns a token as documents of tokens have it.
func (v *value) token() manual.Token {
	name := v.name()
	t := manual.Token{
		Name: name, Title: name, Value: v.atRest, Type: manual.TokenType(v.kind),
		Variable:   tokenize.Property(v.group, name),
		Deprecated: manual.Deprecation{Set: v.deprecated, Reason: v.reason},
	}
	for _, m := range v.inModes {
		t.Modes = append(t.Modes, manual.ModeValue{Mode: m.Mode, Value: m.Value})
	}
	return t
}

// name returns the name of a token in its group.
func (v *value) name() string { return strings.TrimPrefix(v.path, v.group+".") }

func addRole(d *manual.TokenDocument, slug string, role manual.Token) {
	for i := range d.Themes {
		if d.Themes[i].Slug == slug {
			d.Themes[i].Colors = append(d.Themes[i].Colors, role)
			return
		}
	}
	d.Themes = append(d.Themes, manual.Theme{Slug: slug, Colors: []manual.Token{role}})
}

// groupOf returns the group of a name, which may be a new one.
func groupOf(d *manual.TokenDocument, name string) *manual.TokenGroup {
	for i := range d.Groups {
		if d.Groups[i].Name == name {
			return &d.Groups[i]
		}
	}
	for i := range d.Further {
		if d.Further[i].Name == name {
			return &d.Further[i]
		}
	}
	d.Further = append(d.Further, manual.TokenGroup{Name: name, Variable: tokenize.GroupProperty(name)})
	return &d.Further[len(d.Further)-1]
}
