package manual

import "slices"

// TintSteps are the steps that a color's tints and shades may have, in order.
var TintSteps = [...]string{"50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"}

// Tints are the tints and shades of a color: given step by step, or to be
// made from the color.
type Tints struct {
	Generate bool // true in place of the steps
	Steps    []Tint
}

// A Tint is a step and its hex color.
type Tint struct{ Step, Hex string }

// At returns the hex color of a step, the last where there are several.
func (t Tints) At(step string) (hex string, ok bool) {
	for _, tint := range slices.Backward(t.Steps) {
		if tint.Step == step {
			return tint.Hex, true
		}
	}
	return "", false
}

// UnmarshalJSON takes an object of steps, keeping its order, true, or null.
func (t *Tints) UnmarshalJSON(data []byte) error {
	*t = Tints{}
	if string(data) == "true" {
		t.Generate = true
		return nil
	}
	return orderedMembers(data, func(step, hex string) { t.Steps = append(t.Steps, Tint{step, hex}) })
}
