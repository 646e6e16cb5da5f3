package page

import (
	"cmp"
	"html/template"
	"slices"
	"strings"

	"designmanual/db/manual"
)

type colorsFigure struct {
	Swatches []swatch
	Many     bool // more than eight, none with tints: smaller and in more columns
}

// A swatch is a color on its card.
type swatch struct {
	ID, Name string
	Value    string // as written in the manual
	Variable string // empty if it makes no token
	Copied   template.HTMLAttr
	Class    class
	Clear    bool // it is transparent, or may be
	Tints    []token
	Extra    *value
}

func (b *builder) colors() any {
	var figure colorsFigure
	tinted := false
	for it := range b.items("colors") {
		s := swatch{ID: b.id(it.Name), Name: it.Name, Value: it.text("hex"), Variable: it.Token.Variable, Class: it.Class, Extra: it.Extra}
		s.Copied = it.Token.copied(s.Value)
		if s.Variable != "" {
			hex := parseHex(it.Token.Value)
			s.Clear, s.Tints = hex[3] < 255, it.Tokens[1:]
			b.inks = append(b.inks, namedColor{Name: s.Name, color: hex})
		} else if value := cssColor(s.Value); value != "" {
			s.Class, s.Clear = b.sheet.value(value), true
		}
		for i, t := range s.Tints {
			t.Title = t.Title[strings.LastIndexByte(t.Title, ' ')+1:] // the step
			if t.Variable == s.Variable+"-"+t.Title {
				t.Variable = "" // follows
			}
			s.Tints[i], tinted = t, true
		}
		figure.Swatches = append(figure.Swatches, s)
	}
	figure.Many = len(figure.Swatches) > 8 && !tinted
	for _, s := range figure.Swatches {
		wide, narrow := s.room(figure.Many)
		b.wide, b.narrow = b.wide+wide, b.narrow+narrow
	}
	return figure
}

// room returns about the height of a swatch in px, on a wide and on a narrow screen. Of
// many there are six and two in a row, else four and two.
func (s swatch) room(many bool) (wide, narrow int) {
	text := len(s.Name) / 10 * 20 // lines of a name and its token
	if s.Extra != nil {
		text += 120
	}
	switch {
	case len(s.Tints) > 0:
		return 160 + text/2, 320 + text
	case many:
		return (210 + text) / 6, (210 + text) / 2
	}
	return (256 + text) / 4, (256 + text) / 2
}

// A pairing is a foreground on a background. Class sets both; it is empty if one of them
// is no color of the manual.
type pairing struct {
	Foreground, Background, Use string
	Class                       class
	Contrast                    verdict
	Extra                       *value
}

func (b *builder) pairings() any {
	var pairings []pairing
	for it := range b.items("pairings") {
		p := pairing{Foreground: it.text("foreground"), Background: it.text("background"), Use: it.text("use"), Extra: it.Extra}
		front, ok := colorOf(b.swatches, p.Foreground)
		if ground, has := colorOf(b.swatches, p.Background); ok && has {
			ground = ground.over(white)
			p.Class, p.Contrast = b.sheet.class("--v:"+front.hex(), "--g:"+ground.hex()), b.verdict(front, ground)
		}
		pairings = append(pairings, p)
	}
	return pairings
}

// A verdict is the contrast of two colors, and its level as a key of the words and in
// words.
type verdict struct{ Ratio, Level, Words string }

func (s locale) verdict(ink, background rgba) verdict {
	ratio := ink.contrast(background)
	return verdict{s.ratio(ratio), level(ratio), s.translate(level(ratio))}
}

// A matrix is a table of the contrast of colors on backgrounds.
type matrix struct {
	Backgrounds []namedColor
	Rows        []contrastRow
}

// A namedColor is a row or a column of a matrix.
type namedColor struct {
	Name  string
	Hex   string // shown beside the name, may be empty
	color rgba
}

type contrastRow struct {
	Name  string
	Class class // sets --v to the color
	Cells []contrastCell
}

// A contrastCell is empty for a color on itself.
type contrastCell struct {
	Class class // sets --g to the background
	verdict
}

