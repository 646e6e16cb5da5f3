package manual

import "encoding/json"

// The content of the kinds that fill tokens or that a page sets specially.
// Further keys may stand in any of them; they are served and not read. The
// member names are matched exactly.

// ColorsContent is the content of a COLORS block.
type ColorsContent struct {
	Colors []Color `json:"colors"`
}

// A Color is a swatch of the palette.
type Color struct {
	Name  string `json:"name"`
	Hex   string `json:"hex"`
	Tints Tints  `json:"tints"`
}

// TypographyContent is the content of a TYPOGRAPHY block.
type TypographyContent struct {
	Fonts []Font     `json:"fonts"`
	Scale *TypeScale `json:"scale"`
}

// A Font is a typeface and what it is used for.
type Font struct {
	Family    string     `json:"family"`
	Usage     string     `json:"usage"`
	Fallbacks []string   `json:"fallbacks"`
	Weights   []Literal  `json:"weights"`
	Files     []FontFile `json:"files"`
	Shared    bool       `json:"shared"` // pages of other origins may load the files
}

// A FontFile is a file of a typeface: a weight ("400") or a range of weights
// ("100 900"), and a style, normal or italic.
type FontFile struct {
	URL    string `json:"url"`
	Weight string `json:"weight"`
	Style  string `json:"style"`
}

// SizeKeys are the steps of a type scale, from the smallest; "md" is the base.
var SizeKeys = [...]string{"3xs", "2xs", "xs", "sm", "md", "lg", "xl", "2xl", "3xl", "4xl", "5xl", "6xl"}

// A TypeScale makes font sizes: the base, each step times the ratio.
type TypeScale struct {
	Base  Literal            `json:"base"`
	Ratio Literal            `json:"ratio"`
	Sizes map[string]Literal `json:"sizes"` // size key to length, in place of the computed one
}

// SpacingContent is the content of a SPACING block.
type SpacingContent struct {
	Steps []SpacingStep `json:"steps"`
}

// A SpacingStep is a step of the spacing scale. A bare number or string in
// the seed file is a step that is its own value: Step and Value are equal
// then and Unit is empty.
type SpacingStep struct {
	Bare  bool
	Step  Literal
	Value Literal
	Unit  string
}

// UnmarshalJSON takes a number, a string, or an object that names the value.
func (s *SpacingStep) UnmarshalJSON(data []byte) error {
	*s = SpacingStep{}
	if data[0] != '{' {
		if err := s.Step.UnmarshalJSON(data); err != nil {
			return err
		}
		s.Bare, s.Value = true, s.Step
		return nil
	}
	return unmarshalMembers(data, func(name string) any {
		switch name {
		case "step":
			return &s.Step
		case "value":
			return &s.Value
		case "unit":
			return &s.Unit
		}
		return nil
	})
}

// NamedContent is a list entry that pairs a name with a value: a breakpoint,
// a duration or a corner radius.
type NamedContent struct {
	Name  string  `json:"name"`
	Value Literal `json:"value"`
}

// BreakpointsContent is the content of a BREAKPOINTS block.
type BreakpointsContent struct {
	Breakpoints []NamedContent `json:"breakpoints"`
}

// MotionContent is the content of a MOTION block.
type MotionContent struct {
	Durations []NamedContent `json:"durations"`
	Easings   []Easing       `json:"easings"`
}

// An Easing is a named curve: a CSS easing, or the four numbers of a
// cubic-bezier function.
type Easing struct {
	Name  string      `json:"name"`
	Value EasingValue `json:"value"`
}

// EasingValue is an easing in either form; one of the two is empty.
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

// RadiiContent is the content of a RADII block.
type RadiiContent struct {
	Radii []NamedContent `json:"radii"`
}

// ThemesContent is the content of a THEMES block.
type ThemesContent struct {
	Themes []ThemeContent `json:"themes"`
}

// A ThemeContent is a theme as the editor stores it.
type ThemeContent struct {
	Name   string `json:"name"`
	Slug   string `json:"slug"`
	Colors Roles  `json:"colors"`
}

// ThemeRoles are the roles that a theme may fill, in the order of the
// specification (section 2.5).
var ThemeRoles = [...]string{"background", "surface", "text", "text-muted", "primary", "border"}

// Roles are the roles that a theme fills, in the order written.
type Roles []Role

// A Role is filled with a hex color or the name of a color of the manual.
type Role struct{ Name, Value string }

// UnmarshalJSON takes an object, keeping its order, or null.
func (r *Roles) UnmarshalJSON(data []byte) error {
	*r = nil
	return orderedMembers(data, func(name, value string) { *r = append(*r, Role{name, value}) })
}

// LogoContent is the content of a LOGO block.
type LogoContent struct {
	Logos []LogoFile `json:"logos"`
}

// A LogoFile is one form of a logo and the background it is shown on.
type LogoFile struct {
	Name       string `json:"name"`
	URL        string `json:"url"`
	Alt        string `json:"alt"`
	Background string `json:"background"`
}

// TextContent is the content of a TEXT block.
type TextContent struct {
	HTML string `json:"html"`
}

// ImageContent is the content of an IMAGE block.
type ImageContent struct {
	Images []ImageFile `json:"images"`
}

// An ImageFile is a picture and what is said of it.
type ImageFile struct {
	URL     string `json:"url"`
	Alt     string `json:"alt"`
	Caption string `json:"caption"`
}

// DownloadsContent is the content of a DOWNLOADS block.
type DownloadsContent struct {
	Files []Download `json:"files"`
}

// A Download is a file to take away; its size is bytes or words.
type Download struct {
	Name string  `json:"name"`
	URL  string  `json:"url"`
	Size Literal `json:"size"`
}

// DosDontsContent is the content of a DOS_DONTS block.
type DosDontsContent struct {
	Items []DoDont `json:"items"`
}

// A DoDont is an example to follow (Do) or to avoid.
type DoDont struct {
	Do   bool   `json:"do"`
	HTML string `json:"html"`
	URL  string `json:"url"`
}
