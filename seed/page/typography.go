package page

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
	"designmanual/tokenize"
)

type typographyFigure struct {
	Roles   []typeRole
	Faces   []face
	Scale   []size
	OfScale *value // what else is said of the scale
	Further *value
}

// typeRole is a use of the type at its real size and weight.
type typeRole struct {
	Name   string // a key of the words
	Class  class
	Family string
	Weight int
	Size   string
	Text   string // empty for the pangram
}

// face is a typeface as its specimen shows it.
type face struct {
	Class     class
	Token     token
	Family    string
	Usage     string
	Fallbacks string
	Own       bool // its files are the manual's
	Weights   []weight
	Further   *value

	value   string // of font-family, in a specimen
	numbers []int  // of the weights
}

type weight struct {
	Class class
	Text  string
}

// size is a step of a type scale at its real size.
type size struct {
	Class      class
	Token      token
	Key, Value string
	Large, Cut bool // set in the face for headings; larger than the page shows it
	TooSmall   bool // to be read
}

func (b *builder) typography(c content.Object) (figure typographyFigure) {
	for i, font := range c.Objects("fonts") {
		figure.Faces = append(figure.Faces, b.face(i, font))
	}
	var sizes [len(manual.SizeKeys)]string
	if scale, ok := c.Get("scale").(content.Object); ok {
		sizes = sizesOf(scale)
		figure.Scale = b.scale(sizes)
		figure.OfScale = b.further(scale, "base", "ratio", "sizes")
	}
	figure.Roles = b.typeRoles(figure.Faces, sizes)
	figure.Further = b.further(c, "fonts", "scale")
	return figure
}

// sizesOf returns the sizes of a type scale, which has been checked.
func sizesOf(c content.Object) [len(manual.SizeKeys)]string {
	scale := manual.TypeScale{Base: c.Literal("base"), Ratio: c.Literal("ratio"), Sizes: map[string]manual.Literal{}}
	given, _ := c.Get("sizes").(content.Object)
	for _, m := range given {
		scale.Sizes[m.Key] = content.Literal(m.Value)
	}
	sizes, _ := tokenize.Sizes(scale)
	return sizes
}

func (f typographyFigure) contents() string {
	var names []string
	for _, face := range f.Faces {
		names = append(names, face.Family)
	}
	return joined(names)
}

func (b *builder) face(entry int, font content.Object) face {
	f := face{Family: font.Text("family"), Usage: font.Text("usage"), Fallbacks: strings.Join(font.Texts("fallbacks"), ", ")}
	f.Token = b.take(manual.FontFamilyGroup, entry)
	f.value = withGeneric(cssFamilies(f.Token.Value))
	if f.Own = b.fontFace(f.Family, font.Objects("files")); f.Own {
		f.value = cssFamily(specimenPrefix+f.Family) + ", " + f.value
	}
	f.Class = b.sheet.value(f.value)
	for _, text := range font.Texts("weights") {
		w := weight{Text: text}
		if n := weightNumber(text); n > 0 {
			w.Class = b.sheet.class("font-weight", strconv.Itoa(n))
			f.numbers = append(f.numbers, n)
		}
		f.Weights = append(f.Weights, w)
	}
	if f.Token.from.Name == b.frame.headingToken && len(f.numbers) > 0 {
		b.frame.headingWeight = slices.Max(f.numbers)
	}
	f.Further = b.further(font, "family", "usage", "fallbacks", "weights", "files", "shared")
	return f
}

// typeRoles sets heading, body and caption in the faces that are used for
// them, at the sizes of the scale.
func (b *builder) typeRoles(faces []face, sizes [len(manual.SizeKeys)]string) (roles []typeRole) {
	if len(faces) == 0 {
		return nil
	}
	sized := func(key, otherwise string) string {
		if i := slices.Index(manual.SizeKeys[:], key); isQuantity(sizes[i]) {
			return sizes[i]
		}
		return otherwise
	}
	caption := sized("xs", "12px")
	if pixels(caption) < smallestSpecimen {
		caption = sized("sm", "12px")
	}
	for _, r := range []struct {
		name, size string
		heavy      bool
		words      []string
	}{
		{"heading", sized("3xl", "40px"), true, headingWords},
		{"body", sized("md", "16px"), false, bodyWords},
		{"caption", caption, false, captionWords},
	} {
		f := faceFor(faces, r.words)
		n := 0
		for _, w := range f.numbers {
			if n == 0 || r.heavy && w > n || !r.heavy && abs(w-400) < abs(n-400) {
				n = w
			}
		}
		n = cmp.Or(n, 400)
		shown := "min(max(" + r.size + ",10px),9rem)"
		roles = append(roles, typeRole{r.name, b.sheet.class("--v", cmp.Or(f.value, "inherit"), "--size", shown, "--weight", strconv.Itoa(n)), f.Family, n, b.rounded(r.size), ""})
		if r.name == "body" {
			roles[len(roles)-1].Text = excerpt(b.page.Manual.Description)
		}
	}
	return roles
}

var (
	headingWords = []string{"heading", "headline", "title", "display"}
	bodyWords    = []string{"body", "text", "reading", "running", "copy"}
	captionWords = []string{"caption", "label", "small", "body", "text", "reading"}
)

// faceFor returns the face whose usage has one of the words, the first word
// first; else the first that is not monospaced.
func faceFor(faces []face, words []string) face {
	for _, word := range words {
		for _, f := range faces {
			if strings.Contains(strings.ToLower(f.Usage), word) && f.value != "" {
				return f
			}
		}
	}
	for _, f := range faces {
		if !strings.HasSuffix(f.value, "monospace") {
			return f
		}
	}
	return faces[0]
}

func abs(n int) int { return max(n, -n) }

// scale shows the sizes from the largest down. A further scale of a manual
// makes no tokens and is shown all the same.
func (b *builder) scale(sizes [len(manual.SizeKeys)]string) []size {
	shown := make([]size, len(sizes))
	for i, key := range manual.SizeKeys {
		s := size{Key: key, Value: b.rounded(sizes[i]), Large: i > 4}
		s.Token = b.take(manual.FontSizeGroup, i)
		if s.Class = s.Token.Class; s.Class == "" && isQuantity(sizes[i]) {
			s.Class = b.sheet.value(sizes[i])
		}
		px := pixels(sizes[i])
		s.Cut, s.TooSmall = px > largestSpecimen, px < smallestSpecimen
		shown[len(shown)-1-i] = s
	}
	return shown
}

// The sizes in px beyond which a step of the scale is shown smaller than it
// is, and below which it is not shown as text.
const (
	largestSpecimen  = 144
	smallestSpecimen = 10
)

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
