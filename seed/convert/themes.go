package convert

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// roleNames are the names of colors that say a role of a theme, the surest
// first.
var roleNames = map[string][]string{
	"background": strings.Fields("background bg color-body body-bg body-background background-body background-page page-background bg-body bg-page app-background canvas page background-app surface-page base-100 scheme-main"),
	"surface":    strings.Fields("surface card card-background card-bg bg-card bg-surface background-surface background-card panel surface-raised background-layer-1 layer layer-01 base-200 frosted"),
	"text":       strings.Fields("text foreground fg body-text body-color text-body text-primary fg-primary content base-content on-background on-surface text-normal contrast-high text-color-primary"),
	"text-muted": strings.Fields("text-muted muted-foreground muted fg-muted foreground-muted text-secondary secondary-text text-subtle text-subdued fg-secondary contrast-medium text-weak text-quiet"),
	"primary":    strings.Fields("primary accent brand link interactive action brand-primary primary-background primary-bg bg-accent-emphasis background-brand bg-fill-brand button-primary link-primary brand-fill-loud text-brand"),
	"border":     strings.Fields("border outline divider border-subtle border-muted separator stroke border-primary border-neutral border-subtle-01 surface-border contrast-low"),
}

// ambiguous are names that would say another role without the word color.
var ambiguous = map[string]bool{"color-body": true, "body-color": true}

// generic are words in names of colors that say no role.
var generic = regexp.MustCompile(`\b(colou?rs?|default|theme|sys|semantic|global|alias|token|rest|palette)\b`)

// roleValue returns the color of a role: the name of a color that the manual
// has, if the role refers to it, else a hex.
func (b *builder) roleValue(value any, alias *token) any {
	if mapped, ok := value.(content.Object); ok {
		value = mapped.Get("hex")
	}
	if alias != nil && alias.colorName != "" && equal(b.named[alias.as], value) {
		return alias.colorName
	}
	return value
}

func (b *builder) putRole(t *token, name, role string, value any) error {
	named := tokenize.Name(name, "theme")
	slug := cmp.Or(b.slugs[name], named)
	key := "theme." + slug + "." + role
	before, taken := b.named[key]
	if taken && !equal(before, value) {
		return because(nameTaken, "the theme %q has this role already", name)
	}
	t.as = cmp.Or(t.as, key)
	if taken {
		return nil
	}
	b.named[key] = value
	themes := &b.block(t, theme).lists[theme]
	for _, entry := range *themes {
		if entry := entry.(content.Object); entry.Text("name") == name {
			entry[1].Value = append(entry[1].Value.(content.Object), object(role, value)...)
			return nil
		}
	}
	entry := object("name", name, "colors", object(role, value))
	if slug != named {
		entry = append(entry, object("slug", slug)...)
	}
	*themes = append(*themes, entry) // the remarks of t are of its role
	return nil
}

