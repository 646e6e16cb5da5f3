package convert

import (
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A place is where a token goes: a group of the token document, or nowhere.
type place int

const (
	nowhere place = iota
	color
	spacing
	breakpoint
	fontFamily
	fontSize
	duration
	easing
	radius
	shadow
	theme
)

// types are what files call the types that say the place alone.
var types = map[string]place{
	"color": color, "fontfamily": fontFamily, "fontfamilies": fontFamily, "duration": duration, "time": duration,
	"cubicbezier": easing, "easing": easing, "shadow": shadow, "boxshadow": shadow,
	"borderradius": radius, "radius": radius, "fontsizes": fontSize, "fontsize": fontSize,
	"spacing": spacing, "sizing": spacing, "breakpoint": breakpoint,
}

// A dimension goes by the names of its groups; the first that matches counts.
var dimensions = []struct {
	place place
	words *regexp.Regexp
}{
	{nowhere, regexp.MustCompile(`letter-?spacing|line-?height|leading|tracking|border-?width|stroke|outline|blur|weight|opacity|paragraph`)},
	{radius, regexp.MustCompile(`radius|radii|rounded|corner`)},
	{breakpoint, regexp.MustCompile(`breakpoint|screen`)},
	{fontSize, regexp.MustCompile(`font-?size|size-font|text-?size|type-?scale|type-?size|^text-`)},
	{spacing, regexp.MustCompile(`spac(e|ing)|siz(e|ing)|dimension|gap|gutter|padding|margin|inset`)},
}

var humps = regexp.MustCompile(`([\p{Ll}\d])(\p{Lu})`)

// kebab joins the keys of a path for the words above.
func kebab(path []string) string {
	return strings.ToLower(humps.ReplaceAllString(strings.Join(path, "-"), "$1-$2"))
}

// placeOf returns where a token goes: by its type, else by the form of its
// value and the names of its groups.
func placeOf(t *token) place {
	if len(t.path) == 3 && t.path[0] == manual.GroupThemes && slices.Contains(tokenize.ThemeRoles[:], t.path[2]) {
		return theme
	}
	kind := strings.ToLower(t.kind)
	if p, ok := types[kind]; ok {
		return p
	}
	if own := ownDimension(t.path); own != nowhere && kind == "dimension" {
		return own
	}
	words := kebab(t.path)
	switch kind {
	case "dimension", "number":
		return dimension(words)
	case "", "other":
	default:
		return nowhere
	}
	switch value := t.val.(type) {
	case number:
		return dimension(words)
	case string:
		return placeOfText(value, words)
	case object:
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
	return nowhere
}

// ownDimension returns the place of a dimension of our own documents, where
// the group says it.
func ownDimension(path []string) place {
	switch {
	case len(path) != 2:
	case path[0] == "dimension" && strings.HasPrefix(path[1], "breakpoint"):
		return breakpoint
	case path[0] == "dimension":
		return spacing
	case path[0] == "fontSize":
		return fontSize
	case path[0] == "radius":
		return radius
	}
	return nowhere
}

func dimension(words string) place {
	for _, d := range dimensions {
		if d.words.MatchString(words) {
			return d.place
		}
	}
	return nowhere
}

var (
	fontWords   = regexp.MustCompile(`font-?famil|typeface|^font-|(^|-)font(s)?($|-)`)
	shadowWords = regexp.MustCompile(`shadow|elevation`)
	keyword     = regexp.MustCompile(`^(linear|ease|ease-in|ease-out|ease-in-out)$`)
)

// placeOfText is placeOf for a value that has no type.
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
	return nowhere
}

// groups are the first keys of paths that say what the tokens under them are
// and stand in no name.
var groups = map[place][]string{
	color:      {"color", "colors", "colour", "colours", "palette"},
	spacing:    {"dimension", "dimensions", "spacing", "space", "size", "sizes", "sizing"},
	breakpoint: {"dimension", "breakpoint", "breakpoints", "screen", "screens"},
	fontFamily: {"fontfamily", "fontfamilies", "font-family", "font", "fonts"},
	fontSize:   {"fontsize", "fontsizes", "font-size", "text", "size", "font"},
	duration:   {"duration", "durations", "time", "motion"},
	easing:     {"cubicbezier", "cubic-bezier", "ease", "easing", "easings", "motion"},
	radius:     {"radius", "radii", "borderradius", "border-radius", "rounded", "dimension"},
	shadow:     {"shadow", "shadows", "boxshadow", "box-shadow", "elevation"},
}

// nameIn returns the name of a token: its path joined by spaces, without the
// group that the place says already.
func nameIn(p place, path []string) string {
	for len(path) > 1 && slices.Contains(groups[p], strings.ToLower(path[0])) {
		path = path[1:]
		if p != fontSize { // size.font.md
			break
		}
	}
	return strings.Join(path, " ")
}
