package lint

import (
	"fmt"
	"math"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/css"
	"designmanual/tokenize/lint/syntax"
)

// measuresOf checks lengths, fonts and shadows. It reports whether the value is a
// shadow, whose colors are none of their own.
func (c *checker) measuresOf(d declaration) (isShadow bool) {
	switch d.property {
	case "font":
		c.fontShorthand(d)
	case "font-family":
		c.font(d.value)
	case "box-shadow":
		return c.shadow(d.value)
	}
	for _, m := range measures {
		if m.properties.MatchString(d.property) {
			c.lengthsOf(m, d)
		}
	}
	return false
}

// readLength is a [reader] of lengths with a unit that is no percentage.
func readLength(value string) (normal string, p point, ok bool) {
	q, ok := parseLength(value)
	return q.String(), lengthPoint(q), ok
}

func parseLength(text string) (css.Quantity, bool) {
	q, ok := css.ReadQuantity(strings.ToLower(strings.TrimPrefix(text, "+")))
	return q, ok && q.Unit != "%" && css.IsLengthUnit(q.Unit)
}

// length returns an item as a length, and false for what is none.
func (c *checker) length(i css.Token) (css.Quantity, bool) {
	if i.Kind != "number" {
		return css.Quantity{}, false
	}
	return parseLength(c.word(i))
}

// lengthPoint returns a length in pixels. Lengths in other units are comparable with
// their own kind alone, which stands far from the others.
func lengthPoint(q css.Quantity) point {
	switch q.Unit {
	case "px":
		return point{q.Number}
	case "rem":
		return point{float64(q.Number * 16)}
	}
	unit := 0.0
	for _, r := range q.Unit {
		unit = float64(unit*128) + float64(r)
	}
	return point{q.Number, unit * 1e6}
}

// lengthsOf checks the lengths of a value that stand outside functions. None is a plain
// case where a preprocessor computes.
func (c *checker) lengthsOf(m *measure, d declaration) {
	if !c.lengths[m].any {
		return
	}
	calculates := d.calculates || d.dropped || c.calculates(d.value, d.sheet)
	depth := 0
	for _, i := range d.value {
		text := c.word(i)
		if i.Kind == "function" || text == "(" {
			depth++
		}
		if text == ")" {
			depth--
		}
		q, ok := c.length(i)
		if !ok || depth > 0 || q.Number == 0 || q.Unit == "px" && math.Abs(q.Number) == 1 {
			continue
		}
		c.lengthOf(m, d, i, q, !calculates)
	}
}

// lengthOf reports one length.
func (c *checker) lengthOf(m *measure, d declaration, i css.Token, q css.Quantity, plainCase bool) {
	found, ok := c.matchLength(m, d.property, q)
	if !ok {
		return
	}
	f := c.add(LengthRule, i.Start, i.End, found.token, "the length "+short(c.word(i))+found.advice)
	if found.fixable && plainCase {
		c.fix(f, "var("+found.token.Variable+")")
	}
}

// matchLength finds the token for a length of a property. It returns false for a length
// in a unit that no token has.
func (l *Linter) matchLength(m *measure, property string, q css.Quantity) (match, bool) {
	tokens, value := l.lengths[m], q.String()
	fit := func(t manual.Token) bool { return fits(t, property) }
	if found, ok := tokens.known(value, fit); ok {
		return found, true
	}
	if styles := tokens.styles[value]; len(styles) > 0 {
		return match{styles[0], " is the size of the text style " + variables(styles), false}, true
	}
	size := css.Quantity{Number: math.Abs(q.Number), Unit: q.Unit}
	if opposite := tokens.exact[size.String()]; q.Number < 0 && len(opposite) > 0 {
		return match{opposite[0], " is written out; take calc(-1 * var(" + opposite[0].Variable + "))", false}, true
	}
	if others := l.otherTokens(m, property, value); len(others) > 0 {
		advice := fmt.Sprintf(" is no token for %s; %s has it for something else", property, variables(others))
		return match{advice: advice}, true
	}
	p := lengthPoint(q)
	if found := tokens.near(p, math.Abs(p[0])/3); found.token.Variable != "" && fit(found.token) {
		return found, true
	}
	return noneNear, q.Unit == "px" || q.Unit == "rem"
}

// otherTokens returns the tokens that have a length for something else than a property.
func (l *Linter) otherTokens(m *measure, property, value string) []manual.Token {
	unfit := keep(l.lengths[m].exact[value], func(t manual.Token) bool { return !fits(t, property) })
	return append(unfit, l.lengths[m].others[value]...)
}

// calculates reports whether a preprocessor computes in a value: at an operator, or
// where two parts stand without a space between them (8px+8px is two numbers in CSS).
func (c *checker) calculates(value []css.Token, s syntax.Sheet) bool {
	if !s.Sass {
		return false
	}
	before := css.Token{Kind: "sign"}
	for _, i := range value {
		text := c.word(i)
		if strings.Contains("*/+-%", text) {
			return true
		}
		touches := before.End == i.Start && before.Kind != "sign" && before.Kind != "function"
		if touches && i.Kind != "sign" {
			return true
		}
		before = i
	}
	return false
}
