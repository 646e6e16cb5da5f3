package tokenize

import (
	"fmt"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// Kinds whose entries have a name and a value.

func (b *builder) fillBreakpoints(c content.Object) error {
	return b.fillNamed(c, "breakpoints", "breakpoint", manual.DimensionGroup, css.Length)
}

func (b *builder) fillRadii(c content.Object) error {
	return b.fillNamed(c, "radii", "radius", manual.RadiusGroup, css.Length)
}

func (b *builder) fillElevation(c content.Object) error {
	return b.fillNamed(c, "levels", "level", manual.ShadowGroup, css.Shadow)
}

func (b *builder) fillMotion(c content.Object) error {
	if err := b.fillNamed(c, "durations", "duration", manual.DurationGroup, css.Duration); err != nil {
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

// fillNamed adds a token for each entry of a list. Singular names an entry in
// errors.
func (b *builder) fillNamed(c content.Object, list, singular string, group int, read func(any) (string, error)) error {
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
