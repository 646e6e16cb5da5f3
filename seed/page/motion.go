package page

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

type motionFigure struct {
	Durations []measure
	Easings   []easing
	Further   *value
}

// easing is a curve drawn in a box of 100 by 100, its origin at the lower
// left; the curve is empty where no cubic-bezier function says the easing.
type easing struct {
	measure
	Curve string // the path of an SVG
}

func (b *builder) motion(c content.Object) motionFigure {
	figure := motionFigure{Durations: b.measures(manual.DurationGroup, c, "durations").Items}
	for i, entry := range c.Objects("easings") {
		e := easing{measure: b.measured(b.take(manual.CubicBezierGroup, i), entry)}
		if e.Value = e.Token.Value; e.Value == "" { // as the manual has it
			e.Value = entry.Text("value") + strings.Join(entry.Texts("value"), ", ")
		}
		if points, ok := curvePoints(e.Value); ok {
			e.Curve = curve(points)
		}
		figure.Easings = append(figure.Easings, e)
	}
	figure.Further = b.further(c, "durations", "easings")
	return figure
}

// curve returns the path of a cubic Bézier curve from 0,0 to 1,1. What leads
// a hundred times out of the box leads out of any drawing of it.
func curve(points [4]float64) string {
	path := []byte("M0 100C")
	for i, p := range points {
		if i > 0 {
			path = append(path, ' ')
		}
		if i%2 == 1 {
			p = 1 - p
		}
		path = strconv.AppendFloat(path, 100*max(-100, min(p, 100)), 'f', -1, 32)
	}
	return string(append(path, " 100 0"...))
}
