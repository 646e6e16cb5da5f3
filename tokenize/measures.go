package tokenize

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

func lengthOf(value *content.Value) (string, error) { return css.Length(value.Scalar()) }

func durationOf(value *content.Value) (string, error) { return css.Duration(value.Scalar()) }

func (b *builder) fillMotion(c *content.Value) error {
	if err := fillNamed("durations", "duration", manual.DurationGroup, durationOf)(b, c); err != nil {
		return err
	}
	for i, easing := range c.Get("easings").List() {
		b.moveTo("easings", i)
		title := easing.Get("name").Scalar()
		value, err := b.easing(title, easing.Get("value"))
		if err != nil {
			continue
		}
		t := b.token(title, Name(title, "cubic-bezier"), value, easing)
		t.Modes, err = b.textModes(
			title, value, easing, func(value *content.Value) (string, error) { return b.easing(title, value) },
		)
		if err != nil {
			return fmt.Errorf("easing %d: %w", i+1, err)
		}
		b.add(manual.CubicBezierGroup, t)
	}
	return nil
}

// easing returns an easing. One that no cubic-bezier function says is left out with a note.
func (b *builder) easing(title string, value *content.Value) (string, error) {
	curve, err := css.ReadEasing(value)
	if err != nil {
		b.note(manual.NoteEasing, "", "The easing %q is left out: %s.", title, err)
		return "", errLeftOut
	}
	return curve, nil
}

// BreakpointPrefix precedes the names of breakpoints, which share a group with
// the spacing scale.
const BreakpointPrefix = "breakpoint-"

// fillNamed returns the filler that adds a token for each entry of a list. Singular
// names an entry in errors.
func fillNamed(list, singular string, group int, read func(*content.Value) (string, error)) filler {
	return func(b *builder, c *content.Value) error {
		for i, entry := range c.Get(list).List() {
			b.moveTo(list, i)
			title := entry.Get("name").Scalar()
			value, err := read(entry.Get("value"))
			if err != nil && group == manual.ShadowGroup { // imported by an earlier version, which accepted more
				b.note(manual.NoteShadow, "", "The shadow %q is left out: %s.", title, err)
				continue
			}
			if err != nil {
				return fmt.Errorf("%s %d: %w", singular, i+1, err)
			}
			name := Name(title, manual.Groups[group].Name)
			if group == manual.DimensionGroup {
				name = Name(BreakpointPrefix+title, "")
			}
			t := b.token(title, name, value, entry)
			if group != manual.DimensionGroup {
				t.Modes, err = b.textModes(title, value, entry, read)
			}
			if err != nil {
				return fmt.Errorf("%s %d: %w", singular, i+1, err)
			}
			b.add(group, t)
		}
		return nil
	}
}

func (b *builder) fillSpacing(c *content.Value) error {
	for i, step := range c.Get("steps").List() {
		b.moveTo("steps", i)
		key, value, err := Step(step)
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		group := manual.Groups[manual.DimensionGroup].Name
		if b.usedKeys[group+"."+key] > 0 {
			b.note(
				manual.NoteRepeated, group+"."+key,
				"A spacing step with the key %q stands on the page before; this one (%s) is left out.", key, value,
			)
			continue
		}
		title := step.Scalar()
		if step.Is('{') {
			title = step.Get("step").Scalar()
		}
		t := b.token(title, key, value, step)
		t.Modes, err = b.textModes(title, value, step, func(value *content.Value) (string, error) {
			return StepValue(value.Scalar(), step.Get("unit").Scalar())
		})
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		b.add(manual.DimensionGroup, t)
	}
	return nil
}

// Step returns the key and the value of a spacing step. The key is its number
// in shortest decimal form with a hyphen for the point ("2-5"), or its name; the
// value is a length, in px without a unit. A number or string is number and
// value; an object has a number or name, and a value. Errors name the member of
// an object that is wrong.
func Step(step *content.Value) (key, value string, err error) {
	if !step.Is('{') {
		if key, err = stepKey(step.Scalar(), true); err != nil {
			return key, "", err
		}
		value, err = css.Length(step.Scalar())
		return key, value, err
	}
	if key, err = StepKey(step.Get("step").Scalar()); err != nil {
		return "", "", fmt.Errorf("step: %w", err)
	}
	unit, err := StepUnit(step.Get("unit").Scalar())
	if err != nil {
		return "", "", fmt.Errorf("unit: %w", err)
	}
	if value, err = StepValue(step.Get("value").Scalar(), unit); err != nil {
		return "", "", fmt.Errorf("value: %w", err)
	}
	return key, value, nil
}

// StepKey returns the key for the step in an object: a number of zero or more,
// a string with one, or a name ("small"). A length is no name.
func StepKey(value string) (key string, err error) { return stepKey(value, false) }

// stepKey returns the key of a step; a bare step, outside an object, may have a
// unit but has no name.
func stepKey(value string, bareStep bool) (string, error) {
	q, ok := css.SplitQuantity(value)
	if !bareStep && (!ok || q.Unit != "" && !css.IsLengthUnit(strings.ToLower(q.Unit))) {
		if name := Name(value, ""); name != "" {
			return name, nil
		}
	}
	if !ok && bareStep {
		return "", fmt.Errorf("expected a number, %s", css.Found(value))
	}
	if !ok || q.Unit != "" && !bareStep {
		return "", fmt.Errorf("expected a number or a name, %s", css.Found(value))
	}
	if q.Number < 0 {
		return "", fmt.Errorf("expected a number of zero or more, %s", css.Found(value))
	}
	return strings.Replace(q.Written(value), ".", "-", 1), nil
}

// StepUnit returns the unit member of a step, empty for none. A unit that CSS
// does not have is an error.
func StepUnit(value string) (unit string, err error) {
	if value != "" && !css.IsLengthUnit(strings.ToLower(value)) {
		return value, fmt.Errorf("expected a CSS unit as px, rem or %%, %s", css.Found(value))
	}
	return value, nil
}

// StepValue returns the value of a step in an object, a length. If the object
// has a unit, the value must not have one.
func StepValue(value, unit string) (string, error) {
	if unit == "" {
		return css.Length(value)
	}
	q, ok := css.SplitQuantity(value)
	if !ok || q.Unit != "" {
		return "", fmt.Errorf("expected a number, since the unit stands beside it, %s", css.Found(value))
	}
	return css.Length(value + unit)
}
