package convert

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
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
// section, and the group of the token document that it fills; the types in
// files that imply the place; the first keys of paths that imply it and are
// left out of names; and the title of its own blocks, if they are apart from others of the
// kind.
var places = [...]struct {
	kind    manual.Kind
	list    string
	section int
	group   string
	types   string
	keys    string
	title   string
}{
	color:       {manual.Colors, "colors", 0, "color", "color bordercolor textcolor backgroundcolor", "color colors colour colours palette", ""},
	fontFamily:  {manual.Typography, "fonts", 1, "fontFamily", "fontfamily fontfamilies", "fontfamily fontfamilies font-family font fonts", ""},
	fontSize:    {manual.Typography, "scale", 1, "fontSize", "fontsizes fontsize", "fontsize fontsizes font-size text size font", ""},
	spacing:     {manual.Spacing, "steps", 2, "dimension", "spacing sizing size", "dimension dimensions spacing space size sizes sizing", ""},
	textLength:  {manual.Spacing, "steps", 1, "dimension", "", "", "Text sizes"},
	otherLength: {manual.Spacing, "steps", 2, "dimension", "borderwidth", "", "Other lengths"},
	breakpoint:  {manual.Breakpoints, "breakpoints", 2, "dimension", "breakpoint", "dimension breakpoint breakpoints screen screens", ""},
	duration:    {manual.Motion, "durations", 3, "duration", "duration time", "duration durations transition-duration time motion", ""},
	easing:      {manual.Motion, "easings", 3, "cubicBezier", "cubicbezier easing", "cubicbezier cubic-bezier ease easing easings motion", ""},
	radius:      {manual.Radii, "radii", 4, "radius", "borderradius radius", "radius radii borderradius border-radius rounded dimension", ""},
	shadow:      {manual.Elevation, "levels", 5, "shadow", "shadow boxshadow dropshadow", "shadow shadows boxshadow box-shadow elevation", ""},
	textStyle:   {manual.TextStyles, "styles", 1, "text", "typography", "text typography typographies text-style text-styles font", ""},
	gradient:    {manual.Gradients, "gradients", 0, "gradient", "gradient", "gradient gradients", ""},
	more:        {manual.Tokens, "tokens", 6, "", "", "", ""},
	theme:       {manual.Themes, "themes", 7, "theme", "", "", ""},
}

// typesOf are the types in files that imply a place.
var typesOf = func() map[string]place {
	types := map[string]place{}
	for p := range places {
		for _, name := range strings.Fields(places[p].types) {
			types[name] = place(p)
		}
	}
	return types
}()

// formatTypes are the types in files that imply a block of further tokens.
var formatTypes = map[string]kind{
	"fontweight": {more, "fontWeight", ""}, "fontweights": {more, "fontWeight", ""},
	"lineheight": {more, "number", lineHeight}, "lineheights": {more, "number", lineHeight},
	"letterspacing": {more, "dimension", letterSpacing}, "letterspacings": {more, "dimension", letterSpacing},
	"paragraphspacing": {more, "dimension", "Paragraph spacing"}, "paragraphspacings": {more, "dimension", "Paragraph spacing"},
	"opacity": {more, "number", opacity}, "zindex": {more, "number", "Z-index"}, "border": {more, "border", ""},
	"strokestyle": {more, "strokeStyle", ""}, "transition": {more, "transition", ""},
}

// isFormatType reports whether a type in a file is one that a format has, not a category of
// its author.
func isFormatType(name string) bool {
	name = typeKey(name)
	_, known := formatTypes[name]
	return known || name == "dimension" || name == "number"
}

func typeKey(name string) string { return strings.ReplaceAll(strings.ToLower(name), "-", "") }

const (
	lineHeight    = "Line height"
	letterSpacing = "Letter spacing"
	opacity       = "Opacity"
)

