package export

import (
	"bytes"
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// declare writes a declaration, and a comment after it if there is one.
func declare(out *bytes.Buffer, before, name, value, comment string) {
	out.WriteString(before + name + ": " + value + ";" + comment + "\n")
}

// comment returns on one line what a style sheet says of a token. It is empty if there
// is nothing to say.
func comment(open string, t manual.Token, end string) string {
	remarks := remarks(t, "deprecated: ", "#")
	if remarks == nil {
		return ""
	}
	return open + strings.Join(remarks, " | ") + end
}

// remarks returns what comments say of a token: its use, its deprecation and its place in
// the manual, the latter two after what stands before them.
func remarks(t manual.Token, deprecated, place string) []string {
	var remarks []string
	if t.Description != "" {
		remarks = append(remarks, t.Description)
	}
	if t.Deprecated.Reason != "" {
		remarks = append(remarks, deprecated+t.Deprecated.Reason)
	} else if t.Deprecated.Set {
		remarks = append(remarks, strings.TrimRight(deprecated, ": "))
	}
	if t.Anchor != "" {
		remarks = append(remarks, place+tokenize.CommentText(t.Anchor))
	}
	return remarks
}

// CSS returns the tokens as custom properties at :root, with their use,
// deprecation and place in comments. In addition, --theme-<role> is the color of
// the first theme at :root. Each mode sets at [data-theme="<slug>"] its roles and all
// tokens that any mode changes, so that a light part inside a dark page is light; a theme
// that lacks a role has the first theme's color. A class .text-style-<name> sets a text
// style.
func CSS(d *manual.TokenDocument) []byte {
	var out bytes.Buffer
	out.WriteString(":root {\n")
	d.All(func(_ []string, _ manual.TokenType, t manual.Token) {
		declareToken(&out, "  ", t, comment(" /* ", t, " */"))
	})
	declareRoles(&out, "  --theme-", rolesAtRest(d))
	out.WriteString("}\n")
	changes := changing(d)
	writeModes(&out, modesOf(d), func(out *bytes.Buffer, indent string, m mode) {
		in(
			changes, m.Slug,
		).All(func(_ []string, _ manual.TokenType, t manual.Token) { declareToken(out, indent, t, "") })
		declareRoles(out, indent+"--theme-", m.roles)
	})
	for _, g := range d.Further {
		for _, t := range g.Tokens {
			if t.Style != nil {
				out.WriteString("\n.text-style-" + strings.TrimPrefix(t.Variable, "--"+manual.GroupText+"-") + " {\n")
				names, variables := styleVariables(t)
				for i, name := range names {
					declare(&out, "  ", name, "var("+variables[i].Name+")", "")
				}
				out.WriteString("}\n")
			}
		}
	}
	return out.Bytes()
}

// declareToken writes the custom properties of a token, the comment after the first one.
func declareToken(out *bytes.Buffer, before string, t manual.Token, comment string) {
	if t.Style == nil {
		declare(out, before, t.Variable, t.Value, comment)
		return
	}
	_, variables := styleVariables(t)
	for _, p := range variables {
		declare(out, before, p.Name, p.Value, comment)
		comment = ""
	}
}

func declareRoles(out *bytes.Buffer, before string, colors []manual.Token) {
	for _, color := range colors {
		declare(out, before, color.Name, color.Value, "")
	}
}

// writeModes writes a rule for each mode in which something is declared, and the rules for
// those that a visitor prefers, so that one style sheet gives a page both. Declare writes
// the declarations of a mode.
func writeModes(out *bytes.Buffer, modes []mode, declare func(out *bytes.Buffer, indent string, m mode)) {
	for _, m := range modes {
		var inside bytes.Buffer
		if declare(&inside, "  ", m); inside.Len() > 0 {
			fmt.Fprintf(out, "\n[data-theme=\"%s\"] {\n%s}\n", m.Slug, &inside)
		}
	}
	for _, m := range preferred(modes) {
		var inside bytes.Buffer
		if declare(&inside, "    ", m); inside.Len() > 0 {
			fmt.Fprintf(
				out, "\n@media (prefers-color-scheme: %s) {\n  :root:not([data-theme]) {\n%s  }\n}\n", m.scheme,
				&inside,
			)
		}
	}
}

func hasToken(tokens []manual.Token, name string) bool {
	_, ok := findToken(tokens, name)
	return ok
}
