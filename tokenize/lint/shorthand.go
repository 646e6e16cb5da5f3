package lint

import (
	"cmp"
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A shorthand says what some properties take in any order.
type shorthand struct {
	properties      *pattern.Pattern
	colors, lengths int  // of a layer, at most
	least           int  // lengths beside a color
	named           int  // words, at most
	layers          bool // separated by commas
	ground          bool // with an image and a size behind a slash; of its layers only the last one has a color
	words, twice    *pattern.Pattern
}

const (
	lineStyles = ` none hidden dotted dashed solid double groove ridge inset outset auto`
	placements = ` none repeat repeat-x repeat-y no-repeat space round scroll fixed local border-box padding-box content-box text` +
		` center top left right bottom auto cover contain`
	pairs     = `repeat no-repeat space round center auto border-box padding-box content-box`
	textLines = ` none underline overline line-through blink solid double dotted dashed wavy auto from-font`
)

var shorthands = []shorthand{
	{wholly(`border(-(top|right|bottom|left|(block|inline)(-(start|end))?))? outline column-rule`), 1, 1, 0, 1, false, false, wholly(lineStyles + everywhere), nothing},
	{wholly(`background`), 1, 6, 0, 9, true, true, wholly(placements + everywhere), wholly(pairs)},
	{wholly(`text-decoration`), 1, 1, 0, 5, false, false, wholly(textLines + everywhere), nothing},
	{wholly(`fill stroke`), 1, 0, 0, 1, false, false, wholly("none context-fill context-stroke" + everywhere), nothing},
	{wholly(`box-shadow`), 1, 4, 2, 1, true, false, wholly("none inset" + everywhere), nothing},
	{wholly(`text-shadow`), 1, 3, 2, 0, true, false, wholly("none" + everywhere), nothing},
}

// nothing matches no word.
var nothing = wholly("")

// excluded are words that exclude another one of a layer.
var excluded = map[string]string{"right": "left", "bottom": "top", "scroll": "fixed", "local": "fixed", "repeat-y": "repeat-x", "contain": "cover"}

// lineWidths are words for lengths.
var lineWidths = wholly("thin medium thick")

// takesAll reports whether the properties of a shorthand take a value. What a preprocessor or a function
// makes may be anything.
func (c *checker) takesAll(s shorthand, layers []layer) bool {
	if len(layers) > 1 && !s.layers {
		return false
	}
	for n, l := range layers {
		if len(l.slashes) > 0 && !s.ground {
			return false
		}
		count := c.countTerms(s, l)
		if count.isFree {
			return true
		}
		if count.wrong || count.colors > s.colors || count.lengths > s.lengths || count.words > s.named {
			return false
		}
		if len(l.terms) == 0 || count.colors > 0 && count.lengths < s.least {
			return false
		}
		if s.ground && (count.images > 1 || count.colors > 0 && n < len(layers)-1) {
			return false
		}
	}
	return true
}

// A termCount is how many terms of each sort a layer has.
type termCount struct {
	colors, lengths, words, images int

	wrong  bool // it has another term, one twice, or lengths apart from each other
	isFree bool // it has a custom property, with which browsers take every value
}

func (c *checker) countTerms(s shorthand, l layer) (count termCount) {
	seen := make(map[string]bool)
	lastLength := -1
	for n, i := range l.terms {
		text := strings.ToLower(c.word(i))
		isLength := i.Kind == "number" || s.least == 0 && lineWidths.MatchString(text)
		if text == "var(" {
			return termCount{isFree: true}
		}
		if c.isColorTerm(i, text) {
			count.colors++
			continue
		}
		if isLength {
			isApart := s.least > 0 && lastLength >= 0 && lastLength < n-1
			isBelow := strings.HasPrefix(text, "-") && (s.least > 0 && count.lengths == 2 || s.lengths == 1)
			count.wrong = count.wrong || isApart || isBelow
			count.lengths++
			lastLength = n
		}
		if i.Kind == "function" || strings.HasPrefix(text, "url(") {
			count.images++
		}
		if i.Kind == "word" && !isLength && text[0] != '$' && text[0] != '@' {
			count.words++
			either := cmp.Or(excluded[text], text)
			count.wrong = count.wrong || seen[either] && !s.twice.MatchString(text)
			seen[either] = true
		}
		if !lineWidths.MatchString(text) && !c.isTerm(grammar{words: s.words}, i) {
			count.wrong = true
		}
	}
	return count
}

// isColorTerm reports whether a term is a color.
func (c *checker) isColorTerm(i css.Token, text string) bool {
	if i.Kind == "hash" || text == "currentcolor" || text == "transparent" {
		return true
	}
	return i.Kind == "function" && colorFunction.MatchString(text) || i.Kind == "word" && css.IsNamedColor(text)
}
