package manual

// TokenType is the $type of a token (specification, section 2.5).
type TokenType string

// The types of the groups of a token document.
const (
	ColorToken       TokenType = "color"
	DimensionToken   TokenType = "dimension"
	FontFamilyToken  TokenType = "fontFamily"
	DurationToken    TokenType = "duration"
	CubicBezierToken TokenType = "cubicBezier"
	ShadowToken      TokenType = "shadow"
)

// A Token is a design token: its key, its $value as a string and its place on
// the page. Its group has its $type. The fields from Entry on are for rendering
// and are not stored.
type Token struct {
	Name        string      `msgpack:"name"`
	Value       string      `msgpack:"value"`
	Section     string      `msgpack:"section"` // id of its section
	Block       string      `msgpack:"block"`   // id of its block
	Entry       int         `msgpack:"-"`       // index of its entry in the block
	Title       string      `msgpack:"-"`       // name in the manual
	Variable    string      `msgpack:"-"`       // CSS custom property, such as --color-acme-blue
	Anchor      string      `msgpack:"-"`       // of its block
	Alias       string      `msgpack:"-"`       // for a role of a theme, the name of its color
	Description string      `msgpack:"-"`       // plain text
	Deprecated  Deprecation `msgpack:"-"`
}

// A Deprecation is set if something is deprecated, with an optional reason or
// replacement.
type Deprecation struct {
	Set    bool
	Reason string // plain text
}

// A TokenGroup is a group of a token document, except the group of themes.
type TokenGroup struct {
	Name   string    `msgpack:"name"`
	Type   TokenType `msgpack:"type"`
	Tokens []Token   `msgpack:"tokens"` // in page order
}

// A Theme is a theme of a token document: a color token for each of its roles,
// in the order of the seed file.
type Theme struct {
	Slug   string  `msgpack:"slug"` // its key
	Colors []Token `msgpack:"colors"`
}

// GroupThemes is the name of the group of themes, the last one of a document.
const GroupThemes = "theme"

// The indexes of the groups in [Groups].
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

// Groups are the groups of a token document, except the group of themes, in the
// order of the specification (section 2.5).
var Groups = [...]struct {
	Name     string
	Type     TokenType
	Variable string // what its custom properties begin with
}{
	ColorGroup:       {"color", ColorToken, "--color"},
	DimensionGroup:   {"dimension", DimensionToken, "--dimension"},
	FontFamilyGroup:  {"fontFamily", FontFamilyToken, "--font-family"},
	FontSizeGroup:    {"fontSize", DimensionToken, "--font-size"},
	DurationGroup:    {"duration", DurationToken, "--duration"},
	CubicBezierGroup: {"cubicBezier", CubicBezierToken, "--cubic-bezier"},
	RadiusGroup:      {"radius", DimensionToken, "--radius"},
	ShadowGroup:      {"shadow", ShadowToken, "--shadow"},
}

// A TokenDocument has the design tokens of a manual: the groups of [Groups],
// which may be empty, and the themes.
type TokenDocument struct {
	Groups [len(Groups)]TokenGroup `msgpack:"groups"`
	Themes []Theme                 `msgpack:"themes"`
}

// NewTokenDocument returns a document with empty groups.
func NewTokenDocument() (d TokenDocument) {
	for i, g := range Groups {
		d.Groups[i] = TokenGroup{Name: g.Name, Type: g.Type}
	}
	return d
}

// All calls visit for every token in document order, with its path: group and
// key, or "theme", the theme's slug and the role. The path is valid during the
// call.
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
