package manual

import "encoding/json"

// ElevationContent is the content of an ELEVATION block.
type ElevationContent struct {
	Levels []Level `json:"levels"`
}

// A Level is a named shadow.
type Level struct {
	Name  string      `json:"name"`
	Value ShadowValue `json:"value"`
}

// ShadowValue is a shadow as CSS or as layers; one of the two is empty.
type ShadowValue struct {
	CSS    string
	Layers []ShadowLayer
}

// A ShadowLayer is one layer of a shadow.
type ShadowLayer struct {
	X      Literal `json:"x"`
	Y      Literal `json:"y"`
	Blur   Literal `json:"blur"`
	Spread Literal `json:"spread"`
	Color  string  `json:"color"`
	Inset  bool    `json:"inset"`
}

// UnmarshalJSON matches member names exactly, as all content is read.
func (l *ShadowLayer) UnmarshalJSON(data []byte) error {
	*l = ShadowLayer{}
	return unmarshalMembers(data, func(name string) any {
		switch name {
		case "x":
			return &l.X
		case "y":
			return &l.Y
		case "blur":
			return &l.Blur
		case "spread":
			return &l.Spread
		case "color":
			return &l.Color
		case "inset":
			return &l.Inset
		}
		return nil
	})
}

// UnmarshalJSON takes a string, one layer, an array of layers, or null.
func (s *ShadowValue) UnmarshalJSON(data []byte) error {
	*s = ShadowValue{}
	switch data[0] {
	case '[':
		return json.Unmarshal(data, &s.Layers)
	case '{':
		s.Layers = make([]ShadowLayer, 1)
		return json.Unmarshal(data, &s.Layers[0])
	}
	return json.Unmarshal(data, &s.CSS)
}
