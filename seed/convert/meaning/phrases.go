package meaning

import (
	"slices"
	"strings"
	"unicode"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// isShadow reports whether a text is a shadow whatever its name is: each layer has two lengths and a color.
func isShadow(text string) bool {
	if strings.Contains(text, "var(") {
		return false
	}
	for _, layer := range css.Layers(text) {
		l, ok := css.ParseLayer(layer)
		if !ok || l.Color == "" {
			return false
		}
	}
	return true
}

// properties are those that style sheets have in transitions.
var properties = pattern.New(
	`(?i)^(all|(background-|border-|outline-|text-decoration-)?color|background|border|box-shadow|fill|filter|` +
		`(max-|min-)?(height|width)|inset|left|margin|opacity|outline|padding|right|rotate|scale|stroke|top|bottom|` +
		`transform|translate|visibility)$`,
)

// isTransition reports whether a text is a transition: its name says so, or it has an easing or a property, and
// no other word, which would be the name of an animation.
func isTransition(text, words string) bool {
	t, err := css.ParseTransition(text)
	if err != nil {
		return false
	}
	if moveWords.MatchString(words) {
		return true
	}
	return properties.MatchString(t.Property) || t.Property == "" && t.Easing != ""
}

// noFamilies are words of borders and positions, which a size precedes as it does a typeface.
var noFamilies = strings.Fields(
	`solid dashed dotted double groove ridge outset inset hidden none left right top bottom center auto`,
)

// typeWord is the other word that names of text styles have.
var typeWord = pattern.New(`(^|-)type(-|$)`)

// isTextStyle reports whether a text that is a font shorthand of CSS is a text style: its name says so, or its
// typeface is in quotes, one of a list or a generic one, or has a capital after a weight or before a line height.
func isTextStyle(text, words string) bool {
	font, err := Font(text)
	if err != nil {
		return false
	}
	families := font.Get("fontFamily").Text()
	first, _, _ := strings.Cut(families, " ")
	if slices.Contains(noFamilies, strings.ToLower(first)) {
		return false
	}
	if textWords.MatchString(words) || fontWords.MatchString(words) || typeWord.MatchString(words) {
		return true
	}
	if strings.ContainsAny(families, `"',`) || generic.MatchString(families) {
		return true
	}
	isMore := font.Has("lineHeight") || font.Has("fontWeight") || font.Has("fontStyle")
	return isMore && strings.ContainsFunc(families, unicode.IsUpper)
}
