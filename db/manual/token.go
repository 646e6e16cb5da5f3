package manual

import (
	"slices"
	"strings"
)

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

// The types that only further groups have (Design Tokens Format Module 2025.10,
// sections 8 and 9).
const (
	NumberToken      TokenType = "number"
	FontWeightToken  TokenType = "fontWeight"
	StrokeStyleToken TokenType = "strokeStyle"
	BorderToken      TokenType = "border"
	TransitionToken  TokenType = "transition"
	TypographyToken  TokenType = "typography"
	GradientToken    TokenType = "gradient"
)

// A Token is a design token: its key, its $value as a string, the values that modes give
// it, and its place on the page. The fields from Entry on are for rendering and are not
// stored.
type Token struct {
	Name    string      `msgpack:"name"`
	Value   string      `msgpack:"value"`
	Modes   []ModeValue `msgpack:"modes,omitempty"` // that differ from Value, in the order of the document's modes
	Type    TokenType   `msgpack:"type,omitempty"`  // of a token of a further group
	Style   *TextStyle  `msgpack:"style,omitempty"` // of a typography token, whose Value is a font property
	Section string      `msgpack:"section"`         // id of its section
	Block   string      `msgpack:"block"`           // id of its block

	Entry       int         `msgpack:"-"` // index of its entry in the list
	List        string      `msgpack:"-"` // key of the list in the block, such as breakpoints
	Title       string      `msgpack:"-"` // name in the manual
	Variable    string      `msgpack:"-"` // CSS custom property, such as --color-acme-blue
	Anchor      string      `msgpack:"-"` // of its block
	Alias       string      `msgpack:"-"` // for a role of a theme, the name of its color, if it has its value
	Description string      `msgpack:"-"` // plain text
	Deprecated  Deprecation `msgpack:"-"`
	Object      []byte      `msgpack:"-"` // the $value of 2025.10 as JSON, if the manual has it in that form
	Print       Print       `msgpack:"-"` // of a color
}

// A ModeValue is the value of a token in a mode.
type ModeValue struct {
	Mode   string     `msgpack:"mode"` // slug of the theme
	Value  string     `msgpack:"value"`
	Style  *TextStyle `msgpack:"style,omitempty"` // as in [Token]
	Object []byte     `msgpack:"-"`
}

// In returns the token with the value that it has in a mode.
func (t Token) In(mode string) Token {
	for _, m := range t.Modes {
		if m.Mode == mode {
			t.Value = m.Value
			t.Style = m.Style
			t.Object = m.Object
		}
	}
	return t
}

// A TextStyle is the value of a typography token, each part as CSS has it. All but Size
// may be empty.
type TextStyle struct {
	Family        string `msgpack:"family"`    // a font-family value
	Size          string `msgpack:"size"`      // a length
	LineHeight    string `msgpack:"height"`    // a number or a length
	Weight        string `msgpack:"weight"`    // a number from 1 to 1000
	LetterSpacing string `msgpack:"spacing"`   // a length
	Case          string `msgpack:"case"`      // of text-transform: uppercase, lowercase or capitalize
	Style         string `msgpack:"fontstyle"` // of font-style: italic
}

// Rest returns what the font property does not say of a text style, as CSS: its
// letter-spacing and its text-transform.
func (s *TextStyle) Rest() string {
	if s == nil {
		return ""
	}
	return strings.Join(strings.Fields(s.LetterSpacing+" "+s.Case), " ")
}

// Print has the values of a color in print, each empty if it is not given.
type Print struct {
	CMYK    []string // four percentages as numbers, or nothing
	Pantone string
	RAL     string
	NCS     string
}

// A Deprecation is set if something is deprecated, with an optional reason or
// replacement.
type Deprecation struct {
	Set    bool
	Reason string // plain text
}

// A TokenGroup is a group of a token document, except the group of themes.
type TokenGroup struct {
	Name     string    `msgpack:"name"`
	Type     TokenType `msgpack:"type"`   // of all its tokens; empty for a group of several types
	Tokens   []Token   `msgpack:"tokens"` // in page order
	Variable string    `msgpack:"-"`      // what its custom properties begin with
}

// A Theme is a theme of a token document: a color token for each of its roles,
// in the order of the seed file.
type Theme struct {
	Slug   string  `msgpack:"slug"` // its key
	Colors []Token `msgpack:"colors"`
}

// A Mode is a theme of a manual, with or without colors of its own.
type Mode struct {
	Slug  string `msgpack:"slug"`
	Title string `msgpack:"title"` // its name in the manual
}

// The names of the further groups that have kinds of their own.
const (
	GroupText     = "text"
	GroupGradient = "gradient"
	GroupFurther  = "…" // stands in the table of kinds for a group that a title names
)

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
	Tailwind string // likewise in a theme of Tailwind
}{
	ColorGroup:       {"color", ColorToken, "--color", "--color"},
	DimensionGroup:   {"dimension", DimensionToken, "--dimension", "--spacing"},
	FontFamilyGroup:  {"fontFamily", FontFamilyToken, "--font-family", "--font"},
	FontSizeGroup:    {"fontSize", DimensionToken, "--font-size", "--text"},
	DurationGroup:    {"duration", DurationToken, "--duration", "--transition-duration"},
	CubicBezierGroup: {"cubicBezier", CubicBezierToken, "--cubic-bezier", "--ease"},
	RadiusGroup:      {"radius", DimensionToken, "--radius", "--radius"},
	ShadowGroup:      {"shadow", ShadowToken, "--shadow", "--shadow"},
}

// A TokenDocument has the design tokens of a manual: the groups of [Groups],
// which may be empty, and the themes. These are what the interface serves as strings. What
// it has no place for is in the further groups, the modes, and the values that tokens have
// in modes.
type TokenDocument struct {
	Groups [len(Groups)]TokenGroup `msgpack:"groups"`
	Themes []Theme                 `msgpack:"themes"`
	// text, gradient and those of TOKENS blocks, in page order
	Further []TokenGroup `msgpack:"further,omitempty"`
	Modes   []Mode       `msgpack:"modes,omitempty"` // every theme in page order; the first one is at rest
}

// NewTokenDocument returns a document with empty groups.
func NewTokenDocument() TokenDocument {
	var d TokenDocument
	for i, g := range Groups {
		d.Groups[i] = TokenGroup{Name: g.Name, Type: g.Type, Variable: g.Variable}
	}
	return d
}

// AllGroups returns the groups, and after them the further ones.
func (d *TokenDocument) AllGroups() []TokenGroup { return slices.Concat(d.Groups[:], d.Further) }

// All calls visit for every token in document order, with its path: group and
// key, or "theme", the theme's slug and the role. The further groups come last. The path
// is valid during the call.
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
	for _, g := range d.Further {
		for _, t := range g.Tokens {
			visit(append(path, g.Name, t.Name), t.Type, t)
		}
	}
}

// Theme returns the theme of a slug; it has no colors if there is none.
func (d *TokenDocument) Theme(slug string) Theme {
	for _, theme := range d.Themes {
		if theme.Slug == slug {
			return theme
		}
	}
	return Theme{Slug: slug}
}
