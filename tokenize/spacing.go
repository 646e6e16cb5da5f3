package tokenize

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json"

	"designmanual/db/manual"
)

type spacingContent struct {
	Steps []step `json:"steps"`
}

type step struct {
	SpacingStep
	remarks
}

// UnmarshalJSON reads any form of a step; only an object has remarks.
func (s *step) UnmarshalJSON(data []byte) error {
	*s = step{}
	if err := s.SpacingStep.UnmarshalJSON(data); err != nil || s.Bare {
		return err
	}
	return json.Unmarshal(data, &s.remarks)
}

func (b *builder) fillSpacing(c spacingContent) error {
	for i, step := range c.Steps {
		b.at.Entry = i
		key, value, err := Step(step.SpacingStep)
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		path := manual.Groups[manual.DimensionGroup].Name + "." + key
		if b.taken[path] {
			b.note(manual.NoteRepeated, path, "A spacing step with the key %q stands on the page before; this one (%s) is left out.", key, value)
			continue
		}
		b.add(manual.DimensionGroup, step.Step.Text, key, value, step.remarks)
	}
	return nil
}

// Step returns a step of the spacing scale as a token: its key, the number of
// the step in shortest decimal form with a hyphen for the point ("2-5"), and
// its value, a length in px where there is no unit. A bare number or string is
// its own value. Errors say what was expected, and of an object which member
// is wrong.
func Step(s SpacingStep) (key, value string, err error) {
	if s.Bare {
		if key, err = stepKey(s.Step, true); err == nil {
			value, err = Length(s.Value)
		}
		return key, value, err
	}
	if key, err = StepNumber(s.Step); err != nil {
		return "", "", fmt.Errorf("step: %w", err)
	}
	if err = StepUnit(s.Unit); err != nil {
		return "", "", fmt.Errorf("unit: %w", err)
	}
	if value, err = StepValue(s.Value, s.Unit); err != nil {
		return "", "", fmt.Errorf("value: %w", err)
	}
	return key, value, nil
}

// StepNumber returns the key of a step that an object gives the number of: a
// number, or a string with one, of zero or more and without a unit.
func StepNumber(l Literal) (key string, err error) { return stepKey(l, false) }

// stepKey is StepNumber, also of a bare step, which may have a unit.
func stepKey(l Literal, bare bool) (string, error) {
	q, ok := splitQuantity(l.Text)
	switch {
	case !ok, q.unit != "" && !bare:
		return "", fmt.Errorf("expected a number, %s", found(l))
	case q.value < 0:
		return "", fmt.Errorf("expected a number of zero or more, %s", found(l))
	}
	return strings.Replace(decimal(q.value), ".", "-", 1), nil
}

// StepUnit refuses a unit beside the value of a step that CSS does not have.
// There may be none.
func StepUnit(unit string) error {
	if unit != "" && !isLengthUnit(strings.ToLower(unit)) {
		return fmt.Errorf("expected a CSS unit as px, rem or %%, %s", found(Literal{Text: unit, Quoted: true}))
	}
	return nil
}

// StepValue returns the value of a step that an object names, a length. Where
// a unit stands beside it, it must not carry one too.
func StepValue(l Literal, unit string) (string, error) {
	if unit == "" {
		return Length(l)
	}
	q, ok := splitQuantity(l.Text)
	if !ok || q.unit != "" {
		return "", fmt.Errorf("expected a number, since the unit stands beside it, %s", found(l))
	}
	return Length(Literal{Text: l.Text + unit, Quoted: true})
}
