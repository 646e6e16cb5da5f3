package page

import (
	"cmp"
	"html/template"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"designmanual/api/render/page/safe"
	"designmanual/api/render/page/words"
	"designmanual/api/render/search"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A builder makes the data of the templates from a manual. It also collects the style
// sheet and the origins of the images.
type builder struct {
	words.Locale
	Page

	frame     frame
	sheet     sheet
	links     safe.Links
	logos     []logo
	image     string // the address of the first picture
	swatches  tokenize.Swatches
	inModes   map[string]tokenize.Swatches // by slug
	typefaces typefaces
	hasFilm   bool // a film is on the page
	tokens    map[place][]token
	ids       map[string]int    // of the page
	steps     map[string]string // of the type scale by their keys, as they are shown
	extremes  []string          // the lightest and the darkest color of the manual, once a section has asked

	inks    []namedColor  // the colors of the current section
	grounds []string      // that it names
	block   content.Block // the current one
	number  string        // of it
	themes  []string      // the names of the previews
	ways    [4]safe.Link  // to the first logos, colors, typefaces and contacts; empty for none
}

// A place is where an entry of a block makes tokens of a group.
type place struct {
	group, block string
	entry        int
}

func newBuilder(p Page) *builder {
	b := &builder{Locale: words.New(p.Manual.Lang, p.Manual.Title), Page: p, links: safe.New(p.Manual, p.Resized, p.Path(), p.base(), p.embed),
		swatches: tokenize.SwatchesOf(p.Tokens), inModes: map[string]tokenize.Swatches{}, tokens: map[place][]token{}, ids: map[string]int{}, steps: map[string]string{}}
	b.links.RTL = b.Dir == "rtl"
	b.typefaces = newTypefaces(p.Sections, &b.links)
	b.frame = newFrame(p, b.typefaces)
	p.Tokens.All(func(path []string, kind manual.TokenType, t manual.Token) {
		at := place{path[0], t.Block, t.Entry}
		if t.List == "tokens" {
			at.group = manual.GroupFurther
		}
		shown := token{Name: t.Name, Title: t.Title, Value: t.Value, Variable: t.Variable, kind: kind, modes: t.Modes, style: t.Style}
		if path := strings.Join(path, "."); t.Variable != "" && pathOf(t) != path {
			shown.path = path
		}
		b.tokens[at] = append(b.tokens[at], shown)
	})
	for _, s := range p.Sections {
		b.ids[s.Anchor] = 1
		for _, block := range s.Blocks {
			b.ids[block.Anchor] = 1
		}
	}
	return b
}

// swatchesIn returns the colors of the manual in a mode.
func (b *builder) swatchesIn(mode string) tokenize.Swatches {
	if mode == "" {
		return b.swatches
	}
	if b.inModes[mode] == nil {
		b.inModes[mode] = tokenize.SwatchesIn(b.Tokens, mode)
	}
	return b.inModes[mode]
}

// A token is a design token as the page shows and copies it; the zero token is none.
type token struct {
	Name, Title     string
	Value, Variable string
	Class           class // sets --v to the value; empty if the value is not safe in CSS

	path  string // in the token document, if it does not follow from the custom property
	kind  manual.TokenType
	modes []manual.ModeValue
	style *manual.TextStyle // of a text style
}

// twoWords matches custom properties of groups whose name has two words: fontSize, cubicBezier.
var twoWords = regexp.MustCompile(`^(font|cubic)-(.)`)

// pathOf returns the path that the script makes of a token's custom property: that of a role of a
// theme ends in the role.
func pathOf(t manual.Token) string {
	variable := strings.TrimPrefix(t.Variable, "--")
	theme, isTheme := strings.CutPrefix(variable, "theme-")
	if theme, isRole := strings.CutSuffix(theme, "-"+t.Name); isTheme && isRole {
		return "theme." + theme + "." + t.Name
	}
	variable = twoWords.ReplaceAllStringFunc(variable, func(words string) string {
		group, letter, _ := strings.Cut(words, "-")
		return group + strings.ToUpper(letter)
	})
	return strings.Replace(variable, "-", ".", 1)
}

// tokensOf returns the tokens that an entry of the current block makes.
func (b *builder) tokensOf(group string, entry int) []token {
	tokens := b.tokens[place{group, b.block.ID, entry}]
	for i, t := range tokens {
		if t.kind != manual.ColorToken || group == manual.GroupThemes { // a swatch has its color itself
			tokens[i].Class = b.sheet.value(cssValue(t.kind, t.Value))
		}
	}
	return tokens
}

// An item is an entry of a block as its template shows it.
type item struct {
	Name   string
	ID     string // empty for items without an address
	Token  token  // the first one
	Tokens []token
	Class  class
	Extra  *value // what its kind does not show

	Picture safe.Picture // of its url
	Rich    template.HTML

	entry *content.Value
}

// entries yields the entries of a list of the current block, without what its kind does not show.
func (b *builder) entries(list string) iter.Seq[item] {
	group, _ := b.block.Kind.Info().List(list)
	return func(yield func(item) bool) {
		for i, entry := range b.block.Content.Get(list).List() {
			it := item{Name: entry.Get("name").Scalar(), Tokens: b.tokensOf(group, i), entry: entry}
			if len(it.Tokens) > 0 {
				it.Token, it.Class = it.Tokens[0], it.Tokens[0].Class
			}
			if !yield(it) {
				return
			}
		}
	}
}

// items yields the entries of a list of the current block.
func (b *builder) items(list string) iter.Seq[item] {
	_, shown := b.block.Kind.Info().List(list)
	return func(yield func(item) bool) {
		for it := range b.entries(list) {
			if it.entry.Is('{') {
				it.Extra = b.extra(it.entry, shown...)
			}
			for _, m := range groupModes(b.modesOf(it.Token), ", ") {
				it.Extra = it.Extra.with(m.Mode, b.inMode(it.Token, m.Value))
			}
			if !yield(it) {
				return
			}
		}
	}
}

// text returns a member of the entry that is a string or a number, empty for any other.
func (it item) text(key string) string { return it.entry.Get(key).Scalar() }

// id returns the id of a thing in the current block, unique on the page: the anchor of
// the block, a dot and the name.
func (b *builder) id(name string) string {
	return tokenize.Unique(b.ids, b.block.Anchor+"."+tokenize.Name(name, "1"))
}

// A section is a section of the page.
type section struct {
	Number string
	Anchor string
	Title  string
	Class  class // of the title, if it has long words
	Intro  template.HTML
	Extra  *value
	Blocks []block
	Unseen string // what finds it, see [search.Unseen]

	Opening class        // sets the ground of its opening, empty without one
	Picture safe.Picture // of its opening
}

// Opens reports whether a section opens with a ground or a picture across the page.
func (s section) Opens() bool { return s.Opening != "" || s.Picture.Src != "" }

// A block is a block of the page.
type block struct {
	Number   string // 2.1
	Anchor   string // empty if block and section are one element
	Class    string
	Kind     manual.Kind // empty for TEXT
	Unseen   string      // what finds it, see [search.Unseen]
	Title    string      // its own heading
	Label    string      // empty if it has a title or shows what it is
	Intro    template.HTML
	Figure   template.HTML
	Extra    *value
	Palettes []safe.Link // with all colors, below the last ones of the first section of colors
	Contrast *matrix     // of the section, below its last colors
}

func (b *builder) section(number int, s content.Section) section {
	out := section{Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title, Class: b.longWords(s.Title), Unseen: search.Unseen("", s.Content)}
	intro, rest := splitIntro(s.Content)
	out.Extra, out.Intro = b.extra(rest, "color", "image"), b.links.Rich(intro)
	if ground, ok := colorOf(b.swatches, s.Content.Get("color").Text()); ok {
		ground = ground.over(white)
		out.Opening = b.sheet.class("--cover:"+ground.hex(), "--on-cover:"+onCover(ground, b.frame.light, b.frame.dark).hex())
	}
	out.Picture = b.links.Picture(s.Content.Get("image").Text(), "")
	if out.Opening != "" {
		out.Picture = out.Picture.ShownIn(safe.HalfSizes)
	}
	b.inks, b.grounds = nil, nil
	colors, isFirst := -1, b.ways[1].Text == ""
	for i, source := range s.Blocks {
		b.block, b.number = source, out.Number+"."+strconv.Itoa(i+1)
		drawn := b.makeBlock(s)
		if source.Kind == manual.Colors {
			colors = i
		}
		out.Blocks = append(out.Blocks, drawn)
		b.addWay(s, source, cmp.Or(drawn.Title, drawn.Label))
	}
	if colors >= 0 {
		out.Blocks[colors].Contrast = b.sectionMatrix(b.inks)
		if isFirst {
			out.Blocks[colors].Palettes = b.palettes()
		}
	}
	return out
}

// A title whose longest word has more than titleLetters letters is set so small that the word
// fits, down to that of maxTitleLetters.
const (
	titleLetters    = 11
	maxTitleLetters = 60
)

// breaking are the writings whose words break at any letter.
var breaking = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar}

