package page

import (
	"cmp"
	"encoding/json"
	"fmt"
	"html/template"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/css"
)

// maxStrip is the most colors of a strip.
const maxStrip = 12

// newCover returns the cover that the manual and its brand name; without one, that of
// its themes and colors: the color, and a strip of others in hex. The manual's page, its
// export, its icon, its card and the pages for errors share them.
func newCover(p Page) (color rgba, colors []string) {
	named := p.Manual.Cover.Over(p.Brand.Cover)
	families := strip(p.Tokens.Groups[manual.ColorGroup].Tokens)
	swatches := tokenize.SwatchesOf(p.Tokens)
	color, colors = coverColor(p.Tokens, families), families
	look := p.Siblings.look
	if own, ok := colorOf(swatches, named.Color); ok {
		color = own.over(white)
	} else if brand, ok := look.cover(); ok && (named.Color != "" || len(families) == 0 && len(p.Tokens.Themes) == 0) {
		color = brand
	}
	var chosen []string
	for _, name := range named.Colors {
		if c, ok := colorOf(swatches, name); ok {
			chosen = append(chosen, c.hex())
		}
	}
	if len(p.Manual.Cover.Colors) == 0 && len(look.Strip) > 0 && (len(named.Colors) > 0 || len(families) == 0) {
		colors = look.Strip
	} else if len(chosen) > 0 {
		colors = chosen[:min(len(chosen), maxStrip)]
	}
	return color, slices.DeleteFunc(slices.Clone(colors), func(hex string) bool { return parseHex(hex) == color }) // would be a gap
}

// coverColor returns the primary color of the first theme that has one, else the color
// with the most chroma among the first five families, else near black.
func coverColor(d *manual.TokenDocument, families []string) rgba {
	for _, theme := range d.Themes {
		for _, t := range theme.Colors {
			if t.Name == "primary" {
				return parseHex(t.Value).over(white)
			}
		}
	}
	if len(families) == 0 {
		return nearBlack
	}
	return parseHex(slices.MaxFunc(families[:min(len(families), 5)], func(a, b string) int { return chroma(a) - chroma(b) }))
}

// chroma returns how colorful a color is, from 0 to 255.
func chroma(hex string) int {
	c := parseHex(hex)
	return int(max(c[0], c[1], c[2])) - int(min(c[0], c[1], c[2]))
}

// step matches the end of a token name that says which one of a family it is.
var step = regexp.MustCompile(`-[a-z]?[0-9]+[a-z]*$`)

// strength orders the colors of a family: the more colorful one is stronger and, of grays
// and of equally colorful ones, the one that is nearer to the middle than to black or white.
func strength(hex string) int {
	green := int(parseHex(hex)[1])
	return chroma(hex)/16*256 - max(green-128, 128-green)
}

// strip returns one color of each family, the most colorful one: of blue-1 to blue-12,
// and of a color and its tints, one. It leaves out what is transparent and what looks
// like a color before.
func strip(colors []manual.Token) (strip []string) {
	var families []manual.Token
	index := map[string]int{}
	for _, t := range colors {
		family := step.ReplaceAllString(t.Name, "")
		i, known := index[family]
		switch {
		case parseHex(t.Value)[3] < 255:
		case !known:
			index[family], families = len(families), append(families, t)
		case families[i].Name != family && (t.Name == family || strength(t.Value) > strength(families[i].Value)):
			families[i] = t
		}
	}
	for _, t := range families {
		alike := func(hex string) bool { return parseHex(hex).near(parseHex(t.Value)) }
		if len(strip) < maxStrip && !slices.ContainsFunc(strip, alike) {
			strip = append(strip, t.Value)
		}
	}
	return strip
}

// near reports whether two opaque colors look alike.
func (c rgba) near(other rgba) bool {
	for i := range 3 {
		if max(c[i], other[i])-min(c[i], other[i]) >= 16 {
			return false
		}
	}
	return true
}

