package page

import (
	"html/template"
	"iter"
	"regexp"
	"slices"
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

// A modeValue is the value of an entry in another mode of the manual.
type modeValue struct{ Mode, Value, Fill string }

// modesOf returns the values of a token in other modes, by the names of their themes.
func (b *builder) modesOf(t token) []modeValue {
	values := make([]modeValue, 0, len(t.modes))
	for _, m := range t.modes {
		value := modeValue{Mode: b.modeTitle(m.Mode), Value: b.valueInMode(t, m)}
		if t.kind == manual.ColorToken {
			value.Value, value.Fill = shownColor(m.Value), look.Color(m.Value)
		}
		values = append(values, value)
	}
	return values
}

// groupModes returns each value once, with the names of all its modes and a text between them.
func groupModes(values []modeValue, between string) []modeValue {
	var groups []modeValue
	for _, v := range values {
		i := slices.IndexFunc(groups, func(g modeValue) bool { return g.Value == v.Value })
		if i < 0 {
			groups = append(groups, v)
			continue
		}
		groups[i].Mode += between + v.Mode
	}
	return groups
}

// modeTitle returns the name of the theme that is a mode.
func (b *builder) modeTitle(slug string) string {
	for _, mode := range b.Tokens.Modes {
		if mode.Slug == slug {
			return mode.Title
		}
	}
	return slug
}

// inMode returns the value of a token in a mode below its value at rest, in the same type.
func (b *builder) inMode(t token, text string) *value {
	if t.style != nil {
		return &value{Text: text}
	}
	return &value{Safe: template.HTML("<code>" + template.HTMLEscapeString(text) + "</code>")}
}

// valueInMode returns the value of a token in a mode as readers see it: of a text style, what
// differs from the mode at rest.
func (b *builder) valueInMode(t token, m manual.ModeValue) string {
	if t.style == nil || m.Style == nil {
		return m.Value
	}
	atRest := b.styleParts(*t.style)
	parts := slices.DeleteFunc(b.styleParts(*m.Style), func(part string) bool { return slices.Contains(atRest, part) })
	return strings.Join(parts, ", ")
}
