package page

import (
	"cmp"
	"html/template"
	"iter"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A builder makes the data of the templates from a manual; it is that of the template
// "manual". It also collects the style sheet and the origins of the images.
type builder struct {
	locale
	Page
	Head        head
	Logo, Cover picture
	Strip       []class // the main colors
	Sections    []section
	News        []note

	frame     frame
	sheet     sheet
	links     links
	logos     []logo
	swatches  tokenize.Swatches
	typefaces typefaces
	media     media
	tokens    map[place][]token
	ids       map[string]int // of the page

	inks         []namedColor  // the colors of the current section
	block        content.Block // the current one
	Number       string        // of it, makes the names of forms unique on the page
	wide, narrow int           // about the height of it
}

// A place is where an entry of a block makes tokens of a group.
type place struct {
	group, block string
	entry        int
}

func newBuilder(p Page) *builder {
	b := &builder{locale: newLocale(p.Manual.Lang, p.Manual.Title), Page: p, links: p.links(),
		swatches: tokenize.SwatchesOf(p.Tokens), tokens: map[place][]token{}, ids: map[string]int{}}
	b.typefaces = newTypefaces(p.Sections, &b.links)
	b.frame = newFrame(p, b.typefaces)
	p.Tokens.All(func(path []string, kind manual.TokenType, t manual.Token) {
		at := place{path[0], t.Block, t.Entry}
		b.tokens[at] = append(b.tokens[at], token{Token: t, path: strings.Join(path, "."), kind: kind})
	})
	for _, s := range p.Sections {
		b.ids[s.Anchor] = 1
		for _, block := range s.Blocks {
			b.ids[block.Anchor] = 1
		}
	}
	return b
}

// A token is a design token as the page shows and copies it; the zero token is none.
type token struct {
	manual.Token
	Class class // sets --v to the value; empty if the value is not safe in CSS

	path string // in the token document
	kind manual.TokenType
}

// Copied returns the attributes with what the script copies: the value, and the path in
// the token document unless it follows from the custom property. They are one attribute
// for the template, since a page has hundreds of them.
func (t token) Copied() template.HTMLAttr { return t.copied(t.Value) }

// copied is Copied with the value as the manual writes it.
func (t token) copied(value string) template.HTMLAttr {
	value = `data-value="` + template.HTMLEscapeString(value) + `"`
	if t.Variable != "" && "--"+strings.Replace(t.path, ".", "-", 1) != t.Variable {
		value += ` data-path="` + template.HTMLEscapeString(t.path) + `"`
	}
	return template.HTMLAttr(value)
}

// tokensOf returns the tokens that an entry of the current block makes.
func (b *builder) tokensOf(group string, entry int) []token {
	tokens := b.tokens[place{group, b.block.ID, entry}]
	for i, t := range tokens {
		tokens[i].Class = b.sheet.value(cssValue(t.kind, t.Value))
	}
	return tokens
}

// An item is an entry of a block as its template shows it.
type item struct {
	content.Object // empty if the entry is no object
	Name           string
	ID             string // empty for items without an address
	Token          token  // the first one
	Tokens         []token
	Class          class
	Extra          *value // what its kind does not show

	entry any
	b     *builder
}

// Items yields the entries of a list of the current block.
func (b *builder) Items(list string) iter.Seq[item] {
	group, shown := b.block.Kind.Info().List(list)
	entries, _ := b.block.Content.Get(list).(content.List)
	return func(yield func(item) bool) {
		for i, entry := range entries {
			o, _ := entry.(content.Object)
			it := item{Object: o, Name: o.Text("name"), Tokens: b.tokensOf(group, i), Extra: b.extra(o, shown...), entry: entry, b: b}
			if len(it.Tokens) > 0 {
				it.Token, it.Class = it.Tokens[0], it.Tokens[0].Class
			}
			if !yield(it) {
				return
			}
		}
	}
}

// reserve adds to the height of the current block, in px, on a wide and on a narrow
// screen, what the number of its entries does not tell.
func (b *builder) reserve(wide, narrow int) { b.wide, b.narrow = b.wide+wide, b.narrow+narrow }

// ID returns the id of a thing in the current block, unique on the page: the anchor of
// the block, a dot and the name.
func (b *builder) ID(name string) string {
	return tokenize.Unique(b.ids, b.block.Anchor+"."+tokenize.Name(name, "1"))
}

// A section is a section of the page.
type section struct {
	Number string
	Anchor string
	Title  string
	Intro  template.HTML
	Extra  *value
	Blocks []block
	Named  bool // a block is in the table of contents
}

// A block is a block of the page.
type block struct {
	Number    string // 2.1
	Anchor    string // empty if block and section are one element
	Label     string
	Also      string // further words by which it is found
	Title     string // its own heading
	Intro     template.HTML
	Name      string // in the table of contents, empty if it is not there
	HideLabel bool   // the block shows what it is
	IsText    bool
	Figure    template.HTML
	Extra     *value
	Contrast  *matrix // of the section, below its last colors
	Folded    bool
	Room      class // reserves the height of the block
}

func (b *builder) section(number int, s content.Section) section {
	out := section{Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title}
	intro, rest := splitIntro(s.Content)
	out.Extra, out.Intro = b.extra(rest), b.links.rich(intro)
	b.inks = nil
	for i, source := range s.Blocks {
		b.block, b.Number = source, out.Number+"."+strconv.Itoa(i+1)
		out.Blocks = append(out.Blocks, b.makeBlock(s))
	}
	labels := map[string]bool{}
	var colors *block
	for i := range out.Blocks {
		made := &out.Blocks[i]
		// In the contents, the title, else the first heading, else the label where it is
		// shown and the first of its kind.
		if made.Name = made.Title; made.Name == "" && made.IsText {
			made.Name = heading(made.Figure)
		}
		if made.Name == "" && !made.HideLabel && !labels[made.Label] {
			made.Name = made.Label
		}
		labels[made.Label] = true
		out.Named = out.Named || made.Name != "" && made.Anchor != ""
		if s.Blocks[i].Kind == manual.Colors {
			colors = made
		}
	}
	if colors != nil {
		colors.Contrast, colors.Folded = b.sectionMatrix(b.inks), len(b.inks) >= foldedFrom
	}
	return out
}

// makeBlock draws the current block by the template of its kind, which shows the keys that
// [manual.Kinds] names; other keys are extra.
func (b *builder) makeBlock(s content.Section) block {
	c, kind := b.block.Content, b.block.Kind
	made := block{Number: b.Number, Label: b.word(string(kind), cmp.Or(kind.Label(), string(kind))), IsText: kind == manual.Text, Title: strings.TrimSpace(c.Text("title"))}
	if row, ok := words()["also-"+string(kind)]; ok {
		made.Also = strings.TrimPrefix(row[b.index], row[0]) + " " + row[0]
	}
	made.HideLabel = made.IsText || kind == manual.Image || saysTheSame(made.Label, s.Title)
	intro, _ := splitIntro(c)
	made.Intro = b.links.rich(intro)
	rest := c.Without(manual.CommonKeys...)
	b.wide, b.narrow = 0, 0
	switch info := kind.Info(); {
	case made.IsText: // most blocks of a long manual: a template would take as long as the text
		made.Figure = `<div class="prose">` + b.links.rich(c.Text("html")) + "</div>\n"
		made.Extra = b.extra(rest, info.Names()...)
	case info.Keys != nil:
		made.Figure = template.HTML(execute(b.locale, string(kind), b))
		made.Extra = b.extra(rest, info.Names()...)
	default:
		made.Figure = template.HTML(execute(b.locale, "value", b.value(rest)))
	}
	made.Room = b.room()
	if b.block.Anchor != s.Anchor {
		made.Anchor = b.block.Anchor
	}
	return made
}

// rooms are about the heights in px, on a wide and on a narrow screen, of what stands
// under a key of a block: of each entry of a list, of each fifty bytes of a text.
var rooms = map[string][2]int{
	"html": {18, 36}, "fonts": {160, 190}, "scale": {1400, 1600}, "steps": {35, 80}, "breakpoints": {66, 80}, "durations": {40, 115}, "easings": {90, 180},
	"radii": {60, 115}, "levels": {90, 330}, "logos": {240, 525}, "images": {500, 310}, "files": {67, 76}, "items": {100, 160},
	"videos": {700, 290}, "icons": {36, 118}, "pairings": {92, 230},
}

// room returns the class that reserves about the height of the current block while it is
// not in view, empty for a kind that is not known.
func (b *builder) room() class {
	wide, narrow := 48+b.wide, 48+b.narrow
	for _, key := range b.block.Kind.Info().Names() {
		n := 1
		switch value := b.block.Content.Get(key).(type) {
		case nil:
			n = 0
		case content.List:
			n = len(value)
		case string:
			n += len(value) / 50
		}
		wide, narrow = wide+n*rooms[key][0], narrow+n*rooms[key][1]
	}
	if wide == 48 {
		return ""
	}
	return b.sheet.class("--h:"+strconv.Itoa(wide/32*2)+"rem", "--hn:"+strconv.Itoa(narrow/32*2)+"rem")
}

// saysTheSame reports whether a label says nothing that the title of its section does
// not: Color below Colours.
func saysTheSame(label, title string) bool {
	plain := func(text string) string {
		return strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(text), "ou", "o"), "s")
	}
	label, title = plain(label), plain(title)
	return strings.HasPrefix(label, title) || strings.HasPrefix(title, label)
}

// splitIntro returns the intro of a section or block, and the other members. An intro
// that is not text is one of the other members.
func splitIntro(c content.Object) (intro string, rest content.Object) {
	switch c.Get("intro").(type) {
	case content.Object, content.List, bool:
		return "", c
	}
	return c.Text("intro"), c.Without("intro")
}
