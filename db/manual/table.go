package manual

import "strings"

// TintSteps are the steps that tints and shades of a color may have, in order: those of
// [MadeTintSteps], and 10 to 100, as ramps of ten colors have them.
var TintSteps = [...]string{
	"10", "20", "30", "40", "50", "60", "70", "80", "90", "100", "200", "300", "400", "500", "600", "700", "800", "900",
	"950",
}

// MadeTintSteps are the steps of the tints and shades that are made of a color, in order
// (specification, section 4.2).
var MadeTintSteps = [...]string{"50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"}

// SizeKeys are the steps of a type scale, smallest first; "md" is the base.
var SizeKeys = [...]string{"3xs", "2xs", "xs", "sm", "md", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl"}

// ThemeRoles are the roles of a theme, in the order of the specification
// (section 2.5).
var ThemeRoles = [...]string{"background", "surface", "text", "text-muted", "primary", "border"}

const (
	lengthHelp = " A number or numeric string is in px; a string may name its unit."
	fileHelp   = " An http(s) URL, or the path of a file in the folder of the seed file."
	richHelp   = " Rich text is HTML."
	modesHelp  = "Values in other modes, by the slugs of themes. The first theme is at rest: its value is the " +
		"entry's own."
	offsetHelp    = " A length that may be negative."
	colorNameHelp = "A hex color, or the name of a color of this manual."
)

// modes returns the field of the values that an entry has in modes.
func modes(kind FieldType, entry string) Field {
	return Field{Name: "modes", Type: kind, Form: Map, Help: modesHelp, Entry: entry}
}

// textStyle returns the fields of a text style, of which a mode needs none.
func textStyle(whole bool) []Field {
	return []Field{
		{
			Name: "family", Type: TextField,
			Help: "A usage or a family of the manual's typefaces, or another family. Without one: the manual's first " +
				"typeface.",
		},
		{
			Name: "size", Type: SizeField, Required: whole, Help: "The size: a length, or a step of the type scale.",
			Note: "a length, or a step of the scale",
		},
		{
			Name: "lineHeight", Type: LineHeightField, Help: "The line height: a number, or a length.",
			Note: "a number or a length",
		},
		{Name: "weight", Type: FontWeightField, Help: "The weight, as a number from 1 to 1000 or by name."},
		{
			Name: "letterSpacing", Type: SpacingField,
			Help: "The space between letters, a length that may be negative, or a percentage of the size.",
		},
		{
			Name: "case", Type: WordField, Words: []string{"upper", "lower", "title"}, Help: "How letters are written.",
			Note: "`upper`, `lower` or `title`",
		},
		{Name: "style", Type: WordField, Words: []string{"italic"}, Help: "The style of the font.", Note: "`italic`"},
	}
}

var tokenName = Field{
	Name: "name", Type: NameField, Required: true, Help: "The name; the token's name is made from it.",
}

// layer has the fields of a layer of a shadow.
var layer = []Field{
	{Name: "x", Type: OffsetField, Required: true, Help: "Offset to the right." + offsetHelp},
	{Name: "y", Type: OffsetField, Required: true, Help: "Offset downwards." + offsetHelp},
	{Name: "blur", Type: BlurField, Help: "Blur radius." + lengthHelp},
	{Name: "spread", Type: OffsetField, Help: "Spread distance." + offsetHelp},
	{Name: "color", Type: ColorField, Required: true, Help: "The color, as CSS has it."},
	flag("inset", "true for a shadow inside the box."),
}

// tokens returns a list whose entries become tokens of a group.
func tokens(name, group, help, entry string, fields ...Field) Field {
	f := list(name, help, entry, append(fields, tokenFields...)...)
	f.Group = group
	return f
}

// TokenKeys are the last keys of an entry that becomes a token.
var TokenKeys = fieldNames(tokenFields)

var tokenFields = []Field{
	rich("description", "What the token is."),
	rich("use", "What the token is for."),
	{Name: "deprecated", Type: DeprecatedAs, Help: "true, or a sentence that says what to use instead."},
}

// withoutModes returns the field, whose values have no modes, since no style sheet can switch them. The help says what
// stands in their place.
func withoutModes(f Field, help string) Field {
	f.NoModes = help
	return f
}

// withLength returns the list of steps, which may be lengths too.
func withLength(f Field) Field {
	f.Type, f.Note = StepField, "`2.5`, `\"2.5rem\"`, or `{ \"step\": 2.5, \"value\": 10, \"unit\": \"px\" }`; "+
		"`step` may be a name, `\"small\"`"
	return f
}

func list(name, help, entry string, fields ...Field) Field {
	return Field{Name: name, Form: List, Fields: fields, Help: help, Entry: entry}
}

func text(name, help string) Field { return Field{Name: name, Type: TextField, Help: help} }

func rich(name, help string) Field { return Field{Name: name, Type: RichField, Help: help + richHelp} }

func flag(name, help string) Field { return Field{Name: name, Type: FlagField, Help: help} }

func file(name string, kind FieldType, help string) Field {
	return Field{Name: name, Type: kind, Help: strings.TrimSpace(help + fileHelp)}
}

func length(name, help string) Field {
	return Field{Name: name, Type: LengthField, Required: true, Help: help + lengthHelp}
}

func hexField(name, help string) Field {
	return Field{Name: name, Type: HexField, Required: true, Help: help}
}

// setting returns a field that says how the others of a block are shown.
func setting(f Field) Field {
	f.Setting = true
	return f
}

// noted returns the field with a note for the README.
func noted(f Field, note string) Field {
	f.Note = note
	return f
}