// longWords returns the class of a title that sets --letters to the length of its longest word,
// empty if the word is short.
func (b *builder) longWords(title string) class {
	longest := 0
	between := func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.M, unicode.N) || unicode.In(r, breaking...)
	}
	for _, word := range strings.FieldsFunc(title, between) {
		longest = max(longest, utf8.RuneCountInString(word))
	}
	if longest <= titleLetters {
		return ""
	}
	return b.sheet.class("--letters:" + strconv.Itoa(min(longest, maxTitleLetters)))
}

// makeBlock draws the current block by the template of its kind, which shows the keys that
// [manual.Kinds] names; other keys are extra.
func (b *builder) makeBlock(s content.Section) block {
	c, kind := b.block.Content, b.block.Kind
	intro, _ := splitIntro(c)
	drawn := block{Number: b.number, Class: "block", Title: strings.TrimSpace(c.Get("title").Scalar()), Intro: b.links.Rich(intro), Unseen: search.Unseen(kind, c)}
	label := b.Word(cmp.Or(b.block.Ruling(), string(kind)), cmp.Or(kind.Label(), string(kind)))
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
		rich := b.links.Rich(c.Get("html").Scalar())
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
		if len(v.Members) == 1 && (v.Members[0].Value.People || saysTheSame(v.Members[0].Key, cmp.Or(drawn.Title, drawn.Label, s.Title))) {
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
	manual.Colors: (*builder).colors, manual.Themes: (*builder).themePreviews, manual.Pairings: (*builder).pairings, manual.Typography: (*builder).typography,
	manual.Spacing: (*builder).spacing, manual.Breakpoints: (*builder).breakpoints, manual.Radii: (*builder).radii, manual.Elevation: (*builder).elevation,
	manual.Motion: (*builder).motion, manual.Logo: (*builder).logoVersions, manual.Image: (*builder).images, manual.Downloads: (*builder).downloads,
	manual.DosDonts: (*builder).examples, manual.Video: (*builder).videos, manual.Icons: (*builder).icons,
	manual.TextStyles: (*builder).textStyles, manual.Gradients: (*builder).gradients, manual.Tokens: (*builder).furtherTokens,
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

const (
	contactWay      = 3 // the last of the ways
	maxSectionKinds = 5 // of a section that is about its first kind
)

// wayOf returns which of the ways from the cover a kind of block is, -1 for none.
func wayOf(kind manual.Kind) int {
	if strings.Contains(string(kind), "CONTACT") || strings.Contains(string(kind), "KONTAKT") {
		return contactWay
	}
	return slices.Index([]manual.Kind{manual.Logo, manual.Colors, manual.Typography}, kind)
}

// addWay keeps where the first logos, colors, typefaces and contacts are, by the words that stand
// there: those of the section if it begins with them, is about no other of these and shows few kinds
// of things, else those of the block, or of its kind. Contacts have those of their block, since a section
// of many texts may end in them.
func (b *builder) addWay(s content.Section, source content.Block, heading string) {
	way := wayOf(source.Kind)
	if way < 0 || b.ways[way].Text != "" {
		return
	}
	others := func(other content.Block) bool {
		otherWay := wayOf(other.Kind)
		return otherWay >= 0 && otherWay != way
	}
	first := slices.IndexFunc(s.Blocks, func(block content.Block) bool { return block.Kind != manual.Text })
	kinds := map[manual.Kind]bool{}
	for _, block := range s.Blocks {
		kinds[block.Kind] = true
	}
	leads := s.Blocks[first].Kind == source.Kind && !slices.ContainsFunc(s.Blocks, others) && len(kinds) <= maxSectionKinds
	if way == contactWay && heading == "" || way != contactWay && leads {
		b.ways[way] = safe.Link{Text: s.Title, Address: template.URL("#" + s.Anchor)}
		return
	}
	if heading == "" {
		heading = b.Translate(string(source.Kind))
	}
	b.ways[way] = safe.Link{Text: heading, Address: template.URL("#" + cmp.Or(source.Anchor, s.Anchor))}
}
