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
	if alias != nil && alias.colorName != "" {
		if served := b.named[alias.as]; equal(served, value) {
			return alias.colorName
		}
	}
	return value
}

func (b *builder) putRole(t *token, name, role string, value any) error {
	named := tokenize.Name(name, "theme")
	slug := cmp.Or(b.slugs[name], named)
	key := "theme." + slug + "." + role
	if before, taken := b.named[key]; taken {
		if !equal(before, value) {
			return because(nameTaken, "the theme %q has this role already", name)
		}
		t.as = cmp.Or(t.as, key)
		return nil
	}
	b.named[key] = value
	t.as = cmp.Or(t.as, key)
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
	if len(roles) == 0 {
		b.report.note("%s differ in their colors, but no name says which is the background or the text of a theme (--role background=NAME)", strings.Join(namesOf(modes), ", "))
		return nil
	}
	own := slices.DeleteFunc(slices.Sorted(maps.Keys(b.named)), func(name string) bool { return !strings.HasPrefix(name, manual.GroupThemes+".") })
	for _, mode := range modes {
		for _, role := range tokenize.ThemeRoles {
			if roles[role] == nil {
				continue
			}
			t := b.lookup(roles[role].name, mode.mode)
			r := b.value(t, mode.mode)
			hex, err := hexOf(r.val)
			alias := r.alias // the color of the manual that the role has, if it still has its value there
			if alias == nil || alias.colorName == "" {
				alias = roles[role]
			}
			if r.err != nil || err != nil || isBareRole(t) && b.repeats(t, own, role, b.roleValue(hex, alias)) {
				continue
			}
			if err := b.putRole(t, mode.name, role, b.roleValue(hex, alias)); err != nil {
				t.left = cmp.Or(t.left, err)
			}
		}
	}
	var taken []string
	for _, role := range tokenize.ThemeRoles {
		t := roles[role]
		if t != nil && t.as == "" { // it repeats the first mode
			t.as = b.lookup(t.name, modes[0].mode).as
		}
		if t != nil && !isBareRole(t) {
			taken = append(taken, fmt.Sprintf("%s is %s", role, t.name))
		}
	}
	if taken != nil {
		b.report.note("themes %s: %s (--role %s=NAME takes another)", strings.Join(namesOf(modes), ", "), strings.Join(taken, ", "), tokenize.ThemeRoles[0])
	}
	return nil
}

// repeats reports whether a theme of the files has this value for the role, as in
// the program's own style sheets; the token is then kept as that.
func (b *builder) repeats(t *token, own []string, role string, value any) bool {
	for _, name := range own {
		if strings.HasSuffix(name, "."+role) && sameColor(b.named, b.named[name], value) {
			t.as = name
			return true
		}
	}
	return false
}

// sameColor compares two values of roles, which may be names of colors.
func sameColor(named map[string]any, a, b any) bool {
	hex := func(value any) string {
		text := content.Text(value)
		if served, ok := named["color."+tokenize.Name(text, "")]; ok && !strings.HasPrefix(text, "#") {
			return strings.ToLower(content.Text(served))
		}
		return strings.ToLower(text)
	}
	return hex(a) == hex(b)
}

// A namedMode is a mode and the name of its theme.
type namedMode struct{ mode, name string }

func namesOf(modes []namedMode) (names []string) {
	for _, m := range modes {
		names = append(names, m.name)
	}
	return names
}

// colorModes returns the modes that have colors, the first one included.
func (b *builder) colorModes(roles map[string]*token) []namedMode {
	var modes []namedMode
	for _, mode := range b.modes {
		for _, t := range b.sets[mode] {
			if r := b.value(t, mode); r.err == nil {
				if _, err := hexOf(r.val); err == nil {
					modes = append(modes, namedMode{mode, mode})
					break
				}
			}
		}
	}
	first := false // some roles are in no mode
	for _, t := range roles {
		first = first || t.mode == ""
	}
	if !first && len(roles) > 0 || len(modes) == 0 {
		slices.SortStableFunc(modes, func(m, n namedMode) int { return cmp.Compare(btoi(n.name == "light"), btoi(m.name == "light")) })
		return modes
	}
	name := cmp.Or(b.first, "light")
	i := slices.IndexFunc(modes, func(m namedMode) bool { return m.name == name })
	switch {
	case i < 0:
	case b.first != "" || !slices.ContainsFunc(slices.Collect(maps.Values(roles)), func(t *token) bool { return b.varies(t, modes[i:i+1]) }):
		modes = slices.Delete(modes, i, i+1)
		return append([]namedMode{{name, name}}, modes...)
	default:
		name = "default"
	}
	return append([]namedMode{{"", name}}, modes...)
}

// varies reports whether a token has several values in the modes.
func (b *builder) varies(t *token, modes []namedMode) bool {
	return slices.ContainsFunc(modes, func(m namedMode) bool {
		return !sameValue(b.value(b.lookup(t.name, m.mode), m.mode).val, t.val)
	})
}

// roles returns the token that has each role: one that the user names, one whose
// name is the role, or the one with the surest name. The error is for a name
// that no color has.
func (b *builder) roles() (map[string]*token, error) {
	roles := map[string]*token{}
	ranks := map[string]int{}
	chosen := map[string]bool{}
	for _, s := range b.sources {
		for _, t := range s.tokens {
			if b.sets[""][setKey(t.name)] != t || !strings.HasPrefix(t.as, "color.") && !isBareRole(t) {
				continue
			}
			words := strings.ReplaceAll(wordsOf(t), "-", " ")
			whole := strings.Join(strings.Fields(words), "-")
			name := strings.Join(strings.Fields(generic.ReplaceAllString(words, " ")), "-")
			for _, role := range tokenize.ThemeRoles {
				rank := slices.Index(roleNames[role], whole)
				if rank < 0 && !ambiguous[whole] {
					rank = slices.Index(roleNames[role], name)
				}
				wanted := strings.TrimLeft(b.Roles[role], "-$")
				switch {
				case wanted != "" && (strings.TrimLeft(t.name, "-$") == wanted || strings.TrimPrefix(t.as, "color.") == wanted):
					rank, chosen[role] = -2, true
				case isBareRole(t) && t.path[len(t.path)-1] == role:
					rank = -1
				case rank < 0:
					continue
				}
				if before, ok := ranks[role]; !ok || rank < before {
					ranks[role], roles[role] = rank, t
				}
			}
		}
	}
	for role, name := range b.Roles {
		if !chosen[role] {
			return nil, source.Problems{{File: b.sources[0].name, Reason: fmt.Sprintf("expected the name of a color for the role %s, found %q", role, name)}}
		}
	}
	return roles, nil
}
