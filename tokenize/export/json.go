// Package export renders design tokens as documents for the interface and for
// token tools, and as exports: style sheets, Sass, Tailwind, scripts, palettes,
// and files for shadcn/ui, Figma, Quarto and DESIGN.md.
package export

import (
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// object returns a JSON object of keys and values.
var object = content.NewObject

// Tokens returns the token document (specification, section 2.5): every group,
// with $value and $type as strings, in document order. It is compact JSON
// without HTML escaping and without a final newline.
func Tokens(d *manual.TokenDocument) []byte {
	return form(func(_ string, kind manual.TokenType, t manual.Token) *content.Value {
		return object("$value", t.Value, "$type", string(kind))
	}).document(d).Append(nil)
}

// Resolver returns the resolver document of a manual (Design Tokens
// Resolver Module 2025.10): a set "base" with every group but the themes, and a
// modifier "theme" with a context for each theme. The first theme is the
// default. Its context also has the roles that only later themes fill, with
// their colors, since tools refuse a token that is missing in the default
// context. It returns false for fewer than two themes, since a modifier needs
// two contexts.
func Resolver(d *manual.TokenDocument) ([]byte, bool) {
	if len(d.Themes) < 2 {
		return nil, false
	}
	contexts := object()
	for i, theme := range d.Themes {
		colors := theme.Colors
		if i == 0 {
			colors = allRoles(d)
		}
		group := form(structured).group("", manual.ColorToken, colors)
		contexts.Add(theme.Slug, content.NewList(object("theme", group)))
	}
	return object(
		"version", "2025.10",
		"sets", object("base", object("sources", content.NewList(form(structured).groups(d)))),
		"modifiers", object("theme", object("contexts", contexts, "default", d.Themes[0].Slug)),
		"resolutionOrder", content.NewList(object("$ref", "#/sets/base"), object("$ref", "#/modifiers/theme")),
	).Append(nil), true
}

// allRoles returns each role that a theme has, with the color of the first one.
func allRoles(d *manual.TokenDocument) (all []manual.Token) {
	for _, theme := range d.Themes {
		all = addMissingRoles(all, theme.Colors)
	}
	return all
}

// addMissingRoles appends the colors of others whose role is not in colors.
func addMissingRoles(colors, others []manual.Token) []manual.Token {
	colors = slices.Clip(colors)
	for _, other := range others {
		if !hasToken(colors, other.Name) {
			colors = append(colors, other)
		}
	}
	return colors
}

// A form returns the members of a token, nil if it cannot represent the value.
// Group is the path of the token's group.
type form func(group string, kind manual.TokenType, t manual.Token) *content.Value

func (f form) document(d *manual.TokenDocument) *content.Value {
	themes := object()
	for _, theme := range d.Themes {
		themes.Add(theme.Slug, f.group(manual.GroupThemes+"."+theme.Slug, manual.ColorToken, theme.Colors))
	}
	groups := f.groups(d)
	groups.Add(manual.GroupThemes, themes)
	return groups
}

// groups returns every group but the themes, and without those given by index.
func (f form) groups(d *manual.TokenDocument, without ...int) *content.Value {
	groups := object()
	for i, g := range d.Groups {
		if !slices.Contains(without, i) {
			groups.Add(g.Name, f.group(g.Name, g.Type, g.Tokens))
		}
	}
	return groups
}

// group returns a group without tokens that the form cannot represent.
func (f form) group(path string, kind manual.TokenType, tokens []manual.Token) *content.Value {
	group := object()
	for _, t := range tokens {
		group.Add(t.Name, f(path, kind, t))
	}
	return group
}
