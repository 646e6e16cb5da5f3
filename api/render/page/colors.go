package page

import (
	"cmp"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/search"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

type colorsFigure struct {
	Swatches []swatch
	List     bool     // a row each
	Many     bool     // smaller cards in more columns
	Ramps    []swatch // those with tints, in a row each below the cards
	Steps    []string // of all ramps, nil if they differ
	Shares   []share  // of the colors, drawn as a bar
}

// A share of a color is drawn as wide as it is.
type share struct {
	Name, Text, Fill string
	Class            class // sets its width
}

// Colors are cards, from manySwatches on smaller ones, from listedSwatches on rows of a
// list.
const (
	manySwatches   = 9
	listedSwatches = 24
)

// A swatch is a color on its card. The script adds what follows from the hex (the color
// as RGB and HSL) and from the id (the custom property), so that a page of hundreds of
// colors stays light.
type swatch struct {
	ID, Name string
	Value    string // as readers see and copy it
	Fill     string // as CSS has it, empty for what is no color
	Hex      bool   // the value is a hex
	Clear    bool   // it is transparent, or may be
	Data     template.HTMLAttr
	Print    []printValue
	Modes    []modeValue
	Tints    []tint
	Extra    *value
}

// A printValue is a color in a system for print.
type printValue struct{ System, Value string }

// A tint is a cell of a ramp. The color itself stands on one of its steps.
type tint struct {
	Step, Fill string
	Own        bool
	Data       template.HTMLAttr
}

func (b *builder) colors() any {
	var figure colorsFigure
	before := len(b.inks)
	for it := range b.items("colors") {
		figure.Swatches = append(figure.Swatches, b.swatch(it))
	}
	n := len(figure.Swatches)
	figure.List, figure.Many = n >= listedSwatches, n >= manySwatches && n < listedSwatches
	same := true
	for _, s := range figure.Swatches {
		if len(s.Tints) == 0 {
			continue
		}
		steps := make([]string, len(s.Tints))
		for i, t := range s.Tints {
			steps[i] = t.Step
		}
		same = same && (figure.Ramps == nil || slices.Equal(steps, figure.Steps))
		figure.Ramps, figure.Steps = append(figure.Ramps, s), steps
	}
	if !same {
		figure.Steps = nil
	}
	for _, m := range b.block.Content.Get("proportions").Members() {
		n, err := strconv.ParseFloat(m.Scalar(), 64)
		if color, ok := colorOf(b.swatches, m.Name); ok && err == nil && n > 0 && n <= 1e6 {
			figure.Shares = append(figure.Shares, share{m.Name, b.quantity(decimal(m.Scalar())), color.hex(), b.sheet.class("--share:" + shortFloat(n))})
		}
	}
	if b.block.Content.Get("contrast").Is('f') {
		b.inks = b.inks[:before]
	}
	for _, name := range b.block.Content.Get("grounds").Scalars() {
		if color, ok := colorOf(b.swatches, name); ok {
			b.grounds = append(b.grounds, color.hex())
		}
	}
	return figure
}

func (b *builder) swatch(it item) swatch {
	text := it.text("hex")
	s := swatch{ID: b.id(it.Name), Name: it.Name, Value: shownColor(text), Fill: cssColor(text)}
	_, s.Hex = css.Hex(text)
	s.Clear = s.Fill != "" && !s.Hex
	s.Print, s.Extra = printValues(it.entry), b.extra(it.entry.Without(printKeys...), "name", "hex", "tints", "modes")
	s.Modes = b.modesOf(it.Token)
	var data []string
	if variable := it.Token.Variable; variable == "" {
		data = append(data, `data-css=""`)
	} else {
		if _, name, _ := strings.Cut(s.ID, b.block.Anchor+"."); variable != "--color-"+name {
			data = append(data, `data-css="`+template.HTMLEscapeString(variable)+`"`)
		}
		color := parseHex(it.Token.Value)
		s.Clear = color[3] < 255
		b.inks = append(b.inks, namedColor{Name: s.Name, color: color})
	}
	if it.Token.path != "" {
		data = append(data, `data-path="`+template.HTMLEscapeString(it.Token.path)+`"`)
	}
	s.Data = template.HTMLAttr(strings.Join(data, " "))
	if len(it.Tokens) > 1 {
		s.Tints = tints(it.Token, it.Tokens[1:])
	}
	return s
}

// tints returns the cells of a ramp. The custom property of a tint is told where it does
// not follow from that of the color and the step.
func tints(color token, tokens []token) (cells []tint) {
	for _, t := range tokens {
		cell := tint{Step: t.Title[strings.LastIndexByte(t.Title, ' ')+1:], Fill: shownColor(t.Value), Own: strings.EqualFold(t.Value, color.Value)}
		if t.Variable != color.Variable+"-"+cell.Step {
			cell.Data = template.HTMLAttr(`data-css="` + template.HTMLEscapeString(t.Variable) + `"`)
		}
		cells = append(cells, cell)
	}
	return cells
}

// shownColor returns a color as readers see and copy it: a hex in capitals, any other
// notation as it is written.
func shownColor(text string) string {
	if _, ok := css.Hex(text); ok {
		return strings.ToUpper(text)
	}
	return text
}

// printKeys are the keys of a color for print.
var printKeys = []string{"cmyk", "pantone", "ral", "ncs"}

// printValues returns a color in the systems for print that the manual names.
func printValues(color *content.Value) (values []printValue) {
	for _, key := range printKeys {
		text := color.Get(key).Scalar()
		if list := color.Get(key).Scalars(); len(list) > 0 {
			text = strings.Join(list, " ")
		}
		if text == "" {
			continue
		}
		system := strings.ToUpper(key)
		text = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(text, system), "Pantone"))
		values = append(values, printValue{system, text})
	}
	return values
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
	Folded      bool  // the script makes the rows of the swatches when it is opened
	Class       class // sets --on-1 and so on to the names of the backgrounds
	Rows        []contrastRow
}

