package lint

import (
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize/css"
)

// isDropped reports whether browsers leave a declaration out, as far as its value shows that: a
// function of one other browser, a hack for an old one, more terms than its property takes. With a
// custom property in it they would keep it, and the property would have no value in place of the one
// that another declaration gives it.
func (c *checker) isDropped(d declaration) bool {
	var terms []css.Token
	depth := 0
	for _, i := range d.value {
		text := strings.ToLower(c.word(i))
		if strings.Contains(text, `\`) || ofOneBrowser.MatchString(text) {
			return true
		}
		if text == "!" {
			break // !important
		}
		if depth == 0 && (i.Kind != "sign" || text == "(") {
			terms = append(terms, i)
		}
		if i.Kind == "function" || text == "(" {
			depth++
		}
		if text == ")" {
			depth--
		}
	}
	for _, g := range grammars {
		if g.properties.MatchString(d.property) {
			return len(terms) > g.most || slices.ContainsFunc(terms, func(i css.Token) bool { return !c.isTerm(g, i) })
		}
	}
	return false
}

var ofOneBrowser = regexp.MustCompile(`^-(?:moz|ms|o|khtml)-.*\($`)

// A grammar says what some properties take.
type grammar struct {
	properties *regexp.Regexp
	most       int  // terms
	positive   bool // no length below zero
	words      *regexp.Regexp
}

const everywhere = ` inherit initial unset revert revert-layer`

var grammars = []grammar{
	{wholly(`(scroll-)?margin`), 4, false, wholly("auto" + everywhere)},
	{wholly(`(scroll-)?margin-(block|inline)`), 2, false, wholly("auto" + everywhere)},
	{wholly(`(scroll-)?margin-.*`), 1, false, wholly("auto" + everywhere)},
	{wholly(`padding`), 4, true, wholly(everywhere)},
	{wholly(`padding-(block|inline)`), 2, true, wholly(everywhere)},
	{wholly(`padding-.*`), 1, true, wholly(everywhere)},
	{wholly(`(grid-)?gap border-([a-z]+-[a-z]+-)radius`), 2, true, wholly("normal" + everywhere)},
	{wholly(`(grid-)?(row|column)-gap`), 1, true, wholly("normal" + everywhere)},
	{wholly(`border-radius`), 8, true, wholly(everywhere)},
	{wholly(`font-size`), 1, true, wholly(`.*`)},
	{wholly(`border-color`), 4, true, wholly(`.*`)},
	{wholly(`color .*[a-z]-color`), 1, true, wholly(`.*`)},
}

// isTerm reports whether a term is one that a grammar allows; what a preprocessor or a function makes
// is.
func (c *checker) isTerm(g grammar, i css.Token) bool {
	text := strings.ToLower(c.word(i))
	if i.Kind == "word" && text[0] != '$' && text[0] != '@' {
		return g.words.MatchString(text)
	}
	q, isNumber := css.ReadQuantity(strings.TrimPrefix(text, "+"))
	if i.Kind != "number" || !isNumber {
		return true
	}
	return (q.Number == 0 || css.IsLengthUnit(q.Unit)) && (q.Number >= 0 || !g.positive)
}
