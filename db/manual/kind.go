package manual

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Kind is the kind of a block, in upper case. The content of the kinds
// declared here is checked at import, and some of them define tokens. Other
// kinds are served unchanged.
type Kind string

// The known kinds.
const (
	Colors      Kind = "COLORS"
	Typography  Kind = "TYPOGRAPHY"
	Spacing     Kind = "SPACING"
	Breakpoints Kind = "BREAKPOINTS"
	Motion      Kind = "MOTION"
	Radii       Kind = "RADII"
	Elevation   Kind = "ELEVATION"
	Themes      Kind = "THEMES"
	Logo        Kind = "LOGO"
	Text        Kind = "TEXT"
	Image       Kind = "IMAGE"
	Downloads   Kind = "DOWNLOADS"
	DosDonts    Kind = "DOS_DONTS"
)

// Label returns the kind's display name (specification, section 2.3), for
// example "Press kit" for PRESS_KIT.
func (k Kind) Label() string {
	switch k {
	case Colors:
		return "Color"
	case Radii:
		return "Corner radius"
	case DosDonts:
		return "Do and don't"
	}
	label := strings.Join(strings.Fields(strings.ToLower(strings.ReplaceAll(string(k), "_", " "))), " ")
	first, size := utf8.DecodeRuneInString(label)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + label[size:]
}
