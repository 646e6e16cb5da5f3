package page

import (
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type elevationContent struct {
	Levels []struct {
		Name    string        `json:"name"`
		Value   shadowContent `json:"value"`
		Further further       `json:",embed"`
	} `json:"levels"`
	Further further `json:",embed"`
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

func (b *builder) elevation(c elevationContent) (figure measures, err error) {
	for _, level := range c.Levels {
		value, err := tokenize.Shadow(level.Value.ShadowValue)
		if err != nil {
			return figure, err
		}
		m, err := b.measured(manual.ShadowGroup, level.Name, value, level.Further)
		if err != nil {
			return figure, err
		}
		m.Value = value
		for i, layer := range level.Value.Further {
			further, err := b.further(layer)
			if err != nil {
				return figure, err
			}
			title, err := b.say("layer", i+1)
			if err != nil {
				return figure, err
			}
			m.Further = m.Further.with(title, further)
		}
		figure.Items = append(figure.Items, m)
	}
	figure.Further, err = b.further(c.Further)
	return figure, err
}
