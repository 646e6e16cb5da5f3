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

type motionPlate struct {
	Number    string // of the block, which makes names unique on the page
	Durations []measure
	Easings   []easing
	Further   *datum
}

// easing is a curve drawn in a box of 100 by 100, its origin at the lower
// left; the curve is empty where no cubic-bezier function says the easing.
type easing struct {
	measure
	Curve string // the path of an SVG
}

func (b *builder) motion(c motionContent) (motionPlate, error) {
	plate := motionPlate{Number: b.number}
	for _, duration := range c.Durations {
		value, err := tokenize.Duration(duration.Value)
		if err != nil {
			return plate, err
		}
		m, err := b.measured(manual.DurationGroup, duration.Name, value, duration.Further)
		if err != nil {
			return plate, err
		}
		plate.Durations = append(plate.Durations, m)
	}
	for _, e := range c.Easings {
		shown := easing{measure: measure{Name: e.Name, Value: easingText(e.Value)}}
		if value, err := tokenize.Easing(e.Value); err == nil {
			shown.Value = value
			shown.Class, shown.Property = b.show(manual.CubicBezierGroup)
			if points, ok := curvePoints(value); ok {
				shown.Curve = curve(points)
			}
		}
		var err error
		if shown.Further, err = b.further(e.Further); err != nil {
			return plate, err
		}
		plate.Easings = append(plate.Easings, shown)
	}
	var err error
	plate.Further, err = b.further(c.Further)
	return plate, err
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
