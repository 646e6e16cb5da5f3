package tokenize

import (
	"fmt"
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// Length returns a length as a token serves it: the number in its shortest
// decimal form, then the unit, zero too. A number and a numeric string are
// px; an upper-case unit is lowered. Lengths are zero or more, in a CSS
// length unit (CSS Values and Units Level 4, section 6; container query
// units included) or in percent; functions such as calc() are none. The error
// begins with "expected a length".
func Length(l manual.Literal) (string, error) {
	q, err := length(l)
	if err != nil {
		return "", err
	}
	if q.value < 0 {
		return "", fmt.Errorf("expected a length of zero or more, %s", found(l))
	}
	return q.String(), nil
}

// SignedLength is [Length] for what may be below zero too, as the offsets and
// the spread of a shadow.
func SignedLength(l manual.Literal) (string, error) {
	q, err := length(l)
	if err != nil {
		return "", err
	}
	return q.String(), nil
}

func length(l manual.Literal) (quantity, error) {
	q, ok := splitQuantity(l.Text)
	if !ok {
		return q, fmt.Errorf("expected a length (a number of px, or a string as \"1.5rem\"), %s", found(l))
	}
	if q.unit == "" {
		q.unit = "px"
		return q, nil
	}
	if q.unit, ok = lengthUnit(q.unit); !ok {
		return q, fmt.Errorf("expected a length with a CSS unit as px, rem or %%, %s", found(l))
	}
	return q, nil
}

// lengthUnit returns the unit in lower case, and whether CSS knows it as a
// unit of length or as the percent sign.
func lengthUnit(text string) (string, bool) {
	unit := strings.ToLower(text)
	switch unit {
	case "px", "cm", "mm", "q", "in", "pt", "pc", "%",
		"em", "rem", "ex", "rex", "cap", "rcap", "ch", "rch", "ic", "ric", "lh", "rlh",
		"vw", "vh", "vi", "vb", "vmin", "vmax",
		"svw", "svh", "svi", "svb", "svmin", "svmax",
		"lvw", "lvh", "lvi", "lvb", "lvmin", "lvmax",
		"dvw", "dvh", "dvi", "dvb", "dvmin", "dvmax",
		"cqw", "cqh", "cqi", "cqb", "cqmin", "cqmax":
		return unit, true
	}
	return text, false
}

// Duration returns a duration as a token serves it, always in ms: "150ms". A
// number and a numeric string are ms; the units are ms and s (CSS Values and
// Units Level 4, section 7.2). Durations are zero or more. The error begins
// with "expected a duration".
func Duration(l manual.Literal) (string, error) {
	q, ok := splitQuantity(l.Text)
	if !ok {
		return "", fmt.Errorf("expected a duration (a number of ms, or a string as \"150ms\" or \"0.15s\"), %s", found(l))
	}
	switch strings.ToLower(q.unit) {
	case "", "ms":
	case "s":
		// The point is moved, not computed with, so that 0.29s is 290ms.
		q.value, _ = strconv.ParseFloat(decimal(q.value)+"e3", 64)
	default:
		return "", fmt.Errorf("expected a duration in ms or s, %s", found(l))
	}
	if q.value < 0 {
		return "", fmt.Errorf("expected a duration of zero or more, %s", found(l))
	}
	if q.value >= largest {
		return "", fmt.Errorf("expected a shorter duration, %s", found(l))
	}
	return decimal(q.value) + "ms", nil
}
