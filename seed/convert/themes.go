package convert

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// A themeEntry is a theme of the manual, with the colors of its roles.
type themeEntry struct {
	name, slug  string
	colors      *content.Value
	declaration *declaration // of its first role, nil for a mode without roles
}

// roleNames are the names of colors that say a role of a theme, the surest
// first.
var roleNames = map[string][]string{
	"background": strings.Fields(
		"background bg color-body body-bg body-background background-body background-page page-background bg-body " +
			"bg-page app-background canvas page background-app surface-page base-100 scheme-main background-default-grey",
	),
	"surface": strings.Fields(
		"surface card card-background card-bg bg-card bg-surface background-surface background-card panel " +
			"surface-raised background-layer-1 layer layer-01 base-200 frosted background-alt-grey",
	),
	"text": strings.Fields(
		"text foreground fg body-text body-color text-body text-primary fg-primary content base-content " +
			"on-background on-surface text-normal contrast-high text-color-primary text-default-grey",
	),
	"text-muted": strings.Fields(
		"text-muted muted-foreground muted fg-muted foreground-muted text-secondary secondary-text text-subtle " +
			"text-subdued fg-secondary contrast-medium text-weak text-quiet text-mention-grey",
	),
	"primary": strings.Fields(
		"primary accent brand link interactive action brand-primary primary-background primary-bg bg-accent-emphasis " +
			"background-brand bg-fill-brand button-primary link-primary brand-fill-loud text-brand background-action-high-blue-france",
	),
	"border": strings.Fields(
		"border outline divider border-subtle border-muted separator stroke border-primary border-neutral " +
			"border-subtle-01 surface-border contrast-low border-default-grey",
	),
}

// ambiguous are names that would say another role without the word color.
var ambiguous = map[string]bool{"color-body": true, "body-color": true}

// saysNoRole are words in names of colors that say no role, and a prefix of one letter.
var saysNoRole = pattern.New(`^[a-z] |\b(colou?rs?|default|theme|sys|semantic|global|alias|token|rest|palette)\b`)

// addRole adds a role of a theme that a token is.
func (b *builder) addRole(t *token, d *declaration, r *result, value *content.Value) error {
	slug, role := cmp.Or(tokenize.Name(d.path[1], ""), "theme"), d.path[2]
	named := b.themeOf(d.path[1], slug)
	for _, m := range b.modes {
		other, _ := b.valueIn(t, m)
		if t.held[m] = other.err == nil && equal(other.value, r.value); !t.held[m] {
			t.lost[m] = newReason(otherMode, "a role of the theme %s has one color, and another one in %s", named.name, m.name)
		}
	}
	return b.setRole(named, t, d, role, b.roleValue(value, r.alias, b.modes[0]))
}

// themeOf returns the theme with a slug, a new one if there is none.
func (b *builder) themeOf(name, slug string) *themeEntry {
	for _, theme := range b.themes {
		if theme.slug == slug {
			return theme
		}
	}
	theme := &themeEntry{name: cmp.Or(name, "theme"), slug: slug, colors: object()}
	b.themes = append(b.themes, theme)
	return theme
}

// setRole gives a theme the color of a role. The error is for a theme that has another one.
func (b *builder) setRole(theme *themeEntry, t *token, d *declaration, role string, value *content.Value) error {
	before := theme.colors.Get(role)
	if before != nil && !equal(before, value) {
		return newReason(nameTaken, "the theme %q has this role already", theme.name)
	}
	if t.as == "" {
		t.as = "theme." + theme.slug + "." + role
		t.held[b.modes[0]] = true
	}
	if before == nil {
		theme.colors.Add(role, value)
		theme.declaration = cmp.Or(theme.declaration, d)
	}
	return nil
}

// roleValue returns the color of a role in a mode: the name of a color of the manual that has
// that value there, if the role refers to it, else a hex.
func (b *builder) roleValue(value *content.Value, alias *token, m *mode) *content.Value {
	if value.Is('{') {
		value = value.Get("hex")
	}
	if alias == nil || alias.colorName == "" || alias.entry == nil {
		return value
	}
	own := cmp.Or(alias.entry.modes[m], alias.entry.value)
	if sameValue(kind{place: color}, own, value) {
		return textValue(alias.colorName)
	}
	return value
}

// addThemes makes the modes themes, with the roles that the names of colors say
// or that the user has chosen.
func (b *builder) addThemes() error {
	b.setSlugs()
	roles, err := b.roles()
	if err != nil {
		return err
	}
	modes := b.colorModes()
	if len(modes) < 2 && b.theme == "" {
		return nil
	}
	if len(modes) > 1 {
		b.dropPaletteRoles(roles)
	}
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = m.name
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
	for _, role := range tokenize.ThemeRoles {
		if t := roles[role]; t != nil && !isBareRole(t.first()) {
			taken = append(taken, fmt.Sprintf("%s is %s", role, t.name))
		}
	}
	if taken != nil {
		b.report.note(
			"themes %s: %s (--role %s=NAME takes another)", strings.Join(names, ", "), strings.Join(taken, ", "),
			tokenize.ThemeRoles[0],
		)
	}
	return nil
}

