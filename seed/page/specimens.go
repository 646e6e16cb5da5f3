package page

import (
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
)

type typographyContent struct {
	Fonts   []fontContent `json:"fonts"`
	Scale   *scaleContent `json:"scale"`
	Further further       `json:",embed"`
}

type scaleContent struct {
	manual.TypeScale
	Further further `json:",embed"`
}

type fontContent struct {
	manual.Font
	Further further `json:",embed"`
}

type specimens struct {
	Faces    []face
	Scale    []size
	Sentence string
	OfScale  *datum // what else is said of the scale
	Further  *datum
}

// face is a typeface as its specimen shows it.
type face struct {
	Class         class
	Property      string
	Family, Usage string
	Fallbacks     string
	Weights       []weight
	Further       *datum
}

type weight struct {
	Class class
	Text  string
}

// size is a step of a type scale at its real size.
type size struct {
	Class      class
	Property   string
	Key, Value string
	Large, Cut bool // set in the face for headings; larger than the page shows it
}

func (b *builder) typography(c typographyContent) (specimens, error) {
	s := specimens{Sentence: b.sentence()}
	for _, font := range c.Fonts {
		f := face{Family: font.Family, Usage: font.Usage, Fallbacks: strings.Join(font.Fallbacks, ", ")}
		token, property := b.take(manual.FontFamilyGroup)
		f.Class, f.Property = b.sheet.variable(property), property
		heaviest := 0
		for _, w := range font.Weights {
			n := weightNumber(w.Text)
			shown := weight{Text: w.Text}
			if n > 0 {
				shown.Class = b.sheet.class("font-weight", strconv.Itoa(n))
			}
			heaviest = max(heaviest, n)
			f.Weights = append(f.Weights, shown)
		}
		b.weights[token.Name] = heaviest
		var err error
		if f.Further, err = b.further(font.Further); err != nil {
			return s, err
		}
		s.Faces = append(s.Faces, f)
	}
	if c.Scale != nil {
		sizes, err := tokenize.Sizes(c.Scale.TypeScale)
		if err != nil {
			return s, err
		}
		s.Scale = b.scale(sizes)
		if s.OfScale, err = b.further(c.Scale.Further); err != nil {
			return s, err
		}
	}
	var err error
	s.Further, err = b.further(c.Further)
	return s, err
}

// sentence is what specimens are set in: the description of the manual, or its
// title, as far as a specimen goes.
func (b *builder) sentence() string {
	if b.page.Manual.Description == "" {
		return excerpt(b.page.Manual.Title)
	}
	return excerpt(b.page.Manual.Description)
}

// longestExcerpt is how much of a text is shown where it only serves as an
// example, in bytes.
const longestExcerpt = 300

// excerpt returns a text that is not too long for an example, or the words
// with which it begins.
func excerpt(text string) string {
	if len(text) <= longestExcerpt {
		return text
	}
	if space := strings.LastIndexByte(text[:longestExcerpt+1], ' '); space > 0 {
		return text[:space] + "…"
	}
	return strings.ToValidUTF8(text[:longestExcerpt], "") + "…"
}

// scale shows the sizes from the largest down. A further scale of a manual
// makes no tokens and is shown all the same.
func (b *builder) scale(sizes [len(manual.SizeKeys)]string) []size {
	shown := make([]size, len(sizes))
	for i, key := range manual.SizeKeys {
		s := size{Key: key, Value: sizes[i], Large: i > 4}
		if b.peek(manual.FontSizeGroup) == key {
			s.Class, s.Property = b.show(manual.FontSizeGroup)
		}
		if s.Class == 0 && isQuantity(s.Value) {
			s.Class = b.sheet.class("--v", s.Value)
		}
		s.Cut = pixels(s.Value) > largestSpecimen
		shown[len(shown)-1-i] = s
	}
	return shown
}

// largestSpecimen is the size in px beyond which the stylesheet shows a step
// of the scale smaller than it is.
const largestSpecimen = 144

var gaps = strings.NewReplacer(" ", "", "-", "")

// weightNumber reads the weight of a font: a number from 1 to 1000 or one of
// the usual names (CSS Fonts Module Level 4, section 2.2.1); 0 for any other.
func weightNumber(text string) int {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= 1000 {
		return n
	}
	switch strings.ToLower(gaps.Replace(text)) {
	case "thin", "hairline":
		return 100
	case "extralight", "ultralight":
		return 200
	case "light":
		return 300
	case "regular", "normal", "book", "roman":
		return 400
	case "medium":
		return 500
	case "semibold", "demibold":
		return 600
	case "bold":
		return 700
	case "extrabold", "ultrabold":
		return 800
	case "black", "heavy":
		return 900
	}
	return 0
}
