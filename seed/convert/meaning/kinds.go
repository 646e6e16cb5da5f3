// Package meaning says what a value in a file of tokens means in a manual. In go its name, its type and the value
// as a tool has written it; out come the list of a manual that it belongs to, and the value as a seed file has it,
// or the reason why there is none. It knows no files and no modes, and references are replaced already.
package meaning

import (
	"strings"

	"designmanual/db/manual"
)

// A Place is a list of a kind of block that tokens go into.
type Place int

// The places of tokens, and none for what no block has a place for.
const (
	None Place = iota
	Color
	FontFamily
	FontSize
	Spacing
	TextLength
	OtherLength
	Breakpoint
	Duration
	Easing
	Radius
	Shadow
	TextStyle
	Gradient
	Further
	Theme
)

// A Kind says what a value is: its place, and for the block of further tokens the type and
// the title of the block.
type Kind struct {
	Place Place
	Type  string
	Title string
}

// PlaceCount is the number of places.
const PlaceCount = Theme + 1

// A List is where the tokens of a place stand.
type List struct {
	Block   manual.Kind // the kind of block
	Key     string      // of the list in its content
	Section int         // the index of the section
	Group   string      // of the token document, which it fills
	groups  string      // the first keys of paths that imply it and are left out of names
	Title   string      // of its own blocks, if they are apart from others of the kind
}

// List returns where the tokens of a place stand.
func (p Place) List() List { return places[p] }

var places = [PlaceCount]List{
	Color: {
		manual.Colors, "colors", 0, "color",
		"color colors colour colours palette farbe farben couleur couleurs kleur kleuren farge farger", "",
	},
	FontFamily: {manual.Typography, "fonts", 1, "fontFamily", "fontfamily fontfamilies font-family font fonts", ""},
	FontSize:   {manual.Typography, "scale", 1, "fontSize", "fontsize fontsizes font-size text size font", ""},
	Spacing: {
		manual.Spacing, "steps", 2, "dimension",
		"dimension dimensions spacing space size sizes sizing abstand abstände", "",
	},
	TextLength:  {manual.Spacing, "steps", 1, "dimension", "", "Text sizes"},
	OtherLength: {manual.Spacing, "steps", 2, "dimension", "", "Other lengths"},
	Breakpoint: {
		manual.Breakpoints, "breakpoints", 2, "dimension", "dimension breakpoint breakpoints screen screens", "",
	},
	Duration: {manual.Motion, "durations", 3, "duration", "duration durations transition-duration time motion", ""},
	Easing: {
		manual.Motion, "easings", 3, "cubicBezier", "cubicbezier cubic-bezier ease easing easings motion", "",
	},
	Radius: {manual.Radii, "radii", 4, "radius", "radius radii borderradius border-radius rounded dimension", ""},
	Shadow: {manual.Elevation, "levels", 5, "shadow", "shadow shadows boxshadow box-shadow elevation", ""},
	TextStyle: {
		manual.TextStyles, "styles", 1, "text", "text typography typographies text-style text-styles font", "",
	},
	Gradient: {manual.Gradients, "gradients", 0, "gradient", "gradient gradients", ""},
	Further:  {manual.Tokens, "tokens", 6, "", "", ""},
	Theme:    {manual.Themes, "themes", 7, "theme", "", ""},
}

// types are what the types in files say, also the categories of their authors, in small letters
// and without hyphens.
var types = map[string]Kind{
	"color": {Place: Color}, "bordercolor": {Place: Color}, "textcolor": {Place: Color},
	"backgroundcolor": {Place: Color},
	"fontfamily":      {Place: FontFamily}, "fontfamilies": {Place: FontFamily},
	"fontsizes": {Place: FontSize}, "fontsize": {Place: FontSize},
	"spacing": {Place: Spacing}, "sizing": {Place: Spacing}, "size": {Place: Spacing},
	"borderwidth": {Place: OtherLength},
	"breakpoint":  {Place: Breakpoint},
	"duration":    {Place: Duration}, "time": {Place: Duration},
	"cubicbezier": {Place: Easing}, "easing": {Place: Easing},
	"borderradius": {Place: Radius}, "radius": {Place: Radius},
	"shadow": {Place: Shadow}, "boxshadow": {Place: Shadow}, "dropshadow": {Place: Shadow},
	"typography": {Place: TextStyle},
	"gradient":   {Place: Gradient},
	"fontweight": {Further, "fontWeight", ""}, "fontweights": {Further, "fontWeight", ""},
	"lineheight": {Further, "number", lineHeight}, "lineheights": {Further, "number", lineHeight},
	"letterspacing": {Further, "dimension", letterSpacing}, "letterspacings": {Further, "dimension", letterSpacing},
	"paragraphspacing":  {Further, "dimension", "Paragraph spacing"},
	"paragraphspacings": {Further, "dimension", "Paragraph spacing"},
	"opacity":           {Further, "number", opacity}, "zindex": {Further, "number", "Z-index"},
	"border":      {Further, "border", ""},
	"strokestyle": {Further, "strokeStyle", ""}, "transition": {Further, "transition", ""},
}

// IsType reports whether a type in a file is one that says what a value is, not another category
// of its author.
func IsType(name string) bool {
	name = typeKey(name)
	return SaysKind(name) || name == "dimension" || name == "number"
}

// SaysKind reports whether a type, or a group that is called as one, says where a value belongs.
func SaysKind(name string) bool {
	_, known := types[typeKey(name)]
	return known
}

func typeKey(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "") }

const (
	lineHeight    = "Line height"
	letterSpacing = "Letter spacing"
	opacity       = "Opacity"
)
