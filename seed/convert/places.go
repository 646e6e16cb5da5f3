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
	theme
)

// places describe each place: the kind of block and its list, the index of its
// section, and the group of the token document that it fills; the types in
// files that imply the place; the first keys of paths that imply it and are
// left out of names; and the function that converts a value.
var places = [...]struct {
	kind    manual.Kind
	list    string
	section int
	group   string
	types   string
	keys    string
	read    func(any) (any, error)
	title   string // of its own blocks, if they are apart from others of the kind
}{
	color:       {manual.Colors, "colors", 0, "color", "color bordercolor", "color colors colour colours palette", hexOf, ""},
	fontFamily:  {manual.Typography, "fonts", 1, "fontFamily", "fontfamily fontfamilies", "fontfamily fontfamilies font-family font fonts", familiesOf, ""},
	fontSize:    {manual.Typography, "scale", 1, "fontSize", "fontsizes fontsize", "fontsize fontsizes font-size text size font", lengthOf, ""},
	spacing:     {manual.Spacing, "steps", 2, "dimension", "spacing sizing", "dimension dimensions spacing space size sizes sizing", lengthOf, ""},
	textLength:  {manual.Spacing, "steps", 1, "dimension", "", "", lengthOf, "Text sizes"},
	otherLength: {manual.Spacing, "steps", 2, "dimension", "", "", lengthOf, "Other lengths"},
	breakpoint:  {manual.Breakpoints, "breakpoints", 2, "dimension", "breakpoint", "dimension breakpoint breakpoints screen screens", lengthOf, ""},
	duration:    {manual.Motion, "durations", 3, "duration", "duration time", "duration durations transition-duration time motion", durationOf, ""},
	easing:      {manual.Motion, "easings", 3, "cubicBezier", "cubicbezier easing", "cubicbezier cubic-bezier ease easing easings motion", easingOf, ""},
	radius:      {manual.Radii, "radii", 4, "radius", "borderradius radius", "radius radii borderradius border-radius rounded dimension", lengthOf, ""},
	shadow:      {manual.Elevation, "levels", 5, "shadow", "shadow boxshadow dropshadow", "shadow shadows boxshadow box-shadow elevation", shadowOf, ""},
	theme:       {manual.Themes, "themes", 6, "theme", "", "", hexOf, ""},
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

// ownDimensions are the groups with dimensions in the program's own documents.
var ownDimensions = map[string]place{"dimension": spacing, "fontSize": fontSize, "radius": radius}

// The place of a length depends on the names of its groups; the first match
// counts.
var dimensions = []struct {
	place place
	words *regexp.Regexp
}{
	{textLength, regexp.MustCompile(`letter-?spacing|line-?height|leading|tracking|paragraph`)},
	{otherLength, regexp.MustCompile(`border-?width|stroke|outline|blur|thickness|weight|perspective`)},
	{radius, regexp.MustCompile(`radius|radii|rounded|corner`)},
	{breakpoint, regexp.MustCompile(`breakpoint|screen`)},
	{fontSize, regexp.MustCompile(`font-?size|size-font|text-?size|type-?scale|type-?size|^text-`)},
	{spacing, regexp.MustCompile(`spac(e|ing)|^siz(e|ing)|^dimension|gap|gutter|padding|margin|inset`)},
	{otherLength, regexp.MustCompile(``)},
}

var (
	camelCase   = regexp.MustCompile(`([\p{Ll}\d])(\p{Lu})`)
	fontWords   = regexp.MustCompile(`font-?famil|typeface|^font-|(^|-)font(s)?($|-)`)
	notFamily   = regexp.MustCompile(`weight|style|feature|variant|stretch|smoothing|variation|display|optical|size|line-?height|spacing|leading|tracking|synthesis|path|url|src`)
	shadowWords = regexp.MustCompile(`shadow|elevation`)
	keyword     = regexp.MustCompile(`^(linear|ease|ease-in|ease-out|ease-in-out)$`)
)

// placeOf returns the place of a token by its type, else by its value and the
// names of its groups.
func placeOf(t *token) place {
	if len(t.path) == 3 && t.path[0] == manual.GroupThemes && slices.Contains(tokenize.ThemeRoles[:], t.path[2]) {
		return theme
	}
	kind := strings.ReplaceAll(strings.ToLower(t.kind), "-", "")
	if p, ok := typesOf[kind]; ok {
		if _, err := css.SignedLength(content.Text(t.val)); p == spacing && err == nil && sizeKey(t) == "" {
			return dimension(wordsOf(t))
		}
		return p
	}
	words := wordsOf(t)
	switch kind {
	case "dimension":
		if len(t.path) != 2 || ownDimensions[t.path[0]] == noPlace {
			return dimension(words)
		}
		if t.path[0] == "dimension" && strings.HasPrefix(t.path[1], "breakpoint") {
			return breakpoint
		}
		return ownDimensions[t.path[0]]
	case "number":
		return bareNumber(words)
	}
	if withoutPlace(kind) != "" {
		return noPlace
	}
	if text, ok := t.val.(string); ok && keywords.MatchString(strings.TrimSpace(text)) && (text != "none" || !shadowWords.MatchString(words)) {
		return noPlace
	}
	switch value := t.val.(type) {
	case number:
		return bareNumber(words)
	case string:
		return placeOfText(value, words)
	}
	return noPlace
}

func wordsOf(t *token) string {
	return strings.ReplaceAll(kebab(strings.Join(t.path, "-")), "_", "-") + t.scopes
}

func dimension(words string) place {
	for _, d := range dimensions {
		if d.words.MatchString(words) {
			return d.place
		}
	}
	return noPlace
}

// bareNumber is dimension for a number without a unit, which may be a line height.
func bareNumber(words string) place {
	if p := dimension(words); p != otherLength && p != textLength {
		return p
	}
	return noPlace
}

// placeOfText is placeOf for a value without a type.
func placeOfText(value, words string) place {
	value = strings.TrimSpace(value)
	if strings.HasPrefix(value, "cubic-bezier(") || keyword.MatchString(value) {
		return easing
	}
	if _, err := hexOf(value); err == nil {
		return color
	}
	if _, err := css.SignedLength(value); err == nil {
		if q, _ := css.ReadQuantity(value); q.Unit == "" && (value != "0" || dimension(words) == otherLength) {
			if p := dimension(words); p == otherLength || p == textLength || p == breakpoint {
				return noPlace // a bare number
			}
		}
		return dimension(words)
	}
	if _, err := css.Duration(value); err == nil {
		return duration
	}
	switch {
	case shadowWords.MatchString(words):
		return shadow
	case fontWords.MatchString(words) && !notFamily.MatchString(words) && isFamilies(value):
		return fontFamily
	}
	return noPlace
}

var familyName = regexp.MustCompile(`^(?:-?[\pL_][\pL\pN_-]*)(?: [\pL_][\pL\pN_-]*)*$|^(["']).*["']$`)

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

// The reasons why values have no block, by words of their names or values.
var withoutBlock = []struct {
	group string
	words *regexp.Regexp
}{
	{"internal values", regexp.MustCompile(`(^| )internal( |$)`)},
	{"gradients", regexp.MustCompile(`gradient`)},
	{"pictures", regexp.MustCompile(`url\(`)},
	{"z-indexes", regexp.MustCompile(`z-?ind(ex|ices)|(^|-)layer(-|$)|zindex`)},
	{"opacities", regexp.MustCompile(`opacity|alpha`)},
	{"line heights", regexp.MustCompile(`line-?height|leading|lh(-|$)`)},
	{"letter spacings", regexp.MustCompile(`letter-?spac|tracking`)},
	{"font weights", regexp.MustCompile(`weight`)},
	{"text styles", regexp.MustCompile(`typography|text-?(case|decoration|transform|style)|font`)},
	{"transitions and animations", regexp.MustCompile(`transition|animation|animate|keyframe|\dm?s\b`)},
	{"borders", regexp.MustCompile(`border|outline|stroke`)},
	{"filters and masks", regexp.MustCompile(`filter|blur|mask|backdrop`)},
	{"easings that are not cubic curves", regexp.MustCompile(`ease|easing|linear\(|steps\(`)},
	{"aspect ratios", regexp.MustCompile(`ratio|aspect`)},
	{"keywords", regexp.MustCompile(` (initial|inherit|unset|revert|none|auto|null|true|false|normal|currentcolor)?$`)},
	{"numbers", regexp.MustCompile(` [-+.\d]+$`)},
}

// withoutPlace returns the group of values without a block that words say, or nothing.
func withoutPlace(words string) string {
	for _, w := range withoutBlock {
		if w.words.MatchString(words) {
			return w.group
		}
	}
	return ""
}

// homeless returns the reason for a value that no block has a place for.
func homeless(t *token) error {
	group := cmp.Or(withoutPlace(wordsOf(t)+" "+strings.ToLower(t.kind)+" "+strings.ToLower(content.Text(t.val))), "values of other kinds")
	return because(group, "no block has a place for this %s (%s)", cmp.Or(t.kind, "value"), group)
}

// groupWord returns what a token is, in the plural.
func groupWord(token string) string {
	group, name, _ := strings.Cut(token, ".")
	if strings.HasPrefix(name, "breakpoint-") {
		return "breakpoints"
	}
	return map[string]string{"color": "colors", "fontFamily": "typefaces", "fontSize": "font sizes", "dimension": "lengths", "duration": "durations",
		"cubicBezier": "easings", "radius": "radii", "shadow": "shadows", "theme": "roles of themes"}[group]
}
