package export

import (
	"bytes"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// Tailwind returns the tokens as a theme for Tailwind CSS 4: --color-*,
// --spacing-*, --breakpoint-*, --font-*, --text-*, --transition-duration-*,
// --ease-*, --radius-*, --shadow-* and --font-weight-*; gradients and other further tokens
// are variables outside the theme. The roles of the first theme are colors too, and each
// mode sets at [data-theme="<slug>"] its roles and all tokens that any mode changes, so
// that the class bg-surface follows the attribute. A role has its name in every theme: see
// [renamedColors] for a color of that name.
func Tailwind(d *manual.TokenDocument) []byte {
	d = withoutVariables(d)
	var theme, root, out bytes.Buffer
	names := newTailwindNames(d)
	eachToken(d, func(g manual.TokenGroup, t manual.Token) {
		to := &theme
		if !inTheme(t) {
			to = &root
		}
		for _, p := range names.variables(g, t) {
			value, said := p.Value, ""
			if g.Name == manual.Groups[manual.ShadowGroup].Name && len(t.Modes) > 0 {
				declare(&root, "  ", p.Name+"-now", value, "")
				value = "var(" + p.Name + "-now)"
			}
			if names.renamed[t.Variable] != "" {
				said = " /* " + t.Variable + " is the role of the themes */"
			}
			declare(to, "  ", p.Name, value, said)
		}
	})
	declareRoles(&theme, "  --color-", rolesAtRest(d))
	out.WriteString("@theme {\n" + theme.String() + "}\n")
	if root.Len() > 0 {
		out.WriteString("\n:root {\n" + root.String() + "}\n")
	}
	changes := changing(d)
	writeModes(&out, modesOf(d), func(out *bytes.Buffer, indent string, m mode) {
		eachToken(in(changes, m.Slug), func(g manual.TokenGroup, t manual.Token) {
			for _, p := range names.variables(g, t) {
				if g.Name == manual.Groups[manual.ShadowGroup].Name {
					p.Name += "-now"
				}
				declare(out, indent, p.Name, p.Value, "")
			}
		})
		declareRoles(out, indent+"--color-", m.roles)
	})
	return out.Bytes()
}

// eachToken visits the tokens of all groups but the themes.
func eachToken(d *manual.TokenDocument, visit func(manual.TokenGroup, manual.Token)) {
	for _, g := range d.AllGroups() {
		for _, t := range g.Tokens {
			visit(g, t)
		}
	}
}

// tailwindNames are the names that tokens have in Tailwind where they differ.
type tailwindNames struct {
	renamed map[string]string // of colors that have a role's name, by their custom properties
	roles   map[string]bool   // colors that are a role, by their custom properties
	sizes   map[string]bool   // names of the type scale
}

func newTailwindNames(d *manual.TokenDocument) tailwindNames {
	names := tailwindNames{renamed: renamedColors(d), roles: map[string]bool{}, sizes: map[string]bool{}}
	for _, role := range rolesAtRest(d) {
		if color, ok := findToken(d.Groups[manual.ColorGroup].Tokens, role.Name); ok &&
			names.renamed[color.Variable] == "" {
			names.roles[color.Variable] = true
		}
	}
	for _, t := range d.Groups[manual.FontSizeGroup].Tokens {
		names.sizes[t.Name] = true
	}
	return names
}

// inTheme reports whether Tailwind makes classes of a token.
func inTheme(t manual.Token) bool {
	return t.Type == "" || t.Style != nil || t.Type == manual.FontWeightToken
}

// variables returns the variables of a token with their values: none of a color that is a
// role.
func (n tailwindNames) variables(g manual.TokenGroup, t manual.Token) []property {
	if t.Style != nil {
		return n.styleVariables(t)
	}
	if t.Type == manual.FontWeightToken {
		return []property{{Name: "--font-weight" + strings.TrimPrefix(t.Variable, g.Variable), Value: t.Value}}
	}
	if n.roles[t.Variable] {
		return nil
	}
	if renamed := n.renamed[t.Variable]; renamed != "" {
		return []property{{Name: renamed, Value: t.Value}}
	}
	for _, known := range manual.Groups {
		if g.Name != known.Name {
			continue
		}
		name := strings.TrimPrefix(t.Variable, known.Variable)
		if t.List == "breakpoints" {
			breakpoint := "--breakpoint" + strings.Replace(name, "-breakpoint-", "-", 1)
			return []property{{Name: breakpoint, Value: inRem(t.Value)}}
		}
		value := t.Value
		if value == "none" {
			value = "0 0 #0000" // as Tailwind's own, which stands in a list with rings
		}
		return []property{{Name: known.Tailwind + name, Value: value}}
	}
	return []property{{Name: t.Variable, Value: t.Value}}
}

// styleVariables returns a text style in the form of Tailwind's text sizes, which have no
// place for family, case and italics. A style that is called as a size of the type scale has
// -style after its name.
func (n tailwindNames) styleVariables(t manual.Token) []property {
	name := t.Variable
	if n.sizes[t.Name] {
		name += "-style"
	}
	var variables []property
	for _, p := range tokenize.ThemedProperties(t) {
		switch p.Name {
		case "font-size":
			variables = append([]property{{Name: name, Value: p.Value}}, variables...)
		case "line-height", "letter-spacing", "font-weight":
			variables = append(variables, property{Name: name + "--" + p.Name, Value: p.Value})
		}
	}
	return variables
}

// TailwindRenamed returns the colors that give way to a role of the themes in Tailwind, as
// the names of their custom properties here and there.
func TailwindRenamed(d *manual.TokenDocument) [][2]string {
	renamed := renamedColors(d)
	var pairs [][2]string
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		if renamed[t.Variable] != "" {
			pairs = append(pairs, [2]string{t.Variable, renamed[t.Variable]})
		}
	}
	return pairs
}

