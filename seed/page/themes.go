package page

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

type themesFigure struct {
	Number  string // of the block, which makes names unique on the page
	Themes  []theme
	Missing string // the names of themes without a color on the page
	Besides *value // what else is said of those
}

// theme is a theme as a piece of an interface shows it.
type theme struct {
	Class    class
	Switch   class // that shows the theme when its switch is on
	Name     string
	Roles    []token
	Contrast *matrix
	Further  *value
}

func (b *builder) themesFigure(c content.Object) any {
	figure := themesFigure{Number: b.number}
	var missing []string
	for i, entry := range c.Objects("themes") {
		name, further := entry.Text("name"), b.further(entry, "name", "slug", "colors")
		made, ok := b.takeTheme(i)
		if !ok {
			missing = append(missing, name)
			figure.Besides = figure.Besides.with(name, further)
			continue
		}
		t := b.theme(made)
		t.Name, t.Further = name, further
		figure.Themes = append(figure.Themes, t)
		b.names = append(b.names, name)
	}
	figure.Missing = strings.Join(missing, ", ")
	return figure
}

// theme paints a theme: the roles that it leaves open are filled from those
// it has.
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
	if link.contrast(paper) < 4.5 { // the table of contrasts says so
		link = ink
	}
	whole := palette{paper: paper, surface: surface, ink: ink, accent: primary,
		muted: pick(colors, ink, "text-muted"), line: pick(colors, paper.mix(ink, 0.2), "border")}
	t.Class = b.sheet.class(
		"--t-paper:"+paper.hex(), "--t-surface:"+surface.hex(), "--t-ink:"+ink.hex(), "--t-muted:"+whole.muted.hex(),
		"--t-primary:"+primary.hex(), "--t-link:"+link.hex(), "--t-hover:"+hover.hex(), "--t-on-hover:"+onHover.hex(), "--t-on-primary:"+onPrimary.hex(), "--t-line:"+whole.line.hex())
	scheme := "light"
	if paper.contrast(black) < 5 {
		scheme = "dark"
	}
	t.Switch = b.sheet.theme(whole, scheme)
	t.Contrast = b.themeMatrix(colors)
	return t
}

// pick returns the first role that has a color, or the fallback.
func pick(colors map[string]rgba, fallback rgba, roles ...string) rgba {
	for _, name := range roles {
		if c, ok := colors[name]; ok {
			return c
		}
	}
	return fallback
}
