package tokenize

import (
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

func (b *builder) fillMotion(c content.Object) error {
	if err := fillNamed("durations", "duration", manual.DurationGroup, css.Duration)(b, c); err != nil {
		return err
	}
	for i, easing := range c.Objects("easings") {
		b.position.Entry = i
		title := easing.Text("name")
		value, err := css.Easing(easing.Get("value"))
		if err != nil {
			b.note(manual.NoteEasing, "", "The easing %q is left out: %s.", title, err)
			continue
		}
		b.add(manual.CubicBezierGroup, title, Name(title, "cubic-bezier"), value, easing)
	}
	return nil
}

// BreakpointPrefix precedes the names of breakpoints, which share a group with
// the spacing scale.
const BreakpointPrefix = "breakpoint-"

// fillNamed returns the filler that adds a token for each entry of a list. Singular
// names an entry in errors.
func fillNamed(list, singular string, group int, read func(any) (string, error)) filler {
	return func(b *builder, c content.Object) error {
		for i, entry := range c.Objects(list) {
			b.position.Entry = i
			title := entry.Text("name")
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
			b.add(group, title, name, value, entry)
		}
		return nil
	}
}

func (b *builder) fillSpacing(c content.Object) error {
	steps, _ := c.Get("steps").(content.List)
	for i, step := range steps {
		b.position.Entry = i
		key, value, err := Step(step)
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		group := manual.Groups[manual.DimensionGroup].Name
		if b.usedKeys[group+"."+key] > 0 {
			b.note(manual.NoteRepeated, group+"."+key, "A spacing step with the key %q stands on the page before; this one (%s) is left out.", key, value)
			continue
		}
		title := content.Text(step)
		entry, named := step.(content.Object)
		if named {
			title = entry.Text("step")
		}
		b.add(manual.DimensionGroup, title, key, value, entry)
	}
	return nil
}

// Step returns the key and the value of a spacing step. The key is its number
// in shortest decimal form with a hyphen for the point ("2-5"), or its name; the
// value is a length, in px without a unit. A number or string is number and
// value; an object has a number or name, and a value. Errors name the member of
// an object that is wrong.
func Step(step any) (key, value string, err error) {
	entry, named := step.(content.Object)
	if !named {
		if key, err = stepKey(step, true); err == nil {
			value, err = css.Length(step)
		}
		return key, value, err
	}
	if key, err = StepKey(entry.Get("step")); err != nil {
		return "", "", fmt.Errorf("step: %w", err)
	}
	unit, err := StepUnit(entry.Get("unit"))
	if err != nil {
		return "", "", fmt.Errorf("unit: %w", err)
	}
	if value, err = StepValue(entry.Get("value"), unit); err != nil {
		return "", "", fmt.Errorf("value: %w", err)
	}
	return key, value, nil
}

// StepKey returns the key for the step in an object: a number of zero or more,
// a string with one, or a name ("small"). A length is no name.
func StepKey(value any) (key string, err error) { return stepKey(value, false) }

// stepKey returns the key of a step; a bare step, outside an object, may have a
// unit but has no name.
func stepKey(value any, bareStep bool) (string, error) {
	q, ok := css.SplitQuantity(value)
	if text, named := value.(string); named && !bareStep && (!ok || q.Unit != "" && !css.IsLengthUnit(strings.ToLower(q.Unit))) {
		if name := Name(text, ""); name != "" {
			return name, nil
		}
	}
	switch {
	case !ok && bareStep:
		return "", fmt.Errorf("expected a number, %s", css.Found(value))
	case !ok, q.Unit != "" && !bareStep:
		return "", fmt.Errorf("expected a number or a name, %s", css.Found(value))
	case q.Number < 0:
		return "", fmt.Errorf("expected a number of zero or more, %s", css.Found(value))
	}
	return strings.Replace(css.Decimal(q.Number), ".", "-", 1), nil
}

// StepUnit returns the unit member of a step, empty for none. A unit that CSS
// does not have is an error.
func StepUnit(value any) (unit string, err error) {
	if unit = content.Text(value); unit != "" && !css.IsLengthUnit(strings.ToLower(unit)) {
		err = fmt.Errorf("expected a CSS unit as px, rem or %%, %s", css.Found(value))
	}
	return unit, err
}

// StepValue returns the value of a step in an object, a length. If the object
// has a unit, the value must not have one.
func StepValue(value any, unit string) (string, error) {
	if unit == "" {
		return css.Length(value)
	}
	q, ok := css.SplitQuantity(value)
	if !ok || q.Unit != "" {
		return "", fmt.Errorf("expected a number, since the unit stands beside it, %s", css.Found(value))
	}
	return css.Length(content.Text(value) + unit)
}
