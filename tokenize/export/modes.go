package export

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A mode is a theme of the manual as style sheets and design tools have it.
type mode struct {
	manual.Mode
	roles  []manual.Token // its own roles, and those of the first theme that it lacks
	scheme string         // light or dark by its own background, empty without one
}

// modesOf returns the modes of a document; a document that was not made of a manual has one
// for each theme.
func modesOf(d *manual.TokenDocument) []mode {
	named := d.Modes
	if named == nil {
		for _, theme := range d.Themes {
			role := theme.Colors[0]
			named = append(named, manual.Mode{Slug: theme.Slug, Title: strings.TrimSuffix(role.Title, ": "+role.Name)})
		}
	}
	themes := make(map[string]manual.Theme, len(d.Themes)) // a manual may have thousands
	for _, theme := range d.Themes {
		themes[theme.Slug] = theme
	}
	colors := make(map[string]manual.Token)
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		colors[t.Name] = t
	}
	var modes []mode
	for _, m := range named {
		own := themes[m.Slug].Colors
		modes = append(modes, mode{m, addMissingRoles(own, rolesIn(d, colors, m.Slug)), scheme(own)})
	}
	return modes
}

// rolesAtRest returns the roles of the first theme that has colors.
func rolesAtRest(d *manual.TokenDocument) []manual.Token {
	if len(d.Themes) == 0 {
		return nil
	}
	return d.Themes[0].Colors
}

// rolesIn returns the roles of the first theme for a mode that lacks them: one that names a
// color has the value of that color in the mode.
func rolesIn(d *manual.TokenDocument, colors map[string]manual.Token, slug string) []manual.Token {
	roles := slices.Clone(rolesAtRest(d))
	for i, role := range roles {
		named, ok := colors[role.Alias]
		if value := named.In(slug).Value; ok && value != role.Value {
			roles[i].Value, roles[i].Alias = value, ""
		}
	}
	return roles
}

// scheme returns light or dark by the background of a theme, empty without one.
func scheme(theme []manual.Token) string {
	ground := background(theme)
	if ground == nil {
		return ""
	}
	if textOn(ground[0]) == "#000000" {
		return "light"
	}
	return "dark"
}

// preferred returns the modes that a page takes by the visitor's preference: where exactly
// one theme is light and one dark, the one of the two that is not at rest, or both if
// neither is.
func preferred(modes []mode) []mode {
	count := map[string]int{}
	var preferred []mode
	for i, m := range modes {
		count[m.scheme]++
		if m.scheme != "" && i > 0 {
			preferred = append(preferred, m)
		}
	}
	if count["light"] != 1 || count["dark"] != 1 {
		return nil
	}
	return preferred
}

// changing returns the document with the tokens alone that a mode changes.
func changing(d *manual.TokenDocument) *manual.TokenDocument {
	return filtered(d, func(_ manual.TokenGroup, t manual.Token) bool { return len(t.Modes) > 0 })
}

// steady returns the document without the tokens that a mode changes.
func steady(d *manual.TokenDocument) *manual.TokenDocument {
	return filtered(d, func(_ manual.TokenGroup, t manual.Token) bool { return len(t.Modes) == 0 })
}

// inAllModes returns the document without the tokens that a mode changes and that the form cannot
// represent in each mode, so that the files of all modes have the same names.
func (f encoder) inAllModes(d *manual.TokenDocument) *manual.TokenDocument {
	return filtered(d, func(g manual.TokenGroup, t manual.Token) bool {
		if len(t.Modes) == 0 {
			return true
		}
		kind := cmp.Or(t.Type, g.Type)
		return f(g.Name, kind, t) != nil && !slices.ContainsFunc(t.Modes, func(m manual.ModeValue) bool {
			return f(g.Name, kind, t.In(m.Mode)) == nil
		})
	})
}

// filtered returns the groups of a document with the tokens for which a condition holds, without
// themes.
func filtered(d *manual.TokenDocument, holds func(manual.TokenGroup, manual.Token) bool) *manual.TokenDocument {
	out := &manual.TokenDocument{Groups: d.Groups, Modes: d.Modes}
	tokensOf := func(g manual.TokenGroup) []manual.Token {
		return tokensWhere(g.Tokens, func(t manual.Token) bool { return holds(g, t) })
	}
	for i, g := range d.Groups {
		out.Groups[i].Tokens = tokensOf(g)
	}
	for _, g := range d.Further {
		g.Tokens = tokensOf(g)
		if len(g.Tokens) > 0 {
			out.Further = append(out.Further, g)
		}
	}
	return out
}

// tokensWhere returns the tokens for which a condition holds.
func tokensWhere(tokens []manual.Token, holds func(manual.Token) bool) []manual.Token {
	var found []manual.Token
	for _, t := range tokens {
		if holds(t) {
			found = append(found, t)
		}
	}
	return found
}

// in returns the groups of a document with the values that its tokens have in a mode,
// without themes.
func in(d *manual.TokenDocument, slug string) *manual.TokenDocument {
	out := filtered(d, func(manual.TokenGroup, manual.Token) bool { return true })
	for i := range out.Groups {
		moveTo(out.Groups[i].Tokens, slug)
	}
	for i := range out.Further {
		moveTo(out.Further[i].Tokens, slug)
	}
	return out
}

func moveTo(tokens []manual.Token, slug string) {
	for i, t := range tokens {
		tokens[i] = t.In(slug)
	}
}

// withoutVariables returns the document with the colors and roles that shadows refer to as
// their values, for tools that resolve no variables or have others.
func withoutVariables(d *manual.TokenDocument) *manual.TokenDocument {
	values := map[string]string{}
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		values[t.Variable] = t.Value
	}
	for _, t := range rolesAtRest(d) {
		values["--theme-"+t.Name] = t.Value
	}
	for _, theme := range d.Themes {
		for _, t := range theme.Colors {
			values[t.Variable] = t.Value
		}
	}
	replace := func(text string) string {
		return tokenize.ReplaceColors(text, func(variable string) (string, bool) {
			value, ok := values[variable]
			return value, ok
		})
	}
	out := *d
	g := &out.Groups[manual.ShadowGroup]
	g.Tokens = slices.Clone(g.Tokens)
	for i, t := range g.Tokens {
		g.Tokens[i].Value = replace(t.Value)
		g.Tokens[i].Modes = slices.Clone(t.Modes)
		for n, m := range t.Modes {
			g.Tokens[i].Modes[n].Value = replace(m.Value)
		}
	}
	return &out
}
