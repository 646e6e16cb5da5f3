package page

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/look"
	"designmanual/db/manual"
	"designmanual/tokenize/css"
)

// A textStyle is a line of text set as the style says, with its parts. Without a file that
// draws its weight it is told alone.
type textStyle struct {
	item
	Class  look.Class
	Sample string
	Parts  []string
	Narrow int  // in a narrow room it is smaller by this factor, if that is above the figure's
	Tight  bool // it is so in the narrowest room alone
}

type textStylesFigure struct {
	Factor int
	Class  look.Class
	Styles []textStyle
}

// textStyles draws each text style in itself, all smaller by one factor if one is large.
func (b *builder) textStyles() any {
	var figure textStylesFigure
	largest := 0.0
	for it := range b.items("styles") {
		style := textStyle{item: it}
		if s := it.Token.style; s != nil {
			largest = max(largest, pixels(s.Size))
			scaled := *s
			scaled.Size = cmp.Or(b.steps[it.text("size")], s.Size) // as its scale tells it
			style.Parts = b.styleParts(scaled)
			style.Class, style.Sample = b.styleClass(*s)
		}
		figure.Styles = append(figure.Styles, style)
	}
	figure.Factor = reduction(largest, largestSpecimen)
	for i := range figure.Styles {
		b.fit(&figure.Styles[i], figure.Factor)
	}
	figure.Class = b.sheet.Class("--k:" + strconv.Itoa(figure.Factor))
	return figure
}

// fit leaves out the words of a style that is too small to be drawn at a factor, and sets its factor in a narrow room,
// where the longest of its words would be cut in two: on all phones, or on the smallest alone.
func (b *builder) fit(style *textStyle, factor int) {
	if style.Sample == "" {
		return
	}
	size := pixels(style.Token.style.Size)
	if size/float64(factor) < smallestSpecimen {
		style.Class, style.Sample = "", ""
		return
	}
	word := size * widthOfLetter * float64(longestWord(style.Sample))
	if narrow := reduction(word, tightRoom); narrow > factor {
		style.Narrow, style.Tight = narrow, reduction(word, narrowRoom) <= factor
		style.Class += " " + b.sheet.Class("--n:"+strconv.Itoa(narrow))
	}
}

// A letter of a word is about so wide, in em, and a phone has so much room, in px, the smallest that much.
const (
	widthOfLetter = 0.62
	narrowRoom    = 350
	tightRoom     = 280
)

// styleParts returns the parts of a text style as readers see them.
func (b *builder) styleParts(s manual.TextStyle) []string {
	family := ""
	if s.Family != "" {
		family = css.SplitFamilies(s.Family)[0]
	}
	size := b.quantity(s.Size)
	if s.LineHeight != "" {
		size += " / " + b.quantity(s.LineHeight)
	}
	var parts []string
	for _, part := range []string{family, size, s.Weight, b.quantity(s.LetterSpacing), s.Case, s.Style} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return parts
}

// lineHeight matches a number or a length as line height.
var lineHeight = regexp.MustCompile(`^[0-9.]+(?:px|rem|em|%)?$`)

// styleClass returns the class of a text style and the words that it is shown with, which
// are empty if no file of the manual draws its family in its weight.
func (b *builder) styleClass(s manual.TextStyle) (look.Class, string) {
	_, face := b.typefaces.Find(s.Family)
	size := look.Value(manual.DimensionToken, s.Size)
	weight := fonts.Weight(s.Weight)
	if s.Weight == "" {
		weight = face.Nearest(400)
	}
	drawn := face.File(weight)
	if s.Style == "italic" {
		i := slices.IndexFunc(
			face.Files, func(f fonts.File) bool { return f.Italic && f.Min <= weight && weight <= f.Max },
		)
		drawn = nil
		if i >= 0 {
			drawn = &face.Files[i]
		}
	}
	if size == "" || drawn == nil {
		return "", ""
	}
	declarations := []string{
		"--v:" + b.typefaces.Families(s.Family), "--size:" + size, "font-weight:" + strconv.Itoa(weight),
		"--l:" + face.Line(),
	}
	if lineHeight.MatchString(s.LineHeight) {
		height := s.LineHeight
		if strings.HasSuffix(height, "px") || strings.HasSuffix(height, "rem") {
			height = "calc(" + height + " / var(--k))"
		}
		declarations = append(declarations, "line-height:"+height)
	}
	if spacing := look.Value(manual.DimensionToken, s.LetterSpacing); spacing != "" {
		declarations = append(declarations, "letter-spacing:calc("+spacing+" / var(--k))")
	}
	if slices.Contains([]string{"uppercase", "lowercase", "capitalize"}, s.Case) {
		declarations = append(declarations, "text-transform:"+s.Case)
	}
	if s.Style == "italic" {
		declarations = append(declarations, "font-style:italic")
	}
	sample, _ := face.Samples(b.Locale)
	return b.sheet.Class(declarations...), sample
}

// A gradientBand is a gradient that is drawn. A pale one that can be seen through stands on dark.
type gradientBand struct {
	item
	OnDark bool
}

// gradients draws each gradient as a band.
func (b *builder) gradients() any {
	var bands []gradientBand
	for it := range b.items("gradients") {
		bands = append(bands, gradientBand{it, isPaleGradient(it.Token.Value)})
	}
	return bands
}

// isPaleGradient reports whether a gradient can be seen through and every color of it is nearer to
// white than to black.
func isPaleGradient(text string) bool {
	layers, err := css.ParseGradient(text, nil)
	if err != nil {
		return false
	}
	clear := false
	for _, layer := range layers {
		for _, stop := range layer.Stops {
			if stop.Color == "" {
				continue
			}
			c, err := css.ParseColor(stop.Color)
			if err != nil {
				return false
			}
			if c.Alpha == 0 {
				clear = true
				continue
			}
			if c.RGB[0]+c.RGB[1]+c.RGB[2] < 2.25 {
				return false
			}
			clear = clear || c.Alpha < 1
		}
	}
	return clear
}

// A furtherToken is a token in a table. Class sets --v for what its type draws.
type furtherToken struct {
	item
	Kind  string
	Value string
}

// furtherTokens shows tokens of other types in a table.
func (b *builder) furtherTokens() any {
	var rows []furtherToken
	for it := range b.items("tokens") {
		row := furtherToken{item: it, Kind: it.text("type"), Value: it.Token.Value}
		if row.Value == "" {
			row.Value = it.text("value")
		}
		row.Class = "" // a length or a font draws nothing here
		if row.Kind == "color" {
			row.Class, row.Value = b.sheet.Value(look.Color(row.Value)), shownColor(row.Value)
		}
		rows = append(rows, row)
	}
	return rows
}
