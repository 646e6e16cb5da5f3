// Package export renders design tokens as documents for the interface and for
// token tools, and as exports: style sheets, Sass, Tailwind, scripts, palettes,
// and files for shadcn/ui, Figma, Quarto and DESIGN.md.
package export

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// object returns a JSON object of keys and values.
var object = content.NewObject

// Tokens returns the token document (specification, section 2.5): every group,
// with $value and $type as strings, in document order. It is compact JSON
// without HTML escaping and without a final newline.
func Tokens(d *manual.TokenDocument) []byte {
	return encoder(func(_ string, kind manual.TokenType, t manual.Token) *content.Value {
		return object("$value", t.Value, "$type", string(kind))
	}).document(d).Append(nil)
}

// Interface returns the documents of the interface: the token document, the structured form, and
// for two modes or more the resolver document.
func Interface(d *manual.TokenDocument) [][]byte {
	documents := [][]byte{Tokens(d), Structured(d)}
	if resolver, ok := Resolver(d); ok {
		documents = append(documents, resolver)
	}
	return documents
}

// Resolver returns the resolver document of a manual (Design Tokens Resolver Module 2025.10): a set "base" with every
// group but the themes, and a modifier "theme" with a context for each mode, which has its roles and the tokens that it
// changes. The first one is the default. Each has all roles, those that it lacks as the first theme has them, since
// tools refuse a token that is missing in a context. It returns false for fewer than two modes, since a modifier needs
// two contexts.
func Resolver(d *manual.TokenDocument) ([]byte, bool) {
	d = withoutVariables(d)
	modes := modesOf(d)
	if len(modes) < 2 {
		return nil, false
	}
	contexts := object()
	all := allRoles(d)
	for _, m := range modes {
		roles := addMissingRoles(m.roles, all)
		source := object()
		for _, g := range d.AllGroups() {
			tokens := tokensWhere(
				g.Tokens,
				func(t manual.Token) bool { return t.In(m.Slug).Value != t.Value || t.In(m.Slug).Style != t.Style },
			)
			if len(tokens) > 0 {
				source.Add(g.Name, encoder(inContext(m.Slug)).group(g.Name, g.Type, tokens))
			}
		}
		if len(roles) > 0 {
			source.Add(manual.GroupThemes, encoder(structured).group("", manual.ColorToken, roles))
		}
		contexts.Add(m.Slug, content.NewList(source))
	}
	base := encoder(structured).groups(d)
	encoder(structured).addFurther(base, d)
	return object(
		"version", "2025.10",
		"sets", object("base", object("sources", content.NewList(base))),
		"modifiers", object("theme", object("contexts", contexts, "default", modes[0].Slug)),
		"resolutionOrder", content.NewList(object("$ref", "#/sets/base"), object("$ref", "#/modifiers/theme")),
	).Append(nil), true
}

// inContext returns the form of a token in a mode. Tools merge it deeply into that of the
// base, so that it says what the base says and the mode does not.
func inContext(mode string) encoder {
	return func(group string, kind manual.TokenType, t manual.Token) *content.Value {
		base := structured(group, kind, t)
		value := structured(group, kind, t.In(mode))
		if value == nil || base == nil {
			return nil
		}
		written := string(base.Get("$value").Append(nil))
		return fill(value, strings.Contains(written, `"alpha":`), strings.Contains(written, `"inset":`))
	}
}

// fill returns a value in which each color has an alpha and each shadow says whether it is
// inset.
func fill(v *content.Value, alpha, inset bool) *content.Value {
	filled := *v
	filled.Children = nil
	for _, child := range v.Children {
		filled.Children = append(filled.Children, fill(child, alpha, inset))
	}
	if alpha && v.Get("colorSpace") != nil && v.Get("alpha") == nil {
		filled.Add("alpha", content.NewNumber("1"))
	}
	if inset && v.Get("offsetX") != nil && v.Get("inset") == nil {
		filled.Add("inset", content.NewBool(false))
	}
	return &filled
}

// allRoles returns each role that a theme has, with the color of the first one.
func allRoles(d *manual.TokenDocument) []manual.Token {
	var all []manual.Token
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

// An encoder returns the members of a token, nil if it cannot represent the value.
// Group is the path of the token's group.
type encoder func(group string, kind manual.TokenType, t manual.Token) *content.Value

func (f encoder) document(d *manual.TokenDocument) *content.Value {
	themes := object()
	for _, theme := range d.Themes {
		themes.Add(theme.Slug, f.group(manual.GroupThemes+"."+theme.Slug, manual.ColorToken, theme.Colors))
	}
	groups := f.groups(d)
	groups.Add(manual.GroupThemes, themes)
	return groups
}

// groups returns every group but the themes, and without those given by index.
func (f encoder) groups(d *manual.TokenDocument, without ...int) *content.Value {
	groups := object()
	for i, g := range d.Groups {
		if !slices.Contains(without, i) {
			groups.Add(g.Name, f.group(g.Name, g.Type, g.Tokens))
		}
	}
	return groups
}

// addFurther adds the further groups to an object of groups, without empty ones.
func (f encoder) addFurther(groups *content.Value, d *manual.TokenDocument) {
	for _, g := range d.Further {
		if group := f.group(g.Name, g.Type, g.Tokens); len(group.Members()) > 0 {
			groups.Add(g.Name, group)
		}
	}
}

// inMode returns the groups of the tokens that a mode moves, and its roles, without empty
// ones and those given by index.
func (f encoder) inMode(moved *manual.TokenDocument, m mode, without ...int) *content.Value {
	groups := object()
	for _, g := range f.groups(moved, without...).Members() {
		if len(g.Members()) > 0 {
			groups.Add(g.Name, g)
		}
	}
	f.addFurther(groups, moved)
	if len(m.roles) > 0 {
		groups.Add(manual.GroupThemes, f.group(manual.GroupThemes, manual.ColorToken, m.roles))
	}
	return groups
}

// group returns a group without tokens that the form cannot represent.
func (f encoder) group(path string, kind manual.TokenType, tokens []manual.Token) *content.Value {
	group := object()
	for _, t := range tokens {
		group.Add(t.Name, f(path, cmp.Or(t.Type, kind), t))
	}
	return group
}
