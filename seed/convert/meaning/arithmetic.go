package meaning

import (
	"math"
	"strconv"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// A Form is that of the file in which a text stands: what is computed there differs.
type Form int

// The forms of files.
const (
	InDocument Form = iota
	InCSS
	InSass
)

var (
	arithmetic = pattern.New(`(?i)^calc\(|^[-\d.(][^,]*\s[-+*/]\s|^-?[\d.]+[a-z%]*[*/][\d.]+$`)
	computed   = pattern.New(
		`(?i)\b(calc|min|max|clamp|env|attr|color-mix|light-dark|round|mod|rem|pow|sqrt|hypot|if|--[\w-]+)\(|` +
			`\b[a-z-]+\.[a-z-]+\(|` +
			`\b(lighten|darken|mix|tint-color|shade-color|map-[a-z-]+|rgba?-[a-z]+|nth|percentage|theme)\(`,
	)
	notArithmetic = pattern.New(`(?i)^[\d.]+[a-z%]* - [\d.]+[a-z%]*$`)
)

// Calculate carries out a calculation whose result does not depend on the place where it is
// used. Anything else that needs to be computed is an error.
func Calculate(text string, f Form, replaced bool) (string, error) {
	if f == InCSS {
		if strings.HasPrefix(strings.ToLower(text), "calc(") && css.Closing(text) == len(text) {
			if q, ok := css.Calc(text, nil); ok {
				return plainNumber(q.Number) + q.Unit, nil
			}
		}
		if arithmetic.MatchString(text) && !strings.Contains(text, "(") && strings.ContainsAny(text, "+*") ||
			notArithmetic.MatchString(text) {
			return "", reason.New(reason.Malformed, "no browser computes this without calc(): %.60q", text)
		}
	} else {
		text = withoutHex(text)
		if arithmetic.MatchString(text) || f == InDocument && replaced {
			if q, ok := calcStudio(text, f); ok {
				return plainNumber(q.Number) + q.Unit, nil
			}
		}
	}
	if strings.Contains(text, "(") {
		if _, err := css.ParseColor(text); err != nil && computed.MatchString(text) {
			return "", reason.NotComputed(text)
		}
	}
	if f != InCSS && arithmetic.MatchString(text) && !strings.Contains(text, "/") {
		if units := unitsOf(text); len(units) > 1 && sum.MatchString(text) {
			return "", reason.New(reason.NeedsMath, "its sum has several units: %.60q", text)
		}
		return "", reason.NotComputed(text)
	}
	return text, nil
}

var functionOfStudio = pattern.New(`(?i)\b(roundTo|round|ceil|floor)\(([^(),]*)(?:,\s*(\d+)\s*)?\)`)

// calcStudio computes what Tokens Studio and SCSS write without calc(): sums and products,
// and functions that round. A number without a unit takes the unit of the other ones, in a document only that of
// px or ms, which it has there.
func calcStudio(text string, f Form) (css.Quantity, bool) {
	for range 16 {
		at := functionOfStudio.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		m := functionOfStudio.FindStringSubmatch(text)
		q, ok := css.Calc(strings.TrimSpace(m[2]), nil)
		if !ok {
			return q, false
		}
		q.Number = rounded(strings.ToLower(m[1]), q.Number, m[3])
		text = text[:at[0]] + plainNumber(q.Number) + q.Unit + text[at[1]:]
	}
	if q, ok := css.Calc(text, nil); ok {
		return q, ok
	}
	return css.Calc(withOneUnit(text, f), nil)
}

func rounded(function string, n float64, digits string) float64 {
	decimals, _ := strconv.Atoi(digits) // none without digits
	scale := math.Pow(10, float64(min(decimals, 15)))
	switch function {
	case "ceil":
		return math.Ceil(n)
	case "floor":
		return math.Floor(n)
	}
	return math.Round(n*scale) / scale
}

var (
	quantityForm = pattern.New(`(?:^|[\s(+*/-])(-?[\d.]+)([a-z%]*)`)
	sum          = pattern.New(`\s[-+]\s`)
)

// unitsOf returns the units of the numbers in a text, an empty one for a number that has none.
func unitsOf(text string) map[string]bool {
	units := map[string]bool{}
	for _, m := range quantityForm.FindAllStringSubmatch(text, -1) {
		units[m[2]] = true
	}
	return units
}

// withOneUnit gives the numbers of a sum without a unit the one that the others have.
func withOneUnit(text string, f Form) string {
	units := unitsOf(text)
	delete(units, "")
	if len(units) != 1 || !sum.MatchString(text) || strings.ContainsAny(text, "*/") {
		return text
	}
	for unit := range units {
		if f == InDocument && unit != "px" && unit != "ms" {
			return text
		}
		return quantityForm.ReplaceAllStringFunc(text, func(match string) string {
			if strings.HasSuffix(match, unit) {
				return match
			}
			return match + unit
		})
	}
	return text
}

// plainNumber formats a number with at most seven decimals and without an exponent.
func plainNumber(v float64) string {
	text := strconv.FormatFloat(v, 'f', 7, 64)
	text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	if text == "-0" {
		return "0"
	}
	return text
}