// The words of names that say what a number or a length without a type is.
var (
	weightWords  = regexp.MustCompile(`font-?weight|(^|-)weights?(-|$)`)
	leadingWords = regexp.MustCompile(`line-?height|leading|(^|-)lh(-|$)`)
	trackWords   = regexp.MustCompile(`letter-?spac|tracking`)
	opacityWords = regexp.MustCompile(`opacity|(^|-)alpha(-|$)`)
	layerWords   = regexp.MustCompile(`z-?ind(ex|ices)|(^|-)layer(-|$)`)
	ratioWords   = regexp.MustCompile(`(^|-)(aspect-?)?ratios?(-|$)|(^|-)aspect(-|$)`)
	shadowWords  = regexp.MustCompile(`shadow|elevation`)
	borderWords  = regexp.MustCompile(`border|outline|stroke|divider|rule`)
	moveWords    = regexp.MustCompile(`transition|animation`)
	styleWords   = regexp.MustCompile(`style|border|outline|stroke`)
	fontWords    = regexp.MustCompile(`font-?famil|typeface|^font-|(^|-)font(s)?($|-)`)
	notFamily    = regexp.MustCompile(`weight|style|feature|variant|stretch|smoothing|variation|display|optical|size|line-?height|spacing|leading|tracking|synthesis|path|url|src`)
	lengthWords  = regexp.MustCompile(`width|height|spac(e|ing)|size|sizing|gap|gutter|padding|margin|inset|radius|radii|rounded|corner|breakpoint|screen|offset|indent`)
)

// The place of a length depends on the names of its groups; the first match
// counts.
var dimensions = []struct {
	place place
	words *regexp.Regexp
}{
	{otherLength, regexp.MustCompile(`border-?width|stroke|outline|blur|thickness|weight|perspective`)},
	{radius, regexp.MustCompile(`radius|radii|rounded|corner`)},
	{breakpoint, regexp.MustCompile(`breakpoint|screen`)},
	{fontSize, regexp.MustCompile(`font-?size|size-font|text-?size|type-?scale|type-?size|^text-`)},
	{spacing, regexp.MustCompile(`spac(e|ing)|^siz(e|ing)|^dimension|gap|gutter|padding|margin|inset`)},
	{otherLength, regexp.MustCompile(``)},
}

// ownDimensions are the groups with dimensions in the program's own documents.
var ownDimensions = map[string]place{"dimension": spacing, "fontSize": fontSize, "radius": radius}

// wordsOf returns the words of a name with hyphens between them.
func wordsOf(d *declaration) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(kebab(strings.Join(d.path, "-"))) + d.scopes
}

