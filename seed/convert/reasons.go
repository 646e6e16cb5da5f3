package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// isPartOfColor reports whether a value in a style sheet is a channel of a color, or its
// channels without a function. Where the style sheet has hues, a percentage called as one is a
// saturation or a lightness, and an alpha beside a hue belongs to it.
func isPartOfColor(d *declaration, value *content.Value) bool {
	if !d.isSheet || !isString(value) {
		return false
	}
	if tripleName.MatchString(d.name) && tripleText.MatchString(value.Text()) {
		return true
	}
	color, channel := channelOf(d.name)
	if channel == "" || !channelText.MatchString(value.Text()) {
		return false
	}
	return d.hues[color] || len(d.hues) > 0 && channel[0] != 'a' && strings.HasSuffix(value.Text(), "%")
}

// findHues finds the beginnings of names of a style sheet that a hue shares with other
// channels of a color.
func (s *input) findHues() {
	s.hues = map[string]bool{}
	others := map[string]bool{}
	for _, d := range s.declarations {
		if color, channel := channelOf(d.name); channel != "" && channel[0] != 'h' {
			others[color] = true
		}
	}
	for _, d := range s.declarations {
		color, channel := channelOf(d.name)
		if channel != "" && channel[0] == 'h' && others[color] && hueText.MatchString(d.written.Text()) {
			s.hues[color] = true
		}
	}
}

var channels = []string{"h", "s", "l", "a", "hue", "saturation", "lightness", "alpha"}

// channelOf divides a name such as --brand-hue into that of the color and its channel, which is empty
// if the name ends with none.
func channelOf(name string) (color, channel string) {
	at := strings.LastIndexByte(name, '-')
	if at < 0 || !slices.Contains(channels, name[at+1:]) {
		return name, ""
	}
	return name[:at], name[at+1:]
}

var (
	hueText     = pattern.New(`^[-+.\d]+(deg)?$|\(`)
	channelText = pattern.New(`^[-+.\d]+(%|deg)?$`)
	tripleName  = pattern.New(`-(rgb|hsl|hs|channels?)(-|$)`)
	tripleText  = pattern.New(`^[-+.\d%]+(?:\s*,\s*|\s+)[-+.\d%]+(?:(?:\s*,\s*|\s+)[-+.\d%]+)?$`)
)

// The reasons why values have no block, by words of their names or values.
var withoutBlock = []struct {
	group string
	words *pattern.Pattern
}{
	{"internal values", pattern.New(`(^| )internal( |$)`)},
	{"keywords", pattern.New(` (initial|inherit|unset|revert|none|auto|null|true|false|normal|currentcolor)?$`)},
	{"pictures", pattern.New(`url\(`)},
	{"easings that are not cubic curves", pattern.New(`ease|easing|linear\(|steps\(`)},
	{
		"parts of colors",
		pattern.New(
			`(-(h|s|l|hue|saturation|lightness) |-(rgb|hsl|hs|channels?) |^(rgb|hsl) ).* ?[-+.\d%]+(deg)?(\s*,?\s*[-+.\d%]+)*$`,
		),
	},
	{"transitions and animations", pattern.New(`(^|[- ])(transition|animation|animate|keyframes?|duration)|\dm?s\b`)},
	{
		"text cases and decorations",
		pattern.New(`decoration|text-?(case|transform|style)|underline|uppercase|font|typography`),
	},
	{"borders", pattern.New(`(^|-)(border|outline|stroke)`)},
	{"filters and masks", pattern.New(`filter|blur|mask|backdrop`)},
	{"aspect ratios", ratioWords},
	{"numbers", pattern.New(` [-+.\d]+$`)},
}

var colorFunction = pattern.New(`(?i)^\s*(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|color)\(`)

// withoutPlace returns the reason for a value that no block has a place for.
func withoutPlace(d *declaration, typ string, value *content.Value) error {
	group := "values of other kinds"
	words := wordsOf(d) + " " + strings.ToLower(typ) + " " + strings.ToLower(value.Scalar())
	if isPartOfColor(d, value) {
		return newReason("parts of colors", "it is a part of a color")
	}
	if colorFunction.MatchString(value.Text()) {
		return newReason(malformed, "no browser takes this for a color: %.60q", value.Text())
	}
	for _, w := range withoutBlock {
		if isScalar(value) && w.words.MatchString(words) {
			group = w.group
			break
		}
	}
	return newReason(group, "no block has a place for this %s (%s)", cmp.Or(typ, "value"), group)
}

// groupWord returns what a token is, in the plural.
func groupWord(token string) string {
	group, name, _ := strings.Cut(token, ".")
	if strings.HasPrefix(name, tokenize.BreakpointPrefix) && group == "dimension" {
		return "breakpoints"
	}
	if word, ok := groupWords[group]; ok {
		return word
	}
	return "other tokens"
}

var groupWords = map[string]string{
	"": "", "color": "colors", "fontFamily": "typefaces", "fontSize": "font sizes", "dimension": "lengths",
	"duration":    "durations",
	"cubicBezier": "easings", "radius": "radii", "shadow": "shadows", "theme": "roles of themes", "text": "text styles",
	"gradient":   "gradients",
	"fontWeight": "font weights", "font-weight": "font weights", "line-height": "line heights",
	"letter-spacing": "letter spacings", "opacity": "opacities",
	"z-index": "z-indexes", "aspect-ratio": "aspect ratios", "border": "borders", "transition": "transitions",
	"number": "numbers", "length": "lengths",
}
