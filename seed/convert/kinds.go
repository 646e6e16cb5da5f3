package convert

import (
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A place is a list of a kind of block that tokens go into.
type place int

const (
	noPlace place = iota
	color
	fontFamily
	fontSize
	spacing
	textLength
	otherLength
	breakpoint
	duration
	easing
	radius
	shadow
	textStyle
	gradient
	more
	theme
)

// A kind says what a value is: its place, and for the block of further tokens the type and
// the title of the block.
type kind struct {
	place place
	typ   string
	title string
}

// places describe each place: the kind of block and its list, the index of its
// section, and the group of the token document that it fills; the first keys of paths
// that imply it and are left out of names; and the title of its own blocks, if they are apart
// from others of the kind.
var places = [...]struct {
	kind    manual.Kind
	list    string
	section int
	group   string
	keys    string
	title   string
}{
	color:       {manual.Colors, "colors", 0, "color", "color colors colour colours palette farbe farben couleur couleurs kleur kleuren farge farger", ""},
	fontFamily:  {manual.Typography, "fonts", 1, "fontFamily", "fontfamily fontfamilies font-family font fonts", ""},
	fontSize:    {manual.Typography, "scale", 1, "fontSize", "fontsize fontsizes font-size text size font", ""},
	spacing:     {manual.Spacing, "steps", 2, "dimension", "dimension dimensions spacing space size sizes sizing abstand abstände", ""},
	textLength:  {manual.Spacing, "steps", 1, "dimension", "", "Text sizes"},
	otherLength: {manual.Spacing, "steps", 2, "dimension", "", "Other lengths"},
	breakpoint: {
		manual.Breakpoints, "breakpoints", 2, "dimension", "dimension breakpoint breakpoints screen screens", "",
	},
	duration: {manual.Motion, "durations", 3, "duration", "duration durations transition-duration time motion", ""},
	easing: {
		manual.Motion, "easings", 3, "cubicBezier", "cubicbezier cubic-bezier ease easing easings motion", "",
	},
	radius: {manual.Radii, "radii", 4, "radius", "radius radii borderradius border-radius rounded dimension", ""},
	shadow: {manual.Elevation, "levels", 5, "shadow", "shadow shadows boxshadow box-shadow elevation", ""},
	textStyle: {
		manual.TextStyles, "styles", 1, "text", "text typography typographies text-style text-styles font", "",
	},
	gradient: {manual.Gradients, "gradients", 0, "gradient", "gradient gradients", ""},
	more:     {manual.Tokens, "tokens", 6, "", "", ""},
	theme:    {manual.Themes, "themes", 7, "theme", "", ""},
}

// types are what the types in files say, also the categories of their authors, in small letters
// and without hyphens.
var types = map[string]kind{
	"color": {place: color}, "bordercolor": {place: color}, "textcolor": {place: color},
	"backgroundcolor": {place: color},
	"fontfamily":      {place: fontFamily}, "fontfamilies": {place: fontFamily},
	"fontsizes": {place: fontSize}, "fontsize": {place: fontSize},
	"spacing": {place: spacing}, "sizing": {place: spacing}, "size": {place: spacing},
	"borderwidth": {place: otherLength},
	"breakpoint":  {place: breakpoint},
	"duration":    {place: duration}, "time": {place: duration},
	"cubicbezier": {place: easing}, "easing": {place: easing},
	"borderradius": {place: radius}, "radius": {place: radius},
	"shadow": {place: shadow}, "boxshadow": {place: shadow}, "dropshadow": {place: shadow},
	"typography": {place: textStyle},
	"gradient":   {place: gradient},
	"fontweight": {more, "fontWeight", ""}, "fontweights": {more, "fontWeight", ""},
	"lineheight": {more, "number", lineHeight}, "lineheights": {more, "number", lineHeight},
	"letterspacing": {more, "dimension", letterSpacing}, "letterspacings": {more, "dimension", letterSpacing},
	"paragraphspacing":  {more, "dimension", "Paragraph spacing"},
	"paragraphspacings": {more, "dimension", "Paragraph spacing"},
	"opacity":           {more, "number", opacity}, "zindex": {more, "number", "Z-index"}, "border": {more, "border", ""},
	"strokestyle": {more, "strokeStyle", ""}, "transition": {more, "transition", ""},
}

// isType reports whether a type in a file is one that says what a value is, not another category
// of its author.
func isType(name string) bool {
	name = typeKey(name)
	_, known := types[name]
	return known || name == "dimension" || name == "number"
}

func typeKey(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "") }

