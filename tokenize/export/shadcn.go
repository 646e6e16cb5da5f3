package export

import (
	"maps"
	"regexp"
	"slices"
	"strconv"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// shadcnVariables are the variables of shadcn/ui that a role of a theme sets.
var shadcnVariables = map[string][]string{
	"background": {"background"},
	"surface":    {"card", "popover", "secondary", "muted", "accent"},
	"text":       {"foreground", "card-foreground", "popover-foreground", "secondary-foreground", "accent-foreground"},
	"text-muted": {"muted-foreground"},
	"primary":    {"primary", "ring"},
	"border":     {"border", "input"},
}

// shadcnOwn are the other variables of shadcn/ui.
var shadcnOwn = []string{
	"primary-foreground", "destructive", "destructive-foreground", "chart-1", "chart-2", "chart-3", "chart-4",
	"chart-5", "radius",
	"sidebar", "sidebar-foreground", "sidebar-primary", "sidebar-primary-foreground", "sidebar-accent",
	"sidebar-accent-foreground",
	"sidebar-border", "sidebar-ring",
}

// A variable is a CSS variable of an item, without the two hyphens before its name.
type variable struct{ name, value string }

// Shadcn returns the tokens as an item of a shadcn/ui registry, of type
// registry:theme. The roles of the light and of the dark theme set the variables
// of shadcn/ui, and the colors of the manual are variables beside them, of which the
// command of shadcn/ui makes classes of Tailwind; fonts and radii become classes too.
// Name is the name of the item, title that of the manual.
func Shadcn(d *manual.TokenDocument, name, title string) []byte {
	var shared, lightVariables, darkVariables []variable
	if body, ok := bodyFont(d); ok {
		shared = append(shared, variable{"font-sans", body.Value})
	}
	for _, t := range d.Groups[manual.FontFamilyGroup].Tokens {
		if t.Name != "sans" {
			shared = append(shared, variable{"font" + t.Variable[len("--font-family"):], t.Value})
		}
	}
	for _, t := range d.Groups[manual.RadiusGroup].Tokens {
		shared = append(shared, variable{t.Variable[len("--"):], t.Value})
	}
	if radius, ok := mainRadius(d); ok {
		lightVariables = append(lightVariables, variable{"radius", radius.Value})
	}
	light, dark := lightAndDark(d)
	colors := func(mode string) []variable {
		return shadcnColors(in(d, mode).Groups[manual.ColorGroup].Tokens, shared)
	}
	lightVariables = slices.Concat(lightVariables, shadcnRoles(light.Colors), colors(light.Slug))
	if dark.Colors != nil {
		darkVariables = slices.Concat(shadcnRoles(dark.Colors), colors(dark.Slug))
	}
	variables := object(
		"theme", variableObject(shared), "light", variableObject(lightVariables), "dark", variableObject(darkVariables),
	)
	return object("$schema", "https://ui.shadcn.com/schema/registry-item.json",
		"name", name, "type", "registry:theme", "title", title, "cssVars", variables).Append(nil)
}

// variableObject returns the variables as a JSON object.
func variableObject(variables []variable) *content.Value {
	o := object()
	for _, v := range variables {
		o.Add(v.name, content.NewString(v.value))
	}
	return o
}

// shadcnRoles returns the variables that a theme sets. Text on the primary color is
// black or white, whichever has more contrast.
func shadcnRoles(theme []manual.Token) []variable {
	var variables []variable
	for _, t := range theme {
		for _, name := range shadcnVariables[t.Name] {
			variables = append(variables, variable{name, t.Value})
		}
		if t.Name == "primary" {
			variables = append(variables, variable{"primary-foreground", textOn(t.Value, background(theme)...)})
		}
	}
	return variables
}

// tailwindOwn matches variables of Tailwind's own theme, which a color of that name would
// replace: a color text-base would be the size of the class text-base.
var tailwindOwn = regexp.MustCompile(
	`^((text|radius|shadow|blur|container|breakpoint)-([2-9]?xs|sm|base|md|lg|[2-9]?xl)|` +
		`font-(sans|serif|mono)|spacing)$`,
)

// shadcnColors returns the colors of the manual under their names. A color that is
// called as a variable of shadcn/ui, of Tailwind or of others in the item has -color
// after its name, and a number where another color has that name.
func shadcnColors(colors []manual.Token, others []variable) []variable {
	reserved := make(map[string]bool)
	for _, own := range shadcnOwn {
		reserved[own] = true
	}
	for _, names := range shadcnVariables {
		for _, name := range names {
			reserved[name] = true
		}
	}
	for _, v := range others {
		reserved[v.name] = true
	}
	taken := maps.Clone(reserved)
	for _, t := range colors {
		taken[t.Variable[len("--color-"):]] = true
	}
	var variables []variable
	for _, t := range colors {
		name := t.Variable[len("--color-"):]
		if reserved[name] || tailwindOwn.MatchString(name) {
			name = freeName(name+"-color", taken)
			taken[name] = true
		}
		variables = append(variables, variable{name, t.Value})
	}
	return variables
}

// freeName returns the name, with the first number from 2 on after it if it is taken.
func freeName(name string, taken map[string]bool) string {
	free := name
	for n := 2; taken[free]; n++ {
		free = name + "-" + strconv.Itoa(n)
	}
	return free
}

// lightAndDark returns the first theme with a light background and the first with a dark
// one, each without colors where there is none.
func lightAndDark(d *manual.TokenDocument) (manual.Theme, manual.Theme) {
	var light, dark manual.Theme
	for _, theme := range d.Themes {
		switch scheme(theme.Colors) {
		case "light":
			if light.Colors == nil {
				light = theme
			}
		case "dark":
			if dark.Colors == nil {
				dark = theme
			}
		}
	}
	return light, dark
}

// ShadcnLeftOut returns the titles of the modes that [Shadcn] has no place for: all but the
// first light and the first dark theme.
func ShadcnLeftOut(d *manual.TokenDocument) []string {
	light, dark := lightAndDark(d)
	var left []string
	for _, m := range modesOf(d) {
		if m.Slug != light.Slug && m.Slug != dark.Slug {
			left = append(left, m.Title)
		}
	}
	return left
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

// isDark reports whether text on a color, which is a hex or the name of one of the manual, is
// white.
func isDark(d *manual.TokenDocument, ground string) bool {
	if t, ok := findToken(d.Groups[manual.ColorGroup].Tokens, tokenize.Name(ground, "")); ok {
		ground = t.Value
	}
	hex, ok := css.Hex(ground)
	return ok && textOn(hex) == "#ffffff"
}
