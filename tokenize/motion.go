package tokenize

import (
	"fmt"

	"designmanual/db/manual"
)

type motionContent struct {
	Durations []named `json:"durations"`
	Easings   []struct {
		manual.Easing
		remarks
	} `json:"easings"`
}

func (b *builder) fillMotion(c motionContent) error {
	for i, duration := range c.Durations {
		b.at.Entry = i
		value, err := Duration(duration.Value)
		if err != nil {
			return fmt.Errorf("duration %d: %w", i+1, err)
		}
		b.add(manual.DurationGroup, duration.Name, Name(duration.Name, "duration"), value, duration.remarks)
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
