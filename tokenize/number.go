package tokenize

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// maxDigits bounds the plain form of a number, so that an exponent is never
// expanded into a text that nobody wrote.
const maxDigits = 40

// scanNumber returns the length of the unsigned number that text begins with,
// 0 where it begins with none. The grammar is that of CSS (CSS Syntax Module
// Level 3, section 4.3.12) without the sign: digits, a fraction, an exponent.
func scanNumber(text string) int {
	end := scanDigits(text)
	if strings.HasPrefix(text[end:], ".") {
		if n := scanDigits(text[end+1:]); n > 0 {
			end += 1 + n
		}
	}
	if end == 0 || end == len(text) || text[end]|0x20 != 'e' {
		return end
	}
	exponent := text[end+1:]
	sign := 0
	if exponent != "" && (exponent[0] == '+' || exponent[0] == '-') {
		sign = 1
	}
	if n := scanDigits(exponent[sign:]); n > 0 {
		end += 1 + sign + n
	}
	return end
}

func scanDigits(text string) int {
	n := 0
	for n < len(text) && '0' <= text[n] && text[n] <= '9' {
		n++
	}
	return n
}

// plain writes an unsigned number as [scanNumber] finds it, times ten to the
// power of shift, in its shortest decimal form: no exponent, no zeros that
// say nothing, one digit before the point. It works on the digits, so none
// is lost; false means that the form would be longer than maxDigits.
func plain(number string, shift int) (string, bool) {
	if shift == 0 && isPlain(number) {
		return number, true
	}
	mantissa, exponent := number, ""
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		mantissa, exponent = number[:i], number[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return "0", true
	}
	power := 0
	if exponent != "" {
		var err error
		if power, err = strconv.Atoi(exponent); err != nil || power < -1e6 || power > 1e6 {
			return "", false
		}
	}
	last := shift + power - len(fraction) // power of ten of the last digit
	trimmed := strings.TrimRight(digits, "0")
	last += len(digits) - len(trimmed)
	if max(len(trimmed), len(trimmed)+last, -last) > maxDigits {
		return "", false
	}
	return place(trimmed, last), true
}

// place writes digits, the last of which stands for ten to the power of last,
// with the point where it belongs.
func place(digits string, last int) string {
	point := len(digits) + last // digits before the point
	switch {
	case last >= 0:
		return digits + strings.Repeat("0", last)
	case point > 0:
		return digits[:point] + "." + digits[point:]
	}
	return "0." + strings.Repeat("0", -point) + digits
}

// isPlain tells whether a number is in its shortest decimal form already.
func isPlain(number string) bool {
	whole := scanDigits(number)
	if whole == 0 || whole > 1 && number[0] == '0' || len(number) > maxDigits {
		return false
	}
	if whole == len(number) {
		return true
	}
	return number[whole] == '.' && whole+1+scanDigits(number[whole+1:]) == len(number) && number[len(number)-1] != '0'
}

// A quantity is a number with its unit, as text.
type quantity struct {
	negative bool
	number   string // in shortest decimal form, unsigned
	unit     string // as written, empty for a bare number
}

// withoutPlus returns a number without the plus sign that it may have in CSS
// (CSS Syntax Module Level 3, section 4.3.12).
func withoutPlus(number string) string {
	if rest, signed := strings.CutPrefix(number, "+"); signed && scanNumber(rest) > 0 {
		return rest
	}
	return number
}

// splitQuantity reads a number and whatever follows it. A plus sign is no
// part of a number here: see [withoutPlus]. Minus zero is zero.
func splitQuantity(text string) (quantity, bool) {
	unsigned, negative := strings.CutPrefix(text, "-")
	end := scanNumber(unsigned)
	if end == 0 {
		return quantity{}, false
	}
	number, ok := plain(unsigned[:end], 0)
	return quantity{negative: negative && number != "0", number: number, unit: unsigned[end:]}, ok
}

func (q quantity) String() string {
	if q.negative {
		return "-" + q.number + q.unit
	}
	return q.number + q.unit
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
