package page

type themesFigure struct {
	Number string // of the block, makes the names of forms unique on the page
	Themes []theme
	Extra  *value // the other members of themes that have no color

	Compared bool // a theme has a table of contrasts
}

// A theme is the preview of a theme as a piece of interface. Its tokens are its roles.
type theme struct {
	item
	Switch   class // of the radio button and of the preview that it shows
	Contrast *matrix
}

// themePreviews draws previews of themes.
func (b *builder) themePreviews() any {
	figure := themesFigure{Number: b.number}
	for it := range b.items("themes") {
		if it.Tokens == nil {
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
	colors := roles{}
	for _, t := range it.Tokens {
		colors[t.Name] = parseHex(t.Value)
	}
	p := palette{paper: colors.pick(white, "background", "surface").over(white)}
	p.ink = colors.pick(p.paper.ink(), "text")
	p.surface = colors.pick(p.paper.mix(p.ink, 0.04), "surface").over(p.paper)
	p.accent = colors.pick(p.ink, "primary").over(p.paper)
	p.muted, p.line = colors.pick(p.ink, "text-muted"), colors.pick(p.paper.mix(p.ink, 0.2), "border")
	onPrimary := p.accent.legible(p.paper)
	hover := p.accent.mix(p.ink, 0.25)
	link := p.accent
	if link.contrast(p.paper) < 4.5 { // the contrast table shows that it is too low
		link = p.ink
	}
	it.Class = b.sheet.class(
		"--t-paper:"+p.paper.hex(), "--t-surface:"+p.surface.hex(), "--t-ink:"+p.ink.hex(), "--t-muted:"+p.muted.hex(),
		"--t-primary:"+p.accent.hex(), "--t-link:"+link.hex(), "--t-hover:"+hover.hex(), "--t-on-hover:"+hover.legible(onPrimary).hex(),
		"--t-on-primary:"+onPrimary.hex(), "--t-line:"+p.line.hex())
	scheme := "light"
	if p.paper.contrast(black) < 5 {
		scheme = "dark"
	}
	b.themes = append(b.themes, it.Name)
	return theme{it, b.sheet.theme(p, scheme, len(b.themes)), b.themeMatrix(colors)}
}

// roles are the colors of the roles of a theme.
type roles map[string]rgba

// pick returns the color of the first role that has one, or the fallback.
func (r roles) pick(fallback rgba, names ...string) rgba {
	for _, name := range names {
		if c, ok := r[name]; ok {
			return c
		}
	}
	return fallback
}
