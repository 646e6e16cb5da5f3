package convert

import (
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A place is a list of a kind of block that tokens go into.
type place int

const (
	noPlace place = iota
	color
	fontFamily
	fontSize
	spacing
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
}{
	color:      {manual.Colors, "colors", 0, "color", "color", "color colors colour colours palette", hexOf},
	fontFamily: {manual.Typography, "fonts", 1, "fontFamily", "fontfamily fontfamilies", "fontfamily fontfamilies font-family font fonts", familiesOf},
	fontSize:   {manual.Typography, "scale", 1, "fontSize", "fontsizes fontsize", "fontsize fontsizes font-size text size font", lengthOf},
	spacing:    {manual.Spacing, "steps", 2, "dimension", "spacing sizing", "dimension dimensions spacing space size sizes sizing", lengthOf},
	breakpoint: {manual.Breakpoints, "breakpoints", 2, "dimension", "breakpoint", "dimension breakpoint breakpoints screen screens", lengthOf},
	duration:   {manual.Motion, "durations", 3, "duration", "duration time", "duration durations time motion", durationOf},
	easing:     {manual.Motion, "easings", 3, "cubicBezier", "cubicbezier easing", "cubicbezier cubic-bezier ease easing easings motion", easingOf},
	radius:     {manual.Radii, "radii", 4, "radius", "borderradius radius", "radius radii borderradius border-radius rounded dimension", lengthOf},
	shadow:     {manual.Elevation, "levels", 5, "shadow", "shadow boxshadow", "shadow shadows boxshadow box-shadow elevation", shadowOf},
	theme:      {manual.Themes, "themes", 6, "theme", "", "", hexOf},
}

// ownDimensions are the groups with dimensions in the program's own documents.
var ownDimensions = map[string]place{"dimension": spacing, "fontSize": fontSize, "radius": radius}

// The place of a dimension depends on the names of its groups; the first match
// counts.
var dimensions = []struct {
	place place
	words *regexp.Regexp
}{
	{noPlace, regexp.MustCompile(`letter-?spacing|line-?height|leading|tracking|border-?width|stroke|outline|blur|weight|opacity|paragraph`)},
	{radius, regexp.MustCompile(`radius|radii|rounded|corner`)},
	{breakpoint, regexp.MustCompile(`breakpoint|screen`)},
	{fontSize, regexp.MustCompile(`font-?size|size-font|text-?size|type-?scale|type-?size|^text-`)},
	{spacing, regexp.MustCompile(`spac(e|ing)|siz(e|ing)|dimension|gap|gutter|padding|margin|inset`)},
}

var (
	camelCase   = regexp.MustCompile(`([\p{Ll}\d])(\p{Lu})`)
	fontWords   = regexp.MustCompile(`font-?famil|typeface|^font-|(^|-)font(s)?($|-)`)
	shadowWords = regexp.MustCompile(`shadow|elevation`)
	keyword     = regexp.MustCompile(`^(linear|ease|ease-in|ease-out|ease-in-out)$`)
)

// placeOf returns the place of a token by its type, else by its value and the
// names of its groups.
func placeOf(t *token) place {
	if len(t.path) == 3 && t.path[0] == manual.GroupThemes && slices.Contains(tokenize.ThemeRoles[:], t.path[2]) {
		return theme
	}
	kind := strings.ToLower(t.kind)
	for p := range places {
		if slices.Contains(strings.Fields(places[p].types), kind) {
			return place(p)
		}
	}
	words := strings.ToLower(camelCase.ReplaceAllString(strings.Join(t.path, "-"), "$1-$2"))
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
		return dimension(words)
	case "", "other":
	default:
		return noPlace
	}
	switch value := t.val.(type) {
	case number:
		return dimension(words)
	case string:
		return placeOfText(value, words)
	case content.Object:
		if has(value, "colorSpace") {
			return color
		}
		if has(value, "blur") {
			return shadow
		}
		if unit, ok := value.Get("unit").(string); ok {
			return placeOfText("1"+unit, words)
		}
	}
	return noPlace
}

func dimension(words string) place {
	for _, d := range dimensions {
		if d.words.MatchString(words) {
			return d.place
		}
	}
	return noPlace
}

// placeOfText is placeOf for a value without a type.
func placeOfText(value, words string) place {
	switch {
	case shadowWords.MatchString(words):
		return shadow
	case strings.HasPrefix(value, "cubic-bezier(") || keyword.MatchString(value):
		return easing
	}
	if _, err := hexOf(value); err == nil {
		return color
	}
	if _, err := tokenize.SignedLength(value); err == nil {
		return dimension(words)
	}
	if _, err := tokenize.Duration(value); err == nil {
		return duration
	}
	if fontWords.MatchString(words) && !dimensions[0].words.MatchString(words) {
		return fontFamily
	}
	return noPlace
}

// nameIn returns the name of a token: its path joined by spaces, without groups
// that the place implies.
func nameIn(p place, path []string) string {
	for len(path) > 1 && slices.Contains(strings.Fields(places[p].keys), strings.ToLower(path[0])) {
		path = path[1:]
		if p != fontSize { // size.font.md
			break
		}
	}
	return strings.Join(path, " ")
}
