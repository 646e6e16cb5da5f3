package meaning

import (
	"cmp"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// The reasons why values have no block, by words of their names or values.
var withoutBlock = []struct {
	group string
	words *pattern.Pattern
}{
	{"internal values", pattern.New(`(^| )internal( |$)`)},
	{"keywords", pattern.New(` (initial|inherit|unset|revert|none|auto|null|true|false|normal|currentcolor)?$`)},
	{"pictures", pattern.New(`url\(`)},
	{"transitions and animations", pattern.New(`[ ,][\d.]+m?s\b`)},
	{"easings that are not cubic curves", pattern.New(`ease|easing|linear\(|steps\(`)},
	{
		"parts of colors",
		pattern.New(
			`(-(h|s|l|hue|saturation|lightness) |-(rgb|hsl|hs|channels?) |^(rgb|hsl) )` +
				`.* ?[-+.\d%]+(deg)?(\s*,?\s*[-+.\d%]+)*$`,
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

// WithoutPlace returns the reason for a value that no block has a place for.
func WithoutPlace(n Named, typ string, value *content.Value) error {
	group := "values of other kinds"
	words := n.Words() + " " + strings.ToLower(typ) + " " + strings.ToLower(value.Scalar())
	if isPartOfColor(n, value) {
		return reason.New("parts of colors", "it is a part of a color")
	}
	if colorFunction.MatchString(value.Text()) {
		return reason.New(reason.Malformed, "no browser takes this for a color: %.60q", value.Text())
	}
	for _, w := range withoutBlock {
		if value.IsScalar() && w.words.MatchString(words) {
			group = w.group
			break
		}
	}
	return reason.New(group, "no block has a place for this %s (%s)", cmp.Or(typ, "value"), group)
}
