package page

import (
	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
)

type themesFigure struct {
	Number string // of the block, makes the names of forms unique on the page
	Themes []theme
	Modes  []string // the names of themes that have neither a color nor other members, shown where no theme has one
	Extra  *value   // their other members

	Compared bool // a theme has a table of contrasts
}

// A theme is the preview of a theme as a piece of interface. Its tokens are its roles.
type theme struct {
	item
	Switch   look.Class // of the radio button and of the preview that it shows
	Contrast *matrix
}

// themePreviews draws previews of themes.
func (b *builder) themePreviews() any {
	figure := themesFigure{Number: b.number}
	for it := range b.items("themes") {
		if it.Tokens == nil {
			if it.Extra == nil {
				figure.Modes = append(figure.Modes, it.Name)
			}
			figure.Extra = figure.Extra.with(it.Name, it.Extra)
			continue
		}
		it.ID = b.id(it.Name)
		drawn := b.theme(it)
		figure.Themes = append(figure.Themes, drawn)
		figure.Compared = figure.Compared || drawn.Contrast != nil
	}
	return figure
}

// theme makes the preview of a theme. Roles without a color get one from the
// other roles.
func (b *builder) theme(it item) theme {
	colors := look.Roles{}
	for _, t := range it.Tokens {
		colors[t.Name] = rgb.Parse(t.Value)
	}
	p := look.Palette{Paper: colors.Pick(rgb.White, "background", "surface").Over(rgb.White)}
	p.Ink = colors.Pick(p.Paper.Ink(), "text")
	p.Surface = colors.Pick(p.Paper.Mix(p.Ink, 0.04), "surface").Over(p.Paper)
	p.Accent = colors.Pick(p.Ink, "primary").Over(p.Paper)
	p.Muted, p.Line = colors.Pick(p.Ink, "text-muted"), colors.Pick(p.Paper.Mix(p.Ink, 0.2), "border")
	onPrimary := p.Accent.Legible(p.Paper)
	hover := p.Accent.Mix(p.Ink, 0.25)
	link := p.Accent
	if link.Contrast(p.Paper) < 4.5 { // the contrast table shows that it is too low
		link = p.Ink
	}
	it.Class = b.sheet.Class(
		"--t-paper:"+p.Paper.Hex(), "--t-surface:"+p.Surface.Hex(), "--t-ink:"+p.Ink.Hex(), "--t-muted:"+p.Muted.Hex(),
		"--t-primary:"+p.Accent.Hex(), "--t-link:"+link.Hex(), "--t-hover:"+hover.Hex(),
		"--t-on-hover:"+hover.Legible(onPrimary).Hex(),
		"--t-on-primary:"+onPrimary.Hex(), "--t-line:"+p.Line.Hex())
	scheme := "light"
	if p.Paper.Contrast(rgb.Black) < 5 {
		scheme = "dark"
	}
	b.themes = append(b.themes, it.Name)
	return theme{it, b.sheet.Theme(p, scheme, len(b.themes)), b.themeMatrix(colors)}
}
