package page

import (
	"cmp"
	"html/template"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/api/render/page/look"
	"designmanual/api/render/page/rgb"
	"designmanual/api/render/page/safe"
	"designmanual/api/render/search"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A section is a section of the page.
type section struct {
	Number      string
	Anchor      string
	Title       string
	Class       look.Class // of the title, if it has long words
	Intro       template.HTML
	Extra       *value
	Blocks      []block
	SearchLines string // what finds it, see [search.SearchLines]

	Opening look.Class   // sets the ground of its opening, empty without one
	Picture safe.Picture // of its opening
}

// HasOpening reports whether a section opens with a ground or a picture across the page.
func (s section) HasOpening() bool { return s.Opening != "" || s.Picture.Src != "" }

// A block is a block of the page.
type block struct {
	Number      string // 2.1
	Anchor      string // empty if block and section are one element
	Class       string
	Kind        manual.Kind // empty for TEXT
	SearchLines string      // what finds it, see [search.SearchLines]
	Title       string      // its own heading
	Label       string      // empty if it has a title or shows what it is
	Intro       template.HTML
	Figure      template.HTML
	Extra       *value
	Palettes    []safe.Link // with all colors, below the last ones of the first section of colors
	Contrast    *matrix     // of the section, below its last colors
}

// section draws a section: its opening, its intro, and its blocks one after another. Below the last colors of the
// section stands the matrix of their contrasts, and in the first section with colors the palettes of all.
func (b *builder) section(number int, s content.Section) section {
	out := section{
		Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title, Class: b.longWords(s.Title),
		SearchLines: search.SearchLines("", s.Content),
	}
	intro, rest := splitIntro(s.Content)
	out.Extra = b.extra(rest, "color", "image")
	out.Intro = b.checker.RichText(intro)
	if ground, ok := look.ColorOf(b.swatches, s.Content.Get("color").Text()); ok {
		ground = ground.Over(rgb.White)
		out.Opening = b.sheet.Class(
			"--cover:"+ground.Hex(), "--on-cover:"+look.OnCover(ground, b.frame.Light, b.frame.Dark).Hex(),
		)
	}
	out.Picture = b.checker.Picture(s.Content.Get("image").Text(), "")
	if out.Opening != "" {
		out.Picture = out.Picture.ShownIn(safe.HalfSizes)
	}
	b.sectionColors = nil
	b.sectionGrounds = nil
	isFirstWithColors := b.coverLinks[colorLink].Text == ""
	lastColors := -1 // the index of the last block of colors
	for i, source := range s.Blocks {
		b.block = source
		b.number = out.Number + "." + strconv.Itoa(i+1)
		drawn := b.makeBlock(s)
		if source.Kind == manual.Colors {
			lastColors = i
		}
		out.Blocks = append(out.Blocks, drawn)
		b.addCoverLink(s, source, cmp.Or(drawn.Title, drawn.Label))
	}
	if lastColors < 0 {
		return out
	}
	out.Blocks[lastColors].Contrast = b.sectionMatrix(b.sectionColors)
	if isFirstWithColors {
		out.Blocks[lastColors].Palettes = b.palettes()
	}
	return out
}

// makeBlock draws the current block, b.block. The template of its kind shows the keys that [manual.Kinds] names; other
// keys are extra. A block of a kind without a template is drawn as the value that it is.
func (b *builder) makeBlock(s content.Section) block {
	c, kind := b.block.Content, b.block.Kind
	intro, _ := splitIntro(c)
	drawn := block{
		Number: b.number, Class: "block", Title: strings.TrimSpace(c.Get("title").Scalar()), Intro: b.checker.RichText(intro),
		SearchLines: search.SearchLines(kind, c),
	}
	label := b.Word(cmp.Or(b.block.DoOrDont(), string(kind)), cmp.Or(kind.Label(), string(kind)))
	if drawn.Title == "" && kind != manual.Text && kind != manual.Image && !saysTheSame(label, s.Title) {
		drawn.Label = label
	}
	if kind != manual.Text {
		drawn.Kind = kind
	}
	if b.block.Anchor != s.Anchor {
		drawn.Anchor = b.block.Anchor
	}
	rest := c.Without(manual.CommonKeys...)
	figure := figures[kind]
	if kind != manual.Text && figure == nil {
		drawn.Figure = b.plainFigure(rest, cmp.Or(drawn.Title, drawn.Label, s.Title))
		return drawn
	}
	if kind == manual.Text {
		b.addText(&drawn, c)
	} else {
		drawn.Figure = template.HTML(execute(b.Locale, string(kind), figure(b)))
	}
	drawn.Extra = b.extra(rest, kind.Info().Names()...)
	return drawn
}

// addText adds the text of a block of text, and the classes of its layout. It takes no template, which would take as
// long as the text itself: a long manual has mostly such blocks.
func (b *builder) addText(drawn *block, c *content.Value) {
	drawn.Class += " words"
	text := b.checker.RichText(c.Get("html").Scalar())
	layout := layoutOf(c)
	if layout != "" {
		drawn.Class += " text-" + layout
	}
	if layout == "full" && safe.IsQuotation(text) {
		drawn.Class += " quotation"
	}
	drawn.Figure = `<div class="prose">` + text + "</div>\n"
}

// plainFigure draws the content of a block of an unknown kind, below the words above it. It leaves out a single key
// that would repeat these words, or say what the reader sees.
func (b *builder) plainFigure(c *content.Value, above string) template.HTML {
	v := b.value(c)
	if len(v.Members) == 1 && (v.Members[0].Value.People || saysTheSame(v.Members[0].Key, above)) {
		v = v.Members[0].Value
	}
	return valueHTML(v)
}

// figures make the data of the template of each kind but TEXT. The template is named
// after the kind.
var figures = map[manual.Kind]func(*builder) any{
	manual.Colors: (*builder).colors, manual.Themes: (*builder).themePreviews, manual.Pairings: (*builder).pairings,
	manual.Typography: (*builder).typography, manual.Spacing: (*builder).spacing,
	manual.Breakpoints: (*builder).breakpoints, manual.Radii: (*builder).radii,
	manual.Elevation: (*builder).elevation, manual.Motion: (*builder).motion, manual.Logo: (*builder).logoVersions,
	manual.Image: (*builder).images, manual.Downloads: (*builder).downloads, manual.DosDonts: (*builder).examples,
	manual.Video: (*builder).videos, manual.Icons: (*builder).icons, manual.TextStyles: (*builder).textStyles,
	manual.Gradients: (*builder).gradients, manual.Tokens: (*builder).furtherTokens,
}

// saysTheSame reports whether a label says nothing that the title of its section does
// not: Color below Colours.
func saysTheSame(label, title string) bool {
	plain := func(text string) string {
		return strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(text), "ou", "o"), "s")
	}
	label, title = plain(label), plain(title)
	return label != "" && title != "" && (strings.HasPrefix(label, title) || strings.HasPrefix(title, label))
}

// splitIntro returns the intro of a section or block, and the other members. An intro
// that is not text is one of the other members.
func splitIntro(c *content.Value) (intro string, rest *content.Value) {
	given := c.Get("intro")
	if text := given.Scalar(); text != "" || given.Empty() {
		return text, c.Without("intro")
	}
	return "", c
}

// A title whose longest word has more than titleLetters letters is set so small that the word
// fits, down to that of maxTitleLetters.
const (
	titleLetters    = 11
	maxTitleLetters = 60
)

// breaking are the writings whose words break at any letter.
var breaking = []*unicode.RangeTable{
	unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar,
}

// longWords returns the class of a title that sets --letters to the length of its longest word,
// empty if the word is short.
func (b *builder) longWords(title string) look.Class {
	longest := longestWord(title)
	if longest <= titleLetters {
		return ""
	}
	return b.sheet.Class("--letters:" + strconv.Itoa(min(longest, maxTitleLetters)))
}

// longestWord returns how many letters the longest word of a text has that does not break at any letter.
func longestWord(text string) int {
	longest := 0
	between := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) || unicode.In(r, breaking...)
	}
	for _, word := range strings.FieldsFunc(text, between) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	return longest
}
