package page

import (
	"html/template"
	"strings"

	"designmanual/db/manual"
)

// A token is a design token as the page shows and copies it; the zero token
// is none.
type token struct {
	Name, Title, Value string
	Variable           string            // the custom property
	Class              class             // whose --v is the value; empty where that is not plain
	Copied             template.HTMLAttr // what is copied of it

	path string // in the token document
}

func newToken(from manual.Token, path string, c class) token {
	t := token{Name: from.Name, Title: from.Title, Value: from.Value, Variable: from.Variable, Class: c, path: path}
	t.Copied = t.copied(t.Value)
	return t
}

// copied returns the attributes that say what is copied of a value and its
// token, in one: a page has hundreds of them.
func (t token) copied(value string) template.HTMLAttr {
	value = `data-value="` + escaper.Replace(value) + `"`
	if t.Variable == "" {
		return template.HTMLAttr(value)
	}
	return template.HTMLAttr(value + ` data-css="` + escaper.Replace(t.Variable) + `" data-path="` + escaper.Replace(t.path) + `"`)
}

// escaper escapes a text as html/template does between quotes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;", "\x00", "\uFFFD")

// take returns the next token of a group and passes over it, if the entry of
// the block under way made it; else the zero token. Tokens stand in page
// order, and so does the builder.
func (b *builder) take(group, entry int) token {
	tokens := b.groups[group]
	if len(tokens) == 0 || tokens[0].Block != b.block || tokens[0].Entry != entry {
		return token{}
	}
	b.groups[group] = tokens[1:]
	t, g := tokens[0], manual.Groups[group]
	return newToken(t, g.Name+"."+t.Name, b.sheet.value(cssValue(g.Type, t.Value)))
}

// takeTheme is take for themes.
func (b *builder) takeTheme(entry int) (theme manual.Theme, ok bool) {
	if len(b.themes) == 0 || b.themes[0].Colors[0].Block != b.block || b.themes[0].Colors[0].Entry != entry {
		return manual.Theme{}, false
	}
	theme, b.themes = b.themes[0], b.themes[1:]
	return theme, true
}
