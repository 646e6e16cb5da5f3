package export

import (
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// shadcnVariables are the variables of shadcn/ui that a role of a theme sets.
var shadcnVariables = map[string][]string{
	"background": {"background"},
	"surface":    {"card", "popover"},
	"text":       {"foreground", "card-foreground", "popover-foreground"},
	"text-muted": {"muted-foreground"},
	"primary":    {"primary", "ring"},
	"border":     {"border", "input"},
}

// Shadcn returns the tokens as an item of a shadcn/ui registry, of type
// registry:theme. The roles of the light and of the dark theme set the variables
// of shadcn/ui; fonts, radii and the other colors become classes of Tailwind.
// Name is the name of the item, title that of the manual.
func Shadcn(d *manual.TokenDocument, name, title string) []byte {
	light, dark := lightAndDark(d)
	j := jsonText("{")
	j.key("$schema").quote("https://ui.shadcn.com/schema/registry-item.json").key("name").quote(name).key("type").quote("registry:theme")
	j.key("title").quote(title).key("cssVars").raw("{").key("theme").raw("{")
	if body, ok := bodyFont(d); ok {
		j.key("font-sans").quote(body.Value)
	}
	j.classes("font", d, manual.FontFamilyGroup, []string{"sans"})
	j.classes("radius", d, manual.RadiusGroup, nil)
	j.classes("color", d, manual.ColorGroup, slices.Concat(variablesOf(light), variablesOf(dark)))
	j.raw("}").key("light").raw("{")
	if radius, ok := mainRadius(d); ok {
		j.key("radius").quote(radius.Value)
	}
	j.shadcnRoles(light)
	j.raw("}").key("dark").raw("{")
	j.shadcnRoles(dark)
	return *j.raw("}}}")
}

// classes writes the variables of a group, except those with a name that is taken.
func (j *jsonText) classes(prefix string, d *manual.TokenDocument, group int, taken []string) {
	for _, t := range d.Groups[group].Tokens {
		if !slices.Contains(taken, t.Name) {
			j.key(prefix + t.Variable[len(manual.Groups[group].Variable):]).quote(t.Value)
		}
	}
}

// variablesOf returns the variables of shadcn/ui that a theme sets.
func variablesOf(theme []manual.Token) (names []string) {
	for _, t := range theme {
		names = append(names, shadcnVariables[t.Name]...)
		if t.Name == "primary" {
			names = append(names, "primary-foreground")
		}
	}
	return names
}

// shadcnRoles writes the variables that a theme sets. Text on the primary color is
// black or white, whichever has more contrast.
func (j *jsonText) shadcnRoles(theme []manual.Token) {
	for _, t := range theme {
		for _, name := range shadcnVariables[t.Name] {
			j.key(name).quote(t.Value)
		}
		if t.Name == "primary" {
			j.key("primary-foreground").quote(textOn(t.Value, background(theme)...))
		}
	}
}

// lightAndDark returns the roles of the first theme with a light background and of
// the first with a dark one, nil where there is none.
func lightAndDark(d *manual.TokenDocument) (light, dark []manual.Token) {
	for _, theme := range d.Themes {
		ground := background(theme.Colors)
		switch {
		case ground == nil:
		case textOn(ground[0]) == "#000000" && light == nil:
			light = theme.Colors
		case textOn(ground[0]) == "#ffffff" && dark == nil:
			dark = theme.Colors
		}
	}
	return light, dark
}

// background returns the background of a theme, or nothing.
func background(theme []manual.Token) []string {
	for _, t := range theme {
		if t.Name == "background" {
			return []string{t.Value}
		}
	}
	return nil
}

// textOn returns black or white, whichever has more contrast on a color and those
// below it.
func textOn(color string, below ...string) string {
	grounds := append([]string{color}, below...)
	if css.Contrast("#ffffff", grounds...) > css.Contrast("#000000", grounds...) {
		return "#ffffff"
	}
	return "#000000"
}

// bodyFont returns the font of running text: the one whose name says so, else the
// first.
func bodyFont(d *manual.TokenDocument) (manual.Token, bool) {
	return named(d.Groups[manual.FontFamilyGroup].Tokens, 0, "body", "text", "sans", "base")
}

// mainRadius returns the radius of most things: the one whose name says so, else
// the one in the middle.
func mainRadius(d *manual.TokenDocument) (manual.Token, bool) {
	radii := d.Groups[manual.RadiusGroup].Tokens
	return named(radii, (len(radii)-1)/2, "md", "medium", "base", "default", "radius")
}

// named returns the token with the first of the names that one has, else the one
// at an index. It returns false if there are no tokens.
func named(tokens []manual.Token, index int, names ...string) (manual.Token, bool) {
	if t, ok := findToken(tokens, names...); ok || len(tokens) == 0 {
		return t, ok
	}
	return tokens[index], true
}

// findToken returns the token with the first of the names that one has.
func findToken(tokens []manual.Token, names ...string) (manual.Token, bool) {
	for _, name := range names {
		for _, t := range tokens {
			if t.Name == name {
				return t, true
			}
		}
	}
	return manual.Token{}, false
}
