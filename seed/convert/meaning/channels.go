package meaning

import (
	"slices"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// isPartOfColor reports whether a value in a style sheet is a channel of a color, or its
// channels without a function. Where the style sheet has hues, a percentage called as one is a
// saturation or a lightness, and an alpha beside a hue belongs to it.
func isPartOfColor(n Named, value *content.Value) bool {
	if !n.InSheet || !value.IsText() {
		return false
	}
	if tripleName.MatchString(n.Name) && tripleText.MatchString(value.Text()) {
		return true
	}
	color, channel := channelOf(n.Name)
	if channel == "" || !channelText.MatchString(value.Text()) {
		return false
	}
	return n.Hues[color] || len(n.Hues) > 0 && channel[0] != 'a' && strings.HasSuffix(value.Text(), "%")
}

// Hues returns the beginnings of names of a style sheet that a hue shares with other channels of a
// color. The texts are the values of the names.
func Hues(names, texts []string) map[string]bool {
	hues, others := map[string]bool{}, map[string]bool{}
	for _, name := range names {
		if color, channel := channelOf(name); channel != "" && channel[0] != 'h' {
			others[color] = true
		}
	}
	for i, name := range names {
		color, channel := channelOf(name)
		if channel != "" && channel[0] == 'h' && others[color] && hueText.MatchString(texts[i]) {
			hues[color] = true
		}
	}
	return hues
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
