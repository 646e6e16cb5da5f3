package lint

import (
	"math"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// A point is the value of a token as numbers: lightness, two axes and alpha of a color,
// the pixels of a length, or blur, offsets and spread of a shadow. The distance of two
// points says how different two values are.
type point [4]float64

func (p point) distance(other point) float64 {
	sum := 0.0
	for i, n := range p {
		sum += (n - other[i]) * (n - other[i])
	}
	return math.Sqrt(sum)
}

// Values are tokens by their values.
type values struct {
	exact  map[string][]manual.Token // by the value, in a form in which its spellings agree
	moded  map[string][]modeToken    // by a value that a token has in one mode alone
	points []tokenPoint
}

// A modeToken is a token with the mode in which it has a value. Code that writes the
// value out does not follow the mode.
type modeToken struct {
	token manual.Token
	mode  string // slug of the theme
}

// match returns what to do instead of writing the value out.
func (m modeToken) match() match {
	return match{
		m.token,
		" is " + m.token.Variable + " in the theme " + m.mode + " alone; take it by its name, which follows the theme",
		false,
	}
}

type tokenPoint struct {
	point
	token *manual.Token
}

func newValues() values {
	return values{exact: map[string][]manual.Token{}, moded: map[string][]modeToken{}}
}

// A reader returns a value in a form in which its spellings agree, and as a point. It
// returns false for what it does not read.
type reader func(value string) (normal string, p point, ok bool)

// add adds a token with its value at rest and those that modes give it. The mode at rest
// is the first of the document.
func (v *values) add(t manual.Token, atRest string, read reader) {
	normal, p, ok := read(t.Value)
	if !ok {
		return
	}
	v.points = append(v.points, tokenPoint{p, &t})
	if len(t.Modes) == 0 {
		v.exact[normal] = append(v.exact[normal], t)
		return
	}
	v.moded[normal] = append(v.moded[normal], modeToken{t, atRest})
	for _, m := range t.Modes {
		if normal, p, ok := read(m.Value); ok {
			in := t.In(m.Mode)
			v.moded[normal] = append(v.moded[normal], modeToken{in, m.Mode})
			v.points = append(v.points, tokenPoint{p, &in})
		}
	}
}

// A match is what is known of a value that is written out.
type match struct {
	token   manual.Token // to take, if there is one
	advice  string       // goes on after the value
	fixable bool         // the token has exactly this value, and no other one has
}

// noneNear is what is known of a value that no token is near.
var noneNear = match{advice: " is no token, and none is near it"}

// known returns what tokens have a value, of those that fit. It returns false if none has.
func (v *values) known(normal string, fits func(manual.Token) bool) (match, bool) {
	same := keep(v.exact[normal], fits)
	inMode := keep(v.moded[normal], func(t modeToken) bool { return fits(t.token) })
	if len(same) > 0 {
		return match{same[0], " is written out; take " + variables(same), len(same) == 1 && len(inMode) == 0}, true
	}
	if len(inMode) > 0 {
		return inMode[0].match(), true
	}
	return match{}, false
}

// near returns the token nearest to a point that is no further away than the limit, or
// [noneNear].
func (v *values) near(p point, limit float64) match {
	var nearest *manual.Token
	for _, t := range v.points {
		if math.Abs(t.point[0]-p[0]) > limit {
			continue
		}
		if d := t.distance(p); d < limit || d == limit && nearest == nil {
			limit, nearest = d, t.token
		}
	}
	if nearest == nil {
		return noneNear
	}
	return match{
		*nearest, " is no token; the nearest is " + nearest.Variable + " (" + short(nearest.Value) + ")", false,
	}
}

// keep returns the elements of a list for which a condition holds.
func keep[E any](list []E, holds func(E) bool) []E {
	return slices.DeleteFunc(slices.Clone(list), func(e E) bool { return !holds(e) })
}

// anyToken is for values whose tokens fit everywhere.
func anyToken(manual.Token) bool { return true }

// variables lists the custom properties of some tokens.
func variables(tokens []manual.Token) string {
	const most = 3
	var names []string
	for _, t := range tokens {
		names = append(names, t.Variable)
	}
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " or another one"
	}
	if len(names) > 1 {
		return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
	}
	return names[0]
}
