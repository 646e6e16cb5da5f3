package export

import (
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
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
	shared, lightVariables := content.Object{}, content.Object{}
	if body, ok := bodyFont(d); ok {
		shared = object("font-sans", body.Value)
	}
	classes := func(prefix string, group int, taken []string) {
		for _, t := range d.Groups[group].Tokens {
			if !slices.Contains(taken, t.Name) {
				shared = append(shared, object(prefix+t.Variable[len(manual.Groups[group].Variable):], t.Value)...)
			}
		}
	}
	classes("font", manual.FontFamilyGroup, []string{"sans"})
	classes("radius", manual.RadiusGroup, nil)
	classes("color", manual.ColorGroup, slices.Concat(keys(shadcnRoles(light)), keys(shadcnRoles(dark))))
	if radius, ok := mainRadius(d); ok {
		lightVariables = object("radius", radius.Value)
	}
	variables := object("theme", shared, "light", append(lightVariables, shadcnRoles(light)...), "dark", shadcnRoles(dark))
	return content.Append(nil, object("$schema", "https://ui.shadcn.com/schema/registry-item.json",
		"name", name, "type", "registry:theme", "title", title, "cssVars", variables))
}

func keys(o content.Object) (keys []string) {
	for _, m := range o {
		keys = append(keys, m.Key)
	}
	return keys
}

// shadcnRoles returns the variables that a theme sets. Text on the primary color is
// black or white, whichever has more contrast.
func shadcnRoles(theme []manual.Token) content.Object {
	variables := content.Object{}
	for _, t := range theme {
		for _, name := range shadcnVariables[t.Name] {
			variables = append(variables, object(name, t.Value)...)
		}
		if t.Name == "primary" {
			variables = append(variables, object("primary-foreground", textOn(t.Value, background(theme)...))...)
		}
	}
	return variables
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
