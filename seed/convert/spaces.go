package convert

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/mazznoer/csscolorparser"
)

// A space is a color space of the function color(): what makes its channels
// linear, and the matrix from these to linear sRGB (CSS Color Module Level 4,
// section 18; the matrices there are multiplied out).
type space struct {
	linear func(float64) float64
	toSRGB [3][3]float64
}

var (
	xyz = space{keep, [3][3]float64{{3.240969942, -1.537383178, -0.4986107603}, {-0.9692436363, 1.875967502, 0.04155505741}, {0.0556300797, -0.2039769589, 1.056971514}}}

	spaces = map[string]space{
		"srgb-linear":  {keep, [3][3]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		"display-p3":   {decodeSRGB, [3][3]float64{{1.224940176, -0.2249401763, 0}, {-0.04205695471, 1.042056955, 0}, {-0.01963755459, -0.07863604555, 1.0982736}}},
		"a98-rgb":      {power(563.0 / 256), [3][3]float64{{1.398355744, -0.398355744, 0}, {0, 1, 0}, {0, -0.04292898929, 1.042928989}}},
		"rec2020":      {power(2.4), [3][3]float64{{1.660491002, -0.5876411388, -0.07284986332}, {-0.1245504745, 1.132899897, -0.008349422604}, {-0.01815076335, -0.100578898, 1.118729661}}},
		"prophoto-rgb": {decodeProPhoto, [3][3]float64{{2.03438085, -0.7276357899, -0.3067450596}, {-0.2288257316, 1.231742541, -0.002916809557}, {-0.008558828784, -0.1532667021, 1.161825531}}},
		"xyz":          xyz,
		"xyz-d65":      xyz,
		"xyz-d50":      {keep, [3][3]float64{{3.134135853, -1.617385998, -0.4906622179}, {-0.9787954766, 1.916254377, 0.03344287339}, {0.07195539256, -0.2289767598, 1.405386035}}},
	}
)

const cssNumber = `([-+]?[0-9.]+(?:e[-+]?[0-9]+)?%?)`

// colorFunction matches color() with numbers or percentages.
var colorFunction = regexp.MustCompile(`^color\(\s*([a-z0-9-]+)` + strings.Repeat(`\s+`+cssNumber, 3) + `\s*(?:/\s*` + cssNumber + `\s*)?\)$`)

// parseColorFunction parses color() in lower case. Channels of a color outside
// sRGB are not from 0 to 1.
func parseColorFunction(text string) (csscolorparser.Color, error) {
	var none csscolorparser.Color
	m := colorFunction.FindStringSubmatch(text)
	if m == nil {
		return none, errors.New("expected a color")
	}
	values := [4]float64{3: 1} // three channels and alpha
	for i, part := range m[2:] {
		if part == "" {
			break // no alpha
		}
		number, percent := strings.CutSuffix(part, "%")
		v, err := strconv.ParseFloat(number, 64)
		if err != nil {
			return none, errors.New("expected a color")
		}
		if values[i] = v; percent {
			values[i] = v / 100
		}
	}
	if m[1] == "srgb" {
		return csscolorparser.Color{R: values[0], G: values[1], B: values[2], A: values[3]}, nil
	}
	from, ok := spaces[m[1]]
	if !ok {
		return none, errors.New("expected a color space of CSS")
	}
	var rgb [3]float64
	for i, row := range from.toSRGB {
		for j, factor := range row {
			rgb[i] += float64(factor * from.linear(values[j]))
		}
	}
	return csscolorparser.FromLinearRGB(rgb[0], rgb[1], rgb[2], values[3]), nil
}

func keep(v float64) float64 { return v }

func decodeSRGB(v float64) float64 {
	if math.Abs(v) <= 0.04045 {
		return v / 12.92
	}
	return math.Copysign(math.Pow((math.Abs(v)+0.055)/1.055, 2.4), v)
}

func decodeProPhoto(v float64) float64 {
	if math.Abs(v) <= 16.0/512 {
		return v / 16
	}
	return power(1.8)(v)
}

func power(exponent float64) func(float64) float64 {
	return func(v float64) float64 { return math.Copysign(math.Pow(math.Abs(v), exponent), v) }
}
