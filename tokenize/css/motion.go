package css

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"designmanual/tokenize/content"
)

// A Transition is a transition of CSS; each part but Duration may be empty.
type Transition struct{ Property, Duration, Easing, Delay string }

// String returns the transition as CSS.
func (t Transition) String() string {
	return strings.Join(strings.Fields(t.Property+" "+t.Duration+" "+t.Easing+" "+t.Delay), " ")
}

// ReadTransition returns a transition, given as CSS or as an object with duration, delay
// and timingFunction.
func ReadTransition(value *content.Value) (Transition, error) {
	if !value.Is('{') {
		return ParseTransition(value.Text())
	}
	var (
		t   Transition
		err error
	)
	if t.Duration, err = DurationOf(value.Get("duration")); err != nil {
		return t, fmt.Errorf("duration: %w", err)
	}
	if delay := value.Get("delay"); delay != nil {
		if t.Delay, err = DurationOf(delay); err != nil {
			return t, fmt.Errorf("delay: %w", err)
		}
	}
	if t.Easing, err = ReadEasing(value.Get("timingFunction")); err != nil {
		return t, fmt.Errorf("timingFunction: %w", err)
	}
	return t, nil
}

// takeTerm sets what a term of a transition in CSS says. It returns false if that is set already, or the
// term says nothing.
func (t *Transition) takeTerm(term string) bool {
	time, _ := Duration(term) // empty for what is no time
	q, _ := SplitQuantity(term)
	isTime := time != "" && q.Unit != ""
	if isTime && t.Duration == "" {
		t.Duration = time
		return true
	}
	if isTime && t.Delay == "" {
		t.Delay = time
		return true
	}
	easing, _ := Easing(term) // empty for what is no easing
	if easing != "" && t.Easing == "" {
		t.Easing = easing
		return true
	}
	if slices.Contains([]string{"steps", "linear"}, functionName(term)) && t.Easing == "" {
		t.Easing = term
		return true
	}
	if IsIdentifier(term) && t.Property == "" {
		t.Property = term
		return true
	}
	return false
}

// ParseTransition parses one transition of CSS (CSS Transitions Level 1, section 2.5).
func ParseTransition(text string) (Transition, error) {
	var t Transition
	if err := CheckValue(text); err != nil {
		return t, err
	}
	wrong := fmt.Errorf(`expected a transition as "200ms ease-out", %s`, Found(text))
	for _, term := range Split(text, ' ') {
		if !t.takeTerm(term) {
			return t, wrong
		}
	}
	if t.Duration == "" {
		return t, wrong
	}
	return t, nil
}

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
	written := value
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
		return "", fmt.Errorf("expected a duration of zero or more, %s", Found(written))
	}
	if q.Number >= largest {
		return "", fmt.Errorf("expected a shorter duration, %s", Found(written))
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
