package page

import (
	"html/template"
	"strings"

	"designmanual/db/manual"
)

// A token is a design token as the page shows and copies it; the zero token is
// none.
type token struct {
	Name, Title, Value string
	Variable           string            // the custom property
	Class              class             // sets --v to the value; empty if the value is not safe in CSS
	Copied             template.HTMLAttr // the attributes with the texts to copy

	path string // in the token document
}

func newToken(from manual.Token, path string, c class) token {
	t := token{Name: from.Name, Title: from.Title, Value: from.Value, Variable: from.Variable, Class: c, path: path}
	t.Copied = t.copied(t.Value)
	return t
}

// copied returns the attributes with the texts to copy for a value of the
// token. They are one attribute for the template, since a page has hundreds of
// them.
func (t token) copied(value string) template.HTMLAttr {
	value = `data-value="` + escaper.Replace(value) + `"`
	if t.Variable == "" {
		return template.HTMLAttr(value)
	}
	return template.HTMLAttr(value + ` data-css="` + escaper.Replace(t.Variable) + `" data-path="` + escaper.Replace(t.path) + `"`)
}

// escaper escapes a text as html/template does in a quoted attribute.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;", "\x00", "\uFFFD")

// nextToken returns the next token of a group and removes it, if this entry of
// the current block made it; else it returns the zero token. Tokens are in page
// order, as are the calls.
func (b *builder) nextToken(group, entry int) token {
	tokens := b.groups[group]
	if len(tokens) == 0 || tokens[0].Block != b.block || tokens[0].Entry != entry {
		return token{}
	}
	b.groups[group] = tokens[1:]
	t, g := tokens[0], manual.Groups[group]
	return newToken(t, g.Name+"."+t.Name, b.sheet.value(cssValue(g.Type, t.Value)))
}

// nextTheme is nextToken for themes.
func (b *builder) nextTheme(entry int) (theme manual.Theme, ok bool) {
	if len(b.themes) == 0 || b.themes[0].Colors[0].Block != b.block || b.themes[0].Colors[0].Entry != entry {
		return manual.Theme{}, false
	}
	theme, b.themes = b.themes[0], b.themes[1:]
	return theme, true
}