const (
	lineHeight    = "Line height"
	letterSpacing = "Letter spacing"
	opacity       = "Opacity"
)

// wordsOf returns the words of a name with hyphens between them.
func wordsOf(d *declaration) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(kebab(strings.Join(d.path, "-"))) + d.scopes
}

// kindOf returns what a value is, by its type, else by the value and the names of its groups.
// No place is for what no block has a place for.
func kindOf(d *declaration, typ string, value *content.Value) kind {
	if isThemePath(d.path) {
		return kind{place: theme}
	}
	words, key := wordsOf(d), typeKey(typ)
	if d.anchor != "" && len(d.path) == 2 { // of the program
		return ownKind(d, typ, key)
	}
	if isPartOfColor(d, value) || key == "internal" || isString(value) && saysNothing(value.Text(), key+" "+words) {
		return kind{}
	}
	if own, ok := types[key]; ok {
		return own.refined(d, value, words)
	}
	if key == "dimension" {
		return lengthKind(value, words)
	}
	if key == "number" && (!isString(value) || isBareNumber(value.Text())) {
		if d.scopes != "" && lengthWords.MatchString(d.scopes) && !leadingWords.MatchString(words) ||
			d.scopes == "-corner-radius" {
			return lengthKind(value, words)
		}
		return numberKind(value, words)
	}
	if value.Is('{') {
		return kindOfObject(value)
	}
	if value.Is('[') {
		return kindOfList(value, words)
	}
	if !isScalar(value) {
		return kind{}
	}
	return kindOfText(value.Scalar(), words, d.isSheet)
}

// refined returns the kind of a value whose type says it, as far as the value does not say more.
func (k kind) refined(d *declaration, value *content.Value, words string) kind {
	if k.place == color && strings.Contains(value.Text(), "gradient(") {
		return kind{place: gradient}
	}
	if k.place == spacing && isLength(value) && sizeKey(d.path) == "" {
		return lengthKind(value, words)
	}
	if k.title == lineHeight && isLength(value) && !isBareNumber(value.Scalar()) &&
		!strings.HasSuffix(value.Scalar(), "%") {
		k.typ = "dimension"
	}
	return k
}

// saysNothing reports whether a text is a keyword that is no value of its own: none is a
// shadow, and normal the letter spacing 0 (CSS Text Module Level 4, section 8.2).
func saysNothing(text, words string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "none" && shadowWords.MatchString(words) || text == "normal" && trackWords.MatchString(words) {
		return false
	}
	return keywords.MatchString(text)
}

// ownKind returns the kind of a token in a document of the program, whose groups say it.
func ownKind(d *declaration, typ, key string) kind {
	for p := range places {
		if d.path[0] != places[p].group || key != "dimension" && types[key].place != place(p) {
			continue
		}
		if place(p) == spacing && strings.HasPrefix(d.path[1], tokenize.BreakpointPrefix) {
			return kind{place: breakpoint}
		}
		return kind{place: place(p)}
	}
	if d.path[0] == typ {
		return kind{place: more, typ: typ}
	}
	return kind{place: more, typ: typ, title: d.path[0]}
}

// kindOfList returns the kind of a list without a type.
func kindOfList(value *content.Value, words string) kind {
	items := value.List()
	if len(items) > 0 && items[0].Is('{') {
		return kindOfObject(items[0])
	}
	if len(items) == 4 && items[0].Is('0') {
		return kind{place: easing}
	}
	if len(items) > 0 && isString(items[0]) && fontWords.MatchString(words) && !notFamily.MatchString(words) {
		return kind{place: fontFamily}
	}
	return kind{}
}

// kindOfObject returns the kind of an object without a type.
func kindOfObject(value *content.Value) kind {
	if has(value, "colorSpace") || has(value, "r") && has(value, "g") && has(value, "b") || has(value, "hex") ||
		has(value, "model") {
		return kind{place: color}
	}
	if has(value, "fontSize") {
		return kind{place: textStyle}
	}
	if has(value, "blur") && has(value, "color") {
		return kind{place: shadow}
	}
	return kind{}
}

