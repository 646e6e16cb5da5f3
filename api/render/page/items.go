package page

import (
	"html/template"
	"iter"
	"regexp"
	"strings"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// An item is an entry of a block as its template shows it.
type item struct {
	Name   string
	ID     string // empty for items without an address
	Token  token  // the first one
	Tokens []token
	Class  look.Class
	Extra  *value // what its kind does not show

	Picture safe.Picture // of its url
	Rich    template.HTML

	entry *content.Value
}

// text returns a member of the entry that is a string or a number, empty for any other.
func (it item) text(key string) string { return it.entry.Get(key).Scalar() }

// entries yields the entries of a list of the current block, without what its kind does not show.
func (b *builder) entries(list string) iter.Seq[item] {
	group, _ := b.block.Kind.Info().List(list)
	return func(yield func(item) bool) {
		for i, entry := range b.block.Content.Get(list).List() {
			it := item{Name: entry.Get("name").Scalar(), Tokens: b.tokensOf(group, i), entry: entry}
			if len(it.Tokens) > 0 {
				it.Token, it.Class = it.Tokens[0], it.Tokens[0].Class
			}
			if !yield(it) {
				return
			}
		}
	}
}

// items yields the entries of a list of the current block.
func (b *builder) items(list string) iter.Seq[item] {
	_, shown := b.block.Kind.Info().List(list)
	return func(yield func(item) bool) {
		for it := range b.entries(list) {
			if it.entry.Is('{') {
				it.Extra = b.extra(it.entry, shown...)
			}
			for _, m := range groupModes(b.modesOf(it.Token), ", ") {
				it.Extra = it.Extra.with(m.Mode, b.inMode(it.Token, m.Value))
			}
			if !yield(it) {
				return
			}
		}
	}
}

// id returns the id of a thing in the current block, unique on the page: the anchor of
// the block, a dot and the name.
func (b *builder) id(name string) string {
	return tokenize.Unique(b.ids, b.block.Anchor+"."+tokenize.Name(name, "1"))
}

// A token is a design token as the page shows and copies it; the zero token is none.
type token struct {
	Name, Title     string
	Value, Variable string
	Class           look.Class // sets --v to the value; empty if the value is not safe in CSS

	path  string // in the token document, if it does not follow from the custom property
	kind  manual.TokenType
	modes []manual.ModeValue
	style *manual.TextStyle // of a text style
}

// twoWords matches custom properties of groups whose name has two words: fontSize, cubicBezier.
var twoWords = regexp.MustCompile(`^(font|cubic)-(.)`)

// pathOf returns the path that the script makes of a token's custom property: that of a role of a
// theme ends in the role.
func pathOf(t manual.Token) string {
	variable := strings.TrimPrefix(t.Variable, "--")
	theme, isTheme := strings.CutPrefix(variable, "theme-")
	if theme, isRole := strings.CutSuffix(theme, "-"+t.Name); isTheme && isRole {
		return "theme." + theme + "." + t.Name
	}
	variable = twoWords.ReplaceAllStringFunc(variable, func(words string) string {
		group, letter, _ := strings.Cut(words, "-")
		return group + strings.ToUpper(letter)
	})
	return strings.Replace(variable, "-", ".", 1)
}

// tokensOf returns the tokens that an entry of the current block makes.
func (b *builder) tokensOf(group string, entry int) []token {
	tokens := b.tokens[tokenSource{group, b.block.ID, entry}]
	for i, t := range tokens {
		if t.kind != manual.ColorToken || group == manual.GroupThemes { // a swatch has its color itself
			tokens[i].Class = b.sheet.Value(look.Value(t.kind, t.Value))
		}
	}
	return tokens
}
