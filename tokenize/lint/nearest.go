package lint

import (
	"math"
	"slices"
	"sort"

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
	points []tokenPoint              // sorted by the first number
}

// A modeToken is a token with the mode in which it has a value. Code that writes the
// value out does not follow the mode.
type modeToken struct {
	token manual.Token
	mode  string // slug of the theme
}

// advice returns what to do instead of writing the value out.
func (m modeToken) advice() string {
	return " is " + m.token.Variable + " in the theme " + m.mode + " alone; take it by its name, which follows the theme"
}

type tokenPoint struct {
	point
	token manual.Token
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
	v.points = append(v.points, tokenPoint{p, t})
	if len(t.Modes) == 0 {
		v.exact[normal] = append(v.exact[normal], t)
		return
	}
	v.moded[normal] = append(v.moded[normal], modeToken{t, atRest})
	for _, m := range t.Modes {
		if normal, p, ok := read(m.Value); ok {
			in := t.In(m.Mode)
			v.moded[normal] = append(v.moded[normal], modeToken{in, m.Mode})
			v.points = append(v.points, tokenPoint{p, in})
		}
	}
}

// sort prepares for [values.nearest], after all tokens are added.
func (v *values) sort() {
	slices.SortStableFunc(v.points, func(a, b tokenPoint) int {
		if a.point[0] < b.point[0] {
			return -1
		}
		if a.point[0] > b.point[0] {
			return 1
		}
		return 0
	})
}

// mostSteps is how many tokens one search compares, so that a manual with thousands of
// tokens alike costs no more than another one.
const mostSteps = 2000

// nearest returns the token nearest to a point that is no further away than the limit.
// It goes from the point in both directions and ends where the first number alone
// differs by more than the best distance.
func (v *values) nearest(p point, limit float64) (found manual.Token, ok bool) {
	up := sort.Search(len(v.points), func(i int) bool { return v.points[i].point[0] >= p[0] })
	down, best := up-1, limit
	look := func(i int) bool {
		if i < 0 || i >= len(v.points) || math.Abs(v.points[i].point[0]-p[0]) > best {
			return false
		}
		if d := v.points[i].distance(p); d < best || d == best && !ok {
			best, found, ok = d, v.points[i].token, true
		}
		return true
	}
	for range mostSteps {
		goesUp, goesDown := look(up), look(down)
		if !goesUp && !goesDown {
			break
		}
		up, down = up+1, down-1
	}
	return found, ok
}
