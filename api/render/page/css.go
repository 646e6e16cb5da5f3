package page

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// cssValue returns the value of a token for a style sheet, empty if CSS does not have it
// for the type. No text that it returns can end a declaration, close the style element
// or load anything.
func cssValue(t manual.TokenType, value string) string {
	var err error
	switch t {
	case manual.ColorToken:
		value, _ = css.Hex(value)
	case manual.FontFamilyToken:
		value = cssFamilies(value)
	case manual.DimensionToken:
		value, err = css.SignedLength(value)
		value = withoutRem(value)
	case manual.DurationToken:
		value, err = css.Duration(value)
	case manual.CubicBezierToken:
		value, err = css.Easing(value)
	case manual.ShadowToken:
		value, err = css.Shadow(value)
		value = withoutRem(value)
	case manual.GradientToken:
		if !gradient.MatchString(value) {
			return ""
		}
		err = css.CheckValue(value)
	default:
		return ""
	}
	if err != nil || elsewhere.MatchString(value) {
		return ""
	}
	return value
}

var remLength = regexp.MustCompile(`(?i)[-+]?[.\d]+(?:e[-+]?\d+)?rem\b`)

// withoutRem writes lengths in rem, which is smaller on paper, in px.
func withoutRem(value string) string {
	return remLength.ReplaceAllStringFunc(value, func(length string) string {
		q, ok := css.ReadQuantity(length)
		if !ok {
			return length
		}
		return css.Quantity{Number: 16 * q.Number, Unit: "px"}.String()
	})
}

// gradient matches the beginning of a gradient of CSS.
var gradient = regexp.MustCompile(`^(?:repeating-)?(?:linear|radial|conic)-gradient\(`)

// elsewhere matches functions of CSS whose value does not stand in them.
var elsewhere = regexp.MustCompile(`(?i)(?:var|env|attr|url|src|image)[a-z-]*\(`)

// cssColor returns a color for a style sheet, in any notation of CSS; empty for anything
// else.
func cssColor(text string) string {
	if hex, ok := css.Hex(text); ok {
		return hex
	}
	if _, err := css.ParseColor(text); err != nil {
		return ""
	}
	return strings.Join(strings.Fields(strings.ToLower(text)), " ")
}

// cssFamilies rewrites the value of a font family token: generic families
// unquoted, every other family as a string.
func cssFamilies(value string) string {
	families := css.SplitFamilies(value)
	for i, family := range families {
		if !slices.Contains(genericFamilies, family) {
			families[i] = cssFamily(family)
		}
	}
	return strings.Join(families, ", ")
}

// cssFamily returns a family name, or another text, as a CSS string. It escapes everything but
// letters, digits, spaces and hyphens.
func cssFamily(name string) string {
	var b strings.Builder
	for _, r := range name {
		if r == ' ' || r == '-' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			b.WriteRune(r)
		} else {
			fmt.Fprintf(&b, `\%x `, r)
		}
	}
	return `"` + b.String() + `"`
}

// withGeneric adds generic families unless the last family is generic.
func withGeneric(families string) string {
	if slices.Contains(genericFamilies, families[strings.LastIndexByte(families, ' ')+1:]) {
		return families
	}
	return families + ", system-ui, sans-serif"
}

// genericFamilies are the generic families of CSS (CSS Fonts Module Level 4,
// section 2.1.3) and names of system fonts that browsers know.
var genericFamilies = []string{"serif", "sans-serif", "monospace", "cursive", "fantasy", "system-ui", "math", "emoji", "fangsong",
	"ui-serif", "ui-sans-serif", "ui-monospace", "ui-rounded", "-apple-system", "BlinkMacSystemFont"}

// A sheet is the style element of one page. It has a class for each value that
// the page shows, since the policy allows no style attributes. The caller must
// have checked each value with cssValue or cssColor.
type sheet struct {
	rules strings.Builder
	known map[string]class
	last  int
}

// A class is the name of a class of a sheet, empty for none.
type class = string

