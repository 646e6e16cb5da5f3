package page

import (
	"html/template"
	"slices"

	"designmanual/api/render/page/assets"
	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
	"designmanual/api/render/page/safe"
)

// coverLogo returns the logo that the cover names, else the first one whose background
// is the color of the cover, else that of the brand's primary manual on the same color,
// as a picture.
func (b *builder) coverLogo() safe.Picture {
	own, primary := b.Manual.Cover, b.BrandContext.primaryCard
	name := own.Over(b.Brand.Cover).Logo
	f, path := b.checker.File(name)
	if l := b.logoNamed(name, path); l != nil {
		return l.Picture
	}
	if f != nil {
		return b.checker.PictureOf(f, b.Brand.Name)
	}
	inherits := look.InheritsLogo(own, name, primary, b.frame.Cover)
	ground := func(l logo) bool { return l.background == b.frame.Cover.Hex() }
	if i := slices.IndexFunc(b.logos, ground); i >= 0 && !(inherits && name != "") {
		return b.logos[i].Picture
	}
	if inherits {
		return safe.Picture{Src: b.inheritedLogo(&b.checker)}
	}
	return safe.Picture{}
}

// inheritedLogo returns the logo of the brand's primary manual: its path on the brand's
// host, its address on a host of the manual's own.
func (p Input) inheritedLogo(l *safe.Checker) template.URL {
	if p.Subdomain == "" {
		return template.URL(p.base() + p.BrandContext.primaryCard.Logo)
	}
	return l.Image(p.Site.BrandAddress(p.Brand) + p.BrandContext.primaryCard.Logo)
}

// coverImage returns the picture of the cover, which may be none.
func (b *builder) coverImage() safe.Picture {
	url := b.Manual.Cover.Over(b.Brand.Cover).Image
	f, _ := b.checker.File(url)
	if f == nil {
		return safe.Picture{}
	}
	if b.embed == nil && isPreview(f) {
		b.image = b.Address() + f.Path()
	}
	return b.checker.Picture(url, "").ShownIn(safe.HalfSizes)
}

// coverFocus returns the class of the point of the cover's picture that stays in sight, empty
// without one.
func (b *builder) coverFocus() look.Class {
	focus := b.Manual.Cover.Over(b.Brand.Cover).Focus
	if !focusPoint.MatchString(focus) {
		return ""
	}
	return b.sheet.Class("--focus:" + focus)
}

// Favicon returns the icon of a manual, in the color of its cover, as an ICO.
func Favicon(p Input) []byte { return assets.Favicon(p.coverColor()) }

// TouchIcon returns the icon of a manual for home screens, in the color of its cover, as a PNG.
func TouchIcon(p Input) []byte { return assets.TouchIcon(p.coverColor()) }

func (p Input) coverColor() rgb.Color {
	color, _ := look.NewCover(p.Summary, p.Brand.Cover, p.BrandContext.primaryCard)
	return color
}
