package page

import (
	"fmt"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A builder turns the sections of a manual into what the templates show, and
// gathers on the way the style sheet and the origins that images come from.
type builder struct {
	speech
	page       Page
	sheet      sheet
	links      links
	weights    map[string]int // token name of a face to the weight for headings
	firstImage string         // the absolute address of the first picture
	logos      []logo
	main       []string // the hex of the colors that are not tints
	fontFaces  strings.Builder
	fonts      map[string][]string // the addresses of upright fonts by family
	number     string              // of the block that is being built
	block      string              // its id

	groups   [len(manual.Groups)][]manual.Token // what no block has taken yet
	themes   []manual.Theme
	swatches tokenize.Swatches // nil until a theme asks for them
}

func newBuilder(p Page) *builder {
	_, path := p.address()
	b := &builder{speech: p.speech(), page: p, links: newLinks(p.Manual.Files, path), weights: map[string]int{}, fonts: map[string][]string{}, themes: p.Tokens.Themes}
	for i, g := range p.Tokens.Groups {
		b.groups[i] = g.Tokens
	}
	return b
}

// peek returns the name of the next token that the block under way made in a
// group, or nothing. Tokens stand in page order, and so does the builder.
func (b *builder) peek(group int) string {
	if tokens := b.groups[group]; len(tokens) > 0 && tokens[0].Block == b.block {
		return tokens[0].Name
	}
	return ""
}

// peekTheme tells whether the next theme is one of the block under way.
func (b *builder) peekTheme() bool {
	return len(b.themes) > 0 && len(b.themes[0].Colors) > 0 && b.themes[0].Colors[0].Block == b.block
}

// A token is a design token as the page shows and copies it; the zero token
// is none.
type token struct {
	CSS    string // the custom property
	Value  string
	Class  class             // whose --v is the value; empty where that is not plain
	Copied template.HTMLAttr // see copied

	path string // in the token document
}

func newToken(css, path, value string, c class) token {
	t := token{CSS: css, Value: value, Class: c, path: path}
	t.Copied = t.copied(value)
	return t
}

// copied returns the attributes that say what is copied of a value and its
// token, in one: a page has hundreds of them.
func (t token) copied(value string) template.HTMLAttr {
	attributes := `data-value="` + escaper.Replace(value) + `"`
	if t.CSS != "" {
		attributes += ` data-css="` + escaper.Replace(t.CSS) + `" data-path="` + escaper.Replace(t.path) + `"`
	}
	return template.HTMLAttr(attributes)
}

// escaper escapes a text as html/template does between quotes.
var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;", "\x00", "\uFFFD")

// take returns the token that peek names and passes over it; the zero token
// where there is none.
func (b *builder) take(group int) token {
	if b.peek(group) == "" {
		return token{}
	}
	t := b.groups[group][0]
	b.groups[group] = b.groups[group][1:]
	plain, ok := cssValue(manual.Groups[group].Type, t.Value)
	if !ok {
		plain = ""
	}
	name := manual.Groups[group].Name
	return newToken(tokenize.CSSName(name, t.Name), name+"."+t.Name, t.Value, b.sheet.value(plain))
}

// leave passes over what the block made and did not take.
func (b *builder) leave() {
	for group := range b.groups {
		for b.peek(group) != "" {
			b.take(group)
		}
	}
	for b.peekTheme() {
		b.themes = b.themes[1:]
	}
}

func (b *builder) section(number int, s *manual.Section) (section, error) {
	out := section{Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title}
	var err error
	if out.Intro, out.Further, err = b.intro(s); err != nil {
		return section{}, fmt.Errorf("section %s: %w", s.ID, err)
	}
	for i := range s.Blocks {
		source := &s.Blocks[i]
		b.block, b.number = source.ID, strconv.Itoa(number)+"."+strconv.Itoa(i+1)
		made := block{Number: b.number, Anchor: source.Anchor, Label: b.label(source.Kind)}
		made.Kind, made.Figure, err = b.figure(source)
		if err != nil {
			return section{}, fmt.Errorf("block %s of section %s: %w", source.ID, s.ID, err)
		}
		b.leave()
		made.Quiet = source.Kind == manual.Text || source.Kind == manual.Image
		if source.Anchor == s.Anchor {
			made.Anchor = ""
		}
		out.Blocks = append(out.Blocks, made)
	}
	nameBlocks(out.Blocks)
	return out, nil
}

// A named figure says what is in it, for the contents.
type named interface{ contents() string }

// nameBlocks says how the contents call the blocks of a section: by their
// label, or by what is in them where the label says too little.
func nameBlocks(blocks []block) {
	for i := range blocks {
		alike := func(other block) bool { return other.Label == blocks[i].Label }
		first := slices.IndexFunc(blocks, alike)
		several := first < i || slices.ContainsFunc(blocks[i+1:], alike)
		blocks[i].Name = blocks[i].Label
		if f, ok := blocks[i].Figure.(named); ok && (several || blocks[i].Quiet) {
			if said := f.contents(); said != "" {
				blocks[i].Name = said
			}
		}
	}
}

// intro reads the content of a section: the rich text of its intro, and
// whatever else it holds.
func (b *builder) intro(s *manual.Section) (template.HTML, *value, error) {
	type content struct {
		Intro   manual.Literal `json:"intro"`
		Further further        `json:",embed"`
	}
	c, err := tokenize.Content[content](manual.Block{Content: s.Content})
	if err != nil {
		v, err := b.value([]byte(s.Content))
		return "", v, err
	}
	rest, err := b.further(c.Further)
	return b.links.rich(c.Intro.Text), rest, err
}

// figure returns what a block shows and the template that shows it; an
// unknown kind is shown as keys and values.
func (b *builder) figure(source *manual.Block) (string, any, error) {
	switch source.Kind {
	case manual.Colors:
		return build(source, b.colors)
	case manual.Typography:
		return build(source, b.typography)
	case manual.Spacing:
		return build(source, b.spacing)
	case manual.Breakpoints:
		return build(source, b.breakpoints)
	case manual.Motion:
		return build(source, b.motion)
	case manual.Radii:
		return build(source, b.radii)
	case manual.Elevation:
		return build(source, b.elevation)
	case manual.Themes:
		return build(source, b.themesBlock)
	case manual.Logo:
		return build(source, b.logosBlock)
	case manual.Text:
		return build(source, b.text)
	case manual.Image:
		return build(source, b.images)
	case manual.Downloads:
		return build(source, b.downloads)
	case manual.DosDonts:
		return build(source, b.examples)
	}
	v, err := b.value([]byte(source.Content))
	if v == nil {
		v = &value{Nothing: true}
	}
	return "OTHER", v, err
}

// build decodes the content of a block and makes a figure of it.
func build[T, V any](source *manual.Block, make func(T) (V, error)) (string, any, error) {
	content, err := tokenize.Content[T](*source)
	if err != nil {
		return "", nil, err
	}
	made, err := make(content)
	return string(source.Kind), made, err
}

// joined returns names for the contents, as far as a line goes.
func joined(names []string) string {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return name == "" })
	if len(names) > 4 {
		names = append(names[:4:4], "…")
	}
	return strings.Join(names, ", ")
}
