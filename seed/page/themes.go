package page

import (
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type themesContent struct {
	Themes []struct {
		manual.ThemeContent
		Further further `json:",embed"`
	} `json:"themes"`
	Further further `json:",embed"`
}

type themePlate struct {
	Number   string
	Title    string
	Sentence string
	Stages   []stage
	Missing  []string // names of themes without a color on the page
	Besides  *datum   // what else is said of those
	Further  *datum
}

// stage is a theme as its preview shows it.
type stage struct {
	Class   class
	Switch  class // that shows the stage when its switch is on
	Name    string
	Slug    string
	Roles   []role
	Further *datum
}

type role struct {
	Class                           class
	Name, Value, Property, Contrast string
}

func (b *builder) themeStages(c themesContent) (themePlate, error) {
	if b.swatches == nil {
		var err error
		if b.swatches, err = tokenize.SwatchesOf(b.page.Manual); err != nil {
			return themePlate{}, err
		}
	}
	plate := themePlate{Number: b.number, Title: excerpt(b.page.Manual.Title), Sentence: b.sentence()}
	for _, theme := range c.Themes {
		further, err := b.further(theme.Further)
		if err != nil {
			return plate, err
		}
		made, ok := b.takeTheme(theme.ThemeContent)
		if !ok {
			plate.Missing = append(plate.Missing, theme.Name)
			plate.Besides = plate.Besides.with(theme.Name, further)
			continue
		}
		s := b.stage(made)
		s.Name, s.Further = theme.Name, further
		plate.Stages = append(plate.Stages, s)
	}
	var err error
	plate.Further, err = b.further(c.Further)
	return plate, err
}

// takeTheme returns what the next theme of the block became in the token
// document, if it did: themes stand there in page order, without those that
// have no color.
func (b *builder) takeTheme(c manual.ThemeContent) (manual.Theme, bool) {
	filled := func(r manual.Role) bool { _, ok := b.swatches.Color(r.Value); return ok }
	if !slices.ContainsFunc(c.Colors, filled) || !b.peekTheme() {
		return manual.Theme{}, false
	}
	theme := b.themes[0]
	b.themes = b.themes[1:]
	return theme, true
}

// stage paints a theme: each role as a property of the stage, the roles that
// the theme leaves open filled from those it has.
func (b *builder) stage(theme manual.Theme) stage {
	s := stage{Slug: theme.Slug}
	colors := map[string]rgba{}
	for _, t := range theme.Colors {
		hex, ok := tokenize.Hex(t.Value)
		if !ok {
			continue
		}
		r := role{Name: t.Name, Value: t.Value}
		r.Property = property(manual.GroupThemes, theme.Slug, t.Name)
		r.Class = b.sheet.variable(r.Property)
		colors[t.Name] = parseHex(hex)
		s.Roles = append(s.Roles, r)
	}
	paper := pick(colors, white, "background", "surface").over(white)
	ink := pick(colors, paper.ink(), "text")
	surface := pick(colors, paper.mix(ink, 0.04), "surface")
	primary := pick(colors, ink, "primary").over(surface.over(paper))
	onPrimary := paper
	if paper.contrast(primary) < 4.5 {
		onPrimary = primary.ink()
	}
	for i, r := range s.Roles {
		if r.Name != "background" && r.Name != "surface" && r.Name != "border" {
			ratio := colors[r.Name].contrast(paper)
			s.Roles[i].Contrast = string(appendRatio(nil, ratio)) + " " + verdict(ratio)
		}
	}
	s.Class = b.sheet.class(
		"--t-paper", paper.hex(), "--t-surface", surface.hex(), "--t-ink", ink.hex(),
		"--t-muted", pick(colors, ink, "text-muted").hex(), "--t-primary", primary.hex(), "--t-on-primary", onPrimary.hex(),
		"--t-line", pick(colors, paper.mix(ink, 0.2), "border").hex())
	s.Switch = b.sheet.switchOn()
	return s
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
