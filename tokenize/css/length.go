package css

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
)

// A Quantity is a number with a unit.
type Quantity struct {
	Number float64
	Unit   string // empty for a bare number
}

// numberAt returns the CSS number without a plus sign that a text begins with, empty if it begins
// with none (CSS Syntax Module Level 3, section 4.3.12). It is called for every length of a manual,
// several times.
func numberAt(text string) string {
	whole := digitsFrom(text, len(text)-len(strings.TrimPrefix(text, "-")))
	end := whole
	if strings.HasPrefix(text[whole:], ".") {
		if fraction := digitsFrom(text, whole+1); fraction > whole+1 {
			end = fraction
		}
	}
	if end == 0 || text[:end] == "-" {
		return ""
	}
	if end < len(text) && (text[end] == 'e' || text[end] == 'E') {
		sign := end + 1
		if sign < len(text) && (text[sign] == '+' || text[sign] == '-') {
			sign++
		}
		if exponent := digitsFrom(text, sign); exponent > sign {
			end = exponent
		}
	}
	return text[:end]
}

// digitsFrom returns where the digits end that a text has from a position on.
func digitsFrom(text string, at int) int {
	for at < len(text) && '0' <= text[at] && text[at] <= '9' {
		at++
	}
	return at
}

// The range of numbers, so that an exponent never expands to a long text.
const (
	largest  = 1e40
	smallest = 1e-40
)

// SplitQuantity splits a text into a number and its unit as written. Minus zero becomes
// zero. It reports whether there is a number of a usual size.
func SplitQuantity(text string) (Quantity, bool) {
	q, ok := ReadQuantity(text)
	size := math.Abs(q.Number)
	return q, ok && size < largest && (size > smallest || size == 0)
}

// ReadQuantity is SplitQuantity for numbers of any size, such as computed ones. Any
// other text is 0 without a unit.
func ReadQuantity(text string) (Quantity, bool) {
	end := len(numberAt(text))
	value, err := strconv.ParseFloat(text[:end], 64)
	if err != nil {
		return Quantity{}, false
	}
	return Quantity{value + 0, text[end:]}, true
}

// String returns the number in its shortest decimal form, and the unit.
func (q Quantity) String() string { return Decimal(q.Number) + q.Unit }

