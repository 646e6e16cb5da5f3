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

func (b *builder) section(number int, s content.Section) section {
	out := section{
		Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title, Class: b.longWords(s.Title),
		SearchLines: search.SearchLines("", s.Content),
	}
	intro, rest := splitIntro(s.Content)
	out.Extra, out.Intro = b.extra(rest, "color", "image"), b.checker.Rich(intro)
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
	b.inks, b.grounds = nil, nil
	colors, isFirst := -1, b.coverLinks[1].Text == ""
	for i, source := range s.Blocks {
		b.block, b.number = source, out.Number+"."+strconv.Itoa(i+1)
		drawn := b.makeBlock(s)
		if source.Kind == manual.Colors {
			colors = i
		}
		out.Blocks = append(out.Blocks, drawn)
		b.addCoverLink(s, source, cmp.Or(drawn.Title, drawn.Label))
	}
	if colors >= 0 {
		out.Blocks[colors].Contrast = b.sectionMatrix(b.inks)
		if isFirst {
			out.Blocks[colors].Palettes = b.palettes()
		}
	}
	return out
}

// makeBlock draws the current block by the template of its kind, which shows the keys that
// [manual.Kinds] names; other keys are extra.
func (b *builder) makeBlock(s content.Section) block {
	c, kind := b.block.Content, b.block.Kind
	intro, _ := splitIntro(c)
	drawn := block{
		Number: b.number, Class: "block", Title: strings.TrimSpace(c.Get("title").Scalar()), Intro: b.checker.Rich(intro),
		SearchLines: search.SearchLines(kind, c),
	}
	label := b.Word(cmp.Or(b.block.OnlyDosOrDonts(), string(kind)), cmp.Or(kind.Label(), string(kind)))
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
	if kind == manual.Text { // most blocks of a long manual: a template would take as long as the text
		drawn.Class += " words"
		rich := b.checker.Rich(c.Get("html").Scalar())
		layout := layoutOf(c)
		if layout != "" {
			drawn.Class += " text-" + layout
		}
		if layout == "full" && safe.IsQuotation(rich) {
			drawn.Class += " quotation"
		}
		drawn.Figure = `<div class="prose">` + rich + "</div>\n"
	} else if figure != nil {
		drawn.Figure = template.HTML(execute(b.Locale, string(kind), figure(b)))
	} else {
		v := b.value(rest)
		above := cmp.Or(drawn.Title, drawn.Label, s.Title)
		if len(v.Members) == 1 && (v.Members[0].Value.People || saysTheSame(v.Members[0].Key, above)) {
			v = v.Members[0].Value // whose key would repeat the title, or what is seen
		}
		drawn.Figure = valueHTML(v)
		return drawn
	}
	drawn.Extra = b.extra(rest, kind.Info().Names()...)
	return drawn
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
