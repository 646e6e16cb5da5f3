package convert

import (
	"cmp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/convert/meaning"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// The least contrast of a logo with its ground (WCAG 2.2, success criterion 1.4.11), and the
// grounds besides the brand's own color.
const (
	readable   = 3
	legible    = 4.5 // of text (1.4.3); where white is, a cover's title is white
	whiteHex   = "#ffffff"
	almostDark = "#111111"
	neutral    = "#929290" // of logos without a ground on the page
)

// logoBlocks returns a block for each logo, with its name as the title if there are several, and one
// for several that are not the brand's own and have one version each.
func (b *builder) logoBlocks() []*content.Value {
	singles := 0
	isSingle := func(logo Logo) bool { return logo.Name != "" && len(logo.Versions) == 1 }
	for _, logo := range b.Assets.Logos {
		if isSingle(logo) {
			singles++
		}
	}
	var others []*content.Value
	var blocks []*content.Value
	for _, logo := range b.Assets.Logos {
		title := cmp.Or(logo.Name, b.Name)
		if singles > 1 && isSingle(logo) {
			others = append(others, b.versionOf(logo.Versions[0], title, title))
			continue
		}
		entries := content.NewList()
		for _, v := range logo.Versions {
			entries.Children = append(entries.Children, b.versionOf(v, v.Name, title+": "+v.Name))
		}
		blocks = append(blocks, content.NewObject("title", title, "logos", entries))
	}
	if len(others) > 0 {
		blocks = append(blocks, content.NewObject("title", "Other marks", "logos", content.NewList(others...)))
	}
	for i, c := range blocks {
		if len(blocks) == 1 {
			c = c.Without("title")
		}
		blocks[i] = content.NewObject("type", string(manual.Logo), "content", c)
	}
	return blocks
}

// versionOf returns a version of a logo with its formats.
func (b *builder) versionOf(v Version, name, alt string) *content.Value {
	entry := content.NewObject("name", name, "url", v.URL, "alt", alt)
	if ground := b.groundOf(v); ground != "" && (v.OnLight || b.hasColor(ground) || !v.isReadableOn(neutral)) {
		entry.Add("background", content.NewString(ground))
	}
	if len(v.Formats) > 0 {
		entry.Add("files", formatList(v.Formats))
	}
	return entry
}

// hasColor reports whether a hex is that of a color of the brand. Of a ground that is none of its
// colors a first manual says nothing, if the logo can be seen on the one of the page.
func (b *builder) hasColor(hex string) bool {
	hasHex := func(e *entry) bool { return strings.EqualFold(hexIn(e), hex) }
	return slices.ContainsFunc(b.entries[meaning.Color], hasHex)
}

func formatList(formats []Named) *content.Value {
	list := content.NewList()
	for _, f := range formats {
		entry := content.NewObject("url", f.URL)
		if f.Name != "" {
			entry.Add("label", content.NewString(f.Name))
		}
		list.Children = append(list.Children, entry)
	}
	return list
}

// cover returns a cover on which the first logo can be read: on the brand's own color, else on
// white, else on nearly black. Without a logo, or if none of several is said to be the brand's, it is
// nil, or dark if the brand has many hues and none of them is said to be its own.
func (b *builder) cover() *content.Value {
	if len(b.Assets.Logos) == 0 || len(b.Assets.Logos) > 1 && b.Assets.Logos[0].Name != "" {
		own, isSaid := b.ownColor()
		if own == "" || isSaid {
			return nil
		}
		return content.NewObject("color", own)
	}
	versions := b.Assets.Logos[0].Versions
	for _, ground := range b.grounds() {
		for _, v := range versions {
			if v.isReadableOn(ground) && v.isBesideTitleOn(ground) {
				return content.NewObject("color", ground, "logo", v.URL)
			}
		}
	}
	return content.NewObject("color", whiteHex, "logo", versions[0].URL)
}

// grounds returns the colors that a logo may stand on, the brand's own first.
func (b *builder) grounds() []string {
	own, _ := b.ownColor()
	if own == "" {
		return []string{whiteHex, almostDark}
	}
	return []string{own, whiteHex, almostDark}
}

// hexIn returns the hex of a color.
func hexIn(e *entry) string { return cmp.Or(e.value.Text(), e.value.Get("hex").Text()) }

// colorNamed returns the hex of a color by its name, or the hex that the name is.
func (b *builder) colorNamed(name string) string {
	i := slices.IndexFunc(b.entries[meaning.Color], func(e *entry) bool { return e.name == name })
	if i < 0 {
		return name
	}
	return hexIn(b.entries[meaning.Color][i])
}

// groundOf returns the ground that a version is for: white, or for a light version the first
// one that it can be read on. It is empty for one whose inks are not known, and for one with
// white parts besides others, which may be cut out, unless its name says that it is positive.
func (b *builder) groundOf(v Version) string {
	if !v.isLight() {
		isWhite := func(ink string) bool {
			return css.Contrast(ink, whiteHex) < 1.2 && tokenize.Chroma(ink) < tokenize.Colorful
		}
		if !v.OnLight && (len(v.Inks) == 0 || slices.ContainsFunc(v.Inks, isWhite)) {
			return ""
		}
		return whiteHex
	}
	for _, ground := range b.grounds() {
		if v.isReadableOn(ground) {
			return ground
		}
	}
	return almostDark
}

// isReadableOn reports whether all inks of a version can be told from a ground, of one that is positive
// from white: what is white in it is cut out.
func (v Version) isReadableOn(ground string) bool {
	if v.OnLight && ground == whiteHex {
		return true
	}
	unreadable := func(ink string) bool { return css.Contrast(ink, ground) < readable }
	return len(v.Inks) > 0 && !slices.ContainsFunc(v.Inks, unreadable)
}

// isBesideTitleOn reports whether no ink is darker than a ground on which the title is white, or
// lighter than one on which it is black.
func (v Version) isBesideTitleOn(ground string) bool {
	const black = "#000000"
	isWhite := css.Contrast(whiteHex, ground) >= min(legible, css.Contrast(black, ground))
	return !slices.ContainsFunc(v.Inks, func(ink string) bool {
		return css.Contrast(ink, black) > css.Contrast(ground, black) != isWhite
	})
}

// isLight reports whether no ink of a version can be told from white, or, of one whose name
// says that it is for dark grounds, whether one cannot.
func (v Version) isLight() bool {
	isPale := func(ink string) bool { return css.Contrast(ink, whiteHex) < readable }
	if v.OnDark {
		return len(v.Inks) == 0 || slices.ContainsFunc(v.Inks, isPale)
	}
	return len(v.Inks) > 0 && !slices.ContainsFunc(v.Inks, func(ink string) bool { return !isPale(ink) })
}
