package page

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/words"
	"designmanual/db/manual"
)

// A palette is a set of colors for the page. All pairs that carry text have the
// contrast of WCAG 2.2, success criterion 1.4.3.
type palette struct {
	paper, surface, ink, muted, line, accent rgba
}

// A frame is the look of a page: a light and a dark palette, the cover, and the
// typefaces. It uses the manual's own themes where their contrast is high
// enough for a page. Otherwise it is neutral, with a link color of the brand.
type frame struct {
	light, dark         palette
	cover, onCover      rgba
	strip               []string // colors of the brand in hex
	heading, body, mono string   // font-family values, empty for the default

	headingLine, bodyLine string // heights of lines by the ascent and descent of both

	// The weights of headings, text and emphasis: those that files of the manual draw.
	headingWeight, regular, bold int

	drawsHeadings bool       // files of the manual draw the heading face
	inherited     string     // the style sheet of the typefaces of the brand's primary manual, if it has none of its own
	fontFaces     string     // @font-face rules
	preload       []fontFile // the files of the first screen
}

// newFrame makes the frame of a manual from its tokens, its cover and its typefaces.
func newFrame(p Page, fonts typefaces) frame {
	d := p.Tokens
	colors := d.Groups[manual.ColorGroup].Tokens
	var f frame
	f.light, f.dark = themePalettes(slices.Concat(themesOf(p.Look), p.Siblings.look.Themes))
	f.cover, f.strip = newCover(p.Look, p.Brand.Cover, p.Siblings.look)
	for _, p := range []*palette{&f.light, &f.dark} {
		if !p.isReadable(p.accent) {
			p.accent = accentOn(*p, cmp.Or(p.accent, f.cover), colors)
		}
	}
	f.onCover = onCover(f.cover, f.light, f.dark)
	if families := d.Groups[manual.FontFamilyGroup].Tokens; len(families) == 0 && p.Siblings.look.Fonts != "" {
		f.inherited = p.Siblings.look.Fonts
	} else {
		f.faces(families, fonts, words.New(p.Manual.Lang, p.Manual.Title).Language())
	}
	return f
}

// themePalettes returns a light and a dark palette: of the first themes that are light and dark
// enough for a page, else neutral ones.
func themePalettes(themes []map[string]string) (light, dark palette) {
	light = neutral(rgba{253, 253, 252, 255}, rgba{27, 27, 26, 255})
	dark = neutral(rgba{20, 20, 20, 255}, rgba{236, 236, 234, 255})
	var ownLight, ownDark bool
	for _, theme := range themes {
		p, ok := themePalette(theme)
		if !ok {
			continue
		}
		contrast := p.paper.contrast(black)
		if contrast >= 13 && !ownLight {
			light, ownLight = p, true
		} else if contrast <= 4 && !ownDark {
			dark, ownDark = p, true
		}
	}
	return light, dark
}

// onCover returns the color of text on a cover. On one of which white and black are both readable, as on the
// reds and blues of many brands, it is light, as they write on it themselves.
func onCover(cover rgba, light, dark palette) rgba {
	ink := cover.ink()
	if white.contrast(cover) >= 4.5 {
		ink = white
	}
	least := min(7, ink.contrast(cover))
	for _, c := range []rgba{light.paper, light.ink, dark.ink, dark.paper} {
		isLight := c.contrast(black) > cover.contrast(black)
		if isLight == (ink == white) && c.contrast(cover) >= least {
			return c
		}
	}
	return ink
}

// neutral makes a palette from paper and ink, without an accent.
func neutral(paper, ink rgba) palette {
	return palette{paper: paper, ink: ink, surface: paper.mix(ink, 0.035), muted: ink.mix(paper, 0.34), line: paper.mix(ink, 0.16)}
}

// accentOn returns the color of the manual that is saturated, readable as a link in the
// palette and the closest to a wanted color, or the ink.
func accentOn(p palette, wanted rgba, colors []manual.Token) rgba {
	accent, closest := p.ink, math.MaxInt
	for _, t := range colors {
		c := parseHex(t.Value)
		if chroma(t.Value) < 48 || !p.isReadable(c) {
			continue
		}
		if d := c.distance(wanted); d < closest {
			accent, closest = c, d
		}
	}
	return accent
}

// isReadable reports whether text in the color is readable on the paper and on
// the surface.
func (p palette) isReadable(c rgba) bool {
	return c[3] == 255 && c.contrast(p.paper) >= 4.5 && c.contrast(p.surface) >= 4.5
}

