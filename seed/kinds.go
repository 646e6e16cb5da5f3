package seed

import (
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// The content of the known kinds of block. Further keys may stand in any of
// them, and null stands for a member that is not there.

// content is the shape of an object in a block's content: open, its optional
// members also null.
func content(doc string, members ...field) *shape {
	for i, m := range members {
		if !m.required && m.shape.kinds != "" && !strings.Contains(m.shape.kinds, "n") {
			nullable := *m.shape
			nullable.kinds += "n"
			members[i].shape = &nullable
		}
	}
	return &shape{doc: doc, kinds: "{", members: members, open: true}
}

// entry is the shape of an object that becomes a token: what else may be said
// of the token stands in it too.
func entry(doc string, members ...field) *shape {
	return content(doc, append(members,
		optional("description", rich("What the token is.")),
		optional("use", rich("What the token is for.")),
		optional("deprecated", &shape{doc: "true, or a sentence that says what to use instead.", kinds: `"t`}))...)
}

// rich is a member that holds rich text.
func rich(doc string) *shape { return text(doc + " Rich text is HTML.") }

// What a schema can say of values that a function judges.
const (
	numberPattern   = `(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?`
	unitPattern     = `([a-zA-Z]+|%)?$`
	stepPattern     = `^(-0+(\.0+)?|` + numberPattern + `)$`
	lengthPattern   = `^(-0+(\.0+)?|` + numberPattern + `)` + unitPattern
	shiftPattern    = `^-?` + numberPattern + unitPattern
	durationPattern = `^(-0+(\.0+)?|` + numberPattern + `)([mM]?[sS])?$`
	valuePattern    = `^[^{};]+$` // control characters are left to the function
)

// literal is a scalar of a block's content in the form tokenize reads.
func literal(p place) manual.Literal {
	return manual.Literal{Text: p.scalar(), Quoted: p.is('"')}
}

// judged is a number or string that a function of tokenize judges: the error
// that it returns is the problem's text.
func judged(doc, kinds, pattern string, judge func(l manual.Literal) error, also ...keyword) *shape {
	return &shape{doc: doc, kinds: kinds, rule: &rule{pattern: pattern, also: also, hold: func(p place) (bool, string) {
		if !p.is('"') && !p.is('0') {
			return true, ""
		}
		if err := judge(literal(p)); err != nil {
			return false, err.Error()
		}
		return true, ""
	}}}
}

func length(doc string) *shape {
	return judged(doc+" A number or numeric string is in px; a string may name its unit.", `0"`, lengthPattern, func(l manual.Literal) error {
		_, err := tokenize.Length(l)
		return err
	}, keyword{"minimum", 0})
}

// shift is a length that may be negative: the place of a shadow.
func shift(doc string) *shape {
	return judged(doc+" A length that may be negative.", `0"`, shiftPattern, func(l manual.Literal) error {
		_, err := tokenize.SignedLength(l)
		return err
	})
}

func duration(doc string) *shape {
	return judged(doc+" A number is in ms; a string may name its unit, ms or s.", `0"`, durationPattern, func(l manual.Literal) error {
		_, err := tokenize.Duration(l)
		return err
	}, keyword{"minimum", 0})
}

var name = text("The name; the token's name is made from it.")

var tintsShape = func() *shape {
	steps := make([]field, len(manual.TintSteps))
	for i, step := range manual.TintSteps {
		steps[i] = optional(step, text("A hex color."))
	}
	return &shape{
		doc:     "Tints and shades: hex colors by step, or true to have all of them made from hex.",
		kinds:   "{t",
		members: steps,
		rule: &rule{also: keywords{{"not", keywords{{"const", false}}}}, hold: func(p place) (bool, string) {
			if p.is('f') {
				return false, "expected an object of steps or true, found false"
			}
			return true, ""
		}},
	}
}()

var colorsShape = content("Colors.", optional("colors", list("The swatches in page order.", entry("A swatch.",
	required("name", name),
	required("hex", text("The color, as # and 3, 4, 6 or 8 hex digits. Anything else is served in the manual and makes no token.")),
	optional("tints", tintsShape)))))

var sizesShape = func() *shape {
	sizes := make([]field, len(manual.SizeKeys))
	for i, key := range manual.SizeKeys {
		sizes[i] = optional(key, length("The size."))
	}
	return object("Sizes that stand in place of the computed ones.", sizes...)
}()

var fontFileShape = content("A font file.",
	required("url", text("The file, .woff2, .woff, .ttf or .otf. "+besideDoc)),
	optional("weight", holds("The weight or, of a variable font, the range of weights.",
		`a weight from 1 to 1000 ("400") or a range of them ("100 900")`, `^[1-9][0-9]{0,3}( [1-9][0-9]{0,3})?$`, fontWeight)),
	optional("style", &shape{doc: "The style; normal where it is not given.", kinds: `"`, choices: []string{"normal", "italic"}}))

// fontWeight tells whether text is a weight of a font file, or a range.
func fontWeight(text string) bool {
	first, last, ranged := strings.Cut(text, " ")
	from, ok := weight(first)
	if !ranged {
		return ok
	}
	to, ok2 := weight(last)
	return ok && ok2 && from <= to
}

// weight reads a whole number from 1 to 1000 (CSS Fonts Module Level 4,
// section 2.2).
func weight(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1 && n <= 1000 && strconv.Itoa(n) == text
}

// besideDoc says what a url may be.
const besideDoc = "An http(s) URL, or the path of a file in the folder of the seed file."

var typographyShape = content("Typography.",
	optional("fonts", list("The typefaces.", entry("A typeface.",
		required("family", judged("The font family.", `"`, valuePattern, func(l manual.Literal) error {
			_, err := tokenize.FontFamily(manual.Font{Family: l.Text})
			return err
		})),
		optional("usage", text("What the typeface is for; the token's name is made from it.")),
		optional("fallbacks", list("Families to fall back on.", judged("A font family.", `"`, `^[^{};]*$`, func(l manual.Literal) error {
			_, err := tokenize.Family(l.Text)
			return err
		}))),
		optional("weights", list("The weights in use.", &shape{doc: "A weight, as a number or by name.", kinds: `0"`})),
		optional("files", list("The font files.", fontFileShape)),
		optional("shared", boolean("true: pages of other origins may load the files too."))))),
	optional("scale", content("The type scale.",
		required("base", length("The size of md.")),
		required("ratio", judged("What each step is multiplied with.", "0", "", func(l manual.Literal) error {
			_, err := tokenize.Ratio(l)
			return err
		}, keyword{"minimum", 0.01}, keyword{"maximum", 100})),
		optional("sizes", sizesShape))))

var stepShape = func() *shape {
	s := entry("A step: a number (px), a string with a unit, or an object that names the value.",
		required("step", judged("The number of the step.", `0"`, stepPattern, func(l manual.Literal) error {
			_, err := tokenize.StepNumber(l)
			return err
		}, keyword{"minimum", 0})),
		required("value", &shape{doc: "The value; a number or numeric string takes the unit.", kinds: `0"`}),
		optional("unit", judged("The unit of the value, px where there is none.", `"`, "", func(l manual.Literal) error {
			return tokenize.StepUnit(l.Text)
		})))
	s.kinds = `0"{`
	s.rule = &rule{pattern: lengthPattern, also: keywords{{"minimum", 0}}, of: "value", hold: func(p place) (bool, string) {
		var err error
		if value := p.get("value"); p.is('{') {
			unit := p.get("unit").str()
			if !value.is('0') && !value.is('"') || tokenize.StepUnit(unit) != nil {
				return true, "" // said already
			}
			_, err = tokenize.StepValue(literal(value), unit)
		} else {
			_, _, err = tokenize.Step(manual.SpacingStep{Bare: true, Step: literal(p), Value: literal(p)})
		}
		if err != nil {
			return false, err.Error()
		}
		return true, ""
	}}
	return s
}()

var spacingShape = content("Spacing.", optional("steps", list("The spacing scale.", stepShape)))

func named(doc, one string, value *shape) *shape {
	return list(doc, entry(one, required("name", name), required("value", value)))
}

var easingShape = &shape{
	doc:   "A cubic-bezier() function, a CSS easing keyword, or four numbers. One that no cubic-bezier function says makes no token.",
	kinds: `"[`,
	items: &shape{doc: "A number.", kinds: "0"},
	rule: &rule{also: keywords{{"minItems", 4}, {"maxItems", 4}}, hold: func(p place) (bool, string) {
		if p.is('[') && len(p.node.children) != 4 {
			return false, "expected four numbers or a string"
		}
		return true, ""
	}},
}

var motionShape = content("Motion.",
	optional("durations", named("The durations.", "A duration.", duration("The duration."))),
	optional("easings", named("The easings.", "An easing.", easingShape)))

var layerShape = content("A layer of a shadow.",
	required("x", shift("Offset to the right.")),
	required("y", shift("Offset downwards.")),
	optional("blur", length("Blur radius.")),
	optional("spread", shift("Spread distance.")),
	required("color", judged("The color, as CSS has it.", `"`, valuePattern, func(l manual.Literal) error {
		_, err := tokenize.ShadowColor(l.Text)
		return err
	})),
	optional("inset", boolean("true for a shadow inside the box.")))

var shadowShape = func() *shape {
	s := *layerShape
	s.doc = "A shadow as CSS has it, a layer, or an array of layers."
	s.kinds = `"{[`
	s.items = layerShape
	s.rule = &rule{also: keywords{{"minItems", 1}}, hold: func(p place) (bool, string) {
		if p.is('[') && len(p.node.children) == 0 {
			return false, "expected at least one layer, found none"
		}
		if !p.is('"') {
			return true, ""
		}
		if _, err := tokenize.Shadow(manual.ShadowValue{CSS: p.str()}); err != nil {
			return false, err.Error()
		}
		return true, ""
	}}
	return &s
}()

var elevationShape = content("Elevation.", optional("levels", named("The elevation levels.", "A level.", shadowShape)))

var themesShape = func() *shape {
	roles := make([]field, len(manual.ThemeRoles))
	for i, role := range manual.ThemeRoles {
		roles[i] = optional(role, text("A hex color, or the name of a color of this manual."))
	}
	return content("Themes.", optional("themes", list("The themes.", entry("A theme.",
		required("name", text("The name; the theme's slug is made from it where it has none.")),
		optional("slug", text("The theme's slug, its key among the tokens.")),
		optional("colors", object("The colors by role.", roles...))))))
}()

var kindShapes = map[manual.Kind]*shape{
	manual.Colors:     colorsShape,
	manual.Typography: typographyShape,
	manual.Spacing:    spacingShape,
	manual.Breakpoints: content("Breakpoints.", optional("breakpoints",
		named("The breakpoints.", "A breakpoint.", length("The width.")))),
	manual.Motion: motionShape,
	manual.Radii: content("Corner radii.", optional("radii",
		named("The radii.", "A radius.", length("The radius.")))),
	manual.Elevation: elevationShape,
	manual.Themes:    themesShape,
	manual.Logo: content("Logos.", optional("logos", list("The forms of the logo.", content("A logo.",
		optional("name", text("The name.")), optional("url", text(besideDoc)),
		optional("alt", text("What the picture shows.")), optional("background", text("The color it is shown on.")))))),
	manual.Text: content("Text.", optional("html", rich("The text."))),
	manual.Image: content("Images.", optional("images", list("The images.", content("An image.",
		optional("url", text(besideDoc)), optional("alt", text("What the picture shows.")),
		optional("caption", rich("The caption.")))))),
	manual.Downloads: content("Downloads.", optional("files", list("The files.", content("A file.",
		optional("name", text("The name.")), optional("url", text(besideDoc)),
		optional("size", &shape{doc: "The size, in bytes or in words.", kinds: `0"`}))))),
	manual.DosDonts: content("Do and don't.", optional("items", list("The examples.", content("An example.",
		optional("do", boolean("true for an example to follow, false for one to avoid.")),
		optional("html", rich("What to do or not to do.")), optional("url", text("Its picture. "+besideDoc)))))),
}

// knownKinds returns the kinds that have a shape, sorted.
func knownKinds() []manual.Kind {
	kinds := make([]manual.Kind, 0, len(kindShapes))
	for kind := range kindShapes {
		kinds = append(kinds, kind)
	}
	slices.Sort(kinds)
	return kinds
}
