package manual

// TokenType is the $type of a token (specification, section 2.5).
type TokenType string

// The types that the groups of the token document have.
const (
	ColorToken       TokenType = "color"
	DimensionToken   TokenType = "dimension"
	FontFamilyToken  TokenType = "fontFamily"
	DurationToken    TokenType = "duration"
	CubicBezierToken TokenType = "cubicBezier"
	ShadowToken      TokenType = "shadow"
)

// A Token is one design token: its key, its $value as a string and where on
// the page it comes from. Its $type follows from the group it stands in. The
// fields from Entry on are for what is rendered of a token (its description
// in the structured form, its row in Markdown); a stored record of tokens does
// not have them.
type Token struct {
	Name        string      `msgpack:"name"`
	Value       string      `msgpack:"value"`
	Section     string      `msgpack:"section"` // id of the section it comes from
	Block       string      `msgpack:"block"`   // id of the block it comes from
	Entry       int         `msgpack:"-"`       // which entry of that block it comes from, counted from 0
	Title       string      `msgpack:"-"`       // the name as the manual has it
	Variable    string      `msgpack:"-"`       // the custom property of CSS: --color-acme-blue
	Anchor      string      `msgpack:"-"`       // of that block
	Alias       string      `msgpack:"-"`       // name of the color that a role of a theme is filled with
	Description string      `msgpack:"-"`       // plain text
	Deprecated  Deprecation `msgpack:"-"`
}

// A Deprecation says whether something is deprecated, and perhaps why or
// what to use instead.
type Deprecation struct {
	Set    bool
	Reason string // plain text
}

// A TokenGroup is one of the groups of the token document but the themes.
type TokenGroup struct {
	Name   string    `msgpack:"name"`
	Type   TokenType `msgpack:"type"`
	Tokens []Token   `msgpack:"tokens"` // in page order
}

// A Theme is one theme of the token document: a color token for each role
// that it fills, in the order written.
type Theme struct {
	Slug   string  `msgpack:"slug"` // its key
	Colors []Token `msgpack:"colors"`
}

// GroupThemes is the name of the group of themes, the last of the document.
const GroupThemes = "theme"

// The places of the groups in [Groups].
const (
	ColorGroup = iota
	DimensionGroup
	FontFamilyGroup
	FontSizeGroup
	DurationGroup
	CubicBezierGroup
	RadiusGroup
	ShadowGroup
)

// Groups are the groups of a token document but the last, in the order of the
// specification (section 2.5).
var Groups = [...]struct {
	Name string
	Type TokenType
}{
	ColorGroup:       {"color", ColorToken},
	DimensionGroup:   {"dimension", DimensionToken},
	FontFamilyGroup:  {"fontFamily", FontFamilyToken},
	FontSizeGroup:    {"fontSize", DimensionToken},
	DurationGroup:    {"duration", DurationToken},
	CubicBezierGroup: {"cubicBezier", CubicBezierToken},
	RadiusGroup:      {"radius", DimensionToken},
	ShadowGroup:      {"shadow", ShadowToken},
}

// A TokenDocument is the design tokens of a manual: the groups of [Groups] in
// that order, each present though it be empty, and the themes.
type TokenDocument struct {
	Groups [len(Groups)]TokenGroup
	Themes []Theme
}

// NewTokenDocument returns a document whose groups are all there and empty.
func NewTokenDocument() (d TokenDocument) {
	for i, g := range Groups {
		d.Groups[i] = TokenGroup{Name: g.Name, Type: g.Type}
	}
	return d
}

// All calls visit for every token in document order with its path: the group
// and the key, or "theme", the theme's slug and the role. The path is for the
// duration of the call.
func (d *TokenDocument) All(visit func(path []string, t TokenType, token Token)) {
	path := make([]string, 0, 3)
	for _, g := range d.Groups {
		for _, t := range g.Tokens {
			visit(append(path, g.Name, t.Name), g.Type, t)
		}
	}
	for _, theme := range d.Themes {
		for _, t := range theme.Colors {
			visit(append(path, GroupThemes, theme.Slug, t.Name), ColorToken, t)
		}
	}
}
