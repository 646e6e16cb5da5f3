package css

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"designmanual/tokenize/content"
)

// ReadShadow returns a shadow of a seed file as CSS: a string by [Shadow]; layers become
// "[inset ]x y blur spread color".
func ReadShadow(value *content.Value) (string, error) {
	layers := value.List()
	if value.Is('{') {
		layers = []*content.Value{value}
	}
	if len(layers) == 0 {
		return Shadow(value.Text())
	}
	texts := make([]string, len(layers))
	for i, layer := range layers {
		l, err := ReadLayer(layer)
		if err != nil && len(layers) > 1 {
			err = fmt.Errorf("layer %d: %w", i+1, err)
		}
		if err != nil {
			return "", err
		}
		texts[i] = l.String()
	}
	return strings.Join(texts, ", "), nil
}

// Shadow returns a shadow as written, but white space is collapsed. What CSS does not
// accept as a shadow is an error (CSS Backgrounds and Borders Level 3, section 6.1.1);
// comments and escapes are, too.
func Shadow(value string) (string, error) {
	css := collapseSpace(value)
	if css == "" {
		return "", errors.New("expected a CSS shadow or layers, found an empty one")
	}
	if err := CheckValue(css); err != nil {
		return "", err
	}
	for _, layer := range Layers(css) {
		if _, ok := ParseLayer(layer); !ok && css != "none" {
			return "", fmt.Errorf("expected a CSS shadow as \"0 1px 2px #0003\", %s", Found(css))
		}
	}
	return css, nil
}

// ReadLayer returns a layer of a shadow in a seed file. Lengths that it lacks are 0px.
func ReadLayer(layer *content.Value) (Layer, error) {
	var l Layer
	l.Inset = layer.Get("inset").Is('t')
	var err error
	for _, key := range [...]string{"x", "y", "blur", "spread"} {
		length, value := "0px", layer.Get(key)
		given := value != nil && !value.Is('n')
		if given && key == "blur" {
			length, err = ShadowBlur(value.Scalar())
		} else if given {
			length, err = ShadowLength(value.Scalar())
		}
		if err != nil {
			return l, fmt.Errorf("%s: %w", key, err)
		}
		l.Lengths = append(l.Lengths, length)
	}
	if l.Color, err = ShadowColor(layer.Get("color").Scalar()); err != nil {
		return l, fmt.Errorf("color: %w", err)
	}
	return l, nil
}

// String returns the layer as CSS.
func (l Layer) String() string {
	text := strings.Join(l.Lengths, " ") + " " + l.Color
	if l.Inset {
		text = "inset " + text
	}
	return text
}

// ShadowLength returns a length of a shadow layer, which may be negative but is no
// percentage.
func ShadowLength(value string) (string, error) {
	length, err := SignedLength(value)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(length, "%") {
		return "", fmt.Errorf("expected a length that is no percentage, %s", Found(value))
	}
	return length, nil
}

// ShadowBlur returns the blur of a shadow layer, a length of zero or more.
func ShadowBlur(value string) (string, error) {
	if _, err := Length(value); err != nil {
		return "", err
	}
	return ShadowLength(value)
}

// ShadowColor returns the color of a shadow layer, a color of CSS.
func ShadowColor(text string) (string, error) {
	color := collapseSpace(text)
	if err := CheckValue(color); err != nil {
		return "", err
	}
	if terms := Split(color, ' '); len(terms) != 1 || !isColorTerm(terms[0]) {
		return "", fmt.Errorf("expected one CSS color, %s", Found(text))
	}
	return color, nil
}

// A Layer is one shadow of a box-shadow value.
type Layer struct {
	Inset   bool
	Lengths []string // two to four
	Color   string   // empty if CSS takes the color of the text
}

// ParseLayer parses one shadow: two to four adjacent lengths, and perhaps a color
// and inset before or after them (CSS Backgrounds and Borders Level 3, section
// 6.1.1). With var(), which may stand for any part, it accepts any sequence of
// such terms.
func ParseLayer(css string) (Layer, bool) {
	open, variable := true, false
	var l Layer
	for _, term := range Split(css, ' ') {
		isVariable := functionName(term) == "var"
		if !isVariable && isShadowLength(term, len(l.Lengths) != 2) {
			l.Lengths = append(l.Lengths, term)
			if !open || len(l.Lengths) > 4 {
				return l, false
			}
			continue
		}
		if isVariable {
			variable = true
		} else if strings.ToLower(term) == "inset" && !l.Inset {
			l.Inset = true
		} else if l.Color == "" && isColorTerm(term) {
			l.Color = term
		} else {
			return l, false
		}
		open = len(l.Lengths) == 0 || variable
	}
	return l, len(l.Lengths) >= 2 || variable
}

// isShadowLength reports whether a term is a length: not a percentage, with a
// unit unless it is zero, or a function that makes one.
func isShadowLength(term string, signed bool) bool {
	q, ok := SplitQuantity(withoutPlus(term))
	if !ok {
		return slices.Contains([]string{"calc", "min", "max", "clamp"}, functionName(term))
	}
	unit := strings.ToLower(q.Unit)
	return (signed || q.Number >= 0) && unit != "%" && (IsLengthUnit(unit) || unit == "" && q.Number == 0)
}

// isColorTerm reports whether a term is a color: hex, a name, or a function.
func isColorTerm(term string) bool {
	if _, ok := Hex(term); ok {
		return true
	}
	return isColorFunction(term) ||
		IsASCII(term) && (IsNamedColor(strings.ToLower(term)) || slices.Contains(colorKeywords, strings.ToLower(term)))
}

// mixFunctions are functions whose color depends on where they stand, or on variables.
var mixFunctions = strings.Fields("var env color-mix light-dark contrast-color device-cmyk")

// isColorFunction reports whether a term is a function of CSS that is a color. One that
// refers to variables or computes in a way that [ParseColor] does not know may be one.
func isColorFunction(term string) bool {
	name := functionName(term)
	if name == "" {
		return false
	}
	if slices.Contains(mixFunctions, name) || IsColor(term) {
		return true
	}
	_, known := spaces[strings.TrimSuffix(name, "a")]
	return (known || name == "color") && strings.Count(term, "(") > 1
}

// colorKeywords are the colors of CSS that have a name and no value of their own
// (CSS Color Module Level 4, section 6).
var colorKeywords = strings.Fields(
	`transparent currentcolor accentcolor accentcolortext activetext buttonborder buttonface buttontext
	canvas canvastext field fieldtext graytext highlight highlighttext linktext mark marktext selecteditem
	selecteditemtext visitedtext`,
)

// functionForm matches a function of CSS without strings, escapes and blocks.
var functionForm = regexp.MustCompile(`^([a-zA-Z][a-zA-Z-]*)\([\w .,%+*/#()\x{80}-\x{10FFFF}-]*\)$`)

// functionName returns the name of a function in lower case, empty for a term
// that is none, whose brackets do not match, or that has a comment.
func functionName(term string) string {
	match := functionForm.FindStringSubmatch(term)
	if match == nil || strings.Contains(term, "/*") || Closing(term) != len(term) {
		return ""
	}
	return strings.ToLower(match[1])
}

// Layers splits a shadow into its layers.
func Layers(shadow string) []string { return Split(shadow, ',') }