// addThemes makes the modes themes, with the roles that the names of colors say
// or that the user has chosen.
func (b *builder) addThemes() error {
	roles, err := b.roles()
	if err != nil {
		return err
	}
	modes := b.colorModes(roles)
	if len(modes) < 2 {
		return nil
	}
	for role, t := range roles {
		if role != "primary" && role != "border" && b.Roles[role] == "" && !isBareRole(t) && !b.varies(t, modes) {
			delete(roles, role) // a palette's color, which would be the text on every background
		}
	}
	names := make([]string, len(modes))
	for i, mode := range modes {
		names[i] = cmp.Or(mode, b.first)
	}
	said := strings.Join(names, ", ")
	if len(roles) == 0 {
		b.report.note("%s differ in their colors, but no name says which is the background or the text of a theme (--role background=NAME)", said)
		return nil
	}
	own := slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), func(name string) bool { return !strings.HasPrefix(name, manual.GroupThemes+".") })
	for i, mode := range modes {
		for _, role := range tokenize.ThemeRoles {
			if roles[role] == nil {
				continue
			}
			t := b.lookup(roles[role].name, mode)
			r := b.value(t, mode)
			hex, err := hexOf(r.val)
			if r.err != nil || err != nil {
				continue
			}
			alias := r.alias // the color of the manual that the role has, if it still has its value there
			if alias == nil || alias.colorName == "" {
				alias = roles[role]
			}
			value := b.roleValue(hex, alias)
			if isBareRole(t) { // of the program's own style sheets, which have the role of each theme too
				has := func(name string) bool { return strings.HasSuffix(name, "."+role) && equal(b.named[name], value) }
				if i := slices.IndexFunc(own, has); i >= 0 {
					t.as = own[i]
					continue
				}
			}
			if err := b.putRole(t, names[i], role, value); err != nil {
				t.left = cmp.Or(t.left, err)
			}
		}
	}
	var taken []string
	for _, role := range tokenize.ThemeRoles {
		t := roles[role]
		if t != nil && t.as == "" { // it repeats the first mode
			t.as = b.lookup(t.name, modes[0]).as
		}
		if t != nil && !isBareRole(t) {
			taken = append(taken, fmt.Sprintf("%s is %s", role, t.name))
		}
	}
	if taken != nil {
		b.report.note("themes %s: %s (--role %s=NAME takes another)", said, strings.Join(taken, ", "), tokenize.ThemeRoles[0])
	}
	return nil
}

// colorModes returns the modes that have colors, with the first one if some roles are in
// no mode.
func (b *builder) colorModes(roles map[string]*token) []string {
	modes := slices.DeleteFunc(slices.Clone(b.modes), func(mode string) bool {
		for _, t := range b.sets[mode] {
			if r := b.value(t, mode); r.err == nil {
				if _, err := hexOf(r.val); err == nil {
					return false
				}
			}
		}
		return true
	})
	tokens := slices.Collect(maps.Values(roles))
	inModes := len(tokens) > 0 && !slices.ContainsFunc(tokens, func(t *token) bool { return t.mode == "" })
	if inModes || len(modes) == 0 {
		slices.SortStableFunc(modes, func(m, n string) int { return cmp.Compare(btoi(n == "light"), btoi(m == "light")) })
		return modes
	}
	b.first = cmp.Or(b.first, "light")
	if i := slices.Index(modes, b.first); i >= 0 {
		return slices.Concat(modes[i:i+1], modes[:i], modes[i+1:])
	}
	return append([]string{""}, modes...)
}

// varies reports whether a token has several values in the modes.
func (b *builder) varies(t *token, modes []string) bool {
	return slices.ContainsFunc(modes, func(mode string) bool {
		return !sameValue(b.value(b.lookup(t.name, mode), mode).val, t.val)
	})
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
	roles := map[string]*token{}
	for _, role := range tokenize.ThemeRoles {
		least := unranked
		for _, t := range b.served {
			if !strings.HasPrefix(t.as, "color.") && !isBareRole(t) {
				continue
			}
			if rank := b.rank(t, role); rank < least {
				least, roles[role] = rank, t
			}
		}
		if name := b.Roles[role]; name != "" && least != chosen {
			return nil, source.Problems{{File: b.sources[0].name, Reason: fmt.Sprintf("expected the name of a color for the role %s, found %q", role, name)}}
		}
	}
	return roles, nil
}

// rank returns how surely a color has a role; less is surer.
func (b *builder) rank(t *token, role string) int {
	wanted := strings.TrimLeft(b.Roles[role], "-$")
	if wanted != "" && (strings.TrimLeft(t.name, "-$") == wanted || strings.TrimPrefix(t.as, "color.") == wanted) {
		return chosen
	}
	if isBareRole(t) && t.path[len(t.path)-1] == role {
		return exact
	}
	words := strings.ReplaceAll(wordsOf(t), "-", " ")
	whole := strings.Join(strings.Fields(words), "-")
	rank := slices.Index(roleNames[role], whole)
	if rank < 0 && !ambiguous[whole] {
		rank = slices.Index(roleNames[role], strings.Join(strings.Fields(generic.ReplaceAllString(words, " ")), "-"))
	}
	if rank < 0 {
		return unranked
	}
	return rank
}