// A namedColor is a row or a column of a matrix.
type namedColor struct {
	Name  string
	Hex   string // shown beside the name, may be empty
	color rgba
}

// Ground returns the color as a hex, for the script.
func (c namedColor) Ground() string { return c.color.hex() }

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
	if len(inks) >= foldedFrom {
		return &matrix{Backgrounds: backgrounds, Folded: true}
	}
	m := &matrix{Backgrounds: backgrounds}
	classes, names := make([]class, len(backgrounds)), make([]string, len(backgrounds))
	for i, g := range backgrounds {
		classes[i] = b.sheet.class("--g:" + g.color.hex())
		names[i] = "--on-" + strconv.Itoa(i+1) + ":" + cssFamily(g.Name)
	}
	m.Class = b.sheet.class(names...)
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

// foldedFrom is the number of colors from which the contrast table is folded and made by
// the script, since nobody reads hundreds of ratios before they are asked for.
const foldedFrom = 12

// sectionMatrix compares the colors of a section with the grounds that it names, else with
// the backgrounds of the manual's themes, else with its lightest and darkest color.
func (b *builder) sectionMatrix(inks []namedColor) *matrix {
	var grounds []namedColor
	colors := b.Tokens.Groups[manual.ColorGroup].Tokens
	add := func(hex string) {
		c := parseHex(hex).over(white)
		if len(grounds) == 4 || slices.ContainsFunc(grounds, func(g namedColor) bool { return g.color == c }) {
			return
		}
		ground := namedColor{Name: b.translate("on", shownColor(c.hex())), color: c}
		if i := slices.IndexFunc(colors, func(t manual.Token) bool { return parseHex(t.Value) == c }); i >= 0 {
			ground = namedColor{b.translate("on", colors[i].Title), shownColor(c.hex()), c}
		}
		grounds = append(grounds, ground)
	}
	for _, hex := range b.grounds {
		add(hex)
	}
	for _, theme := range b.Tokens.Themes {
		for _, t := range theme.Colors {
			if t.Name == "background" && len(b.grounds) == 0 {
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
func (b *builder) themePreviews() any {
	figure := themesFigure{Number: b.number}
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

// hueWords returns the usual words for hues, with bars between them, in the order in which
// the script of the search names them: from red around the circle to pink, then brown,
// gray, black and white.
func (s locale) hueWords() string {
	var all []string
	for _, hex := range []string{"#d00000", "#ff8800", "#f0d000", "#00a030", "#00c0b0", "#0050e0", "#8020d0", "#ff40a0", "#6b4020", "#808080", "#000000", "#ffffff"} {
		all = append(all, search.HueWords(hex, s.Lang))
	}
	return strings.Join(all, "|")
}
