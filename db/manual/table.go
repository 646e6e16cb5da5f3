package manual

import (
	"slices"
	"strings"
)

// layout is how much of the width blocks of pictures, texts and films take.
var layout = Field{Name: "layout", Setting: true, Type: WordField, Words: []string{"full", "half", "third"}, Help: "How much of the width each takes: all of it, a half or a third."}

// rows are the known kinds, without what follows from their fields.
var rows = [...]KindInfo{
	{Kind: Colors, Label: "Color", Help: "The colors of the brand, with tints, print values and what each is for.", Fields: []Field{
		tokens("colors", "color", "The swatches in page order.", "A swatch.",
			tokenName, hexField("hex", "The color, as # and 3, 4, 6 or 8 hex digits. Anything else is served in the manual and makes no token."),
			Field{Name: "tints", Type: HexField, Form: Map, Keys: TintSteps[:], Switch: true, Entry: "A hex color.",
				Fields: []Field{{Name: "hex", Type: HexField, Required: true, Help: "The color of the step."}, modes(HexField, "A hex color.")},
				Help:   "Tints and shades: hex colors by step, or true to have all of them made from hex.",
				Note:   "steps `50`, `100` to `900`, `950`, or `10`, `20` to `100` → hex or `{hex, modes}`, or `true` to have them made from `hex`"},
			noted(Field{Name: "cmyk", Type: CMYKField, Help: "Cyan, magenta, yellow and black in print, from 0 to 100: four numbers, or a text of them."}, "four numbers from 0 to 100"),
			noted(Field{Name: "pantone", Type: PantoneField, Help: "The color of Pantone, such as 286 C."}, "`286 C`"),
			noted(Field{Name: "ral", Type: RALField, Help: "The color of RAL, such as RAL 5002."}, "`RAL 5002`"),
			noted(Field{Name: "ncs", Type: NCSField, Help: "The color of NCS, such as S 4050-R90B."}, "`S 4050-R90B`"),
			modes(HexField, "A hex color.")),
		{Name: "proportions", Setting: true, Type: NumberField, Form: Map, Help: "Shares of the colors by their names, drawn as a bar.", Entry: "A share, as a number.", Note: "name of a color → its share, a number"},
		setting(flag("contrast", "false: no contrast table.")),
		{Name: "grounds", Setting: true, Type: TextField, Form: List, Help: "The names of the colors whose contrast with all is shown.", Entry: "The name of a color."},
	}},
	{Kind: Typography, Label: "Typography", Help: "The typefaces, their files, and the type scale.", Fields: []Field{
		tokens("fonts", "fontFamily", "The typefaces.", "A typeface.",
			Field{Name: "family", Type: FamilyField, Required: true, Help: "The font family."},
			text("usage", "What the typeface is for; the token's name is made from it."),
			Field{Name: "fallbacks", Type: FallbackField, Form: List, Help: "Families to fall back on.", Entry: "A font family."},
			Field{Name: "weights", Type: WeightField, Form: List, Help: "The weights in use.", Entry: "A weight, as a number or by name."},
			Field{Name: "files", Form: List, Help: "The font files.", Entry: "A font file.", Fields: []Field{
				{Name: "url", Type: FontField, Required: true, Help: "The file, .woff2, .woff, .ttf or .otf." + fileHelp},
				{Name: "weight", Type: WeightRange, Help: "The weight or, of a variable font, the range of weights."},
				{Name: "style", Type: WordField, Words: []string{"normal", "italic"}, Help: "The style; normal where it is not given."},
			}},
			flag("shared", "true: pages of other origins may load the files too."),
		),
		{Name: "scale", Group: "fontSize", Help: "The type scale.", Fields: []Field{
			length("base", "The size of md."),
			{Name: "ratio", Type: RatioField, Required: true, Help: "What each step is multiplied with."},
			{Name: "sizes", Type: LengthField, Form: Map, Keys: SizeKeys[:], Help: "Sizes that stand in place of the computed ones.",
				Entry: "The size." + lengthHelp, Note: "`3xs` to `6xl` → length, in place of the computed ones"},
		}},
	}},
	{Kind: Spacing, Label: "Spacing", Help: "The steps of space between things.", Fields: []Field{
		withLength(tokens("steps", "dimension", "The spacing scale.", "A step: a number (px), a string with a unit, or an object that names the value.",
			Field{Name: "step", Type: StepName, Required: true, Help: "The number of the step, or its name."},
			Field{Name: "value", Type: NumberField, Required: true, Help: "The value; a number or numeric string takes the unit."},
			Field{Name: "unit", Type: StepUnit, Help: "The unit of the value, px where there is none."},
			modes(NumberField, "The value; a number or numeric string takes the unit."))),
	}},
	{Kind: Breakpoints, Label: "Breakpoints", Help: "The widths at which a layout changes.", Fields: []Field{
		tokens("breakpoints", "dimension", "The breakpoints.", "A breakpoint.", tokenName, noted(length("value", "The width."), "a length")),
	}},
	{Kind: Motion, Label: "Motion", Help: "How long things move, and how they start and stop.", Fields: []Field{
		tokens("durations", "duration", "The durations.", "A duration.", tokenName,
			Field{Name: "value", Type: DurationField, Required: true, Help: "The duration. A number is in ms; a string may name its unit, ms or s.", Note: "ms, or with `ms` or `s`"}, modes(DurationField, "A duration.")),
		tokens("easings", "cubicBezier", "The easings.", "An easing.", tokenName,
			Field{Name: "value", Type: EasingField, Required: true, Note: "`cubic-bezier(…)`, four numbers, or a CSS keyword",
				Help: "A cubic-bezier() function, a CSS easing keyword, or four numbers. One that no cubic-bezier function says makes no token."},
			modes(EasingField, "An easing.")),
	}},
	{Kind: Radii, Label: "Corner radius", Help: "How round corners are.", Fields: []Field{
		tokens("radii", "radius", "The radii.", "A radius.", tokenName, noted(length("value", "The radius."), "a length"), modes(LengthField, "A length.")),
	}},
	{Kind: Elevation, Label: "Elevation", Help: "The shadows of things that lie above others.", Fields: []Field{
		tokens("levels", "shadow", "The elevation levels.", "A level.", tokenName,
			Field{Name: "value", Type: ShadowField, Required: true, Fields: layer, Entry: "A layer of a shadow.",
				Help: "A shadow as CSS has it, a layer, or an array of layers.", Note: "a CSS shadow, or layers of `x`, `y`, `blur`, `spread`, `color`, `inset`"},
			Field{Name: "modes", Type: ShadowField, Form: Map, Fields: layer, Help: modesHelp, Entry: "A shadow."}),
	}},
	{Kind: TextStyles, Label: "Text styles", Help: "Texts as a whole: typeface, size, line height, weight and spacing under one name.", Fields: []Field{
		tokens("styles", GroupText, "The text styles.", "A text style.", slices.Concat([]Field{tokenName}, textStyle(true),
			[]Field{{Name: "modes", Form: Map, Fields: textStyle(false), Help: modesHelp, Entry: "What differs in the mode."}})...),
	}},
	{Kind: Gradients, Label: "Gradients", Help: "Gradients of CSS, of colors or of names of colors.", Fields: []Field{
		tokens("gradients", GroupGradient, "The gradients.", "A gradient.", tokenName,
			Field{Name: "value", Type: GradientField, Required: true, Note: "a CSS gradient, with colors of CSS or names of colors of this manual",
				Help: "A linear-gradient(), radial-gradient() or conic-gradient() of CSS; a color may be the name of a color of this manual."},
			modes(GradientField, "A gradient.")),
	}},
	{Kind: Tokens, Label: "More tokens", Help: "Tokens that no other kind has, in a group named by the title, else by their type.", Fields: []Field{
		tokens("tokens", GroupFurther, "The tokens.", "A token.", tokenName,
			Field{Name: "type", Type: WordField, Required: true, Help: "The type of the value.",
				Words: []string{"number", "dimension", "fontWeight", "fontFamily", "duration", "cubicBezier", "color", "strokeStyle", "border", "transition"},
				Note:  "`number`, `dimension`, `fontWeight`, `fontFamily`, `duration`, `cubicBezier`, `color`, `strokeStyle`, `border` or `transition`"},
			Field{Name: "value", Type: ValueField, Required: true, Help: "The value: CSS, or the object that the Design Tokens Format Module 2025.10 has for the type.", Note: "CSS text, or the object of the format 2025.10"},
			modes(ValueField, "A value of the type.")),
	}},
	{Kind: Themes, Label: "Themes", Help: "Themes: the colors of six roles, and the modes that any token may have values for.", Fields: []Field{
		tokens("themes", GroupThemes, "The themes.", "A theme.",
			Field{Name: "name", Type: TextField, Required: true, Help: "The name; the theme's slug is made from it where it has none."},
			text("slug", "The theme's slug, its key among the tokens."),
			Field{Name: "colors", Type: ColorName, Form: Map, Keys: ThemeRoles[:], Help: "The colors by role.", Entry: colorNameHelp,
				Note: "`background`, `surface`, `text`, `text-muted`, `primary`, `border` → hex, or the name of a color of this manual"}),
	}},
	{Kind: Logo, Label: "Logo", Help: "The forms of the logo, the ground of each, and its formats.", Fields: []Field{
		list("logos", "The forms of the logo.", "A logo.", text("name", "The name."), file("url", PictureField, ""), text("alt", "What the picture shows."),
			Field{Name: "background", Type: GroundField, Help: "The color it is shown on."},
			list("files", "The same logo in other formats.", "A file.", file("url", FileField, ""), text("label", "What the format is for.")),
			Field{Name: "clearSpace", Type: ShareField, Help: "The space to leave free around it: a share of its height (0.5), or a length.", Note: "a share of the logo's height, `0.5`, or a length"},
			Field{Name: "minWidth", Type: WidthField, Help: "The smallest width that it is used in, a length.", Note: "a length"}),
	}},
	{Kind: Text, Label: "Text", Help: "Rich text.", Fields: []Field{rich("html", "The text."), layout}},
	{Kind: Image, Label: "Image", Help: "Pictures, with what they show.", Fields: []Field{
		list("images", "The images.", "An image.", file("url", PictureField, ""), text("alt", "What the picture shows."), rich("caption", "The caption."),
			noted(Field{Name: "focus", Type: PointField, Help: "The point of the picture that stays in sight where it is cropped, from the left and from the top."}, "`30% 70%`"),
			text("credit", "Who made the picture, or whose it is.")),
		layout,
		setting(noted(Field{Name: "ratio", Type: ShapeField, Help: "Width and height that all pictures of the block are cropped to."}, "`3:2`")),
	}},
	{Kind: Downloads, Label: "Downloads", Help: "Files to take away.", Fields: []Field{
		list("files", "The files.", "A file.", text("name", "The name."), file("url", FileField, ""), Field{Name: "size", Type: NumberField, Help: "The size, in bytes or in words."}),
	}},
	{Kind: DosDonts, Label: "Do and don't", Help: "Examples to follow and to avoid.", Fields: []Field{
		list("items", "The examples.", "An example.", noted(flag("do", "true for an example to follow, false for one to avoid."), "`true` or `false`"),
			rich("html", "What to do or not to do."), file("url", PictureField, "Its picture."), text("alt", "What the picture shows.")),
	}},
	{Kind: Video, Label: "Video", Help: "Films, with poster and captions.", Fields: []Field{
		list("videos", "The videos.", "A video.", noted(file("url", VideoField, "MP4 or WebM."), "MP4 or WebM; one on another server becomes a link"),
			file("poster", PictureField, "The picture before it plays."), noted(file("captions", CaptionField, "WebVTT."), "WebVTT"),
			rich("caption", "The text under it."), text("alt", "What the video shows.")),
		layout,
	}},
	{Kind: Icons, Label: "Icons", Help: "Icons, with words to find them by.", Fields: []Field{
		list("icons", "The icons.", "An icon.", text("name", "The name."), noted(file("url", IconField, "SVG."), "SVG"), text("alt", "What the icon shows."),
			Field{Name: "tags", Type: TextField, Form: List, Help: "Words to find it by.", Entry: "A word."}),
	}},
	{Kind: Pairings, Label: "Color pairs", Help: "Pairs of colors that go together.", Fields: []Field{
		list("pairings", "The pairs.", "A pair.", text("foreground", colorNameHelp), noted(text("background", colorNameHelp), "hex, or the name of a color of this manual"), text("use", "What it is for.")),
	}},
}

