package tokenize

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// A quantity is a number with its unit.
type quantity struct {
	value float64
	unit  string // as written, empty for a bare number
}

// numberForm is the grammar of a number in CSS (CSS Syntax Module Level 3,
// section 4.3.12) without a plus sign: digits, a fraction, an exponent.
var numberForm = regexp.MustCompile(`^-?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`)

// The largest and the smallest number, so that an exponent is never written
// out as a text that nobody wrote.
const (
	largest  = 1e40
	smallest = 1e-40
)

// splitQuantity reads a number and whatever follows it. A plus sign is no
// part of a number here: see [withoutPlus]. Minus zero is zero.
func splitQuantity(text string) (quantity, bool) {
	q, ok := readQuantity(text)
	size := math.Abs(q.value)
	return q, ok && size < largest && (size > smallest || size == 0)
}

// readQuantity is splitQuantity without its bounds, for what this package has
// computed.
func readQuantity(text string) (quantity, bool) {
	end := len(numberForm.FindString(text))
	value, err := strconv.ParseFloat(text[:end], 64)
	return quantity{value + 0, text[end:]}, err == nil
}

// String writes the number in its shortest decimal form, and the unit.
func (q quantity) String() string { return decimal(q.value) + q.unit }

// decimal writes a number in its shortest decimal form: no exponent, no zeros
// that say nothing, one digit before the point.
func decimal(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// withoutPlus returns a number without the plus sign that it may have in CSS.
func withoutPlus(number string) string {
	if rest, signed := strings.CutPrefix(number, "+"); signed && numberForm.MatchString(rest) && rest[0] != '-' {
		return rest
	}
	return number
}

// found says what stands where something else was expected, cut to a length
// that fits a line.
func found(l manual.Literal) string {
	switch {
	case l.IsZero():
		return "found nothing"
	case !l.Quoted:
		return "found " + shorten(l.Text)
	case l.Text == "":
		return "found an empty string"
	}
	return "found " + strconv.Quote(shorten(l.Text))
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
