package css

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
)

// Values of text styles and of the types that only further tokens have. Each is given as
// CSS text, or as the object that the Design Tokens Format Module 2025.10 has for it.

// weightNames are the names of weights without hyphens and spaces (Format Module, section
// 8.4; CSS Fonts Module Level 4, section 2.2.1).
var weightNames = map[string]string{
	"thin": "100", "hairline": "100", "extralight": "200", "ultralight": "200", "light": "300", "normal": "400",
	"regular": "400", "book": "400", "roman": "400",
	"medium": "500", "semibold": "600", "demibold": "600", "bold": "700", "extrabold": "800", "ultrabold": "800",
	"black": "900", "heavy": "900",
	"extrablack": "950", "ultrablack": "950",
}

// weightSigns takes out of a name of a weight what the names lack.
var weightSigns = strings.NewReplacer(" ", "", "-", "", "_", "")

// Weight returns a font weight as a number from 1 to 1000. It may be given by name.
func Weight(value string) (string, error) {
	if number, ok := weightNames[strings.ToLower(weightSigns.Replace(value))]; ok {
		return number, nil
	}
	q, ok := SplitQuantity(value)
	if !ok || q.Unit != "" || q.Number < 1 || q.Number > 1000 {
		return "", fmt.Errorf("expected a weight from 1 to 1000 or its name (bold), %s", Found(value))
	}
	return q.String(), nil
}

// LineHeight returns a line height: a number of zero or more, or a length. A percentage
// becomes a number.
func LineHeight(value string) (string, error) {
	q, ok := SplitQuantity(value)
	if !ok || q.Number < 0 {
		return "", fmt.Errorf(`expected a line height (a number as 1.5, or a length as "24px"), %s`, Found(value))
	}
	if q.Unit == "" {
		return q.String(), nil
	}
	if q.Unit == "%" {
		return hundredth(q.Number), nil
	}
	return Length(value)
}

// LetterSpacing returns the space between letters, a length that may be negative. A
// percentage becomes em, and normal 0em.
func LetterSpacing(value string) (string, error) {
	if strings.ToLower(value) == "normal" {
		return "0em", nil
	}
	length, err := SignedLength(value)
	if err != nil {
		return "", err
	}
	if strings.HasSuffix(length, "%") {
		q, _ := SplitQuantity(length)
		return hundredth(q.Number) + "em", nil
	}
	return length, nil
}

// hundredth returns a hundredth of a number in its shortest form. It moves the decimal point
// in text, so that 120 becomes 1.2.
func hundredth(number float64) string {
	n, _ := strconv.ParseFloat(Decimal(number)+"e-2", 64)
	return Decimal(n)
}

// Number returns a number in its shortest decimal form.
func Number(value string) (string, error) {
	q, ok := SplitQuantity(value)
	if !ok || q.Unit != "" {
		return "", fmt.Errorf("expected a number, %s", Found(value))
	}
	return q.String(), nil
}

// ReadQuantityOf returns the text of a quantity: CSS text or a number, or an object with
// value and unit (Format Module, sections 8.2 and 8.5).
func ReadQuantityOf(value *content.Value) string {
	if number := value.Get("value"); number.Is('0') {
		return number.Scalar() + value.Get("unit").Text()
	}
	return value.Scalar()
}

// lengthOf returns a length, given as CSS text, a number or an object, which names its unit.
func lengthOf(value *content.Value) (string, error) {
	if err := requireUnit(value, "px", "rem"); err != nil {
		return "", err
	}
	return Length(ReadQuantityOf(value))
}

// SignedLengthOf is [lengthOf] for lengths that may be negative.
func SignedLengthOf(value *content.Value) (string, error) {
	if err := requireUnit(value, "px", "rem"); err != nil {
		return "", err
	}
	return SignedLength(ReadQuantityOf(value))
}

// DurationOf returns a duration, given as CSS text, a number or an object, which names its unit.
func DurationOf(value *content.Value) (string, error) {
	if err := requireUnit(value, "ms", "s"); err != nil {
		return "", err
	}
	return Duration(ReadQuantityOf(value))
}

