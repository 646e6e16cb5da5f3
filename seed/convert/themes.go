package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/tokens"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A themeEntry is a theme of the manual, with the colors of its roles.
type themeEntry struct {
	name, slug  string
	colors      *content.Value
	declaration *tokens.Declaration // of its first role, nil for a mode without roles
}

// addRole adds a role of a theme that a token is.
func (b *builder) addRole(t *token, d *tokens.Declaration, r *tokens.Result, value *content.Value) error {
	slug, role := cmp.Or(tokenize.Name(d.Path[1], ""), "theme"), d.Path[2]
	named := b.themeOf(d.Path[1], slug)
	for _, m := range b.Modes {
		other, _ := b.valueIn(t, m)
		t.held[m] = other.Err == nil && other.Value.Equal(r.Value)
		if !t.held[m] {
			const severalColors = "a role of the theme %s has one color, and another one in %s"
			t.lost[m] = reason.New(reason.OtherMode, severalColors, named.name, m.Name)
		}
	}
	return b.setRole(named, t, d, role, b.roleValue(value, b.tokenOf[r.Alias], b.Modes[0]))
}

// themeOf returns the theme with a slug, a new one if there is none.
func (b *builder) themeOf(name, slug string) *themeEntry {
	for _, theme := range b.themes {
		if theme.slug == slug {
			return theme
		}
	}
	theme := &themeEntry{name: cmp.Or(name, "theme"), slug: slug, colors: content.NewObject()}
	b.themes = append(b.themes, theme)
	return theme
}

// setRole gives a theme the color of a role. The error is for a theme that has another one.
func (b *builder) setRole(theme *themeEntry, t *token, d *tokens.Declaration, role string, value *content.Value) error {
	before := theme.colors.Get(role)
	if before != nil && !before.Equal(value) {
		return reason.New(reason.NameTaken, "the theme %q has this role already", theme.name)
	}
	if t.as == "" {
		t.as = "theme." + theme.slug + "." + role
		t.held[b.Modes[0]] = true
	}
	if before == nil {
		theme.colors.Add(role, value)
		theme.declaration = cmp.Or(theme.declaration, d)
	}
	return nil
}

// roleValue returns the color of a role in a mode: the name of a color of the manual that has
// that value there, if the role refers to it, else a hex.
func (b *builder) roleValue(value *content.Value, alias *token, m *tokens.Mode) *content.Value {
	if value.Is('{') {
		value = value.Get("hex")
	}
	if alias == nil || alias.colorName == "" || alias.entry == nil {
		return value
	}
	own := cmp.Or(alias.entry.modes[m], alias.entry.value)
	if sameValue(meaning.Kind{Place: meaning.Color}, own, value) {
		return content.NewString(alias.colorName)
	}
	return value
}

// addThemes makes the modes themes, with the roles that the names of colors say
// or that the user has chosen.
func (b *builder) addThemes() error {
	roles, err := b.roles()
	if err != nil {
		return err
	}
	modes := b.colorModes()
	if len(modes) < 2 && b.Theme == "" {
		return nil
	}
	if len(modes) > 1 {
		b.dropPaletteRoles(roles)
	}
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = m.Name
	}
	if len(roles) == 0 && len(modes) == 1 {
		return nil
	}
	if len(roles) == 0 {
		b.report.note(
			"%s differ in their colors, but no name says which is the background or the text of a theme (--role "+
				"background=NAME)",
			strings.Join(names, ", "),
		)
		return nil
	}
	for _, m := range modes {
		for _, role := range tokenize.ThemeRoles {
			if t := roles[role]; t != nil {
				b.addRoleIn(m, role, t)
			}
		}
	}
	var taken []string
	example := "" // a role that was taken
	for _, role := range tokenize.ThemeRoles {
		if t := roles[role]; t != nil && !t.First().IsBareRole() {
			taken = append(taken, fmt.Sprintf("%s is %s", role, t.Name))
			example = cmp.Or(example, role)
		}
	}
	if taken != nil {
		b.report.note(
			"themes %s: %s (--role %s=NAME takes another)", strings.Join(names, ", "), strings.Join(taken, ", "),
			example,
		)
	}
	return nil
}

// addRoleIn gives the theme of a mode the color of a role.
func (b *builder) addRoleIn(m *tokens.Mode, role string, t *token) {
	r, d := b.valueIn(t, m)
	if r.Err != nil {
		return
	}
	hex, err := meaning.Read(meaning.Kind{Place: meaning.Color}, r.Value)
	if err != nil {
		return
	}
	alias := b.tokenOf[r.Alias]
	if alias == nil || alias.colorName == "" {
		alias = t
	}
	theme := b.themeOf(m.Name, m.Slug)
	err = b.setRole(theme, t, d, role, b.roleValue(hex, alias, m))
	if err != nil {
		t.lost[m] = err
		return
	}
	b.used[m], t.held[m] = true, true
	delete(t.lost, m)
}

// colorModes returns the modes in which colors differ, with the one at rest.
func (b *builder) colorModes() []*tokens.Mode {
	used := map[*tokens.Mode]bool{b.Modes[0]: true}
	for _, e := range b.entries[meaning.Color] {
		for _, one := range append([]*entry{e}, e.tints...) {
			for m := range one.modes {
				used[m] = true
			}
		}
	}
	for _, t := range b.tokens {
		for _, m := range b.Modes {
			d := b.CountsIn(t.Token, m)
			used[m] = used[m] || d != nil && d.IsBareRole()
		}
	}
	return slices.DeleteFunc(slices.Clone(b.Modes), func(m *tokens.Mode) bool { return !used[m] })
}

// putThemes adds the block of themes: those with colors, and the modes without.
func (b *builder) putThemes() {
	used := b.Theme != ""
	for _, m := range b.Modes[1:] {
		used = used || b.used[m]
	}
	var all []*themeEntry
	for _, m := range b.Modes {
		if used && (b.used[m] || m == b.Modes[0]) {
			all = append(all, b.themeOf(m.Name, m.Slug))
		}
	}
	for _, theme := range b.themes {
		if !slices.Contains(all, theme) {
			all = append(all, theme)
		}
	}
	for _, one := range all {
		d := cmp.Or(one.declaration, &tokens.Declaration{Path: []string{"theme"}})
		o := content.NewObject("name", one.name)
		if len(one.colors.Children) > 0 {
			o.Add("colors", one.colors)
		}
		if one.slug != tokenize.Name(one.name, "theme") {
			o.Add("slug", content.NewString(one.slug))
		}
		l := &b.block(&entry{declaration: d, kind: meaning.Kind{Place: meaning.Theme}}).lists[meaning.Theme]
		*l = append(*l, o)
	}
}
