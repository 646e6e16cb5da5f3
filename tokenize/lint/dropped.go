package lint

import (
	"slices"
	"strings"

	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// isDropped reports whether browsers leave a declaration out, as far as its value shows that: a
// function of one other browser, a hack for an old one, other or more terms than its property takes.
// With a custom property in it they would keep it, and the property would have no value in place of
// the one that another declaration gives it. One that has a custom property already is kept.
func (c *checker) isDropped(d declaration) bool {
	layers := []layer{{}}
	depth := 0
	for n, i := range d.value {
		text, last := strings.ToLower(c.word(i)), &layers[len(layers)-1]
		if strings.Contains(text, `\`) || ofOneBrowser.MatchString(text) {
			return true
		}
		if text == "!" && (n+1 == len(d.value) || strings.ToLower(c.word(d.value[n+1])) != "important") {
			return true
		}
		if text == "!" {
			break
		}
		if depth == 0 && (i.Kind != "sign" || text == "(") {
			last.terms = append(last.terms, i)
		}
		if depth == 0 && text == "," {
			layers = append(layers, layer{})
		}
		if depth == 0 && text == "/" {
			last.slashes = append(last.slashes, len(last.terms))
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
			return len(layers) > 1 || !c.takes(g, layers[0])
		}
	}
	for _, s := range shorthands {
		if s.properties.MatchString(d.property) {
			return !c.takesAll(s, layers)
		}
	}
	return false
}

// A layer is a part of a value between two commas.
type layer struct {
	terms   []css.Token
	slashes []int // each by the number of terms before it
}

// takes reports whether the properties of a grammar take a value without commas.
func (c *checker) takes(g grammar, l layer) bool {
	sides := [][]css.Token{l.terms}
	if len(l.slashes) == 1 && g.slash {
		sides = [][]css.Token{l.terms[:l.slashes[0]], l.terms[l.slashes[0]:]}
	} else if len(l.slashes) > 0 {
		return false
	}
	for _, side := range sides {
		if len(side) == 0 || len(side) > g.most || slices.ContainsFunc(side, func(i css.Token) bool { return !c.isTerm(g, i) }) {
			return false
		}
	}
	return true
}

var ofOneBrowser = pattern.New(`^-(?:moz|ms|o|khtml)-.*\($`)

// A grammar says what some properties take.
type grammar struct {
	properties *pattern.Pattern
	most       int  // terms
	positive   bool // no length below zero
	slash      bool // as many terms again behind a slash
	words      *pattern.Pattern
}

const everywhere = ` inherit initial unset revert revert-layer`

var grammars = []grammar{
	{wholly(`(scroll-)?margin`), 4, false, false, wholly("auto" + everywhere)},
	{wholly(`(scroll-)?margin-(block|inline)`), 2, false, false, wholly("auto" + everywhere)},
	{wholly(`(scroll-)?margin-.*`), 1, false, false, wholly("auto" + everywhere)},
	{wholly(`padding`), 4, true, false, wholly(everywhere)},
	{wholly(`padding-(block|inline)`), 2, true, false, wholly(everywhere)},
	{wholly(`padding-.*`), 1, true, false, wholly(everywhere)},
	{wholly(`(grid-)?gap border-([a-z]+-[a-z]+-)radius`), 2, true, false, wholly("normal" + everywhere)},
	{wholly(`(grid-)?(row|column)-gap`), 1, true, false, wholly("normal" + everywhere)},
	{wholly(`border-radius`), 4, true, true, wholly(everywhere)},
	{wholly(`font-size`), 1, true, false, wholly(`.*`)},
	{wholly(`border-(block|inline)-color`), 2, true, false, wholly(`.*`)},
	{wholly(`border-color`), 4, true, false, wholly(`.*`)},
	{wholly(`color .*[a-z]-color`), 1, true, false, wholly(`.*`)},
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
