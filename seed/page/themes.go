package page

import (
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

type themesFigure struct {
	Number string // of the block, makes form names unique on the page
	Themes []theme
	Extra  *value // the other members of themes that have no color
}

// A theme is the preview of a theme as a piece of interface.
type theme struct {
	ID       string
	Class    class
	Switch   class // of the radio button and of the preview that it shows
	Name     string
	Roles    []token
	Contrast *matrix
	Extra    *value
}

func (b *builder) themesFigure(c content.Object) any {
	figure := themesFigure{Number: b.number}
	for i, entry := range c.Objects("themes") {
		name, extra := entry.Text("name"), b.extra(entry, "name", "slug", "colors")
		made, ok := b.nextTheme(i)
		if !ok {
			figure.Extra = figure.Extra.with(name, extra)
			continue
		}
		t := b.theme(made)
		t.ID, t.Name, t.Extra = b.id(name), name, extra
		figure.Themes = append(figure.Themes, t)
	}
	return figure
}

// theme makes the preview of a theme. Roles without a color get one from the
// other roles.
func (b *builder) theme(from manual.Theme) theme {
	var t theme
	colors := map[string]rgba{}
	for _, c := range from.Colors {
		colors[c.Name] = parseHex(c.Value)
		path := manual.GroupThemes + "." + from.Slug + "." + c.Name
		t.Roles = append(t.Roles, newToken(c, path, b.sheet.value(c.Value)))
	}
	paper := pick(colors, white, "background", "surface").over(white)
	ink := pick(colors, paper.ink(), "text")
	surface := pick(colors, paper.mix(ink, 0.04), "surface").over(paper)
	primary := pick(colors, ink, "primary").over(paper)
	onPrimary := paper
	if paper.contrast(primary) < 4.5 {
		onPrimary = primary.ink()
	}
	hover, onHover := primary.mix(ink, 0.25), onPrimary
	if onHover.contrast(hover) < 4.5 {
		onHover = hover.ink()
	}
	link := primary
	if link.contrast(paper) < 4.5 { // the contrast table shows that it is too low
		link = ink
	}
	pagePalette := palette{paper: paper, surface: surface, ink: ink, accent: primary,
		muted: pick(colors, ink, "text-muted"), line: pick(colors, paper.mix(ink, 0.2), "border")}
	t.Class = b.sheet.class(
		"--t-paper:"+paper.hex(), "--t-surface:"+surface.hex(), "--t-ink:"+ink.hex(), "--t-muted:"+pagePalette.muted.hex(),
		"--t-primary:"+primary.hex(), "--t-link:"+link.hex(), "--t-hover:"+hover.hex(), "--t-on-hover:"+onHover.hex(), "--t-on-primary:"+onPrimary.hex(), "--t-line:"+pagePalette.line.hex())
	scheme := "light"
	if paper.contrast(black) < 5 {
		scheme = "dark"
	}
	t.Switch = b.sheet.theme(pagePalette, scheme)
	t.Contrast = b.themeMatrix(colors)
	return t
}

// pick returns the color of the first role that has one, or the fallback.
func pick(colors map[string]rgba, fallback rgba, roles ...string) rgba {
	for _, name := range roles {
		if c, ok := colors[name]; ok {
			return c
		}
	}
	return fallback
}
