package tokenize

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"designmanual/tokenize/content"
)

// A quantity is a number with a unit.
type quantity struct {
	value float64
	unit  string // as written, empty for a bare number
}

// numberForm matches a CSS number without a plus sign (CSS Syntax Module Level
// 3, section 4.3.12).
var numberForm = regexp.MustCompile(`^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`)

// The range of numbers, so that an exponent never expands to a long text.
const (
	largest  = 1e40
	smallest = 1e-40
)

// splitQuantity splits a string or a number into a number and the text after
// it. Minus zero becomes zero.
func splitQuantity(value any) (quantity, bool) {
	q, ok := readQuantity(content.Text(value))
	size := math.Abs(q.value)
	return q, ok && size < largest && (size > smallest || size == 0)
}

// readQuantity is splitQuantity without the range check, for values that this
// package has computed.
func readQuantity(text string) (quantity, bool) {
	end := len(numberForm.FindString(text))
	value, err := strconv.ParseFloat(text[:end], 64)
	return quantity{value + 0, text[end:]}, err == nil
}

// SplitUnit splits a length or a duration into its number and its unit; any other
// text is 0 without a unit.
func SplitUnit(text string) (n float64, unit string) {
	q, ok := readQuantity(text)
	if !ok {
		return 0, ""
	}
	return q.value, q.unit
}

// String returns the number in its shortest decimal form, and the unit.
func (q quantity) String() string { return decimal(q.value) + q.unit }

// decimal returns a number in its shortest decimal form, without an exponent.
func decimal(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// withoutPlus removes the plus sign from a CSS number.
func withoutPlus(number string) string {
	if rest, signed := strings.CutPrefix(number, "+"); signed && numberForm.MatchString(rest) && rest[0] != '-' {
		return rest
	}
	return number
}

// Length returns a length: a number of zero or more in its shortest decimal
// form, and a CSS unit or % in lower case. A number and a numeric string are
// px. Functions such as calc() are not accepted.
func Length(value any) (string, error) {
	q, err := length(value)
	return q.String(), err
}

// SignedLength is [Length] for lengths that may be negative.
func SignedLength(value any) (string, error) {
	q, err := signedLength(value)
	return q.String(), err
}

func length(value any) (quantity, error) {
	q, err := signedLength(value)
	if err == nil && q.value < 0 {
		err = fmt.Errorf("expected a length of zero or more, %s", found(value))
	}
	return q, err
}

func signedLength(value any) (quantity, error) {
	q, ok := splitQuantity(value)
	if !ok {
		return q, fmt.Errorf("expected a length (a number of px, or a string as \"1.5rem\"), %s", found(value))
	}
	if q.unit == "" {
		q.unit = "px"
	}
	if q.unit = strings.ToLower(q.unit); !isLengthUnit(q.unit) {
		return q, fmt.Errorf("expected a length with a CSS unit as px, rem or %%, %s", found(value))
	}
	return q, nil
}

// lengthUnits are the units of length in CSS (CSS Values and Units Level 4,
// section 6, and container query units) and the percent sign.
var lengthUnits = strings.Fields(`px cm mm q in pt pc % em rem ex rex cap rcap ch rch ic ric lh rlh
	vw vh vi vb vmin vmax svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax
	cqw cqh cqi cqb cqmin cqmax`)

func isLengthUnit(unit string) bool { return slices.Contains(lengthUnits, unit) }

// Duration returns a duration of zero or more in ms: "150ms". The units are ms
// and s; a number and a numeric string are ms.
func Duration(value any) (string, error) {
	q, ok := splitQuantity(value)
	if !ok {
		return "", fmt.Errorf("expected a duration (a number of ms, or a string as \"150ms\" or \"0.15s\"), %s", found(value))
	}
	switch strings.ToLower(q.unit) {
	case "", "ms":
	case "s":
		// Move the decimal point in text, so that 0.29s is exactly 290ms.
		q.value, _ = strconv.ParseFloat(decimal(q.value)+"e3", 64)
	default:
		return "", fmt.Errorf("expected a duration in ms or s, %s", found(value))
	}
	if q.value < 0 {
		return "", fmt.Errorf("expected a duration of zero or more, %s", found(value))
	}
	if q.value >= largest {
		return "", fmt.Errorf("expected a shorter duration, %s", found(value))
	}
	return decimal(q.value) + "ms", nil
}

// CheckValue refuses a value with a brace (an alias to token tools), a
// semicolon (the end of a declaration in CSS) or a control character.
func CheckValue(value string) error {
	for _, r := range value {
		if r == '{' || r == '}' || r == ';' || unicode.IsControl(r) {
			return fmt.Errorf("expected a value without braces, semicolons and control characters, found %q in %q", r, shorten(value))
		}
	}
	return nil
}

// found describes a value in an error.
func found(value any) string {
	text := content.Text(value)
	_, quoted := value.(string)
	switch {
	case quoted && text == "":
		return "found an empty string"
	case quoted:
		return "found " + strconv.Quote(shorten(text))
	case text == "":
		return "found nothing"
	}
	return "found " + shorten(text)
}

func shorten(text string) string {
	const most = 60
	for i := range text {
		if i >= most {
			return text[:i] + "…"
		}
	}
	return text
}
