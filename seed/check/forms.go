package check

import (
	"designmanual/db/manual"
	"designmanual/seed/source"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A form is how a single value of a field is written: its kinds in JSON, what the JSON
// Schema says of it besides, and its rule.
type form struct {
	kinds string // as [shape.kinds], without null
	facts *content.Value
	rule  rule
}

// Patterns of numbers with a unit, which a schema can only tell apart roughly.
const (
	unsigned     = `(-0+(\.0+)?|(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?)`
	signed       = `-?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d+)?`
	cssUnit      = `([a-zA-Z]+|%)?`
	withoutBlock = `[^{};]`
)

// pointExpected describes a point of a picture.
const pointExpected = `a point of the picture, from the left and from the top ("30% 70%")`

// point matches one: two percentages.
const point = `(100|\d{1,2}(\.\d+)?)% (100|\d{1,2}(\.\d+)?)%`

// shape3to2 has the facts of a shape: two numbers, or one.
var shape3to2 = atLeast("0.2", `^\d+(\.\d+)?( ?[:/] ?\d+(\.\d+)?)?$`)

// isShape reports whether width by height is from 1:5 to 5:1.
func isShape(text string) bool {
	shape := content.Shape(text)
	return shape >= 0.2 && shape <= 5
}

// matching returns the facts of a text that must match a pattern.
func matching(text string) *content.Value { return content.NewObject("pattern", "^"+text+"$") }

// atLeast returns the facts of a number that is not less than another, or of a text that
// must match a pattern.
func atLeast(least, text string) *content.Value {
	return content.NewObject("pattern", text, "minimum", content.NewNumber(least))
}

// numbers returns the facts of an array of as many numbers.
func numbers(count string) *content.Value {
	return content.NewObject("minItems", content.NewNumber(count), "maxItems", content.NewNumber(count),
		"items", content.NewObject("description", "A number.", "type", "number"))
}

// shares returns the facts of an array of as many numbers from 0 to 100.
func shares(count string) *content.Value {
	share := content.NewObject(
		"description", "A number.", "type", "number", "minimum", content.NewNumber("0"), "maximum",
		content.NewNumber("100"),
	)
	return content.NewObject(
		"minItems", content.NewNumber(count), "maxItems", content.NewNumber(count), "items", share, "pattern",
		`^[\d.,/% ]+$`,
	)
}

// forms are those of each type of field; a file that is not here is a text.
var forms = map[manual.FieldType]form{
	manual.TextField:   {kinds: `"`},
	manual.NameField:   {kinds: `"`},
	manual.HexField:    {kinds: `"`, rule: warnNoHex},
	manual.ColorField:  {kinds: `"`, facts: matching(withoutBlock + "+"), rule: parsedBy(css.ShadowColor)},
	manual.GroundField: {kinds: `"`},
	manual.ColorName:   {kinds: `"`},
	manual.FamilyField: {
		kinds: `"`, facts: matching(withoutBlock + "+"),
		rule: parsedBy(func(v string) (string, error) { return css.FontFamily(v) }),
	},
	manual.FallbackField: {kinds: `"`, facts: matching(withoutBlock + "*"), rule: parsedBy(css.Family)},
	manual.WeightField:   {kinds: `0"`, rule: warnWeight},
	manual.WeightRange: {kinds: `0"`, facts: matching(`[1-9][0-9]{0,3}( [1-9][0-9]{0,3})?`),
		rule: textRule(`a weight from 1 to 1000 ("400") or a range of them ("100 900")`, isWeightRange, nil)},
	manual.LengthField: {kinds: `0"`, facts: atLeast("0", "^"+unsigned+cssUnit+"$"), rule: parsedBy(css.Length)},
	manual.OffsetField: {kinds: `0"`, facts: matching(signed + cssUnit), rule: parsedBy(css.ShadowLength)},
	manual.BlurField:   {kinds: `0"`, facts: atLeast("0", "^"+unsigned+cssUnit+"$"), rule: parsedBy(css.ShadowBlur)},
	manual.DurationField: {
		kinds: `0"`, facts: atLeast("0", "^"+unsigned+"([mM]?[sS])?$"), rule: parsedBy(css.Duration),
	},
	manual.EasingField: {kinds: `"[`, facts: numbers("4"), rule: easing},
	manual.ShadowField: {kinds: `"`, facts: content.NewObject("minItems", content.NewNumber("1")), rule: shadow},
	manual.RatioField: {
		kinds: `0`, facts: content.NewObject("minimum", content.NewNumber("0.01"), "maximum", content.NewNumber("100")),
		rule: parsedBy(tokenize.Ratio),
	},
	manual.StepField:    {kinds: `0"`, facts: atLeast("0", "^"+unsigned+cssUnit+"$"), rule: step},
	manual.StepName:     {kinds: `0"`, facts: atLeast("0", `[\p{L}\p{Nd}]`), rule: parsedBy(tokenize.StepKey)},
	manual.StepUnit:     {kinds: `"`, rule: parsedBy(tokenize.StepUnit)},
	manual.NumberField:  {kinds: `0"`},
	manual.ShareField:   {kinds: `0"`, rule: warnClearSpace},
	manual.WidthField:   {kinds: `0"`, rule: warnLength},
	manual.FlagField:    {kinds: "t"},
	manual.DeprecatedAs: {kinds: `"t`},
	manual.WordField:    {kinds: `"`, rule: oneOf},
	manual.FileField:    {kinds: `"`, rule: warnUnlinked},

	manual.SizeField: {kinds: `0"`, rule: parsedBy(fontSize)},
	manual.LineHeightField: {
		kinds: `0"`, facts: content.NewObject("minimum", content.NewNumber("0")), rule: parsedBy(css.LineHeight),
	},
	manual.FontWeightField: {kinds: `0"`, rule: parsedBy(css.Weight)},
	manual.SpacingField:    {kinds: `0"`, rule: parsedBy(css.LetterSpacing)},
	manual.GradientField: {
		kinds: `"`, facts: matching(withoutBlock + `*gradient\(` + withoutBlock + "+"), rule: parsedBy(gradient),
	},
	manual.ValueField:   {kinds: `"0{[`}, // checked with its type
	manual.CMYKField:    {kinds: `"[`, facts: shares("4"), rule: cmyk},
	manual.PantoneField: {kinds: `"`, rule: parsedBy(printName("pantone"))},
	manual.RALField:     {kinds: `"`, rule: parsedBy(printName("ral"))},
	manual.NCSField:     {kinds: `"`, rule: parsedBy(printName("ncs"))},

	manual.PointField: {kinds: `"`, facts: matching(point), rule: textRule(pointExpected, nil, nil)},
	manual.ShapeField: {
		kinds: `0"`, facts: shape3to2, rule: textRule(`width and height ("3:2") from 1:5 to 5:1`, isShape, nil),
	},

	manual.PictureField: {kinds: `"`, rule: warnExtension("picture", source.Pictures...)},
	manual.VideoField:   {kinds: `"`, rule: warnExtension("video", ".mp4", ".webm")},
	manual.CaptionField: {kinds: `"`, rule: warnExtension("text with times", ".vtt")},
	manual.IconField:    {kinds: `"`, rule: warnExtension("picture", ".svg")},
	manual.FontField:    {kinds: `"`, rule: warnRemoteFont},
}

// placeRules are rules of a place, by the path of a field.
var placeRules = map[string]rule{
	"COLORS.colors.name": warnNoName, "DOS_DONTS.items": warnNoDo, "TOKENS.tokens": typedValue,
}

// shapeOf returns the shape of a field.
func shapeOf(f manual.Field, path string, rich *shape) *shape {
	path += "." + f.Name
	if f.Type == manual.RichField {
		return rich
	}
	item := itemShape(f, path, rich)
	s := item
	switch f.Form {
	case manual.List:
		s = &shape{kinds: "[", open: true, items: item, tokens: f.Group != ""}
	case manual.Map:
		s = &shape{kinds: "{", open: f.Keys == nil, tokens: f.Switch || f.Name == "modes"}
		for _, key := range f.Keys {
			s.members = append(s.members, field{key, false, item})
		}
		if f.Keys == nil {
			s.others = item
		}
	}
	if f.Switch {
		s.kinds, s.rule = s.kinds+"t", noFalse
	}
	if !f.Required && s.kinds != "" {
		s.kinds += "n"
	}
	return s
}

// itemShape returns the shape of a value of a field, or of an entry of its list.
func itemShape(f manual.Field, path string, rich *shape) *shape {
	written := forms[f.Type]
	s := &shape{kinds: written.kinds, open: true, rule: written.rule, enum: f.Words}
	if f.Form == manual.List && f.Type == manual.TextField {
		s.kinds += "n"
	}
	s.pattern = patternOf(written.facts)
	if written.facts.Get("items") != nil {
		s.items = &shape{kinds: "0", open: true}
	}
	if f.Fields != nil {
		s.kinds += "{"
	}
	for _, inside := range f.Fields {
		s.members = append(s.members, field{inside.Name, inside.Required, shapeOf(inside, path, rich)})
	}
	if f.Type == manual.ShadowField {
		s.kinds, s.items, s.tokens = s.kinds+"[", &shape{kinds: "{", open: true, members: s.members}, true
	}
	if s.rule == nil {
		s.rule = placeRules[path]
	}
	return s
}

// kindShape returns the shape of the content of a kind.
func kindShape(info manual.KindInfo, rich *shape) *shape {
	s := fieldsShape(
		append(info.Fields[:len(info.Fields):len(info.Fields)], manual.CommonFields...), string(info.Kind), rich,
	)
	if info.Kind == manual.Tokens {
		s.rule = furtherGroups
	}
	return s
}

// fieldsShape returns the shape of an object of fields, which may have others.
func fieldsShape(fields []manual.Field, path string, rich *shape) *shape {
	s := &shape{kinds: "{", open: true}
	for _, f := range fields {
		s.members = append(s.members, field{f.Name, f.Required, shapeOf(f, path, rich)})
	}
	return s
}