// matrix returns the contrast of each ink on each other background, nil if there is
// none.
func (b *builder) matrix(inks, backgrounds []namedColor) *matrix {
	m := &matrix{Backgrounds: backgrounds}
	classes := make([]class, len(backgrounds))
	for i, g := range backgrounds {
		classes[i] = b.sheet.class("--g:" + g.color.hex())
	}
	for _, ink := range inks {
		row := contrastRow{ink.Name, b.sheet.value(ink.color.hex()), make([]contrastCell, len(backgrounds))}
		compared := false
		for i, g := range backgrounds {
			if ink.color != g.color {
				row.Cells[i], compared = contrastCell{classes[i], b.verdict(ink.color, g.color)}, true
			}
		}
		if compared {
			m.Rows = append(m.Rows, row)
		}
	}
	if m.Rows == nil {
		return nil
	}
	return m
}

// foldedFrom is the number of colors from which the contrast table is folded.
const foldedFrom = 12

// sectionMatrix compares the colors of a section with the backgrounds of the manual's
// themes, else with its lightest and darkest color.
func (b *builder) sectionMatrix(inks []namedColor) *matrix {
	var grounds []namedColor
	colors := b.Tokens.Groups[manual.ColorGroup].Tokens
	add := func(hex string) {
		c := parseHex(hex).over(white)
		if len(grounds) == 4 || slices.ContainsFunc(grounds, func(g namedColor) bool { return g.color == c }) {
			return
		}
		ground := namedColor{Name: b.translate("on", c.hex()), color: c}
		if i := slices.IndexFunc(colors, func(t manual.Token) bool { return parseHex(t.Value) == c }); i >= 0 {
			ground = namedColor{b.translate("on", colors[i].Title), c.hex(), c}
		}
		grounds = append(grounds, ground)
	}
	for _, theme := range b.Tokens.Themes {
		for _, t := range theme.Colors {
			if t.Name == "background" {
				add(t.Value)
			}
		}
	}
	if len(grounds) == 0 && len(colors) > 0 {
		light := func(t manual.Token) float64 { return parseHex(t.Value).over(white).contrast(black) }
		byLight := func(a, b manual.Token) int { return cmp.Compare(light(a), light(b)) }
		add(slices.MaxFunc(colors, byLight).Value)
		add(slices.MinFunc(colors, byLight).Value)
	}
	return b.matrix(inks, grounds)
}

// themeMatrix compares the text roles of a theme with its background roles.
func (b *builder) themeMatrix(colors roles) *matrix {
	var inks, backgrounds []namedColor
	for _, name := range []string{"text", "text-muted", "primary"} {
		if c, ok := colors[name]; ok {
			inks = append(inks, namedColor{Name: name, color: c})
		}
	}
	for _, name := range []string{"background", "surface"} {
		if c, ok := colors[name]; ok {
			backgrounds = append(backgrounds, namedColor{Name: b.translate("on", name), color: c.over(white)})
		}
	}
	return b.matrix(inks, backgrounds)
}

type themesFigure struct {
	Number string // of the block, makes the names of forms unique on the page
	Themes []theme
	Extra  *value // the other members of themes that have no color
}

// A theme is the preview of a theme as a piece of interface. Its tokens are its roles.
type theme struct {
	item
	Switch   class // of the radio button and of the preview that it shows
	Contrast *matrix
}

// themes draws previews.
func (b *builder) themes() any {
	figure := themesFigure{Number: b.number}
	b.wide, b.narrow = 852, 1352 // one of them is shown
	for it := range b.items("themes") {
		if it.Tokens == nil {
			figure.Extra = figure.Extra.with(it.Name, it.Extra)
			continue
		}
		it.ID = b.id(it.Name)
		figure.Themes = append(figure.Themes, b.theme(it))
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
	return theme{it, b.sheet.theme(p, scheme), b.themeMatrix(colors)}
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

// rolesOf returns the hex of each role of a theme.
func rolesOf(theme manual.Theme) map[string]string {
	m := map[string]string{}
	for _, t := range theme.Colors {
		m[t.Name] = t.Value
	}
	return m
}