// TintSteps are the steps that tints and shades of a color may have, in order: those of
// [MadeTintSteps], and 10 to 100, as ramps of ten colors have them.
var TintSteps = [...]string{"10", "20", "30", "40", "50", "60", "70", "80", "90", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"}

// MadeTintSteps are the steps of the tints and shades that are made of a color, in order
// (specification, section 4.2).
var MadeTintSteps = [...]string{"50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"}

// SizeKeys are the steps of a type scale, smallest first; "md" is the base.
var SizeKeys = [...]string{"3xs", "2xs", "xs", "sm", "md", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl"}

// ThemeRoles are the roles of a theme, in the order of the specification
// (section 2.5).
var ThemeRoles = [...]string{"background", "surface", "text", "text-muted", "primary", "border"}

const (
	lengthHelp    = " A number or numeric string is in px; a string may name its unit."
	fileHelp      = " An http(s) URL, or the path of a file in the folder of the seed file."
	richHelp      = " Rich text is HTML."
	modesHelp     = "Values in other modes, by the slugs of themes. The first theme is at rest: its value is the entry's own."
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
		{Name: "family", Type: TextField, Help: "A usage or a family of the manual's typefaces, or another family. Without one: the manual's first typeface."},
		{Name: "size", Type: SizeField, Required: whole, Help: "The size: a length, or a step of the type scale.", Note: "a length, or a step of the scale"},
		{Name: "lineHeight", Type: LineHeightField, Help: "The line height: a number, or a length.", Note: "a number or a length"},
		{Name: "weight", Type: FontWeightField, Help: "The weight, as a number from 1 to 1000 or by name."},
		{Name: "letterSpacing", Type: SpacingField, Help: "The space between letters, a length that may be negative, or a percentage of the size."},
		{Name: "case", Type: WordField, Words: []string{"upper", "lower", "title"}, Help: "How letters are written.", Note: "`upper`, `lower` or `title`"},
		{Name: "style", Type: WordField, Words: []string{"italic"}, Help: "The style of the font.", Note: "`italic`"},
	}
}

var tokenName = Field{Name: "name", Type: NameField, Required: true, Help: "The name; the token's name is made from it."}

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
	text("description", "What the token is."+richHelp),
	text("use", "What the token is for."+richHelp),
	{Name: "deprecated", Type: DeprecatedAs, Help: "true, or a sentence that says what to use instead."},
}

// withLength returns the list of steps, which may be lengths too.
func withLength(f Field) Field {
	f.Type, f.Note = StepField, "`2.5`, `\"2.5rem\"`, or `{ \"step\": 2.5, \"value\": 10, \"unit\": \"px\" }`; `step` may be a name, `\"small\"`"
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
