package page

import (
	"strings"

	"github.com/go-json-experiment/json"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type spacingContent struct {
	Steps   []stepContent `json:"steps"`
	Further further       `json:",embed"`
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

func (b *builder) spacing(c spacingContent) (figure measures, err error) {
	for _, step := range c.Steps {
		key, value, err := tokenize.Step(step.SpacingStep)
		if err != nil {
			return figure, err
		}
		m := measure{Name: strings.Replace(key, "-", ".", 1), Value: b.rounded(value), Exact: value}
		if b.peek(manual.DimensionGroup) == key { // a step that comes again is no token
			m.Token = b.take(manual.DimensionGroup)
		}
		if m.Class = m.Token.Class; m.Class == "" && isQuantity(value) {
			m.Class = b.sheet.value(value)
		}
		if m.Further, err = b.further(step.Further); err != nil {
			return figure, err
		}
		figure.Items = append(figure.Items, m)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}
