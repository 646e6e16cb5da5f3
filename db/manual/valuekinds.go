package manual

import "slices"

// valueKinds are the rows of the kinds that hold values, most of which become tokens.
var valueKinds = []KindInfo{
	{
		Kind: Colors, Label: "Color", Help: "The colors of the brand, with tints, print values and what each is for.",
		Fields: []Field{
			tokens(
				"colors", "color", "The swatches in page order.", "A swatch.", tokenName,
				hexField(
					"hex",
					"The color, as # and 3, 4, 6 or 8 hex digits. Anything else is served in the manual and makes no "+
						"token.",
				),
				Field{Name: "tints", Type: HexField, Form: Map, Keys: TintSteps[:], Switch: true, Entry: "A hex color.",
					Fields: []Field{
						{Name: "hex", Type: HexField, Required: true, Help: "The color of the step."},
						modes(HexField, "A hex color."),
					},
					Help: "Tints and shades: hex colors by step, or true to have all of them made from hex.",
					Note: "steps `50`, `100` to `900`, `950`, or `10`, `20` to `100` → hex or `{hex, modes}`, or " +
						"`true` to have them made from `hex`"},
				noted(
					Field{
						Name: "cmyk", Type: CMYKField,
						Help: "Cyan, magenta, yellow and black in print, from 0 to 100: four numbers, or a text of " +
							"them.",
					},
					"four numbers from 0 to 100",
				),
				noted(
					Field{Name: "pantone", Type: PantoneField, Help: "The color of Pantone, such as 286 C."}, "`286 C`",
				),
				noted(Field{Name: "ral", Type: RALField, Help: "The color of RAL, such as RAL 5002."}, "`RAL 5002`"),
				noted(
					Field{Name: "ncs", Type: NCSField, Help: "The color of NCS, such as S 4050-R90B."}, "`S 4050-R90B`",
				),
				modes(HexField, "A hex color."),
			),
			{
				Name: "proportions", Setting: true, Type: NumberField, Form: Map,
				Help: "Shares of the colors by their names, drawn as a bar.", Entry: "A share, as a number.",
				Note: "name of a color → its share, a number",
			},
			setting(flag("contrast", "false: no contrast table.")),
			{
				Name: "grounds", Setting: true, Type: TextField, Form: List,
				Help: "The names of the colors whose contrast with all is shown.", Entry: "The name of a color.",
			},
		},
	},
	{Kind: Typography, Label: "Typography", Help: "The typefaces, their files, and the type scale.", Fields: []Field{
		withoutModes(
			tokens(
				"fonts", "fontFamily", "The typefaces.", "A typeface.",
				Field{Name: "family", Type: FamilyField, Required: true, Help: "The font family."},
				text("usage", "What the typeface is for; the token's name is made from it."),
				Field{
					Name: "fallbacks", Type: FallbackField, Form: List, Help: "Families to fall back on.",
					Entry: "A font family.",
				},
				Field{
					Name: "weights", Type: WeightField, Form: List, Help: "The weights in use.",
					Entry: "A weight, as a number or by name.",
				},
				Field{Name: "files", Form: List, Help: "The font files.", Entry: "A font file.", Fields: []Field{
					{
						Name: "url", Type: FontField, Required: true,
						Help: "The file, .woff2, .woff, .ttf or .otf." + fileHelp,
					},
					{Name: "weight", Type: WeightRange, Help: "The weight or, of a variable font, the range of weights."},
					{
						Name: "style", Type: WordField, Words: []string{"normal", "italic"},
						Help: "The style; normal where it is not given.",
					},
				}},
				flag("shared", "true: pages of other origins may load the files too."),
			),
			"typefaces have no modes, since no style sheet can switch them. A text style has: its modes may name another "+
				"family.",
		),
		{Name: "scale", Group: "fontSize", Help: "The type scale.", Fields: []Field{
			length("base", "The size of md."),
			{Name: "ratio", Type: RatioField, Required: true, Help: "What each step is multiplied with."},
			{
				Name: "sizes", Type: LengthField, Form: Map, Keys: SizeKeys[:],
				Help: "Sizes that stand in place of the computed ones.", Entry: "The size." + lengthHelp,
				Note: "`3xs` to `6xl` → length, in place of the computed ones",
			},
		}, NoModes: "a type scale has no modes, since no style sheet can switch it. A text style has: its modes may have " +
			"another size."},
	}},
	{Kind: Spacing, Label: "Spacing", Help: "The steps of space between things.", Fields: []Field{
		withLength(
			tokens(
				"steps", "dimension", "The spacing scale.",
				"A step: a number (px), a string with a unit, or an object that names the value.",
				Field{Name: "step", Type: StepName, Required: true, Help: "The number of the step, or its name."},
				Field{
					Name: "value", Type: NumberField, Required: true,
					Help: "The value; a number or numeric string takes the unit.",
				},
				Field{Name: "unit", Type: StepUnit, Help: "The unit of the value, px where there is none."},
				modes(NumberField, "The value; a number or numeric string takes the unit."),
			),
		),
	}},
	{Kind: Breakpoints, Label: "Breakpoints", Help: "The widths at which a layout changes.", Fields: []Field{
		withoutModes(
			tokens(
				"breakpoints", "dimension", "The breakpoints.", "A breakpoint.", tokenName,
				noted(length("value", "The width."), "a length"),
			),
			"breakpoints have no modes, since no style sheet can switch them. Write another breakpoint, with a name of its "+
				"own.",
		),
	}},
	{Kind: Motion, Label: "Motion", Help: "How long things move, and how they start and stop.", Fields: []Field{
		tokens(
			"durations", "duration", "The durations.", "A duration.", tokenName,
			Field{
				Name: "value", Type: DurationField, Required: true,
				Help: "The duration. A number is in ms; a string may name its unit, ms or s.",
				Note: "ms, or with `ms` or `s`",
			},
			modes(DurationField, "A duration."),
		),
		tokens(
			"easings", "cubicBezier", "The easings.", "An easing.", tokenName,
			Field{
				Name: "value", Type: EasingField, Required: true,
				Note: "`cubic-bezier(…)`, four numbers, or a CSS keyword",
				Help: "A cubic-bezier() function, a CSS easing keyword, or four numbers. One that no cubic-bezier " +
					"function says makes no token.",
			},
			modes(EasingField, "An easing."),
		),
	}},
	{Kind: Radii, Label: "Corner radius", Help: "How round corners are.", Fields: []Field{
		tokens(
			"radii", "radius", "The radii.", "A radius.", tokenName, noted(length("value", "The radius."), "a length"),
			modes(LengthField, "A length."),
		),
	}},
	{Kind: Elevation, Label: "Elevation", Help: "The shadows of things that lie above others.", Fields: []Field{
		tokens("levels", "shadow", "The elevation levels.", "A level.", tokenName,
			Field{Name: "value", Type: ShadowField, Required: true, Fields: layer, Entry: "A layer of a shadow.",
				Help: "A shadow as CSS has it, a layer, or an array of layers.", Note: "a CSS shadow, or layers of " +
					"`x`, `y`, `blur`, `spread`, `color`, `inset`"},
			Field{Name: "modes", Type: ShadowField, Form: Map, Fields: layer, Help: modesHelp, Entry: "A shadow."}),
	}},
	{
		Kind: TextStyles, Label: "Text styles",
		Help: "Texts as a whole: typeface, size, line height, weight and spacing under one name.",
		Fields: []Field{
			tokens(
				"styles",
				GroupText,
				"The text styles.",
				"A text style.",
				slices.Concat(
					[]Field{tokenName}, textStyle(true),
					[]Field{
						{
							Name: "modes", Form: Map, Fields: textStyle(false), Help: modesHelp,
							Entry: "What differs in the mode.",
						},
					},
				)...),
		},
	},
	{Kind: Gradients, Label: "Gradients", Help: "Gradients of CSS, of colors or of names of colors.", Fields: []Field{
		tokens(
			"gradients", GroupGradient, "The gradients.", "A gradient.", tokenName,
			Field{
				Name: "value", Type: GradientField, Required: true,
				Note: "a CSS gradient, with colors of CSS or names of colors of this manual",
				Help: "A linear-gradient(), radial-gradient() or conic-gradient() of CSS; a color may be the name of " +
					"a color of this manual.",
			},
			modes(GradientField, "A gradient."),
		),
	}},
	{
		Kind: Tokens, Label: "More tokens",
		Help: "Tokens that no other kind has, in a group named by the title, else by their type.",
		Fields: []Field{
			tokens(
				"tokens", GroupFurther, "The tokens.", "A token.", tokenName,
				Field{Name: "type", Type: WordField, Required: true, Help: "The type of the value.",
					Words: []string{
						"number", "dimension", "fontWeight", "fontFamily", "duration", "cubicBezier", "color",
						"strokeStyle", "border", "transition",
					},
					Note: "`number`, `dimension`, `fontWeight`, `fontFamily`, `duration`, `cubicBezier`, `color`, " +
						"`strokeStyle`, `border` or `transition`"},
				Field{
					Name: "value", Type: ValueField, Required: true,
					Help: "The value: CSS, or the object that the Design Tokens Format Module 2025.10 has for the " +
						"type.",
					Note: "CSS text, or the object of the format 2025.10",
				},
				modes(ValueField, "A value of the type."),
			),
		},
	},
	{
		Kind: Themes, Label: "Themes",
		Help: "Themes: the colors of six roles, and the modes that any token may have values for.",
		Fields: []Field{
			tokens(
				"themes", GroupThemes, "The themes.", "A theme.",
				Field{
					Name: "name", Type: TextField, Required: true,
					Help: "The name; the theme's slug is made from it where it has none.",
				},
				text("slug", "The theme's slug, its key among the tokens."),
				Field{
					Name: "colors", Type: ColorName, Form: Map, Keys: ThemeRoles[:], Help: "The colors by role.",
					Entry: colorNameHelp,
					Note: "`background`, `surface`, `text`, `text-muted`, `primary`, `border` → hex, or the name of " +
						"a color of this manual",
				},
			),
		},
	},
}