// inRem returns a length in px or em in rem, the unit of Tailwind's own breakpoints: one in another
// unit sorts before them. An em of a media query is a rem, whatever a page makes of its text.
func inRem(length string) string {
	q, ok := css.ReadQuantity(length)
	if !ok {
		return length
	}
	switch q.Unit {
	case "px":
		return css.Quantity{Number: q.Number / 16, Unit: "rem"}.String()
	case "em":
		return css.Quantity{Number: q.Number, Unit: "rem"}.String()
	}
	return length
}

// renamedColors returns the colors of the manual that have the name of a role and in any
// mode another value: a role never gives way to them. They have -color after their name,
// and a number where another token has that name: those custom properties by their own ones.
func renamedColors(d *manual.TokenDocument) map[string]string {
	renamed := map[string]string{}
	taken := map[string]bool{}
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		taken[t.Variable] = true
	}
	modes, all := modesOf(d), allRoles(d)
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		if !differsFromRole(t, modes, all) {
			continue
		}
		variable := freeName(t.Variable+"-color", taken)
		taken[variable] = true
		renamed[t.Variable] = variable
	}
	return renamed
}

// differsFromRole reports whether a theme has a role of the name of a color with another
// value than the color has in that mode. All are the roles that any theme has.
func differsFromRole(color manual.Token, modes []mode, all []manual.Token) bool {
	if !hasToken(all, color.Name) {
		return false
	}
	for _, m := range modes {
		role, isRole := findToken(m.roles, color.Name)
		if isRole && !strings.EqualFold(role.Value, color.In(m.Slug).Value) {
			return true
		}
	}
	return !hasToken(modes[0].roles, color.Name) && !strings.EqualFold(role(all, color.Name), color.Value)
}

// role returns the value of a role, empty if there is none.
func role(roles []manual.Token, name string) string {
	t, _ := findToken(roles, name)
	return t.Value
}