var (
	unitForm   = pattern.New(`^[a-zA-Z%]*$`)
	keyword    = pattern.New(`^(linear|ease|ease-in|ease-out|ease-in-out)$`)
	familyName = pattern.New(`^(?:-?[\pL_][\pL\pN_-]*)(?: [\pL_][\pL\pN_-]*)*$|^(["']).*["']$`)
	generic    = pattern.New(
		`(?i)(^|,)\s*(sans-serif|serif|monospace|system-ui|cursive|ui-[a-z-]+|-apple-system)\s*(,|$)`,
	)
	bareName = pattern.New(`^[a-zA-Z]+$`)
	notColor = pattern.New(`weight|font|style|case|transform|decoration|family|name|position`)
)

// kindOfText returns the kind of a text or a number without a type. In a style sheet a number is
// a length only if it is 0.
func kindOfText(text, words string, inSheet bool) kind {
	text = strings.TrimSpace(text)
	value := textValue(text)
	if saysNothing(text, words) {
		return kind{}
	}
	if keywords.MatchString(text) && trackWords.MatchString(words) {
		return kind{more, "dimension", letterSpacing}
	}
	if saysWeight(words) && isWeight(value) {
		return kind{more, "fontWeight", ""}
	}
	if strings.HasPrefix(text, "cubic-bezier(") || keyword.MatchString(text) {
		return kind{place: easing}
	}
	if _, err := hexOf(value); err == nil && !(bareName.MatchString(text) && notColor.MatchString(words)) {
		return kind{place: color}
	}
	if q, ok := css.SplitQuantity(text); ok && unitForm.MatchString(q.Unit) {
		return kindOfQuantity(q, value, words, inSheet)
	}
	return kindOfPhrase(text, words)
}

// kindOfPhrase returns the kind of a text of several words.
func kindOfPhrase(text, words string) kind {
	value := textValue(text)
	if strings.Contains(text, "gradient(") {
		return kind{place: gradient}
	}
	if _, ok := ratioOf(text); ok && ratioWords.MatchString(words) {
		return kind{more, "number", "Aspect ratio"}
	}
	if shadowWords.MatchString(words) && (text == "none" || strings.ContainsAny(text, "0123456789")) {
		return kind{place: shadow}
	}
	if _, err := css.ReadStroke(value); err == nil && styleWords.MatchString(words) {
		return kind{more, "strokeStyle", ""}
	}
	if _, err := borderOf(value); err == nil && borderWords.MatchString(words) {
		return kind{more, "border", ""}
	}
	if _, err := css.ParseTransition(text); err == nil && moveWords.MatchString(words) {
		return kind{more, "transition", ""}
	}
	if f, err := fontOf(text); err == nil && (has(f, "fontFamily") || textWords.MatchString(words)) {
		return kind{place: textStyle}
	}
	sure := generic.MatchString(text) || strings.ContainsAny(text, `"'`) && !fontParts.MatchString(words)
	if fontWords.MatchString(words) && (sure || !notFamily.MatchString(words)) && isFamilies(text) && isName(text) {
		return kind{place: fontFamily}
	}
	return kind{}
}

// isName reports whether a list of families is one of typefaces, and not a word for one or a sentence, as
// Sass has them: body, cond-2xl and ui. The name of a single typeface begins with a capital.
func isName(families string) bool {
	if strings.Contains(families, ",") || generic.MatchString(families) {
		return true
	}
	name := strings.Trim(families, `"'`)
	return len(strings.Fields(name)) <= longestName && !strings.HasSuffix(name, ".") &&
		strings.ContainsFunc(name, unicode.IsUpper)
}

// longestName is the number of words of the name of a typeface.
const longestName = 6

// isFamilies reports whether a value is a list of families as CSS has it: names
// of words, or strings.
func isFamilies(value string) bool {
	for _, family := range css.Split(value, ',') {
		if family == "" {
			continue
		}
		// the folder of font files
		if strings.Contains(family, "/") || !strings.ContainsFunc(family, unicode.IsLetter) {
			return false
		}
		if !familyName.MatchString(family) || keywords.MatchString(family) {
			return false
		}
	}
	return value != ""
}
