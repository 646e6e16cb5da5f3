package page

import (
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/safe"
	"designmanual/api/render/page/words"
	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// maxStrip is the most colors of a strip.
const maxStrip = 12

// newCover returns the color of a manual's cover and its strip of other colors in hex: those
// that the manual and its brand name, else those of the brand's primary manual, else those of
// its themes and colors. The manual's page, its export, its icon, lists and the pages for errors
// share them.
func newCover(look manual.Look, brand manual.Cover, primary Card) (color rgba, strip []string) {
	named := look.Cover.Over(brand)
	color, strip = nearBlack, look.Families
	if look.Main != "" {
		color = parseHex(look.Main).over(white)
	}
	inherited, inherits := primary.cover()
	if own, ok := coverColor(look, named.Color); ok {
		color = own.over(white)
	} else if inherits && (named.Color != "" || look.Main == "" && len(look.Themes) == 0) {
		color = inherited
	}
	var chosen []string
	for _, name := range named.Colors {
		if c, ok := coverColor(look, name); ok {
			chosen = append(chosen, c.hex())
		}
	}
	if len(look.Cover.Colors) == 0 && len(primary.Strip) > 0 && (len(named.Colors) > 0 || len(look.Families) == 0) {
		strip = primary.Strip
	} else if len(chosen) > 0 {
		strip = chosen[:min(len(chosen), maxStrip)]
	}
	return color, slices.DeleteFunc(slices.Clone(strip), func(hex string) bool { return parseHex(hex) == color }) // would be a gap
}

// coverColor returns what the name of a color in a cover means.
func coverColor(look manual.Look, name string) (rgba, bool) {
	for _, n := range look.NamedColors {
		if n.Name == name {
			return parseHex(n.Hex), true
		}
	}
	return rgba{}, false
}

// chroma returns how colorful a color is, from 0 to 255.
func chroma(hex string) int {
	c := parseHex(hex)
	return int(max(c[0], c[1], c[2])) - int(min(c[0], c[1], c[2]))
}

// coverLogo returns the logo that the cover names, else the first one whose background
// is the color of the cover, else that of the brand's primary manual on the same color,
// as a picture.
func (b *builder) coverLogo() safe.Picture {
	own, look := b.Manual.Cover, b.Siblings.look
	name := own.Over(b.Brand.Cover).Logo
	f, path := b.links.File(name)
	if l := b.logoNamed(name, path); l != nil {
		return l.Picture
	}
	if f != nil {
		return b.links.PictureOf(f, b.Brand.Name)
	}
	inherits := inheritsLogo(own, name, look, b.frame.cover)
	ground := func(l logo) bool { return l.background == b.frame.cover.hex() }
	if i := slices.IndexFunc(b.logos, ground); i >= 0 && !(inherits && name != "") {
		return b.logos[i].Picture
	}
	if inherits {
		return safe.Picture{Src: b.inheritedLogo(&b.links)}
	}
	return safe.Picture{}
}

// inheritsLogo reports whether a cover has the logo of the primary manual, by the name of a logo
// that it or its brand says: what the brand says holds on a cover of another color too; a logo
// that the primary manual found by its ground holds on that ground.
func inheritsLogo(own manual.Cover, name string, primary Card, cover rgba) bool {
	return own.Logo == "" && primary.Logo != "" && (name != "" || primary.Cover == cover.hex())
}

// inheritedLogo returns the logo of the brand's primary manual: its path on the brand's
// host, its address on a host of the manual's own.
func (p Page) inheritedLogo(l *safe.Links) template.URL {
	if p.Subdomain == "" {
		return template.URL(p.base() + p.Siblings.look.Logo)
	}
	return l.Image(p.Site.BrandAddress(p.Brand) + p.Siblings.look.Logo)
}

// coverImage returns the picture of the cover, which may be none.
func (b *builder) coverImage() safe.Picture {
	url := b.Manual.Cover.Over(b.Brand.Cover).Image
	f, _ := b.links.File(url)
	if f == nil {
		return safe.Picture{}
	}
	if b.embed == nil && isPreview(f) {
		b.image = b.Address() + f.Path()
	}
	return b.links.Picture(url, "").ShownIn(safe.HalfSizes)
}

// coverFocus returns the class of the point of the cover's picture that stays in sight, empty
// without one.
func (b *builder) coverFocus() class {
	focus := b.Manual.Cover.Over(b.Brand.Cover).Focus
	if !focusPoint.MatchString(focus) {
		return ""
	}
	return b.sheet.class("--focus:" + focus)
}

// A Card is what other pages show of a manual: the index of the site, errors, the password
// form, and what the brand's other manuals inherit.
type Card struct {
	Lang        string
	Description string
	Cover       string              // hex
	OnCover     string              // hex of text on it
	Strip       []string            // the main colors in hex, at most twelve
	Logo        string              // the path of a logo on the cover's color, below the manual's address; or the address of one that is not the manual's
	Picture     string              // the path of its picture, below the manual's address
	Fonts       string              // the style sheet of the typefaces, for pages on the manual's host
	Themes      []map[string]string // the hex of each role
}

// NewCard returns the card of a manual with these files, of a brand with that cover. Primary is the card that it
// inherits from, the zero Card for none, and brandAddress the address of that one's manual. Path
// precedes the paths of the manual's files.
func NewCard(look manual.Look, files []manual.File, brand manual.Cover, primary Card, brandAddress, path string) Card {
	c := Card{Lang: look.Lang, Description: look.Description, Fonts: primary.Fonts, Themes: themesOf(look)}
	cover, strip := newCover(look, brand, primary)
	light, dark := themePalettes(slices.Concat(c.Themes, primary.Themes))
	c.Cover, c.Strip, c.OnCover = cover.hex(), strip, onCover(cover, light, dark).hex()
	c.Logo = logoOf(look, files, brand, primary, cover, brandAddress)
	for _, f := range files {
		if f.Ref != "" && f.Ref == look.Cover.Over(brand).Image {
			c.Picture = f.Path()
		}
	}
	if len(look.Fonts) > 0 {
		c.Fonts = fontsCSS(look, path)
	}
	return c
}

// themesOf returns the hex of each role of the themes of a look.
func themesOf(look manual.Look) []map[string]string {
	var themes []map[string]string
	for _, roles := range look.Themes {
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

// logoOf returns the logo on the cover of a manual: the one that its cover or that of the brand
// names, else the first one for the cover's color, else that of the brand's primary manual as
// [inheritsLogo] says.
func logoOf(look manual.Look, files []manual.File, brand manual.Cover, primary Card, cover rgba, brandAddress string) string {
	name := look.Cover.Over(brand).Logo
	for _, f := range files {
		if f.Ref == name {
			return f.Path()
		}
	}
	for _, l := range look.Logos {
		if name != "" && (strings.EqualFold(l.Name, name) || l.URL == name) {
			return l.Path
		}
	}
	inherits := inheritsLogo(look.Cover, name, primary, cover)
	for _, l := range look.Logos {
		if l.Ground == cover.hex() && !(inherits && name != "") {
			return l.Path
		}
	}
	if inherits {
		return primary.logo(brandAddress)
	}
	return ""
}

// fontsCSS returns the style sheet of the typefaces of a look, whose files have paths below a path.
func fontsCSS(look manual.Look, path string) string {
	all := typefaces{}
	var tokens []manual.Token
	for _, font := range look.Fonts {
		tokens = append(tokens, manual.Token{Name: font.Name, Value: font.Value})
		all.addLook(font, path)
	}
	var f frame
	f.faces(tokens, all, words.New(look.Lang, look.Title).Language())
	return f.fontFaces + ":root{" + strings.TrimPrefix(f.facesCSS(), ";") + "}"
}

// cover returns the color of the cover, false if there is none.
func (c Card) cover() (rgba, bool) {
	hex, ok := css.Hex(c.Cover)
	if !ok {
		return nearBlack, false
	}
	return parseHex(hex).over(white), true
}

// logo returns the address of the logo of a manual at an address, empty if
// there is none.
func (c Card) logo(address string) string {
	if c.Logo == "" || strings.Contains(c.Logo, "://") {
		return c.Logo
	}
	return strings.TrimSuffix(address, "/") + c.Logo
}

// class returns the class that sets the colors of the card, and reports whether
// it has a strip.
func (c Card) class(s *sheet) (class, bool) {
	var stops []string
	share := func(n int) string { return strconv.FormatFloat(100*float64(n)/float64(len(c.Strip)), 'f', 1, 64) + "%" }
	for i, color := range c.Strip {
		if hex, ok := css.Hex(color); ok {
			stops = append(stops, hex+" "+share(i)+" "+share(i+1))
		}
	}
	colors := []string{c.coverColors()}
	if len(stops) == 1 { // which no gradient has
		stops = append(stops, stops[0])
	}
	if len(stops) > 0 {
		colors = append(colors, "--strip:linear-gradient(90deg,"+strings.Join(stops, ",")+")")
	}
	return s.class(colors...), len(stops) > 0
}

// coverColors returns the declarations of the cover and of the text on it.
func (c Card) coverColors() string {
	cover, _ := c.cover()
	ink := cover.ink().hex()
	if own, ok := css.Hex(c.OnCover); ok {
		ink = own
	}
	return "--cover:" + cover.hex() + ";--on-cover:" + ink
}