// kindOf returns what a value is, by its type, else by the value and the names of its groups.
// No place is for what no block has a place for.
func kindOf(d *declaration, typ string, value *content.Value) kind {
	if len(d.path) == 3 && d.path[0] == manual.GroupThemes && slices.Contains(tokenize.ThemeRoles[:], d.path[2]) {
		return kind{place: theme}
	}
	words, key := wordsOf(d), typeKey(typ)
	if d.anchor != "" && len(d.path) == 2 { // of the program
		if own, ok := ownKind(d, typ, key); ok {
			return own
		}
	}
	if isPartOfColor(d, value) || key == "internal" || isKeyword(value) && key != "shadow" && !shadowWords.MatchString(words) {
		return kind{}
	}
	if p, ok := typesOf[key]; ok {
		if p == color && strings.Contains(value.Text(), "gradient(") {
			return kind{place: gradient}
		}
		if p == spacing && isLength(value) && sizeKey(d.path) == "" {
			return lengthKind(value, words)
		}
		return kind{place: p}
	}
	if own, ok := formatTypes[key]; ok {
		if own.title == lineHeight && isLength(value) && !isBareNumber(value.Scalar()) && !strings.HasSuffix(value.Scalar(), "%") {
			own.typ = "dimension"
		}
		return own
	}
	if key == "number" && isString(value) && !isBareNumber(value.Text()) {
		key = ""
	}
	switch key {
	case "dimension":
		return dimensionKind(d, value, words)
	case "number":
		if d.scopes != "" && lengthWords.MatchString(d.scopes) && !leadingWords.MatchString(words) || d.scopes == "-corner-radius" {
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
	if value.Is('0') {
		return bareKind(d, value, words)
	}
	if !isString(value) {
		return kind{}
	}
	if d.isSheet && isBareNumber(value.Text()) {
		return sheetNumberKind(value, words)
	}
	return kindOfText(value.Text(), words)
}

func isKeyword(value *content.Value) bool {
	return isString(value) && keywords.MatchString(strings.TrimSpace(value.Text()))
}

// ownKind returns the kind of a token in a document of the program, whose groups say it.
func ownKind(d *declaration, typ, key string) (kind, bool) {
	if p := ownDimensions[d.path[0]]; p != noPlace && key == "dimension" {
		if strings.HasPrefix(d.path[1], tokenize.BreakpointPrefix) && p == spacing {
			p = breakpoint
		}
		return kind{place: p}, true
	}
	for p := range places {
		if d.path[0] == places[p].group && typesOf[key] == place(p) {
			return kind{place: place(p)}, true
		}
	}
	if d.path[0] == typ {
		return kind{place: more, typ: typ}, true
	}
	return kind{place: more, typ: typ, title: d.path[0]}, true
}

// dimensionKind is the kind of a value with the type dimension.
func dimensionKind(d *declaration, value *content.Value, words string) kind {
	if len(d.path) != 2 || ownDimensions[d.path[0]] == noPlace {
		return lengthKind(value, words)
	}
	if d.path[0] == "dimension" && strings.HasPrefix(d.path[1], "breakpoint") {
		return kind{place: breakpoint}
	}
	if isNegative(value) {
		return kind{more, "dimension", "Length"}
	}
	return kind{place: ownDimensions[d.path[0]]}
}

// lengthKind returns the kind of a length by words.
func lengthKind(value *content.Value, words string) kind {
	if leadingWords.MatchString(words) {
		return kind{more, "dimension", lineHeight}
	}
	if trackWords.MatchString(words) {
		return kind{more, "dimension", letterSpacing}
	}
	if isNegative(value) {
		return kind{more, "dimension", "Length"}
	}
	for _, d := range dimensions {
		if d.words.MatchString(words) {
			return kind{place: d.place}
		}
	}
	return kind{}
}

func isNegative(value *content.Value) bool {
	text, err := quantityOf(value)
	return err == nil && strings.HasPrefix(text, "-")
}

// numberKind returns the kind of a number by words.
func numberKind(value *content.Value, words string) kind {
	if weightWords.MatchString(words) && isWeight(value) {
		return kind{more, "fontWeight", ""}
	}
	for _, n := range []struct {
		title string
		words *regexp.Regexp
	}{{lineHeight, leadingWords}, {opacity, opacityWords}, {"Z-index", layerWords}, {"Aspect ratio", ratioWords}} {
		if n.words.MatchString(words) {
			return kind{more, "number", n.title}
		}
	}
	return kind{more, "number", ""}
}

// bareKind returns the kind of a JSON number without a type: a length where a word says so.
func bareKind(d *declaration, value *content.Value, words string) kind {
	own := numberKind(value, words)
	if own.title != "" || own.typ == "fontWeight" || !lengthWords.MatchString(words) {
		return own
	}
	return lengthKind(value, words)
}

// sheetNumberKind returns the kind of a number in a style sheet, of which 0 is a length where a
// word says so.
func sheetNumberKind(value *content.Value, words string) kind {
	own := numberKind(value, words)
	if trackWords.MatchString(words) {
		return kind{more, "dimension", letterSpacing}
	}
	if strings.Trim(value.Text(), "-+0.") == "" && own.title == "" && lengthWords.MatchString(words) {
		return lengthKind(value, words)
	}
	return own
}

var bareNumber = regexp.MustCompile(`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$`)

func isBareNumber(text string) bool { return bareNumber.MatchString(strings.TrimSpace(text)) }

func isLength(value *content.Value) bool {
	text, err := quantityOf(value)
	if err != nil {
		return false
	}
	_, err = css.SignedLength(text)
	return err == nil
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
	if has(value, "colorSpace") || has(value, "r") && has(value, "g") && has(value, "b") || has(value, "hex") || has(value, "model") {
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
	unitForm   = regexp.MustCompile(`^[a-zA-Z%]*$`)
	keyword    = regexp.MustCompile(`^(linear|ease|ease-in|ease-out|ease-in-out)$`)
	familyName = regexp.MustCompile(`^(?:-?[\pL_][\pL\pN_-]*)(?: [\pL_][\pL\pN_-]*)*$|^(["']).*["']$`)
	generic    = regexp.MustCompile(`(?i)["']|(^|,)\s*(sans-serif|serif|monospace|system-ui|cursive|ui-[a-z-]+|-apple-system)\s*(,|$)`)
	bareName   = regexp.MustCompile(`^[a-zA-Z]+$`)
	notColor   = regexp.MustCompile(`weight|font|style|case|transform|decoration|family|name|position`)
)

// kindOfText returns the kind of a text without a type.
func kindOfText(text, words string) kind {
	text = strings.TrimSpace(text)
	value := textValue(text)
	if keywords.MatchString(text) && (text != "none" || !shadowWords.MatchString(words)) {
		return kind{}
	}
	if weightWords.MatchString(words) && isWeight(value) {
		return kind{more, "fontWeight", ""}
	}
	if strings.HasPrefix(text, "cubic-bezier(") || keyword.MatchString(text) {
		return kind{place: easing}
	}
	if _, err := hexOf(value); err == nil && !(bareName.MatchString(text) && notColor.MatchString(words)) {
		return kind{place: color}
	}
	if q, ok := css.SplitQuantity(text); ok && unitForm.MatchString(q.Unit) {
		return kindOfQuantity(q, value, words)
	}
	return kindOfPhrase(text, words)
}

// kindOfQuantity returns the kind of a number with its unit.
func kindOfQuantity(q css.Quantity, value *content.Value, words string) kind {
	if q.Unit == "%" && opacityWords.MatchString(words) {
		return kind{more, "number", opacity}
	}
	if q.Unit == "" {
		own := numberKind(value, words)
		if own.title == "" && own.typ == "number" && lengthWords.MatchString(words) {
			return lengthKind(value, words)
		}
		return own
	}
	if isLength(value) {
		return lengthKind(value, words)
	}
	if _, err := css.Duration(value.Text()); err == nil {
		return kind{place: duration}
	}
	return kind{}
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
	if _, err := fontOf(text); err == nil {
		return kind{place: textStyle}
	}
	sure := generic.MatchString(text)
	if fontWords.MatchString(words) && (sure || !notFamily.MatchString(words)) && isFamilies(text) {
		return kind{place: fontFamily}
	}
	return kind{}
}

// isFamilies reports whether a value is a list of families as CSS has it: names
// of words, or strings.
func isFamilies(value string) bool {
	for _, family := range splitArguments(value) {
		if !familyName.MatchString(family) || keywords.MatchString(family) {
			return false
		}
	}
	return value != ""
}

// splitArguments splits text at commas outside brackets and strings, and leaves
// out empty parts.
func splitArguments(text string) []string {
	return slices.DeleteFunc(css.Split(text, ','), func(part string) bool { return part == "" })
}

var (
	channelName = regexp.MustCompile(`^(.*)-(h|s|l|hue|saturation|lightness)$`)
	channelText = regexp.MustCompile(`^[-+.\d]+(%|deg)?$`)
	tripleName  = regexp.MustCompile(`-(rgb|hsl|hs|channels?)$`)
	tripleText  = regexp.MustCompile(`^[-+.\d%]+(?:\s*,\s*|\s+)[-+.\d%]+(?:(?:\s*,\s*|\s+)[-+.\d%]+)?$`)
)

// isPartOfColor reports whether a value in a style sheet is a channel of a color, which
// has others beside it, or its channels without a function.
func isPartOfColor(d *declaration, value *content.Value) bool {
	if !d.isSheet || !isString(value) {
		return false
	}
	if tripleName.MatchString(d.name) && tripleText.MatchString(value.Text()) {
		return true
	}
	m := channelName.FindStringSubmatch(d.name)
	return m != nil && channelText.MatchString(value.Text()) && d.siblings[m[1]] > 1
}

// countChannels counts the channels that names of a style sheet share a beginning with.
func (s *input) countChannels() {
	s.siblings = map[string]int{}
	seen := map[string]bool{}
	for _, d := range s.declarations {
		if m := channelName.FindStringSubmatch(d.name); m != nil && !seen[d.name] {
			seen[d.name] = true
			s.siblings[m[1]]++
		}
	}
}

// The reasons why values have no block, by words of their names or values.
var withoutBlock = []struct {
	group string
	words *regexp.Regexp
}{
	{"internal values", regexp.MustCompile(`(^| )internal( |$)`)},
	{"keywords", regexp.MustCompile(` (initial|inherit|unset|revert|none|auto|null|true|false|normal|currentcolor)?$`)},
	{"pictures", regexp.MustCompile(`url\(`)},
	{"easings that are not cubic curves", regexp.MustCompile(`ease|easing|linear\(|steps\(`)},
	{"parts of colors", regexp.MustCompile(`(-(h|s|l|hue|saturation|lightness) |-(rgb|hsl|hs|channels?) |^(rgb|hsl) ).* ?[-+.\d%]+(deg)?(\s*,?\s*[-+.\d%]+)*$`)},
	{"transitions and animations", regexp.MustCompile(`(^|[- ])(transition|animation|animate|keyframes?|duration)|\dm?s\b`)},
	{"text cases and decorations", regexp.MustCompile(`decoration|text-?(case|transform|style)|underline|uppercase|font|typography`)},
	{"borders", regexp.MustCompile(`(^|-)(border|outline|stroke)`)},
	{"filters and masks", regexp.MustCompile(`filter|blur|mask|backdrop`)},
	{"aspect ratios", ratioWords},
	{"numbers", regexp.MustCompile(` [-+.\d]+$`)},
}

// withoutPlace returns the reason for a value that no block has a place for.
func withoutPlace(d *declaration, typ string, value *content.Value) error {
	group := "values of other kinds"
	words := wordsOf(d) + " " + strings.ToLower(typ) + " " + strings.ToLower(value.Scalar())
	if isPartOfColor(d, value) {
		return because("parts of colors", "it is a part of a color")
	}
	for _, w := range withoutBlock {
		if isScalar(value) && w.words.MatchString(words) {
			group = w.group
			break
		}
	}
	return because(group, "no block has a place for this %s (%s)", cmp.Or(typ, "value"), group)
}

// groupWord returns what a token is, in the plural.
func groupWord(token string) string {
	group, name, _ := strings.Cut(token, ".")
	if strings.HasPrefix(name, tokenize.BreakpointPrefix) && group == "dimension" {
		return "breakpoints"
	}
	known := map[string]string{
		"": "", "color": "colors", "fontFamily": "typefaces", "fontSize": "font sizes", "dimension": "lengths", "duration": "durations",
		"cubicBezier": "easings", "radius": "radii", "shadow": "shadows", "theme": "roles of themes", "text": "text styles", "gradient": "gradients",
		"fontWeight": "font weights", "font-weight": "font weights", "line-height": "line heights", "letter-spacing": "letter spacings", "opacity": "opacities",
		"z-index": "z-indexes", "aspect-ratio": "aspect ratios", "border": "borders", "transition": "transitions", "number": "numbers", "length": "lengths",
	}
	if word, ok := known[group]; ok {
		return word
	}
	return "other tokens"
}
