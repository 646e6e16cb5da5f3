package page

import (
	"html/template"
	"regexp"
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A cover is the color and the strip of a manual, which its page, its export, its icon,
// its card and the pages for errors share.
type cover struct {
	color rgba
	strip []string // hex, at most maxStrip
}

const maxStrip = 12

// newCover returns the cover that the manual and its brand name; without one, that of
// its themes and colors.
func newCover(p Page) cover {
	named := p.Manual.Cover.Over(p.Brand.Cover)
	families := strip(p.Tokens.Groups[manual.ColorGroup].Tokens)
	swatches := tokenize.SwatchesOf(p.Tokens)
	c := cover{color: coverColor(p.Tokens, families), strip: families}
	look := p.Siblings.look
	if own, ok := colorOf(swatches, named.Color); ok {
		c.color = own.over(white)
	} else if brand, ok := look.cover(); ok && (named.Color != "" || len(c.strip) == 0 && len(p.Tokens.Themes) == 0) {
		c.color = brand
	}
	var chosen []string
	for _, name := range named.Colors {
		if color, ok := colorOf(swatches, name); ok {
			chosen = append(chosen, color.hex())
		}
	}
	if len(p.Manual.Cover.Colors) == 0 && len(look.Strip) > 0 && (len(named.Colors) > 0 || len(c.strip) == 0) {
		c.strip = look.Strip
	} else if len(chosen) > 0 {
		c.strip = chosen[:min(len(chosen), maxStrip)]
	}
	c.strip = slices.DeleteFunc(slices.Clone(c.strip), func(hex string) bool { return parseHex(hex) == c.color }) // would be a gap
	return c
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
		case families[i].Name != family && (t.Name == family || chroma(t.Value) > chroma(families[i].Value)):
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
	own, look := b.page.Manual.Cover, b.page.Siblings.look
	name := own.Over(b.page.Brand.Cover).Logo
	f, path := b.links.file(name)
	if l := b.logoNamed(name, path); l != nil {
		return l.picture, l.path
	}
	if f != nil {
		return picture{template.URL(path), b.page.Brand.Name, f.Width, f.Height}, f.Path()
	}
	inherits := own.Logo == "" && look.Logo != "" && look.Cover == b.frame.cover.hex()
	ground := func(l logo) bool { return l.background == b.frame.cover.hex() }
	if i := slices.IndexFunc(b.logos, ground); i >= 0 && !(inherits && name != "") {
		return b.logos[i].picture, b.logos[i].path
	}
	if inherits {
		return picture{Src: b.page.inheritedLogo(&b.links)}, b.page.Site.BrandAddress(b.page.Brand) + look.Logo
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
	url := b.page.Manual.Cover.Over(b.page.Brand.Cover).Image
	if f, _ := b.links.file(url); f == nil {
		return picture{}
	}
	return b.links.picture(url, "")
}
