package tokenize

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// Render writes the token document as the specification has it (section 2.5):
// every group present, $value and $type strings, in document order. It is
// compact JSON without HTML escaping and without a final newline.
func Render(d *manual.TokenDocument) []byte {
	return form(func(j *jsonText, _ string, kind manual.TokenType, t manual.Token) bool {
		j.key("$value").quote(t.Value).key("$type").quote(string(kind))
		return true
	}).document(d)
}

// RenderResolver writes the resolver document (Design Tokens Resolver Module
// 2025.10) of a manual, false where it has less than two themes, since a modifier
// needs two contexts: a set "base" with every group but the themes, and a
// modifier "theme" with a context for each theme. The first is the default; it
// has the roles too that only a later theme fills, with the color there, since
// tools refuse a token that is not in the default context.
func RenderResolver(d *manual.TokenDocument) ([]byte, bool) {
	if len(d.Themes) < 2 {
		return nil, false
	}
	all := d.Themes[0].Colors
	for _, theme := range d.Themes[1:] {
		all = withRolesOf(all, theme.Colors)
	}
	var j jsonText
	j.raw(`{"version":"2025.10","sets":{"base":{"sources":[{`)
	form(structured).groups(&j, d)
	j.raw(`}]}},"modifiers":{"theme":{"contexts":{`)
	for i, theme := range d.Themes {
		colors := theme.Colors
		if i == 0 {
			colors = all
		}
		j.key(theme.Slug).raw(`[{"theme":`)
		form(structured).group(&j, "", manual.ColorToken, colors)
		j.raw("}]")
	}
	j.raw(`},"default":`).quote(d.Themes[0].Slug)
	j.raw(`}},"resolutionOrder":[{"$ref":"#/sets/base"},{"$ref":"#/modifiers/theme"}]}`)
	return j, true
}

// withRolesOf returns colors and, after them, those of others whose role they
// lack.
func withRolesOf(colors, others []manual.Token) []manual.Token {
	colors = slices.Clip(colors)
	for _, other := range others {
		if !slices.ContainsFunc(colors, func(c manual.Token) bool { return c.Name == other.Name }) {
			colors = append(colors, other)
		}
	}
	return colors
}

// A form writes the members of a token, or returns false where it has no form
// for the value. Group is the path of the token's group.
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

// group writes the tokens of a group as an object, without those that the form
// leaves out.
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

// A jsonText is compact JSON that is being written.
type jsonText []byte

func (j *jsonText) raw(text string) *jsonText {
	*j = append(*j, text...)
	return j
}

// key writes the key of an object's next member.
func (j *jsonText) key(name string) *jsonText {
	if (*j)[len(*j)-1] != '{' {
		j.raw(",")
	}
	return j.quote(name).raw(":")
}

// quote writes a string. The error of AppendQuote is for invalid UTF-8, which
// no document has, and which it writes as U+FFFD.
func (j *jsonText) quote(text string) *jsonText {
	*j, _ = jsontext.AppendQuote(*j, text)
	return j
}