// next returns a new class name.
func (s *sheet) next() class {
	s.last++
	return "v" + strconv.Itoa(s.last)
}

// class returns the class with these declarations, whose values are checked.
func (s *sheet) class(declarations ...string) class {
	text := strings.Join(declarations, ";")
	if c, ok := s.known[text]; ok {
		return c
	}
	if s.known == nil {
		s.known = map[string]class{}
	}
	c := s.next()
	s.known[text] = c
	s.rules.WriteString("." + c + "{" + text + "}")
	return c
}

// value returns the class that sets --v to a checked value, empty for an empty
// value.
func (s *sheet) value(value string) class {
	if value == "" {
		return ""
	}
	return s.class("--v:" + value)
}

// theme returns a new class for the radio button of a theme and for its
// preview. The preview is shown while the button is checked; the whole page
// takes the palette while the checkbox beside it is checked too, which needs no script,
// or while the reader has chosen the theme by its number.
func (s *sheet) theme(pagePalette palette, scheme string, number int) class {
	c := s.next()
	name := "." + c
	s.rules.WriteString(name + ":checked~.stages>" + name + "{display:grid}" +
		"@media screen{:root:has(" + name + ":checked~.whole:checked),:root[data-theme=t" + strconv.Itoa(number) + "]{color-scheme:" + scheme + ";" + pagePalette.css() + "}}")
	return c
}

// An rgba is a color in 8-bit sRGB with its alpha.
type rgba [4]uint8

var (
	white = rgba{255, 255, 255, 255}
	black = rgba{0, 0, 0, 255}

	nearBlack = rgba{27, 27, 26, 255} // the ink of the neutral frame
)

// parseHex parses a hex color that css.Hex has returned.
func parseHex(hex string) rgba { return css.Channels(hex) }

// colorOf returns a hex color, or the color of a name.
func colorOf(s tokenize.Swatches, text string) (rgba, bool) {
	value, ok := s.Color(text)
	if !ok {
		return rgba{}, false
	}
	return parseHex(value), true
}

// hex returns the color as six or, with alpha, eight hex digits.
func (c rgba) hex() string {
	if c[3] == 255 {
		return css.HexOf(c[:3]...)
	}
	return css.HexOf(c[:]...)
}

// mix returns the color at the given share of the way to another. The
// conversions to float64 keep the compiler from fusing product and sum, which
// only some processors do.
func (c rgba) mix(other rgba, share float64) rgba {
	for i := range 3 {
		c[i] = uint8(math.Round(float64(float64(c[i])*(1-share)) + float64(float64(other[i])*share)))
	}
	return c
}

// distance returns how far a color is from another, 0 for the same.
func (c rgba) distance(other rgba) int {
	var sum int
	for i := range 3 {
		d := int(c[i]) - int(other[i])
		sum += d * d
	}
	return sum
}

// over returns the opaque color of c on an opaque background.
func (c rgba) over(background rgba) rgba { return background.mix(c, float64(c[3])/255) }

// contrast returns the contrast ratio of c on an opaque background, 1 to 21. On
// black it measures how light c is.
func (c rgba) contrast(background rgba) float64 { return css.Contrast(c.hex(), background.hex()) }

// ink returns black or white for text on the color, whichever has more
// contrast; it is at least 4.5.
func (c rgba) ink() rgba {
	if background := c.over(white); black.contrast(background) < white.contrast(background) {
		return white
	}
	return black
}

// legible returns a color for text on c: the text's own if it has contrast enough.
func (c rgba) legible(text rgba) rgba {
	if text.contrast(c) < 4.5 {
		return c.ink()
	}
	return text
}

// level returns the level of WCAG 2.2 for text with this contrast (success
// criteria 1.4.3 and 1.4.6), as a key of the words.
func level(ratio float64) string {
	if ratio >= 7 {
		return "AAA"
	}
	if ratio >= 4.5 {
		return "AA"
	}
	if ratio >= 3 {
		return "large-only"
	}
	return "fails"
}
