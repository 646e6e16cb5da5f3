package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
)

// A palette is what the frame of a page is painted with. All pairs that carry
// text have the contrast of WCAG 2.2, success criterion 1.4.3.
type palette struct {
	paper, surface, ink, muted, line, accent rgba
}

// A frame is how a manual dresses its page: a palette for light and one for
// dark, the cover, and the faces. The manual's own themes are taken where
// they can carry a page, so that the brand's colors set the tone; otherwise
// the frame is neutral with a link color of the brand.
type frame struct {
	light, dark         palette
	ownLight, ownDark   bool // the palette is of a theme of the manual
	cover, onCover      rgba
	heading, body, mono string // font-family values, empty for the page's own
	headingToken        string // of the face for headings
	headingWeight       int    // 0 for the page's own
}

// newFrame chooses the frame of a manual from its tokens.
func newFrame(d *manual.TokenDocument) frame {
	colors := d.Groups[manual.ColorGroup].Tokens
	f := frame{
		light: neutral(rgba{253, 253, 252, 255}, rgba{27, 27, 26, 255}),
		dark:  neutral(rgba{20, 20, 20, 255}, rgba{236, 236, 234, 255}),
	}
	for _, theme := range d.Themes {
		p, ok := themePalette(theme)
		switch light := p.paper.contrast(black); {
		case !ok:
		case light >= 13 && !f.ownLight:
			f.light, f.ownLight = p, true
		case light <= 4 && !f.ownDark:
			f.dark, f.ownDark = p, true
		}
	}
	for _, p := range []*palette{&f.light, &f.dark} {
		if !p.carries(p.accent) {
			p.accent = accentOn(*p, colors)
		}
	}
	f.cover = nearBlack
	if len(colors) > 0 {
		f.cover = parseHex(colors[0].Value).over(white)
	}
	f.onCover = f.cover.ink()
	best := f.onCover.contrast(f.cover)
	for _, c := range []rgba{f.light.paper, f.light.ink, f.dark.ink, f.dark.paper} {
		if c.contrast(f.cover) >= min(7, best) {
			f.onCover = c
			break
		}
	}
	f.faces(d.Groups[manual.FontFamilyGroup].Tokens)
	return f
}

// neutral returns a palette of paper and ink, without an accent.
func neutral(paper, ink rgba) palette {
	return palette{paper: paper, ink: ink, surface: paper.mix(ink, 0.035), muted: ink.mix(paper, 0.34), line: paper.mix(ink, 0.16)}
}

// accentOn returns the first of the manual's colors that is saturated and has
// enough contrast for links on paper and surface, or the ink.
func accentOn(p palette, colors []manual.Token) rgba {
	for _, t := range colors {
		c := parseHex(t.Value)
		if chroma := int(max(c[0], c[1], c[2])) - int(min(c[0], c[1], c[2])); c[3] == 255 && chroma >= 48 && p.carries(c) {
			return c
		}
	}
	return p.ink
}

// carries tells whether a color is readable on the paper and on the surface.
func (p palette) carries(c rgba) bool {
	return c[3] == 255 && c.contrast(p.paper) >= 4.5 && c.contrast(p.surface) >= 4.5
}

// themePalette makes a palette of a theme; false where the theme cannot carry
// the text of a page. Roles that it leaves open, or fills with too little
// contrast, are mixed from paper and ink; the accent is as the theme has it.
func themePalette(theme manual.Theme) (palette, bool) {
	roles := map[string]rgba{}
	for _, t := range theme.Colors {
		if c := parseHex(t.Value); c[3] == 255 {
			roles[t.Name] = c
		}
	}
	paper, hasPaper := roles["background"]
	ink, hasInk := roles["text"]
	if !hasPaper || !hasInk || ink.contrast(paper) < 7 {
		return palette{}, false
	}
	p := palette{paper: paper, ink: ink, surface: paper.mix(ink, 0.035), muted: ink, line: pick(roles, paper.mix(ink, 0.2), "border"), accent: roles["primary"]}
	if surface, ok := roles["surface"]; ok && ink.contrast(surface) >= 7 {
		p.surface = surface
	}
	for _, muted := range []rgba{roles["text-muted"], ink.mix(paper, 0.3)} {
		if p.carries(muted) {
			p.muted = muted
			break
		}
	}
	return p, true
}

// css writes the frame as rules. The dark palette is for screens only: paper
// is white.
func (f frame) css() string {
	var b strings.Builder
	b.WriteString(":root{" + f.light.css() + ";--cover:" + f.cover.hex() + ";--on-cover:" + f.onCover.hex())
	board, tile := f.light.paper, f.light.surface // shadows are seen on light ground only
	if board.contrast(black) > tile.contrast(black) {
		board, tile = tile, board
	}
	b.WriteString(";--board:" + board.hex() + ";--board-tile:" + tile.hex())
	for _, face := range [...]struct{ name, value string }{{"--heading", f.heading}, {"--body", f.body}, {"--mono", f.mono}} {
		if face.value != "" {
			b.WriteString(";" + face.name + ":" + face.value)
		}
	}
	if f.headingWeight > 0 {
		b.WriteString(";--heading-weight:" + strconv.Itoa(f.headingWeight))
	}
	b.WriteString("}@media screen and (prefers-color-scheme:dark){:root{" + f.dark.css() + "}}")
	return b.String()
}

// css writes the palette as declarations.
func (p palette) css() string {
	return "--paper:" + p.paper.hex() + ";--surface:" + p.surface.hex() + ";--ink:" + p.ink.hex() +
		";--muted:" + p.muted.hex() + ";--line:" + p.line.hex() + ";--accent:" + p.accent.hex()
}

// faces chooses the typefaces of the frame by what the manual uses them for:
// as their tokens are called, else the first that is no monospaced one.
func (f *frame) faces(tokens []manual.Token) {
	find := func(fits func(manual.Token) bool) *manual.Token {
		if i := slices.IndexFunc(tokens, fits); i >= 0 {
			return &tokens[i]
		}
		return nil
	}
	isMono := func(t manual.Token) bool { return strings.HasSuffix(t.Value, "monospace") }
	heading := find(func(t manual.Token) bool { return !isMono(t) && namesOne(t.Name, headingWords) })
	body := find(func(t manual.Token) bool {
		return !isMono(t) && namesOne(t.Name, bodyWords) && (heading == nil || t.Name != heading.Name)
	})
	first := find(func(t manual.Token) bool { return !isMono(t) })
	if first == nil && len(tokens) > 0 {
		first = &tokens[0]
	}
	if heading = cmp.Or(heading, first); heading != nil {
		f.headingToken = heading.Name
	}
	f.heading, f.body, f.mono = families(heading), families(cmp.Or(body, first)), families(find(isMono))
}

// families returns the value of font-family for a token, empty for none.
func families(t *manual.Token) string {
	if t == nil {
		return ""
	}
	return withGeneric(cssFamilies(t.Value))
}

// namesOne tells whether a token name begins with one of the words, or has
// one after a hyphen.
func namesOne(name string, words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.HasPrefix(name, word) || strings.Contains(name, "-"+word)
	})
}