// themePalette makes a palette from the roles of a theme, false if text on its background
// has too little contrast. Roles that are missing or have too little contrast
// are mixed from paper and ink; the accent is taken as it is.
func themePalette(theme map[string]string) (palette, bool) {
	roles := roles{}
	for name, hex := range theme {
		if c := parseHex(hex); c[3] == 255 {
			roles[name] = c
		}
	}
	paper, hasPaper := roles["background"]
	ink, hasInk := roles["text"]
	if !hasPaper || !hasInk || ink.contrast(paper) < 7 {
		return palette{}, false
	}
	p := palette{paper: paper, ink: ink, surface: paper.mix(ink, 0.035), muted: ink, line: roles.pick(paper.mix(ink, 0.2), "border"), accent: roles["primary"]}
	if surface, ok := roles["surface"]; ok && ink.contrast(surface) >= 7 {
		p.surface = surface
	}
	for _, muted := range []rgba{roles["text-muted"], ink.mix(paper, 0.3)} {
		if p.isReadable(muted) {
			p.muted = muted
			break
		}
	}
	return p, true
}

// css returns the frame as rules. The dark palette applies to screens only,
// since paper is white: where the system is dark, or the reader has chosen it.
func (f frame) css() string {
	var b strings.Builder
	b.WriteString(":root{" + f.light.css() + ";--cover:" + f.cover.hex() + ";--on-cover:" + f.onCover.hex())
	board, tile := f.light.paper, f.light.surface // shadows show only on a light background
	if board.contrast(black) > tile.contrast(black) {
		board, tile = tile, board
	}
	if board.contrast(tile) < 1.03 { // one color for both
		board = board.mix(f.light.ink, 0.06)
	}
	b.WriteString(";--board:" + board.hex() + ";--board-tile:" + tile.hex() + ";--on-board:" + f.light.ink.hex())
	if f.inherited == "" {
		b.WriteString(f.facesCSS())
	}
	b.WriteString("}@media screen and (prefers-color-scheme:dark){:root:not([data-scheme]){" + f.dark.css() + "}}" +
		"@media screen{:root[data-scheme=dark]{" + f.dark.css() + "}}" + f.inherited)
	return b.String()
}

// facesCSS returns the typefaces and weights as declarations.
func (f frame) facesCSS() string {
	var b strings.Builder
	for _, face := range [...]struct{ name, value string }{{"--heading", f.heading}, {"--body", f.body}, {"--mono", f.mono}} {
		if face.value != "" {
			b.WriteString(";" + face.name + ":" + face.value)
		}
	}
	b.WriteString(";--heading-weight:" + strconv.Itoa(f.headingWeight) + ";--regular:" + strconv.Itoa(f.regular) + ";--bold:" + strconv.Itoa(f.bold))
	for _, line := range [...][2]string{{"--heading-line:", f.headingLine}, {"--body-line:", f.bodyLine}} {
		if line[1] != "" {
			b.WriteString(";" + line[0] + line[1])
		}
	}
	return b.String()
}

// css returns the palette as declarations.
func (p palette) css() string {
	return "--paper:" + p.paper.hex() + ";--surface:" + p.surface.hex() + ";--ink:" + p.ink.hex() +
		";--muted:" + p.muted.hex() + ";--line:" + p.line.hex() + ";--accent:" + p.accent.hex()
}

// faces chooses the typefaces of the frame by the names of their tokens, else the
// first that is not monospaced, and of those the weights that their files draw. A
// face for headings never sets the text, and one without the letters of the page nothing.
func (f *frame) faces(tokens []manual.Token, fonts typefaces, language string) {
	var heading, body, text, mono string
	for _, t := range tokens {
		if _, face := fonts.find(t.Value); !face.reads(language) {
			continue
		}
		if strings.HasSuffix(t.Value, "monospace") {
			mono = cmp.Or(mono, t.Value)
		} else if matchesWord(t.Name, headingWords) {
			heading = cmp.Or(heading, t.Value)
		} else if matchesWord(t.Name, bodyWords) {
			body, text = cmp.Or(body, t.Value), cmp.Or(text, t.Value)
		} else {
			text = cmp.Or(text, t.Value)
		}
	}
	if heading == "" && text == "" {
		text = mono
	}
	body, heading = cmp.Or(body, text), cmp.Or(heading, text)
	f.heading, f.body, f.mono = fonts.families(heading), fonts.families(body), fonts.families(mono)
	f.fontFaces = fonts.css(tokens)

	_, head := fonts.find(heading)
	_, running := fonts.find(body)
	f.headingLine, f.bodyLine = head.line(), running.line()
	named := head.weights
	if len(head.files) > 0 {
		named, f.drawsHeadings = head.drawn(), true
	}
	if len(named) == 0 {
		named = []int{600}
	}
	f.headingWeight = head.nearest(slices.Max(named))
	f.regular, f.bold = running.nearest(400), running.nearest(600)
	for _, file := range []*fontFile{head.file(f.headingWeight), running.file(f.regular)} {
		if file != nil && !slices.Contains(f.preload, *file) {
			f.preload = append(f.preload, *file)
		}
	}
}

// matchesWord reports whether one of the words is at the start of a token name
// or after a hyphen.
func matchesWord(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.HasPrefix(name, word) || strings.Contains(name, "-"+word)
	})
}
