package tokenize

import "github.com/go-json-experiment/json"

// What fills tokens, as a seed file has it. Further keys may stand in any of
// these; they are served and not read. The member names are matched exactly.

// TintSteps are the steps that a color's tints and shades may have, in order.
var TintSteps = [...]string{"50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"}

// SizeKeys are the steps of a type scale, from the smallest; "md" is the base.
var SizeKeys = [...]string{"3xs", "2xs", "xs", "sm", "md", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl"}

// ThemeRoles are the roles that a theme may fill, in the order of the
// specification (section 2.5).
var ThemeRoles = [...]string{"background", "surface", "text", "text-muted", "primary", "border"}

// A Font is a typeface and what it is used for.
type Font struct {
	Family    string   `json:"family"`
	Usage     string   `json:"usage"`
	Fallbacks []string `json:"fallbacks"`
}

// A TypeScale makes font sizes: the base, each step times the ratio.
type TypeScale struct {
	Base  Literal            `json:"base"`
	Ratio Literal            `json:"ratio"`
	Sizes map[string]Literal `json:"sizes"` // size key to length, in place of the computed one
}

// A SpacingStep is a step of the spacing scale. A bare number or string in
// the seed file is a step that is its own value: Step and Value are equal
// then and Unit is empty.
type SpacingStep struct {
	Bare  bool    `json:"-"`
	Step  Literal `json:"step"`
	Value Literal `json:"value"`
	Unit  string  `json:"unit"`
}

// UnmarshalJSON takes a number, a string, or an object that names the value.
func (s *SpacingStep) UnmarshalJSON(data []byte) error {
	*s = SpacingStep{}
	if data[0] == '{' {
		type object SpacingStep // without this method
		return json.Unmarshal(data, (*object)(s))
	}
	s.Bare = true
	err := s.Step.UnmarshalJSON(data)
	s.Value = s.Step
	return err
}

// EasingValue is an easing as CSS, or as the four numbers of a cubic-bezier
// function; one of the two is empty.
type EasingValue struct {
	CSS    string
	Points []Literal
}

// UnmarshalJSON takes a string, an array of numbers, or null.
func (e *EasingValue) UnmarshalJSON(data []byte) error {
	*e = EasingValue{}
	if data[0] == '[' {
		return json.Unmarshal(data, &e.Points)
	}
	return json.Unmarshal(data, &e.CSS)
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
