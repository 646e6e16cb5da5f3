package css

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/tokenize/content"
)

// strokeStyles are the line styles of the format, which are CSS's without none and hidden
// (Format Module, section 9.3).
var widthWords = []string{"thin", "medium", "thick"}

var strokeStyles = strings.Fields("solid dashed dotted double groove ridge outset inset")

// ReadStroke returns a line style of CSS. An object of dashes is dashed.
func ReadStroke(value *content.Value) (string, error) {
	if value.Is('{') {
		dashes := value.Get("dashArray").List()
		if cap := value.Get("lineCap").Text(); len(dashes) == 0 ||
			!slices.Contains([]string{"round", "butt", "square"}, cap) {
			return "", fmt.Errorf("expected a line style with dashArray and lineCap (round, butt or square)")
		}
		for _, dash := range dashes {
			if _, err := lengthOf(dash); err != nil || !dash.Is('{') {
				return "", fmt.Errorf("expected a dashArray of lengths with value and unit")
			}
		}
		return "dashed", nil
	}
	style := strings.ToLower(value.Text())
	if !slices.Contains(strokeStyles, style) {
		return "", fmt.Errorf("expected a line style (%s), %s", strings.Join(strokeStyles, ", "), Found(value.Scalar()))
	}
	return style, nil
}

// A Border is a border of CSS; each part but Style may be empty.
type Border struct{ Width, Style, Color string }

// String returns the border as CSS.
func (b Border) String() string {
	return strings.Join(strings.Fields(b.Width+" "+b.Style+" "+b.Color), " ")
}

// ReadBorder returns a border, given as CSS or as an object with color, width and style.
func ReadBorder(value *content.Value, named func(string) (string, bool)) (Border, error) {
	if !value.Is('{') {
		return ParseBorder(value.Text(), named)
	}
	var (
		b   Border
		err error
	)
	if b.Width, err = lengthOf(value.Get("width")); err != nil {
		return b, fmt.Errorf("width: %w", err)
	}
	if b.Style, err = ReadStroke(value.Get("style")); err != nil {
		return b, fmt.Errorf("style: %w", err)
	}
	if b.Color, err = ReadColor(value.Get("color"), named); err != nil {
		return b, fmt.Errorf("color: %w", err)
	}
	return b, nil
}

// ParseBorder parses a border of CSS, whose parts stand in any order (CSS Backgrounds and
// Borders Level 3, section 3.4).
func ParseBorder(text string, named func(string) (string, bool)) (Border, error) {
	var b Border
	if err := CheckValue(text); err != nil {
		return b, err
	}
	var rest []string
	for _, term := range Split(text, ' ') {
		if word := strings.ToLower(term); b.Style == "" && slices.Contains(strokeStyles, word) {
			b.Style = word
		} else if b.Width == "" && (isShadowLength(term, false) || slices.Contains(widthWords, word)) {
			b.Width = word
		} else {
			rest = append(rest, term)
		}
	}
	if b.Style == "" {
		return b, fmt.Errorf(`expected a border as "1px solid #0b5fff", %s`, Found(text))
	}
	var err error
	if rest != nil {
		b.Color, err = colorOrName(strings.Join(rest, " "), named)
	}
	return b, err
}
