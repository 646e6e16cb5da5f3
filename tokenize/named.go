package tokenize

import (
	"fmt"

	"designmanual/db/manual"
)

// The kinds whose entries pair a name with a value.

type entry[V any] struct {
	Name  string `json:"name"`
	Value V      `json:"value"`
	remarks
}

type (
	breakpointsContent struct {
		Breakpoints []entry[Literal] `json:"breakpoints"`
	}
	radiiContent struct {
		Radii []entry[Literal] `json:"radii"`
	}
	elevationContent struct {
		Levels []entry[ShadowValue] `json:"levels"`
	}
	motionContent struct {
		Durations []entry[Literal]     `json:"durations"`
		Easings   []entry[EasingValue] `json:"easings"`
	}
)

// fillNamed adds a token for each entry; what says what an entry is, and name
// makes the token's name of the entry's.
func fillNamed[V any](b *builder, group int, what string, entries []entry[V], name func(string) string, read func(V) (string, error)) error {
	for i, e := range entries {
		b.at.Entry = i
		value, err := read(e.Value)
		if err != nil {
			return fmt.Errorf("%s %d: %w", what, i+1, err)
		}
		b.add(group, e.Name, name(e.Name), value, e.remarks)
	}
	return nil
}

// or makes a token's name, which is the fallback where nothing is left of it.
func or(fallback string) func(string) string {
	return func(name string) string { return Name(name, fallback) }
}

const breakpointPrefix = "breakpoint-"

func breakpointName(name string) string {
	if name = Name(name, ""); name == "" {
		return "breakpoint"
	}
	return breakpointPrefix + name
}

func (b *builder) fillBreakpoints(c breakpointsContent) error {
	return fillNamed(b, manual.DimensionGroup, "breakpoint", c.Breakpoints, breakpointName, Length)
}

func (b *builder) fillRadii(c radiiContent) error {
	return fillNamed(b, manual.RadiusGroup, "radius", c.Radii, or("radius"), Length)
}

func (b *builder) fillElevation(c elevationContent) error {
	return fillNamed(b, manual.ShadowGroup, "level", c.Levels, or("shadow"), Shadow)
}

func (b *builder) fillMotion(c motionContent) error {
	if err := fillNamed(b, manual.DurationGroup, "duration", c.Durations, or("duration"), Duration); err != nil {
		return err
	}
	for i, easing := range c.Easings {
		b.at.Entry = i
		value, err := Easing(easing.Value)
		if err != nil {
			b.note(manual.NoteEasing, "", "The easing %q is left out: %s.", easing.Name, err)
			continue
		}
		b.add(manual.CubicBezierGroup, easing.Name, Name(easing.Name, "cubic-bezier"), value, easing.remarks)
	}
	return nil
}
