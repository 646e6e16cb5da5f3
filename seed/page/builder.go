package page

import (
	"bytes"
	"fmt"
	"html/template"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

// A builder turns the sections of a manual into what the templates show, and
// gathers on the way the stylesheet and the origins that images come from.
type builder struct {
	page       Page
	sheet      *sheet
	links      links
	weights    map[string]int // token name of a face to the weight for headings
	firstImage string
	main       []string // token names of the colors that are not tints
	number     string   // of the block that is being built
	block      string   // its id

	groups   [len(manual.Groups)][]manual.Token // what no block has taken yet
	themes   []manual.Theme
	swatches tokenize.Swatches // nil until a theme asks for them

	decoder jsontext.Decoder // of further content, from source
	source  bytes.Buffer
}

func newBuilder(p Page) *builder {
	b := &builder{page: p, sheet: newSheet(p.Tokens), weights: map[string]int{}, themes: p.Tokens.Themes}
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

// take returns the token that peek names and its property, and passes over
// it; nothing where there is none.
func (b *builder) take(group int) (token manual.Token, property string) {
	if b.peek(group) == "" {
		return manual.Token{}, ""
	}
	tokens, properties := &b.groups[group], &b.sheet.properties[group]
	token, property = (*tokens)[0], (*properties)[0]
	*tokens, *properties = (*tokens)[1:], (*properties)[1:]
	return token, property
}

// show is take for the property and a class that has its value.
func (b *builder) show(group int) (shown class, property string) {
	_, property = b.take(group)
	return b.sheet.variable(property), property
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
	intro, further, err := b.intro(s)
	if err != nil {
		return section{}, fmt.Errorf("section %s: %w", s.ID, err)
	}
	out := section{Number: number, Anchor: s.Anchor, Title: s.Title, Intro: intro, Further: further, Blocks: make([]block, 0, len(s.Blocks))}
	for i := range s.Blocks {
		source := &s.Blocks[i]
		b.block, b.number = source.ID, strconv.Itoa(number)+"."+strconv.Itoa(i+1)
		shown, err := b.figure(source)
		if err != nil {
			return section{}, fmt.Errorf("block %s of section %s: %w", source.ID, s.ID, err)
		}
		b.leave()
		made := block{Number: i + 1, Anchor: source.Anchor, Label: source.Kind.Label(), Figure: shown}
		made.Quiet = source.Kind == manual.Text || source.Kind == manual.Image
		if source.Anchor == s.Anchor {
			made.Anchor = ""
		}
		out.Blocks = append(out.Blocks, made)
	}
	return out, nil
}

// intro reads the content of a section: the rich text of its intro, and
// whatever else it holds.
func (b *builder) intro(s *manual.Section) (template.HTML, *datum, error) {
	type content struct {
		Intro   manual.Literal `json:"intro"`
		Further further        `json:",embed"`
	}
	c, err := tokenize.Content[content](manual.Block{Content: s.Content})
	if err != nil {
		d, err := b.datum([]byte(s.Content))
		return "", d, err
	}
	rest, err := b.further(c.Further)
	return b.links.rich(c.Intro.Text), rest, err
}

// figure returns what a block shows, by its kind; an unknown kind is shown as
// keys and values.
func (b *builder) figure(source *manual.Block) (figure, error) {
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
		return build(source, b.themeStages)
	case manual.Logo:
		return build(source, b.logos)
	case manual.Text:
		return build(source, b.text)
	case manual.Image:
		return build(source, b.images)
	case manual.Downloads:
		return build(source, b.downloads)
	case manual.DosDonts:
		return build(source, b.examples)
	}
	d, err := b.datum([]byte(source.Content))
	if d == nil {
		d = &datum{Nothing: true}
	}
	return d, err
}

// build decodes the content of a block and makes a figure of it.
func build[T, V any, F interface {
	*V
	figure
}](source *manual.Block, make func(T) (V, error)) (figure, error) {
	content, err := tokenize.Content[T](*source)
	if err != nil {
		return nil, err
	}
	made, err := make(content)
	return F(&made), err
}
