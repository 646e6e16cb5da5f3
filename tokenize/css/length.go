package css

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
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
	return text[:exponentEnd(text, end)]
}

// exponentEnd returns where the exponent ends that a text has at a position, or the position if it has
// none there.
func exponentEnd(text string, at int) int {
	if at == len(text) || text[at] != 'e' && text[at] != 'E' {
		return at
	}
	sign := at + 1
	if sign < len(text) && (text[sign] == '+' || text[sign] == '-') {
		sign++
	}
	if end := digitsFrom(text, sign); end > sign {
		return end
	}
	return at
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
	q.Unit = strings.ToLower(q.Unit)
	if !IsLengthUnit(q.Unit) {
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