// coverLogo returns the logo that the cover names, else the first one whose background
// is the color of the cover, else that of the brand's primary manual on the same color,
// as a picture and its path below the manual's address, or its address on another's.
func (b *builder) coverLogo() (picture, string) {
	own, look := b.Manual.Cover, b.Siblings.look
	name := own.Over(b.Brand.Cover).Logo
	f, path := b.links.file(name)
	if l := b.logoNamed(name, path); l != nil {
		return l.picture, l.path
	}
	if f != nil {
		return picture{Src: template.URL(path), Alt: b.Brand.Name, Width: f.Width, Height: f.Height}, f.Path()
	}
	// What the brand says holds on a cover of another color too; a logo that the primary
	// manual found by its ground holds on that ground.
	inherits := own.Logo == "" && look.Logo != "" && (name != "" || look.Cover == b.frame.cover.hex())
	ground := func(l logo) bool { return l.background == b.frame.cover.hex() }
	if i := slices.IndexFunc(b.logos, ground); i >= 0 && !(inherits && name != "") {
		return b.logos[i].picture, b.logos[i].path
	}
	if inherits {
		return picture{Src: b.inheritedLogo(&b.links)}, b.Site.BrandAddress(b.Brand) + look.Logo
	}
	return picture{}, ""
}

// inheritedLogo returns the logo of the brand's primary manual: its path on the brand's
// host, its address on a host of the manual's own.
func (p Page) inheritedLogo(l *links) template.URL {
	if p.Subdomain == "" {
		return template.URL(p.base() + p.Siblings.look.Logo)
	}
	return l.image(p.Site.BrandAddress(p.Brand) + p.Siblings.look.Logo)
}

// coverImage returns the picture of the cover, which may be none.
func (b *builder) coverImage() picture {
	url := b.Manual.Cover.Over(b.Brand.Cover).Image
	if f, _ := b.links.file(url); f == nil {
		return picture{}
	}
	return b.links.picture(url, "")
}

// A Card is what other pages show of a manual: the index of the site, errors,
// and the password form.
type Card struct {
	Lang        string   `json:"lang,omitempty"`
	Description string   `json:"description,omitempty"`
	Cover       string   `json:"cover,omitempty"` // hex
	Strip       []string `json:"strip,omitempty"` // the main colors in hex, at most twelve
	OnCover     string   `json:"onCover,omitempty"`
	Logo        string   `json:"logo,omitempty"`  // the path of a logo on the cover's color, below the manual's address; or the address of one that is not the manual's
	Fonts       string   `json:"fonts,omitempty"` // the style sheet of the typefaces, for pages on the manual's host
	News        string   `json:"news,omitempty"`  // the day of the last note on what is new

	Themes []map[string]string `json:"themes,omitempty"` // the hex of each role, for the brand's other manuals
}

// card returns the card of the manual, once its sections are built.
func (b *builder) card(logo string) []byte {
	m := b.Manual
	c := Card{Lang: m.Lang, Description: m.Description, Cover: b.frame.cover.hex(), OnCover: b.frame.onCover.hex(), Strip: b.frame.strip, Logo: logo,
		Fonts: cmp.Or(b.frame.inherited, b.frame.fontFaces+":root{"+strings.TrimPrefix(b.frame.facesCSS(), ";")+"}")}
	for _, theme := range b.Tokens.Themes {
		c.Themes = append(c.Themes, rolesOf(theme))
	}
	if len(m.News) > 0 {
		c.News = m.News[0].Date
	}
	data, _ := json.Marshal(c) // strings cannot fail
	return data
}

// ParseCard parses the card that [Render] has returned.
func ParseCard(data []byte) (Card, error) {
	var c Card
	if err := json.Unmarshal(data, &c); err != nil {
		return Card{}, fmt.Errorf("reading the card of a manual: %w", err)
	}
	return c, nil
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
