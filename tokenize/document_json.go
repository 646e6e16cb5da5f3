package tokenize

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

// Render writes the token document as the specification has it (section 2.5):
// every group present, $value and $type strings, in document order. It is
// compact JSON without HTML escaping and without a final newline.
func Render(d *manual.TokenDocument) []byte {
	return form(func(_ string, kind manual.TokenType, t manual.Token) string {
		return `{"$value":` + quote(t.Value) + `,"$type":"` + string(kind) + `"}`
	}).document(d)
}

// RenderResolver writes the resolver document (Design Tokens Resolver Module
// 2025.10) of a manual with two themes or more, and false where there are
// fewer, since a modifier needs two contexts: a set "base" with every group but
// the themes, and a modifier "theme" with a context for each theme, the first
// being the default. Roles have the same names in every context, so that a
// build can write each theme under a selector of its own.
//
// A role that only a later theme fills stands in the default context too,
// with the color of the first theme that fills it: tools list the tokens of
// the default context and refuse one that appears in another alone.
//
// Values without a structured form are left out, as [RenderStructured] notes.
func RenderResolver(d *manual.TokenDocument) ([]byte, bool) {
	if len(d.Themes) < 2 {
		return nil, false
	}
	token := form(structured)
	all := d.Themes[0].Colors
	for _, theme := range d.Themes[1:] {
		all = withRolesOf(all, theme.Colors)
	}
	var contexts []string
	for i, theme := range d.Themes {
		colors := theme.Colors
		if i == 0 {
			colors = all
		}
		contexts = append(contexts, member(theme.Slug, "["+object(member(manual.GroupThemes, token.group("", manual.ColorToken, colors)))+"]"))
	}
	modifier := object(member("contexts", object(contexts...)), member("default", quote(d.Themes[0].Slug)))
	return []byte(object(
		member("version", quote("2025.10")),
		member("sets", object(member("base", object(member("sources", "["+object(token.groups(d)...)+"]"))))),
		member("modifiers", object(member(manual.GroupThemes, modifier))),
		member("resolutionOrder", `[{"$ref":"#/sets/base"},{"$ref":"#/modifiers/theme"}]`),
	)), true
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

// A form writes a token as JSON, or nothing where it leaves the token out.
type form func(path string, kind manual.TokenType, t manual.Token) string

func (f form) document(d *manual.TokenDocument) []byte {
	var themes []string
	for _, theme := range d.Themes {
		themes = append(themes, member(theme.Slug, f.group(manual.GroupThemes+"."+theme.Slug, manual.ColorToken, theme.Colors)))
	}
	return []byte(object(append(f.groups(d), member(manual.GroupThemes, object(themes...)))...))
}

// groups writes every group but the themes as a member.
func (f form) groups(d *manual.TokenDocument) (groups []string) {
	for _, g := range d.Groups {
		groups = append(groups, member(g.Name, f.group(g.Name, g.Type, g.Tokens)))
	}
	return groups
}

func (f form) group(path string, kind manual.TokenType, tokens []manual.Token) string {
	var out strings.Builder
	out.Grow(64 * len(tokens))
	out.WriteByte('{')
	for _, t := range tokens {
		text := f(path+"."+t.Name, kind, t)
		if text == "" {
			continue
		}
		if out.Len() > 1 {
			out.WriteByte(',')
		}
		out.WriteString(quote(t.Name))
		out.WriteByte(':')
		out.WriteString(text)
	}
	out.WriteByte('}')
	return out.String()
}

// object writes a JSON object of what [member] has written.
func object(members ...string) string { return "{" + strings.Join(members, ",") + "}" }

func member(name, value string) string { return quote(name) + ":" + value }

// quote writes a JSON string. The error of AppendQuote is for invalid UTF-8,
// which no document has, and which it writes as U+FFFD.
func quote(text string) string {
	quoted, _ := jsontext.AppendQuote(make([]byte, 0, len(text)+2), text)
	return string(quoted)
}
