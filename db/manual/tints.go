package manual

import (
	"bytes"
	"encoding/json"
	"slices"
)

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

// UnmarshalJSON takes an object of steps, true, or null.
func (t *Tints) UnmarshalJSON(data []byte) error {
	*t = Tints{}
	if string(data) == "true" {
		t.Generate = true
		return nil
	}
	if steps, ok := plainTints(data); ok {
		t.Steps = steps
		return nil
	}
	var steps map[string]string
	if err := json.Unmarshal(data, &steps); err != nil {
		return err
	}
	for step, hex := range steps {
		t.Steps = append(t.Steps, Tint{step, hex})
	}
	return nil
}

// plainTints reads an object of strings in which nothing is escaped and
// nothing stands between the tokens, as almost all are: a decoder takes five
// times as long. It is not ok for any other value.
func plainTints(data []byte) (tints []Tint, ok bool) {
	rest, ok := bytes.CutPrefix(data, []byte("{"))
	tints = make([]Tint, 0, min(bytes.Count(data, []byte(":")), len(TintSteps)))
	for ok && len(rest) > 0 {
		var step, hex []byte
		if step, rest, ok = plainString(rest, ':'); !ok {
			break
		}
		if hex, rest, ok = plainString(rest, ','); !ok {
			if hex, rest, ok = plainString(rest, '}'); ok && len(rest) == 0 {
				return append(tints, Tint{stepName(step), string(hex)}), true
			}
			break
		}
		tints = append(tints, Tint{stepName(step), string(hex)})
	}
	return nil, false
}

// stepName returns the name of a step without another copy of those that
// every manual has.
func stepName(name []byte) string {
	for _, step := range TintSteps {
		if step == string(name) {
			return step
		}
	}
	return string(name)
}

// plainString returns the inside of a string of ASCII without escapes, and
// what stands behind it and the character after it. It returns data itself
// where there is none.
func plainString(data []byte, after byte) (text, rest []byte, ok bool) {
	if len(data) == 0 || data[0] != '"' {
		return nil, data, false
	}
	end := 1
	for end < len(data) && data[end] != '"' {
		if c := data[end]; c < ' ' || c > '~' || c == '\\' {
			return nil, data, false
		}
		end++
	}
	if end+1 >= len(data) || data[end+1] != after {
		return nil, data, false
	}
	return data[1:end], data[end+2:], true
}
