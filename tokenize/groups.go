package tokenize

import (
	"fmt"

	"designmanual/db/manual"
)

func (b *builder) fillTypography(c manual.TypographyContent) error {
	b.grow(manual.FontFamilyGroup, len(c.Fonts))
	for i, font := range c.Fonts {
		value, err := FontFamily(font)
		if err != nil {
			return fmt.Errorf("font %d: %w", i+1, err)
		}
		b.add(manual.FontFamilyGroup, Name(font.Usage, "font"), value)
	}
	if c.Scale == nil {
		return nil
	}
	sizes, err := Sizes(*c.Scale)
	if err != nil {
		return fmt.Errorf("scale: %w", err)
	}
	if b.scaled {
		b.note(manual.NoteSecondScale, "", "A manual has one type scale, the first on the page; this further one makes no font sizes.")
		return nil
	}
	b.scaled = true
	b.grow(manual.FontSizeGroup, len(manual.SizeKeys))
	for i, key := range manual.SizeKeys {
		b.add(manual.FontSizeGroup, key, sizes[i])
	}
	return nil
}

func (b *builder) fillSpacing(c manual.SpacingContent) error {
	b.grow(manual.DimensionGroup, len(c.Steps))
	for i, step := range c.Steps {
		key, value, err := Step(step)
		if err != nil {
			return fmt.Errorf("step %d: %w", i+1, err)
		}
		if b.keys[manual.DimensionGroup].taken(key) {
			path := manual.Groups[manual.DimensionGroup].Name + "." + key
			b.note(manual.NoteRepeated, path, "A spacing step with the key %q stands on the page before; this one (%s) is left out.", key, value)
			continue
		}
		b.add(manual.DimensionGroup, key, value)
	}
	return nil
}

func (b *builder) fillBreakpoints(c manual.BreakpointsContent) error {
	for i, breakpoint := range c.Breakpoints {
		value, err := Length(breakpoint.Value)
		if err != nil {
			return fmt.Errorf("breakpoint %d: %w", i+1, err)
		}
		b.add(manual.DimensionGroup, BreakpointName(breakpoint.Name), value)
	}
	return nil
}

// BreakpointName returns the name of a breakpoint's token: "breakpoint-" and
// the breakpoint's name, or "breakpoint" where nothing is left of it.
func BreakpointName(name string) string {
	if name = Name(name, ""); name == "" {
		return "breakpoint"
	}
	return breakpointPrefix + name
}

const breakpointPrefix = "breakpoint-"

func (b *builder) fillMotion(c manual.MotionContent) error {
	for i, duration := range c.Durations {
		value, err := Duration(duration.Value)
		if err != nil {
			return fmt.Errorf("duration %d: %w", i+1, err)
		}
		b.add(manual.DurationGroup, Name(duration.Name, "duration"), value)
	}
	for _, easing := range c.Easings {
		value, err := Easing(easing.Value)
		if err != nil {
			b.note(manual.NoteEasing, "", "The easing %q is left out: %s.", easing.Name, err)
			continue
		}
		b.add(manual.CubicBezierGroup, Name(easing.Name, "cubic-bezier"), value)
	}
	return nil
}

func (b *builder) fillRadii(c manual.RadiiContent) error {
	for i, radius := range c.Radii {
		value, err := Length(radius.Value)
		if err != nil {
			return fmt.Errorf("radius %d: %w", i+1, err)
		}
		b.add(manual.RadiusGroup, Name(radius.Name, "radius"), value)
	}
	return nil
}

func (b *builder) fillElevation(c manual.ElevationContent) error {
	for i, level := range c.Levels {
		value, err := Shadow(level.Value)
		if err != nil {
			return fmt.Errorf("level %d: %w", i+1, err)
		}
		b.add(manual.ShadowGroup, Name(level.Name, "shadow"), value)
	}
	return nil
}
