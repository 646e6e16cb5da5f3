package page

import (
	"cmp"
	"html/template"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

// A builder makes the data of the templates from the sections of a manual. It
// also collects the style sheet and the origins of the images.
type builder struct {
	locale
	page       Page
	path       string // precedes the paths of the exports and files
	frame      frame
	sheet      sheet
	links      links
	firstImage string // the absolute address of the first image
	logos      []logo
	swatches   tokenize.Swatches
	typefaces  typefaces

	media media
	inks  []namedColor // the colors of the current section

	ids map[string]int // of the page

	number, block, anchor string // of the current block

	// The tokens and themes that no block has shown yet, in page order.
	groups [len(manual.Groups)][]manual.Token
	themes []manual.Theme
}

func newBuilder(p Page) *builder {
	_, path := p.address()
	b := &builder{locale: p.locale(), page: p, path: path, links: newLinks(p.Manual.Files, path), themes: p.Tokens.Themes, swatches: tokenize.SwatchesOf(p.Tokens)}
	b.links.root = p.base()
	b.typefaces = newTypefaces(p.Sections, &b.links)
	b.frame = newFrame(p, b.typefaces)
	for i, g := range p.Tokens.Groups {
		b.groups[i] = g.Tokens
	}
	b.ids = map[string]int{}
	for _, s := range p.Sections {
		b.ids[s.Anchor] = 1
		for _, block := range s.Blocks {
			b.ids[block.Anchor] = 1
		}
	}
	return b
}

// figures make the data that draws a block of a kind from the keys that
// [manual.Kinds] names; other keys are extra. The template "block" draws the
// figure.
var figures = map[manual.Kind]func(*builder, content.Object) any{
	manual.Colors:      (*builder).colors,
	manual.Typography:  (*builder).typography,
	manual.Spacing:     (*builder).spacing,
	manual.Breakpoints: (*builder).breakpoints,
	manual.Motion:      (*builder).motion,
	manual.Radii:       (*builder).radii,
	manual.Elevation:   (*builder).elevation,
	manual.Themes:      (*builder).themesFigure,
	manual.Logo:        (*builder).logosFigure,
	manual.Text:        (*builder).text,
	manual.Image:       (*builder).images,
	manual.Downloads:   (*builder).downloads,
	manual.DosDonts:    (*builder).examples,
	manual.Video:       (*builder).videos,
	manual.Icons:       (*builder).icons,
	manual.Pairings:    (*builder).pairings,
}

func (b *builder) section(number int, s content.Section) section {
	out := section{Number: strconv.Itoa(number), Anchor: s.Anchor, Title: s.Title}
	intro, rest := splitIntro(s.Content)
	out.Extra, out.Intro = b.extra(rest), b.links.rich(intro)
	b.inks = nil
	for i, source := range s.Blocks {
		b.block, b.anchor = source.ID, source.Anchor
		b.number = out.Number + "." + strconv.Itoa(i+1)
		out.Blocks = append(out.Blocks, b.makeBlock(source, s))
	}
	nameBlocks(out.Blocks)
	for i := len(out.Blocks) - 1; i >= 0; i-- {
		if out.Blocks[i].Kind == string(manual.Colors) {
			out.Blocks[i].Contrast, out.Blocks[i].Folded = b.sectionMatrix(b.inks), len(b.inks) >= foldedFrom
			break
		}
	}
	for _, made := range out.Blocks {
		out.Named = out.Named || made.Name != "" && made.Anchor != ""
	}
	return out
}

func (b *builder) makeBlock(source content.Block, s content.Section) block {
	made := block{Number: b.number, Label: b.label(source.Kind), Kind: string(source.Kind), IsText: source.Kind == manual.Text}
	made.Title = strings.TrimSpace(source.Content.Text("title"))
	made.HideLabel = made.IsText || source.Kind == manual.Image || saysTheSame(made.Label, s.Title)
	rest := source.Content.Without(manual.CommonKeys...)
	intro, _ := splitIntro(source.Content)
	made.Intro = b.links.rich(intro)
	if figure, known := figures[source.Kind]; known {
		made.Figure = figure(b, source.Content)
		made.Extra = b.extra(rest, source.Kind.Info().Names()...)
	} else {
		made.Figure = b.value(rest)
	}
	made.Room = b.room(made)
	if source.Anchor != s.Anchor {
		made.Anchor = source.Anchor
	}
	return made
}

// room returns the class that reserves about the height of a block that is not in view
// yet. Kinds without a case are about as high as the style sheet says.
func (b *builder) room(made block) class {
	wide, narrow := 0, 0 // in px, on a wide and on a narrow screen
	add := func(n, onWide, onNarrow int) { wide, narrow = wide+n*onWide, narrow+n*onNarrow }
	switch figure := made.Figure.(type) {
	case colorsFigure:
		for _, s := range figure.Swatches {
			text := len(s.Name) / 10 * 20 // lines of a name and its token
			if s.Extra != nil {
				text += 120
			}
			switch {
			case s.Tints != nil:
				add(1, 160+text/2, 320+text)
			case figure.Many: // six and two columns
				add(1, (210+text)/6, (210+text)/2)
			default:
				add(1, (256+text)/4, (256+text)/2)
			}
		}
	case sizes:
		each := map[string][2]int{"SPACING": {35, 70}, "BREAKPOINTS": {54, 54}, "RADII": {36, 105}}[made.Kind]
		add(len(figure.Items), each[0], each[1])
	case []measure: // shadows
		add(len(figure), 90, 330)
	case motionFigure:
		add(len(figure.Durations), 28, 110)
		add(len(figure.Easings), 90, 180)
	case typographyFigure:
		add(len(figure.Faces), 190, 230)
		add(len(figure.Scale.Steps), 75, 75)
	case themesFigure:
		add(1, 800, 1250)
	default:
		return ""
	}
	return b.sheet.class("--h:"+strconv.Itoa(wide/16+7)+"rem", "--hn:"+strconv.Itoa(narrow/16+7)+"rem")
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

// id returns the id of a thing in the current block, unique on the page: the anchor of
// the block, a dot and the name.
func (b *builder) id(name string) string {
	return tokenize.Unique(b.ids, b.anchor+"."+tokenize.Name(name, "1"))
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

// nameBlocks sets the names of the blocks of a section in the table of contents: the
// title, else the first heading, else the label where it is shown and the first of its
// kind.
func nameBlocks(blocks []block) {
	labels := map[string]bool{}
	for i := range blocks {
		b := &blocks[i]
		rich, _ := b.Figure.(template.HTML)
		b.Name = cmp.Or(b.Title, heading(rich))
		if b.Name == "" && !b.HideLabel && !labels[b.Label] {
			b.Name = b.Label
		}
		labels[b.Label] = true
	}
}
