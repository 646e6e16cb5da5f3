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
	inModes   map[string]tokenize.Swatches // by slug
	typefaces fonts.Typefaces
	hasVideo  bool // on the page
	tokens    map[tokenSource][]token
	ids       map[string]int    // of the page
	steps     map[string]string // of the type scale by their keys, as they are shown
	extremes  []string          // the lightest and the darkest color of the manual, once a section has asked

	inks       []namedColor  // the colors of the current section
	grounds    []string      // that it names
	block      content.Block // the current one
	number     string        // of it
	themes     []string      // the names of the previews
	coverLinks [4]safe.Link  // to the first logos, colors, typefaces and contacts; empty for none
}

// A tokenSource is where an entry of a block makes tokens of a group.
type tokenSource struct {
	group, block string
	entry        int
}

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
	p.Tokens.All(func(path []string, kind manual.TokenType, t manual.Token) {
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
