package convert

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/seed/convert/tokens"
	"designmanual/seed/problem"
	"designmanual/tokenize"
	"designmanual/tokenize/pattern"
)

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
		"primary primary01 primary-01 brand-primary accent brand link interactive action primary-background " +
			"primary-bg bg-accent-emphasis background-brand bg-fill-brand button-primary link-primary brand-fill-loud " +
			"text-brand background-action-high-blue-france",
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
		if t.First() == nil || !strings.HasPrefix(t.as, "color.") && !t.First().IsBareRole() {
			continue
		}
		names := namesOfRole(t.First())
		for _, role := range tokenize.ThemeRoles {
			rank := b.rank(t, names, role)
			if b.First && role == "primary" && rank > exact && t.isPaleGround() {
				continue
			}
			if rank < least[role] {
				least[role], roles[role] = rank, t
			}
		}
	}
	for _, role := range tokenize.ThemeRoles {
		if name := b.Roles[role]; name != "" && least[role] != chosen {
			return nil, problem.Problems{
				{
					File:   b.FirstFile(),
					Reason: fmt.Sprintf("expected the name of a color for the role %s, found %q", role, name),
				},
			}
		}
	}
	return roles, nil
}

// isPaleGround reports whether a token is a ground with little color, as background-brand is where the color of the
// brand is written on it.
func (t *token) isPaleGround() bool {
	return t.entry != nil && groundWord.MatchString(t.First().Named().Words()) &&
		tokenize.Chroma(hexIn(t.entry)) < tokenize.Colorful
}

var groundWord = pattern.New(`(?i)\b(?:background|bg)\b`)

// rank returns how surely a color with some names has a role; less is surer.
func (b *builder) rank(t *token, names []string, role string) int {
	d := t.First()
	wanted := strings.TrimLeft(b.Roles[role], "-$")
	if wanted != "" && (strings.TrimLeft(t.Name, "-$") == wanted || strings.TrimPrefix(t.as, "color.") == wanted) {
		return chosen
	}
	if d.IsBareRole() && d.Path[len(d.Path)-1] == role {
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
func namesOfRole(d *tokens.Declaration) []string {
	name := strings.TrimSuffix(d.Named().Words(), d.Scopes) // a scope is no part of it
	words := strings.ReplaceAll(name, "-", " ")
	whole := strings.Join(strings.Fields(words), "-")
	if ambiguous[whole] {
		return []string{whole}
	}
	return []string{whole, strings.Join(strings.Fields(saysNoRole.ReplaceAllString(words, " ")), "-")}
}

// dropPaletteRoles removes the roles that a color of the palette would have, which is the same in all
// modes and would be the text on every background.
func (b *builder) dropPaletteRoles(roles map[string]*token) {
	for role, t := range roles {
		isSaid := role == "primary" || role == "border" || b.Roles[role] != "" || t.First().IsBareRole()
		if !isSaid && !b.varies(t) {
			delete(roles, role)
		}
	}
}
