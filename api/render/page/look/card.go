package look

import (
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/rgb"
	"designmanual/api/render/page/words"
	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// A Card is what other pages show of a manual: the list of a site, errors, the password
// form, and what the brand's other manuals inherit.
type Card struct {
	Lang        string
	Description string
	Cover       string   // hex
	OnCover     string   // hex of text on it
	Strip       []string // the main colors in hex, at most twelve
	// The path of a logo on the cover's color, below the manual's address; or the address of one that is not
	// the manual's.
	Logo    string
	Picture string              // the path of its picture, below the manual's address
	Fonts   string              // the style sheet of the typefaces, for pages on the manual's host
	Themes  []map[string]string // the hex of each role
}

// NewCard returns the card of a manual with these files, of a brand with that cover. Primary is the card that it
// inherits from, the zero Card for none, and brandAddress the address of that one's manual. Path
// precedes the paths of the manual's files.
func NewCard(
	summary manual.Summary, files []manual.File, brand manual.Cover, primary Card, brandAddress, path string,
) Card {
	c := Card{Lang: summary.Lang, Description: summary.Description, Fonts: primary.Fonts, Themes: themesOf(summary)}
	cover, strip := NewCover(summary, brand, primary)
	light, dark := themePalettes(slices.Concat(c.Themes, primary.Themes))
	c.Cover = cover.Hex()
	c.Strip = strip
	c.OnCover = OnCover(cover, light, dark).Hex()
	c.Logo = LogoOf(summary, files, brand, primary, cover, brandAddress)
	for _, f := range files {
		if f.Ref != "" && f.Ref == summary.Cover.Over(brand).Image {
			c.Picture = f.Path()
		}
	}
	if len(summary.Fonts) > 0 {
		c.Fonts = fontsCSS(summary, path)
	}
	return c
}

// themesOf returns the hex of each role of the themes of a summary.
func themesOf(summary manual.Summary) []map[string]string {
	var themes []map[string]string
	for _, roles := range summary.Themes {
		theme := make(map[string]string)
		for i, hex := range roles {
			if hex != "" {
				theme[manual.ThemeRoles[i]] = hex
			}
		}
		themes = append(themes, theme)
	}
	return themes
}

// LogoOf returns the logo on the cover of a manual: the one that its cover or that of the brand
// names, else the first one for the cover's color, else that of the brand's primary manual as
// [InheritsLogo] says.
func LogoOf(
	summary manual.Summary, files []manual.File, brand manual.Cover, primary Card, cover rgb.Color, brandAddress string,
) string {
	name := summary.Cover.Over(brand).Logo
	for _, f := range files {
		if f.Ref == name {
			return f.Path()
		}
	}
	for _, l := range summary.Logos {
		if name != "" && (strings.EqualFold(l.Name, name) || l.URL == name) {
			return l.Path
		}
	}
	inherits := InheritsLogo(summary.Cover, name, primary, cover)
	for _, l := range summary.Logos {
		if l.Ground == cover.Hex() && !(inherits && name != "") {
			return l.Path
		}
	}
	if inherits {
		return primary.LogoAt(brandAddress)
	}
	return ""
}

// fontsCSS returns the style sheet of the typefaces of a summary, whose files have paths below a path.
func fontsCSS(summary manual.Summary, path string) string {
	all := fonts.Typefaces{}
	var tokens []manual.Token
	for _, font := range summary.Fonts {
		tokens = append(tokens, manual.Token{Name: font.Name, Value: font.Value})
		all.AddSummaryFont(font, path)
	}
	var f Frame
	f.faces(tokens, all, words.New(summary.Lang, summary.Title).Language())
	return f.FontFaces + ":root{" + strings.TrimPrefix(f.facesCSS(), ";") + "}"
}

// Ground returns the color of the cover, false if there is none.
func (c Card) Ground() (rgb.Color, bool) {
	hex, ok := css.Hex(c.Cover)
	if !ok {
		return rgb.NearBlack, false
	}
	return rgb.Parse(hex).Over(rgb.White), true
}

// LogoAt returns the address of the logo of a manual at an address, empty if
// there is none.
func (c Card) LogoAt(address string) string {
	if c.Logo == "" || strings.Contains(c.Logo, "://") {
		return c.Logo
	}
	return strings.TrimSuffix(address, "/") + c.Logo
}

// Class returns the class that sets the colors of the card, and reports whether
// it has a strip.
func (c Card) Class(s *Sheet) (Class, bool) {
	var stops []string
	share := func(n int) string { return strconv.FormatFloat(100*float64(n)/float64(len(c.Strip)), 'f', 1, 64) + "%" }
	for i, color := range c.Strip {
		if hex, ok := css.Hex(color); ok {
			stops = append(stops, hex+" "+share(i)+" "+share(i+1))
		}
	}
	colors := []string{c.CoverColors()}
	if len(stops) == 1 { // which no gradient has
		stops = append(stops, stops[0])
	}
	if len(stops) > 0 {
		colors = append(colors, "--strip:linear-gradient(90deg,"+strings.Join(stops, ",")+")")
	}
	return s.Class(colors...), len(stops) > 0
}

// CoverColors returns the declarations of the cover and of the text on it.
func (c Card) CoverColors() string {
	cover, _ := c.Ground()
	ink := cover.Ink().Hex()
	if own, ok := css.Hex(c.OnCover); ok {
		ink = own
	}
	return "--cover:" + cover.Hex() + ";--on-cover:" + ink
}
