package meaning

import (
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// The words of names that say what a number or a length without a type is.
var (
	weightWords  = pattern.New(`font-?weight|(^|-)weights?(-|$)`)
	leadingWords = pattern.New(`line-?height|leading|(^|-)lh(-|$)`)
	trackWords   = pattern.New(`letter-?spac|tracking`)
	opacityWords = pattern.New(`opacity|(^|-)alpha(-|$)`)
	layerWords   = pattern.New(`z-?ind(ex|ices)|(^|-)layer(-|$)`)
	ratioWords   = pattern.New(`(^|-)(aspect-?)?ratios?(-|$)|(^|-)aspect(-|$)`)
	shadowWords  = pattern.New(`shadow|elevation`)
	borderWords  = pattern.New(`border|outline|stroke|divider|rule`)
	moveWords    = pattern.New(`transition|animation`)
	styleWords   = pattern.New(`style|border|outline|stroke`)
	fontWords    = pattern.New(`font-?famil|typeface|^font-|(^|-)font(s)?($|-)`)
	textWords    = pattern.New(`(^|-)(typography|text|font|heading)`)
	fontParts    = pattern.New(`weight|size|line-?height|spacing|leading|tracking|\bcase\b|decoration|transform|\bsrc\b`)
	notFamily    = pattern.New(
		`weight|style|feature|variant|stretch|smoothing|variation|display|optical|size|` +
			`line-?height|spacing|leading|tracking|synthesis|\bcase\b|decoration|transform|path|url|src`,
	)
	lengthWords = pattern.New(
		`width|height|spac(e|ing)|size|sizing|gap|gutter|padding|margin|inset|radius|radii|` +
			`rounded|corner|breakpoint|screen|offset|indent`,
	)
)

// The place of a length depends on the names of its groups; the first match
// counts.
var dimensions = []struct {
	place Place
	words *pattern.Pattern
}{
	{OtherLength, pattern.New(`border-?width|stroke|outline|blur|thickness|weight|perspective`)},
	{Radius, pattern.New(`radius|radii|rounded|corner`)},
	{Breakpoint, pattern.New(`breakpoint|screen`)},
	{FontSize, pattern.New(`font-?size|size-font|text-?size|type-?scale|type-?size|^text-`)},
	{Spacing, pattern.New(`spac(e|ing)|^siz(e|ing)|^dimension|gap|gutter|padding|margin|inset`)},
	{OtherLength, pattern.New(``)},
}

// saysWeight reports whether words name a weight. Few do, and no expression need run for the others.
func saysWeight(words string) bool {
	return strings.Contains(words, "weight") && weightWords.MatchString(words)
}

// lengthKind returns the kind of a length by words.
func lengthKind(value *content.Value, words string) Kind {
	if leadingWords.MatchString(words) {
		return Kind{Further, "dimension", lineHeight}
	}
	if trackWords.MatchString(words) {
		return Kind{Further, "dimension", letterSpacing}
	}
	if isNegative(value) {
		return Kind{Further, "dimension", "Length"}
	}
	for _, d := range dimensions {
		if d.words.MatchString(words) {
			return Kind{Place: d.place}
		}
	}
	return Kind{}
}

func isNegative(value *content.Value) bool {
	text, _ := quantityOf(value)
	return strings.HasPrefix(text, "-")
}

// numberKind returns the kind of a number by words.
func numberKind(value *content.Value, words string) Kind {
	if saysWeight(words) && isWeight(value) {
		return Kind{Further, "fontWeight", ""}
	}
	for _, n := range []struct {
		title string
		words *pattern.Pattern
	}{{lineHeight, leadingWords}, {opacity, opacityWords}, {"Z-index", layerWords}, {"Aspect ratio", ratioWords}} {
		if n.words.MatchString(words) {
			return Kind{Further, "number", n.title}
		}
	}
	return Kind{Further, "number", ""}
}

var bareNumber = pattern.New(`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$`)

// IsNumber reports whether a text is a number without a unit.
func IsNumber(text string) bool { return bareNumber.MatchString(strings.TrimSpace(text)) }

func isLength(value *content.Value) bool {
	text, err := quantityOf(value)
	if err != nil {
		return false
	}
	_, err = css.SignedLength(text)
	return err == nil
}

// kindOfQuantity returns the kind of a number with its unit. One without is a length where a word
// says so, in a style sheet only 0.
func kindOfQuantity(q css.Quantity, value *content.Value, words string, inSheet bool) Kind {
	if q.Unit == "%" && opacityWords.MatchString(words) {
		return Kind{Further, "number", opacity}
	}
	if q.Unit == "" {
		if inSheet && trackWords.MatchString(words) {
			return Kind{Further, "dimension", letterSpacing}
		}
		own := numberKind(value, words)
		if own == (Kind{Further, "number", ""}) && lengthWords.MatchString(words) && (!inSheet || q.Number == 0) {
			return lengthKind(value, words)
		}
		return own
	}
	if isLength(value) {
		return lengthKind(value, words)
	}
	if _, err := css.Duration(value.Text()); err == nil {
		return Kind{Place: Duration}
	}
	return Kind{}
}