// Decimal returns a number in its shortest decimal form, without an exponent.
func Decimal(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// withoutPlus removes the plus sign from a CSS number.
func withoutPlus(number string) string {
	if rest, signed := strings.CutPrefix(number, "+"); signed && numberAt(rest) != "" && rest[0] != '-' {
		return rest
	}
	return number
}

// Length returns a length: a number of zero or more in its shortest decimal
// form, and a CSS unit or % in lower case. A number and a numeric string are
// px. Functions such as calc() are not accepted.
func Length(value string) (string, error) {
	q, err := ParseLength(value)
	return q.textOf(value), err
}

// SignedLength is [Length] for lengths that may be negative.
func SignedLength(value string) (string, error) {
	q, err := signedLength(value)
	return q.textOf(value), err
}

// Written returns the number that a text begins with as [Length] writes it, without a unit.
func (q Quantity) Written(value string) string { return Quantity{Number: q.Number}.textOf(value) }

// textOf returns the quantity that a text has: with the digits as written if these are
// more than a float64 holds.
func (q Quantity) textOf(value string) string {
	digits := numberAt(value)
	if len(digits) <= floatDigits || strings.ContainsAny(digits, "eE") {
		return q.String()
	}
	written, ok := new(big.Rat).SetString(digits)
	held, _ := new(big.Rat).SetString(Decimal(q.Number))
	if !ok || written.Cmp(held) == 0 {
		return q.String()
	}
	if fraction, dotted := strings.CutPrefix(digits, "."); dotted {
		digits = "0." + fraction
	}
	return strings.Replace(digits, "-.", "-0.", 1) + q.Unit
}

// floatDigits is how many digits any float64 holds.
const floatDigits = 15

// ParseLength is [Length] without the form as text.
func ParseLength(value string) (Quantity, error) {
	q, err := signedLength(value)
	if err != nil {
		return q, err
	}
	if q.Number < 0 {
		return q, fmt.Errorf("expected a length of zero or more, %s", Found(value))
	}
	return q, nil
}

func signedLength(value string) (Quantity, error) {
	q, ok := SplitQuantity(value)
	if !ok {
		return q, fmt.Errorf(
			"expected a length (a number of px, or a string as \"1.5rem\"), %s", Found(value)+pointFor(value),
		)
	}
	if q.Unit == "" {
		q.Unit = "px"
	}
	if q.Unit = strings.ToLower(q.Unit); !IsLengthUnit(q.Unit) {
		return q, fmt.Errorf(
			"expected a length with a CSS unit as px, rem or %% (16px, without a space), %s",
			Found(value)+pointFor(value),
		)
	}
	return q, nil
}

// pointFor says what helps where a number has a comma as in Finnish or German, nothing elsewhere.
func pointFor(value string) string {
	pointed := strings.Replace(value, ",", ".", 1)
	if q, ok := SplitQuantity(pointed); pointed == value || !ok ||
		strings.Trim(q.Unit, "abcdefghijklmnopqrstuvwxyz%") != "" {
		return ""
	}
	return fmt.Sprintf(" (numbers have a point: write %q)", pointed)
}

// lengthUnits are the units of length in CSS (CSS Values and Units Level 4,
// section 6, and container query units) and the percent sign.
var lengthUnits = strings.Fields(`px cm mm q in pt pc % em rem ex rex cap rcap ch rch ic ric lh rlh
	vw vh vi vb vmin vmax svw svh svi svb svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax
	cqw cqh cqi cqb cqmin cqmax`)

// IsLengthUnit reports whether CSS has the unit of length, in lower case.
func IsLengthUnit(unit string) bool { return slices.Contains(lengthUnits, unit) }

// Duration returns a duration of zero or more in ms: "150ms". The units are ms
// and s; a number and a numeric string are ms.
func Duration(value string) (string, error) {
	q, ok := SplitQuantity(value)
	if !ok {
		return "", fmt.Errorf(
			"expected a duration (a number of ms, or a string as \"150ms\" or \"0.15s\"), %s",
			Found(value)+pointFor(value),
		)
	}
	switch strings.ToLower(q.Unit) {
	case "", "ms":
	case "s":
		value = milliseconds(numberAt(value))
		q, _ = ReadQuantity(value)
	default:
		return "", fmt.Errorf(
			"expected a duration in ms or s (150ms, without a space), %s", Found(value)+pointFor(value),
		)
	}
	if q.Number < 0 {
		return "", fmt.Errorf("expected a duration of zero or more, %s", Found(value))
	}
	if q.Number >= largest {
		return "", fmt.Errorf("expected a shorter duration, %s", Found(value))
	}
	q.Unit = "ms"
	return q.textOf(value), nil
}

// milliseconds returns a number of seconds in milliseconds. It moves the decimal point, so that
// 0.29 becomes exactly 290.
func milliseconds(seconds string) string {
	number, ok := new(big.Rat).SetString(seconds + "e3")
	if !ok || strings.ContainsAny(seconds, "eE") {
		q, _ := ReadQuantity(seconds)
		return Decimal(q.Number) + "e3"
	}
	_, fraction, _ := strings.Cut(seconds, ".")
	return number.FloatString(max(0, len(fraction)-3))
}

// easingKeywords maps keywords to their curves (CSS Easing Functions Level 1,
// section 2.2).
var easingKeywords = map[string]string{
	"linear": "cubic-bezier(0, 0, 1, 1)", "ease": "cubic-bezier(0.25, 0.1, 0.25, 1)",
	"ease-in":  "cubic-bezier(0.42, 0, 1, 1)",
	"ease-out": "cubic-bezier(0, 0, 0.58, 1)", "ease-in-out": "cubic-bezier(0.42, 0, 0.58, 1)",
}

// ReadEasing returns an easing of a seed file by [Easing]; it may be a list of four
// numbers too.
func ReadEasing(value *content.Value) (string, error) {
	if !value.Is('[') {
		return Easing(value.Text())
	}
	for _, point := range value.List() {
		if !point.Is('0') {
			return "", fmt.Errorf("expected a number in an easing, %s", Found(point.Text()))
		}
	}
	return bezier(value.Scalars())
}

// Easing returns an easing as cubic-bezier(0.2, 0, 0, 1). It accepts that
// function or a keyword of CSS. Anything else is an error, including steps(),
// linear() with stops, and x outside 0 to 1.
func Easing(value string) (string, error) {
	text := strings.ToLower(collapseSpace(value))
	if curve, ok := easingKeywords[text]; ok {
		return curve, nil
	}
	inner, opened := strings.CutPrefix(text, "cubic-bezier(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !opened || !closed {
		return "", fmt.Errorf("expected an easing (cubic-bezier(), four numbers or a CSS keyword), %s", Found(value))
	}
	var points []string
	for part := range strings.SplitSeq(inner, ",") {
		points = append(points, withoutPlus(strings.TrimSpace(part)))
	}
	return bezier(points)
}

// bezier returns the function with its numbers in shortest decimal form.
func bezier(points []string) (string, error) {
	if len(points) != 4 {
		return "", fmt.Errorf("expected the four numbers of an easing, found %d", len(points))
	}
	var numbers [4]string
	for i, point := range points {
		q, ok := SplitQuantity(point)
		if !ok || q.Unit != "" {
			return "", fmt.Errorf("expected a number in an easing, %s", Found(point))
		}
		if x := i%2 == 0; x && (q.Number < 0 || q.Number > 1) {
			return "", fmt.Errorf("expected an easing with x from 0 to 1, found %s", q)
		}
		numbers[i] = q.String()
	}
	return "cubic-bezier(" + strings.Join(numbers[:], ", ") + ")", nil
}
