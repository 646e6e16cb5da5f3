package tokenize

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
)

// Step returns a step of the spacing scale as a token: its key, the number of
// the step in shortest decimal form with a hyphen for the point ("2-5"), and
// its value, a length in px where there is no unit (specification, section
// 2.5). A bare number or string is its own value; where an object gives a
// unit, its value must not carry one too. Errors say which member is wrong
// and what was expected.
func Step(s manual.SpacingStep) (key, value string, err error) {
	q, ok := splitQuantity(s.Step.Text)
	bare := s.Step == s.Value && s.Unit == ""
	switch {
	case !ok, !bare && q.unit != "":
		return "", "", fmt.Errorf("step: expected a number, %s", found(s.Step))
	case q.negative:
		return "", "", fmt.Errorf("step: expected a number of zero or more, %s", found(s.Step))
	}
	length := s.Value
	if s.Unit != "" {
		if length, err = withUnit(s.Value, s.Unit); err != nil {
			return "", "", err
		}
	}
	if value, err = Length(length); err != nil {
		if !bare {
			err = fmt.Errorf("value: %w", err)
		}
		return "", "", err
	}
	return strings.Replace(q.number, ".", "-", 1), value, nil
}

// withUnit puts a value that has no unit together with the unit beside it.
func withUnit(value manual.Literal, unit string) (manual.Literal, error) {
	q, ok := splitQuantity(value.Text)
	if !ok || q.unit != "" {
		return value, fmt.Errorf("value: expected a number, since the unit stands beside it, %s", found(value))
	}
	if _, ok := lengthUnit(unit); !ok {
		return value, fmt.Errorf("unit: expected a CSS unit as px, rem or %%, %s", found(manual.Literal{Text: unit, Quoted: true}))
	}
	return manual.Literal{Text: value.Text + unit, Quoted: true}, nil
}
