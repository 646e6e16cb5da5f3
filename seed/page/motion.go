package page

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type motionContent struct {
	Durations []namedContent `json:"durations"`
	Easings   []struct {
		manual.Easing
		Further further `json:",embed"`
	} `json:"easings"`
	Further further `json:",embed"`
}

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

func (b *builder) motion(c motionContent) (figure motionFigure, err error) {
	for _, duration := range c.Durations {
		value, err := tokenize.Duration(duration.Value)
		if err != nil {
			return figure, err
		}
		m, err := b.measured(manual.DurationGroup, duration.Name, value, duration.Further)
		if err != nil {
			return figure, err
		}
		figure.Durations = append(figure.Durations, m)
	}
	for _, e := range c.Easings {
		shown := easing{measure: measure{Name: e.Name, Value: easingText(e.Value)}}
		if value, err := tokenize.Easing(e.Value); err == nil {
			shown.Value, shown.Token = value, b.take(manual.CubicBezierGroup)
			shown.Class = shown.Token.Class
			if points, ok := curvePoints(value); ok {
				shown.Curve = curve(points)
			}
		}
		if shown.Further, err = b.further(e.Further); err != nil {
			return figure, err
		}
		figure.Easings = append(figure.Easings, shown)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}

// easingText is an easing as the manual has it.
func easingText(v manual.EasingValue) string {
	if v.Points == nil {
		return v.CSS
	}
	numbers := make([]string, len(v.Points))
	for i, p := range v.Points {
		numbers[i] = p.Text
	}
	return strings.Join(numbers, ", ")
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
