package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type spacingContent struct {
	Steps   []stepContent `json:"steps"`
	Further further       `json:",embed"`
}

type breakpointsContent struct {
	Breakpoints []namedContent `json:"breakpoints"`
	Further     further        `json:",embed"`
}

type radiiContent struct {
	Radii   []namedContent `json:"radii"`
	Further further        `json:",embed"`
}

type elevationContent struct {
	Levels []struct {
		Name    string        `json:"name"`
		Value   shadowContent `json:"value"`
		Further further       `json:",embed"`
	} `json:"levels"`
	Further further `json:",embed"`
}

type namedContent struct {
	manual.NamedContent
	Further further `json:",embed"`
}

// stepContent is a [manual.SpacingStep] with what else its object says.
type stepContent struct {
	manual.SpacingStep
	Further further
}

// UnmarshalJSON reads either form of a step.
func (s *stepContent) UnmarshalJSON(data []byte) error {
	*s = stepContent{}
	if data[0] != '{' {
		return s.SpacingStep.UnmarshalJSON(data)
	}
	var object struct {
		Step    manual.Literal `json:"step"`
		Value   manual.Literal `json:"value"`
		Unit    string         `json:"unit"`
		Further further        `json:",embed"`
	}
	err := json.Unmarshal(data, &object)
	s.Step, s.Value, s.Unit, s.Further = object.Step, object.Value, object.Unit, object.Further
	return err
}

// shadowContent is a [manual.ShadowValue] with what else its layers say.
type shadowContent struct {
	manual.ShadowValue
	Further []further // of each layer, if it is written in layers
}

// UnmarshalJSON reads any form of a shadow.
func (s *shadowContent) UnmarshalJSON(data []byte) error {
	*s = shadowContent{}
	if err := s.ShadowValue.UnmarshalJSON(data); err != nil || s.Layers == nil {
		return err
	}
	if data[0] == '{' {
		data = slices.Concat([]byte("["), data, []byte("]"))
	}
	var layers []struct {
		X       jsontext.Value `json:"x"`
		Y       jsontext.Value `json:"y"`
		Blur    jsontext.Value `json:"blur"`
		Spread  jsontext.Value `json:"spread"`
		Color   jsontext.Value `json:"color"`
		Inset   jsontext.Value `json:"inset"`
		Further further        `json:",embed"`
	}
	err := json.Unmarshal(data, &layers)
	for _, layer := range layers {
		s.Further = append(s.Further, layer.Further)
	}
	return err
}

// measures are values with a name, shown one beside or under the other.
type measures struct {
	Items   []measure
	Further *datum
}

type (
	spacingBars  struct{ measures }
	screenWidths struct{ measures }
	cornerTiles  struct{ measures }
	shadowTiles  struct{ measures }
)

// measure is a named value and the class that shows it.
type measure struct {
	Class       class
	Property    string
	Name, Value string
	Further     *datum
}

// measured returns a measure with the next token of a group, if the block
// made one; the class of a value that is no token carries the value itself.
func (b *builder) measured(group int, name, value string, rest further) (m measure, err error) {
	m = measure{Name: name, Value: value}
	m.Class, m.Property = b.show(group)
	m.Further, err = b.further(rest)
	return m, err
}

func (b *builder) spacing(c spacingContent) (shown spacingBars, err error) {
	for _, step := range c.Steps {
		key, value, err := tokenize.Step(step.SpacingStep)
		if err != nil {
			return shown, err
		}
		m := measure{Name: strings.Replace(key, "-", ".", 1), Value: value}
		if b.peek(manual.DimensionGroup) == key { // a step that comes again is no token
			m.Class, m.Property = b.show(manual.DimensionGroup)
		} else if isQuantity(value) {
			m.Class = b.sheet.class("--v", value)
		}
		if m.Further, err = b.further(step.Further); err != nil {
			return shown, err
		}
		shown.Items = append(shown.Items, m)
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}

// breakpoints draws each width as its share of the widest.
func (b *builder) breakpoints(c breakpointsContent) (shown screenWidths, err error) {
	widths := make([]float64, len(c.Breakpoints))
	for i, point := range c.Breakpoints {
		value, err := tokenize.Length(point.Value)
		if err != nil {
			return shown, err
		}
		m, err := b.measured(manual.DimensionGroup, point.Name, value, point.Further)
		if err != nil {
			return shown, err
		}
		widths[i] = pixels(value)
		shown.Items = append(shown.Items, m)
	}
	if len(widths) > 0 {
		widest := max(slices.Max(widths), 1)
		for i, width := range widths {
			shown.Items[i].Class = b.sheet.class("--v", strconv.FormatFloat(100*width/widest, 'f', 2, 64)+"%")
		}
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}

func (b *builder) radii(c radiiContent) (shown cornerTiles, err error) {
	for _, radius := range c.Radii {
		value, err := tokenize.Length(radius.Value)
		if err != nil {
			return shown, err
		}
		m, err := b.measured(manual.RadiusGroup, radius.Name, value, radius.Further)
		if err != nil {
			return shown, err
		}
		shown.Items = append(shown.Items, m)
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}

func (b *builder) elevation(c elevationContent) (shown shadowTiles, err error) {
	for _, level := range c.Levels {
		value, err := tokenize.Shadow(level.Value.ShadowValue)
		if err != nil {
			return shown, err
		}
		m, err := b.measured(manual.ShadowGroup, level.Name, value, level.Further)
		if err != nil {
			return shown, err
		}
		for i, layer := range level.Value.Further {
			said, err := b.further(layer)
			if err != nil {
				return shown, err
			}
			m.Further = m.Further.with("Layer "+strconv.Itoa(i+1), said)
		}
		shown.Items = append(shown.Items, m)
	}
	shown.Further, err = b.further(c.Further)
	return shown, err
}

// pixels returns a length in CSS pixels for comparison: absolute units as CSS
// has them, em and rem at 16 px; others, which the page cannot know, as they
// stand.
func pixels(length string) float64 {
	unit := strings.TrimLeft(length, "+-0123456789.")
	n, err := strconv.ParseFloat(length[:len(length)-len(unit)], 64)
	if err != nil {
		return 0
	}
	switch unit {
	case "em", "rem":
		return n * 16
	case "in":
		return n * 96
	case "cm":
		return n * 96 / 2.54
	case "mm":
		return n * 96 / 25.4
	case "q":
		return n * 96 / 101.6
	case "pt":
		return n * 96 / 72
	case "pc":
		return n * 16
	}
	return n
}
