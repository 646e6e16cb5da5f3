package page

import (
	"strings"

	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/look"
	"designmanual/api/render/page/safe"
	"designmanual/api/render/page/words"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A builder makes the data of the templates from a manual. It also collects the style
// sheet and the origins of the images.
type builder struct {
	words.Locale
	Input

	frame     look.Frame
	sheet     look.Sheet
	checker   safe.Checker
	logos     []logo
	image     string // the address of the first picture
	swatches  tokenize.Swatches
	inModes   map[string]tokenize.Swatches // the colors in each mode, by its slug; swatchesIn makes them
	typefaces fonts.Typefaces
	hasVideo  bool // the page has a video, which its policy must allow
	tokens    map[tokenSource][]token
	ids       map[string]int    // how often each id of an element of the page is taken
	steps     map[string]string // the steps of the type scale as they are shown, by their keys
	extremes  []string          // the names of the lightest and the darkest color; nil until sectionMatrix needs them

	themes     []string                  // the names of the themes that have a preview
	coverLinks [coverLinkCount]safe.Link // empty for what the manual lacks

	// Of the section and the block that are being drawn: section and makeBlock set them.
	sectionColors  []namedColor  // the colors of the section so far
	sectionGrounds []string      // the names of the grounds on which the section shows them
	block          content.Block // the block
	number         string        // its number
}

// A tokenSource is where an entry of a block makes tokens of a group.
type tokenSource struct {
	group, block string
	entry        int
}

// newBuilder returns a builder that knows what all sections of the page need: the typefaces, the colors of the frame,
// the tokens of each entry, and the anchors, which no other id on the page may have.
func newBuilder(p Input) *builder {
	b := &builder{
		Locale: words.New(p.Manual.Lang, p.Manual.Title), Input: p,
		checker:  safe.New(p.Manual, p.Smaller, p.Path(), p.base(), p.embed),
		swatches: tokenize.SwatchesOf(p.Tokens), inModes: map[string]tokenize.Swatches{},
		tokens: map[tokenSource][]token{}, ids: map[string]int{}, steps: map[string]string{},
	}
	b.checker.RTL = b.Dir == "rtl"
	b.typefaces = fonts.New(p.Sections, &b.checker)
	b.frame = look.NewFrame(look.Source{
		Summary: p.Summary, Brand: p.Brand.Cover, Primary: p.BrandContext.primaryCard, Tokens: p.Tokens, Faces: b.typefaces,
		Language: b.Language(),
	})
	p.Tokens.All(b.addToken)
	for _, s := range p.Sections {
		b.ids[s.Anchor] = 1
		for _, block := range s.Blocks {
			b.ids[block.Anchor] = 1
		}
	}
	return b
}

// addToken adds a token to those of the entry that makes it.
func (b *builder) addToken(path []string, kind manual.TokenType, t manual.Token) {
	source := tokenSource{path[0], t.Block, t.Entry}
	if t.List == "tokens" {
		source.group = manual.GroupFurther
	}
	shown := token{
		Name: t.Name, Title: t.Title, Value: t.Value, Variable: t.Variable,
		kind: kind, modes: t.Modes, style: t.Style,
	}
	if path := strings.Join(path, "."); t.Variable != "" && pathOf(t) != path {
		shown.path = path
	}
	b.tokens[source] = append(b.tokens[source], shown)
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
