package page

import (
	"slices"
	"strings"

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
	plate := themePlate{Number: b.number, Title: b.page.Manual.Title, Sentence: b.page.Manual.Description}
	for _, theme := range c.Themes {
		made, ok := b.takeTheme(theme.ThemeContent)
		if !ok {
			plate.Missing = append(plate.Missing, theme.Name)
			continue
		}
		s := b.stage(made)
		s.Name = theme.Name
		var err error
		if s.Further, err = b.further(theme.Further); err != nil {
			return plate, err
		}
		plate.Stages = append(plate.Stages, s)
	}
	var err error
	plate.Further, err = b.further(c.Further)
	return plate, err
}

// takeTheme finds what a theme of the block became in the token document, if
// it did: themes stand there in page order, without those that have no color.
func (b *builder) takeTheme(c manual.ThemeContent) (manual.Theme, bool) {
	if len(b.themes) == 0 || len(b.themes[0].Colors) == 0 || b.themes[0].Colors[0].Block != b.block {
		return manual.Theme{}, false
	}
	theme := b.themes[0]
	name := tokenize.Name(c.Slug, "")
	if name == "" {
		name = tokenize.Name(c.Name, "theme")
	}
	if rest, ok := strings.CutPrefix(theme.Slug, name); !ok || strings.Trim(rest, "-0123456789") != "" {
		return manual.Theme{}, false
	}
	for _, t := range theme.Colors {
		if !slices.ContainsFunc(c.Colors, func(r manual.Role) bool { return r.Name == t.Name }) {
			return manual.Theme{}, false
		}
	}
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