// dropPaletteRoles removes the roles that a color of the palette would have, which is the same in all
// modes and would be the text on every background.
func (b *builder) dropPaletteRoles(roles map[string]*token) {
	for role, t := range roles {
		isSaid := role == "primary" || role == "border" || b.Roles[role] != "" || isBareRole(t.first())
		if !isSaid && !b.varies(t) {
			delete(roles, role)
		}
	}
}

// addRoleIn gives the theme of a mode the color of a role.
func (b *builder) addRoleIn(m *mode, role string, t *token) {
	r, d := b.valueIn(t, m)
	if r.err != nil {
		return
	}
	hex, err := hexOf(r.value)
	if err != nil {
		return
	}
	alias := r.alias
	if alias == nil || alias.colorName == "" {
		alias = t
	}
	theme := b.themeOf(m.name, m.slug)
	err = b.setRole(theme, t, d, role, b.roleValue(hex, alias, m))
	if err != nil {
		t.lost[m] = err
		return
	}
	m.used, t.held[m] = true, true
	delete(t.lost, m)
}

// setSlugs gives each mode its slug.
func (b *builder) setSlugs() {
	taken := map[string]int{}
	for _, m := range b.modes {
		m.slug = tokenize.Unique(taken, cmp.Or(b.slugs[m.name], tokenize.Name(m.name, "theme")))
	}
}

// colorModes returns the modes in which colors differ, with the one at rest.
func (b *builder) colorModes() []*mode {
	used := map[*mode]bool{b.modes[0]: true}
	for _, e := range b.entries[color] {
		for _, one := range append([]*entry{e}, e.tints...) {
			for m := range one.modes {
				used[m] = true
			}
		}
	}
	for _, t := range b.tokens {
		for _, m := range b.modes {
			d := b.countsIn(t, m)
			used[m] = used[m] || d != nil && isBareRole(d)
		}
	}
	return slices.DeleteFunc(slices.Clone(b.modes), func(m *mode) bool { return !used[m] })
}

// putThemes adds the block of themes: those with colors, and the modes without.
func (b *builder) putThemes() {
	used := b.theme != ""
	for _, m := range b.modes[1:] {
		used = used || m.used
	}
	var all []*themeEntry
	for _, m := range b.modes {
		if used && (m.used || m == b.modes[0]) {
			all = append(all, b.themeOf(m.name, m.slug))
		}
	}
	for _, theme := range b.themes {
		if !slices.Contains(all, theme) {
			all = append(all, theme)
		}
	}
	for _, one := range all {
		d := cmp.Or(one.declaration, &declaration{input: &input{}, path: []string{"theme"}})
		o := object("name", one.name)
		if len(one.colors.Children) > 0 {
			o.Add("colors", one.colors)
		}
		if one.slug != tokenize.Name(one.name, "theme") {
			o.Add("slug", textValue(one.slug))
		}
		l := &b.block(&entry{declaration: d, kind: kind{place: theme}}).lists[theme]
		*l = append(*l, o)
	}
}

// The ranks of colors that the user names and that are named as a role, and of those
// whose names say no role.
const (
	chosen = iota - 2
	exact
	unranked = 1 << 10
)

// roles returns the token that has each role: one that the user names, one whose
// name is the role, or the one with the surest name. The error is for a name
// that no color has.
func (b *builder) roles() (map[string]*token, error) {
	roles, least := map[string]*token{}, map[string]int{}
	for _, role := range tokenize.ThemeRoles {
		least[role] = unranked
	}
	for _, t := range b.tokens {
		if t.first() == nil || !strings.HasPrefix(t.as, "color.") && !isBareRole(t.first()) {
			continue
		}
		names := namesOfRole(t.first())
		for _, role := range tokenize.ThemeRoles {
			if rank := b.rank(t, names, role); rank < least[role] {
				least[role], roles[role] = rank, t
			}
		}
	}
	for _, role := range tokenize.ThemeRoles {
		if name := b.Roles[role]; name != "" && least[role] != chosen {
			return nil, source.Problems{
				{
					File:   b.inputs[0].name,
					Reason: fmt.Sprintf("expected the name of a color for the role %s, found %q", role, name),
				},
			}
		}
	}
	return roles, nil
}

// rank returns how surely a color with some names has a role; less is surer.
func (b *builder) rank(t *token, names []string, role string) int {
	d := t.first()
	wanted := strings.TrimLeft(b.Roles[role], "-$")
	if wanted != "" && (strings.TrimLeft(t.name, "-$") == wanted || strings.TrimPrefix(t.as, "color.") == wanted) {
		return chosen
	}
	if isBareRole(d) && d.path[len(d.path)-1] == role {
		return exact
	}
	for _, name := range names {
		if rank := slices.Index(roleNames[role], name); rank >= 0 {
			return rank
		}
	}
	return unranked
}

// namesOfRole returns the names by which a color may be a role: its own, and that without words that
// say no role.
func namesOfRole(d *declaration) []string {
	words := strings.ReplaceAll(strings.TrimSuffix(wordsOf(d), d.scopes), "-", " ") // a scope is no part of a name
	whole := strings.Join(strings.Fields(words), "-")
	if ambiguous[whole] {
		return []string{whole}
	}
	return []string{whole, strings.Join(strings.Fields(saysNoRole.ReplaceAllString(words, " ")), "-")}
}
