// Package export renders design tokens as documents for the interface and for
// token tools, and as exports: style sheets, Sass, Tailwind, scripts, palettes,
// and files for shadcn/ui, Figma, Quarto and DESIGN.md.
package export

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// Tokens returns the token document (specification, section 2.5): every group,
// with $value and $type as strings, in document order. It is compact JSON
// without HTML escaping and without a final newline.
func Tokens(d *manual.TokenDocument) []byte {
	return form(func(j *jsonText, _ string, kind manual.TokenType, t manual.Token) bool {
		j.key("$value").quote(t.Value).key("$type").quote(string(kind))
		return true
	}).document(d)
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
	var j jsonText
	j.raw(`{"version":"2025.10","sets":{"base":{"sources":[{`)
	form(structured).groups(&j, d)
	j.raw(`}]}},"modifiers":{"theme":{"contexts":{`)
	for i, theme := range d.Themes {
		colors := theme.Colors
		if i == 0 {
			colors = allRoles(d)
		}
		j.key(theme.Slug).raw(`[{"theme":`)
		form(structured).group(&j, "", manual.ColorToken, colors)
		j.raw("}]")
	}
	j.raw(`},"default":`).quote(d.Themes[0].Slug)
	j.raw(`}},"resolutionOrder":[{"$ref":"#/sets/base"},{"$ref":"#/modifiers/theme"}]}`)
	return j, true
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

// A form writes the members of a token, or returns false if it cannot represent
// the value. Group is the path of the token's group.
type form func(j *jsonText, group string, kind manual.TokenType, t manual.Token) bool

func (f form) document(d *manual.TokenDocument) []byte {
	var j jsonText
	j.raw("{")
	f.groups(&j, d)
	j.key(manual.GroupThemes).raw("{")
	for _, theme := range d.Themes {
		j.key(theme.Slug)
		f.group(&j, manual.GroupThemes+"."+theme.Slug, manual.ColorToken, theme.Colors)
	}
	j.raw("}}")
	return j
}

// groups writes every group but the themes as a member.
func (f form) groups(j *jsonText, d *manual.TokenDocument) {
	for _, g := range d.Groups {
		j.key(g.Name)
		f.group(j, g.Name, g.Type, g.Tokens)
	}
}

// group writes a group as an object, without tokens that the form cannot
// represent.
func (f form) group(j *jsonText, path string, kind manual.TokenType, tokens []manual.Token) {
	j.raw("{")
	for _, t := range tokens {
		before := len(*j)
		j.key(t.Name).raw("{")
		if f(j, path, kind, t) {
			j.raw("}")
		} else {
			*j = (*j)[:before]
		}
	}
	j.raw("}")
}

// A jsonText is compact JSON under construction.
type jsonText []byte

func (j *jsonText) raw(text string) *jsonText {
	*j = append(*j, text...)
	return j
}

// key writes the key of the next member.
func (j *jsonText) key(name string) *jsonText {
	if (*j)[len(*j)-1] != '{' {
		j.raw(",")
	}
	return j.quote(name).raw(":")
}

// quote writes a string. Invalid UTF-8, which no document has, becomes U+FFFD.
func (j *jsonText) quote(text string) *jsonText {
	*j, _ = jsontext.AppendQuote(*j, text)
	return j
}