// requireUnit refuses an object with a value and no unit: a unit is not guessed there, since the
// format requires it, while a number alone is in px or ms.
func requireUnit(value *content.Value, units ...string) error {
	if number := value.Get("value"); number.Is('0') && value.Get("unit").Text() == "" {
		return fmt.Errorf(
			"the value %s has no unit: write \"unit\": %q or %q beside it", number.Scalar(), units[0], units[1],
		)
	}
	return nil
}

// ReadFamilies returns a font-family value, given as CSS text or as a list of families.
func ReadFamilies(value *content.Value) (string, error) {
	families := value.Scalars()
	if !value.Is('[') {
		families = SplitFamilies(value.Text())
	}
	if len(families) == 0 {
		return FontFamily("")
	}
	return FontFamily(families[0], families[1:]...)
}

// colorSpaces are the color spaces of the format with the units of their components in CSS
// (Color Module 2025.10, section 4.2).
var colorSpaces = map[string][3]string{
	"hsl": {"", "%", "%"}, "hwb": {"", "%", "%"}, "lab": {}, "lch": {}, "oklab": {}, "oklch": {},
	"srgb": {}, "srgb-linear": {}, "display-p3": {}, "a98-rgb": {}, "prophoto-rgb": {}, "rec2020": {}, "xyz-d65": {},
	"xyz-d50": {},
}

// functionSpaces are the spaces of the format that have a function of their own in CSS.
var functionSpaces = []string{"hsl", "hwb", "lab", "lch", "oklab", "oklch"}

// ReadColor returns a color as CSS text, given as CSS, as the name of a color of the manual,
// or as an object with color space and components.
func ReadColor(value *content.Value, named func(string) (string, bool)) (string, error) {
	if !value.Is('{') {
		return colorOrName(value.Text(), named)
	}
	space := value.Get("colorSpace").Text()
	units, known := colorSpaces[space]
	components := value.Get("components").List()
	if !known || len(components) != 3 {
		return "", fmt.Errorf(
			"expected a color with a colorSpace of the format and three components, found %s",
			content.Truncate(string(value.Append(nil))),
		)
	}
	text, err := readComponents(space, units, components)
	if err != nil {
		return "", err
	}
	alpha := value.Get("alpha")
	if share, _ := ReadQuantity(alpha.Scalar()); alpha != nil &&
		(!alpha.Is('0') || share.Number < 0 || share.Number > 1) {
		return "", fmt.Errorf(
			"alpha: expected a number from 0 to 1, found %s", content.Truncate(string(alpha.Append(nil))),
		)
	}
	if alpha != nil && alpha.Scalar() != "1" {
		text += " / " + alpha.Scalar()
	}
	if slices.Contains(functionSpaces, space) {
		text = space + "(" + text + ")"
	} else {
		text = "color(" + space + " " + text + ")"
	}
	if _, err := ParseColor(text); err != nil {
		return "", fmt.Errorf("%w, %s", err, Found(text))
	}
	return text, nil
}

// readComponents returns the components of a color in a space as CSS, with the units that CSS
// has for them.
func readComponents(space string, units [3]string, components []*content.Value) (string, error) {
	isRGB := !slices.Contains(functionSpaces, space) && !strings.HasPrefix(space, "xyz")
	var parts []string
	for i, c := range components {
		if !c.Is('0') && c.Text() != "none" {
			return "", fmt.Errorf(
				"expected components that are numbers or none, found %s", content.Truncate(string(c.Append(nil))),
			)
		}
		q, _ := ReadQuantity(c.Scalar())
		if isRGB && (q.Number < -1 || q.Number > 2) { // 0 to 255 is another scale
			return "", fmt.Errorf("expected components of %s from 0 to 1, %s", space, Found(c.Scalar()))
		}
		part := c.Scalar()
		if c.Is('0') {
			part += units[i]
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " "), nil
}
