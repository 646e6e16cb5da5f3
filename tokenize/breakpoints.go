package tokenize

import (
	"fmt"

	"designmanual/db/manual"
)

type breakpointsContent struct {
	Breakpoints []named `json:"breakpoints"`
}

// A named is an entry that pairs a name with a value.
type named struct {
	manual.NamedContent
	remarks
}

func (b *builder) fillBreakpoints(c breakpointsContent) error {
	for i, breakpoint := range c.Breakpoints {
		b.at.Entry = i
		value, err := Length(breakpoint.Value)
		if err != nil {
			return fmt.Errorf("breakpoint %d: %w", i+1, err)
		}
		b.add(manual.DimensionGroup, breakpoint.Name, BreakpointName(breakpoint.Name), value, breakpoint.remarks)
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
