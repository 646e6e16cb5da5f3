// Package look has how the page of a manual looks. In goes what a manual and its brand say of it: cover, themes,
// colors, typefaces; out come palettes that text can be read on, the card that other pages show, and the style
// sheet of the page. Only values that match a plain pattern for their type enter a style sheet: code here must
// never convert an unchecked string of a manual to one.
package look

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/rgb"
	"designmanual/db/manual"
)

// A Frame is the look of a page: a light and a dark palette, the cover, and the
// typefaces. It uses the manual's own themes where their contrast is high
// enough for a page. Otherwise it is neutral, with a link color of the brand.
type Frame struct {
	Light, Dark         Palette
	Cover, onCover      rgb.Color
	Strip               []string // colors of the brand in hex
	heading, body, mono string   // font-family values, empty for the default

	headingLine, bodyLine string // heights of lines by the ascent and descent of both

	// The weights of headings, text and emphasis: those that files of the manual draw.
	headingWeight, regular, bold int

	DrawsHeadings bool         // files of the manual draw the heading face
	inherited     string       // the style sheet of the typefaces of the brand's primary manual, if it has none of its own
	FontFaces     string       // @font-face rules
	Preload       []fonts.File // the files of the first screen
}

// A Source is what of a manual says how its page looks.
type Source struct {
	Summary  manual.Summary
	Brand    manual.Cover          // of the brand
	Primary  Card                  // of the brand's primary manual, which it inherits from; the zero Card for none
	Tokens   *manual.TokenDocument // of the manual
	Faces    fonts.Typefaces       // of the manual
	Language string                // of the page's own words
}

// NewFrame makes the frame of a manual from its tokens, its cover and its typefaces.
func NewFrame(s Source) Frame {
	var f Frame
	f.Light, f.Dark = themePalettes(slices.Concat(themesOf(s.Summary), s.Primary.Themes))
	f.Cover, f.Strip = NewCover(s.Summary, s.Brand, s.Primary)
	for _, p := range []*Palette{&f.Light, &f.Dark} {
		if !p.isReadable(p.Accent) {
			p.Accent = accentOn(*p, cmp.Or(p.Accent, f.Cover), s.Tokens.Groups[manual.ColorGroup].Tokens)
		}
	}
	f.onCover = OnCover(f.Cover, f.Light, f.Dark)
	families := s.Tokens.Groups[manual.FontFamilyGroup].Tokens
	if len(families) == 0 && s.Primary.Fonts != "" {
		f.inherited = s.Primary.Fonts
	} else {
		f.faces(families, s.Faces, s.Language)
	}
	return f
}

// OnCover returns the color of text on a cover. On one of which white and black are both readable, as on the
// reds and blues of many brands, it is light, as they write on it themselves.
func OnCover(cover rgb.Color, light, dark Palette) rgb.Color {
	ink := cover.Ink()
	if rgb.White.Contrast(cover) >= 4.5 {
		ink = rgb.White
	}
	least := min(7, ink.Contrast(cover))
	for _, c := range []rgb.Color{light.Paper, light.Ink, dark.Ink, dark.Paper} {
		isLight := c.Contrast(rgb.Black) > cover.Contrast(rgb.Black)
		if isLight == (ink == rgb.White) && c.Contrast(cover) >= least {
			return c
		}
	}
	return ink
}

// CSS returns the frame as rules. The dark palette applies to screens only,
// since paper is white: where the system is dark, or the reader has chosen it.
func (f Frame) CSS() string {
	var b strings.Builder
	b.WriteString(":root{" + f.Light.css() + ";--cover:" + f.Cover.Hex() + ";--on-cover:" + f.onCover.Hex())
	board, tile := f.Light.Paper, f.Light.Surface // shadows show only on a light background
	if board.Contrast(rgb.Black) > tile.Contrast(rgb.Black) {
		board, tile = tile, board
	}
	if board.Contrast(tile) < 1.03 { // one color for both
		board = board.Mix(f.Light.Ink, 0.06)
	}
	b.WriteString(";--board:" + board.Hex() + ";--board-tile:" + tile.Hex() + ";--on-board:" + f.Light.Ink.Hex())
	if f.inherited == "" {
		b.WriteString(f.facesCSS())
	}
	b.WriteString("}@media screen and (prefers-color-scheme:dark){:root:not([data-scheme]){" + f.Dark.css() + "}}" +
		"@media screen{:root[data-scheme=dark]{" + f.Dark.css() + "}}" + f.inherited)
	return b.String()
}

// facesCSS returns the typefaces and weights as declarations.
func (f Frame) facesCSS() string {
	var b strings.Builder
	faces := [...]struct{ name, value string }{{"--heading", f.heading}, {"--body", f.body}, {"--mono", f.mono}}
	for _, face := range faces {
		if face.value != "" {
			b.WriteString(";" + face.name + ":" + face.value)
		}
	}
	b.WriteString(
		";--heading-weight:" + strconv.Itoa(f.headingWeight) + ";--regular:" + strconv.Itoa(f.regular) +
			";--bold:" + strconv.Itoa(f.bold),
	)
	for _, line := range [...][2]string{{"--heading-line:", f.headingLine}, {"--body-line:", f.bodyLine}} {
		if line[1] != "" {
			b.WriteString(";" + line[0] + line[1])
		}
	}
	return b.String()
}

// faces chooses the typefaces of the frame by the names of their tokens, else the
// first that is not monospaced, and of those the weights that their files draw. A
// face for headings never sets the text, and one without the letters of the page nothing.
func (f *Frame) faces(tokens []manual.Token, all fonts.Typefaces, language string) {
	var heading, body, text, mono string
	for _, t := range tokens {
		if _, face := all.Find(t.Value); !face.Reads(language) {
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
	f.heading = all.Families(heading)
	f.body = all.Families(body)
	f.mono = all.Families(mono)
	f.FontFaces = all.CSS(tokens)

	_, head := all.Find(heading)
	_, running := all.Find(body)
	f.headingLine, f.bodyLine = head.Line(), running.Line()
	named := head.Weights
	if len(head.Files) > 0 {
		named, f.DrawsHeadings = head.Drawn(), true
	}
	if len(named) == 0 {
		named = []int{600}
	}
	f.headingWeight = head.Nearest(slices.Max(named))
	f.regular, f.bold = running.Nearest(400), running.Nearest(600)
	for _, file := range []*fonts.File{head.File(f.headingWeight), running.File(f.regular)} {
		if file != nil && !slices.Contains(f.Preload, *file) {
			f.Preload = append(f.Preload, *file)
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

// WordsOfHeadings returns words in names and uses of typefaces for headings.
func WordsOfHeadings() []string { return headingWords }

// WordsOfBody returns words in names and uses of typefaces for running text.
func WordsOfBody() []string { return bodyWords }

var (
	headingWords = []string{"heading", "headline", "title", "display",
		"titre", "titel", "überschrift", "uberschrift", "ueberschrift", "overskrift", "rubrik", "título", "titulo", "見出し", "عنوان"}
	bodyWords = []string{
		"body", "text", "reading", "running", "copy", "fließtext", "fliesstext", "texte", "brødtekst", "cuerpo", "本文",
		"متن",
	}
)
