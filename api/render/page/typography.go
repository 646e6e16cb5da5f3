package page

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

type typographyFigure struct {
	Roles      []typeRole
	Faces      []face
	Scale      sizes  // largest first
	ScaleExtra *value // the other members of the scale
}

// A typeRole shows a use of the type (heading, body, caption) at its real size
// and weight.
type typeRole struct {
	Name   string
	Class  class
	Family string
	Weight int
	Size   string
	Text   string
}

// A face is the specimen of a typeface. Without a file in the manual it is drawn in
// nothing else, and Weights are texts.
type face struct {
	item
	Use, Family     string
	Fallbacks       string
	Own             bool // files of the manual draw it
	Pangram, Glyphs string
	Weights         []weight
	Names           string // of the weights that the manual names, without files

	*typeface
	value string // of font-family
}

// A weight of a face. Class sets it; without a file that draws it, it is empty.
type weight struct{ Name, Class string }

// typography draws the typefaces and the type scale.
func (b *builder) typography() any {
	var figure typographyFigure
	for it := range b.items("fonts") {
		figure.Faces = append(figure.Faces, b.face(it))
	}
	if scale := b.block.Content.Get("scale"); scale.Is('{') {
		sizes, _ := tokenize.Sizes(scale) // checked at import
		figure.Scale = b.scale(sizes, scale.Get("sizes"))
		figure.ScaleExtra = b.extra(scale, "base", "ratio", "sizes")
	}
	if figure.Scale.Factor <= 1 {
		figure.Roles = b.typeRoles(figure.Faces, figure.Scale)
	}
	return figure
}

func (b *builder) face(it item) face {
	f := face{item: it, Use: it.text("usage"), Family: it.text("family"), Fallbacks: strings.Join(it.entry.Get("fallbacks").Scalars(), ", ")}
	f.typeface, f.ID, f.Class = b.typefaces[f.Family], b.id(f.Family), ""
	f.value = b.typefaces.families(it.Token.Value)
	f.Own = len(f.files) > 0
	named := it.entry.Get("weights").Scalars()
	if !f.Own {
		f.Names = strings.Join(named, ", ")
		return f
	}
	drawn, shown := f.drawn(), f.nearest(400)
	if len(drawn) > 0 && !slices.Contains(drawn, shown) {
		shown = drawn[0]
	}
	f.Class = b.sheet.class("--v:"+f.value, "--w:"+strconv.Itoa(shown))
	index := b.index
	if !f.reads(languages[index]) {
		index = 0
	}
	f.Pangram, f.Glyphs = words()["pangram"][index], words()["glyphs"][index]
	if len(named) == 0 {
		for _, n := range drawn {
			named = append(named, strconv.Itoa(n))
		}
	}
	for _, text := range named {
		w := weight{Name: text}
		if n := weightNumber(text); f.file(n) != nil {
			w.Class = b.sheet.class("font-weight:" + strconv.Itoa(n))
		}
		f.Weights = append(f.Weights, w)
	}
	return f
}

// typeRoles returns heading, body and caption in the faces that are used for
// them, at the sizes of the scale. A face without files shows none.
func (b *builder) typeRoles(faces []face, s sizes) (roles []typeRole) {
	if len(faces) == 0 {
		return nil
	}
	sized := func(key, otherwise string) measure {
		for _, step := range s.Items {
			if step.value = cssValue(manual.DimensionToken, step.value); step.Name == key && step.value != "" {
				return step
			}
		}
		return measure{value: otherwise, Value: b.quantity(otherwise)}
	}
	caption := sized("xs", "12px")
	if pixels(caption.value) < smallestSpecimen {
		caption = sized("sm", "12px")
	}
	for _, r := range []struct {
		name  string
		size  measure
		heavy bool
		words []string
	}{
		{"heading", sized("3xl", "40px"), true, headingWords},
		{"body", sized("md", "16px"), false, bodyWords},
		{"caption", caption, false, captionWords},
	} {
		f, isFor := faceFor(faces, r.words)
		if !f.Own || !isFor && !r.heavy && matchesWord(strings.ToLower(f.Use), headingWords) {
			continue
		}
		weight := f.nearest(400)
		if drawn := f.drawn(); r.heavy && len(drawn) > 0 {
			weight = slices.Max(drawn)
		}
		text := f.Pangram
		if r.name == "body" && f.reads(languages[b.index]) {
			text = cmp.Or(shortened(b.Manual.Description, maxExample), text)
		}
		c := b.sheet.class("--v:"+f.value, "--size:"+r.size.value, "--weight:"+strconv.Itoa(weight))
		roles = append(roles, typeRole{b.translate(r.name), c, f.Family, weight, r.size.Value, text})
	}
	return roles
}

var (
	headingWords = []string{"heading", "headline", "title", "display",
		"titre", "titel", "überschrift", "uberschrift", "ueberschrift", "overskrift", "rubrik", "título", "titulo", "見出し", "عنوان"}
	bodyWords    = []string{"body", "text", "reading", "running", "copy"}
	captionWords = []string{"caption", "label", "small", "body", "text", "reading"}
)

// faceFor returns the face whose usage contains one of the words; earlier words
// are preferred. Without one it returns the first face that is not monospaced, and
// false.
func faceFor(faces []face, words []string) (f face, isFor bool) {
	for _, word := range words {
		for _, f := range faces {
			if strings.Contains(strings.ToLower(f.Use), word) {
				return f, true
			}
		}
	}
	return faces[max(0, slices.IndexFunc(faces, func(f face) bool { return !strings.HasSuffix(f.value, "monospace") }))], false
}

// scale returns the sizes. Those that the manual does not give itself are rounded as
// they are shown. The second scale of a manual makes no tokens but is
// shown too.
func (b *builder) scale(sizes [len(tokenize.SizeKeys)]string, own *content.Value) (s sizes) {
	largest := 0.0
	for i, key := range tokenize.SizeKeys {
		px := pixels(sizes[i])
		largest = max(largest, px)
		shown := sizes[i]
		if q, _ := css.ReadQuantity(shown); key != "md" && (own.Get(key) == nil || own.Get(key).Is('n')) {
			shown = strconv.FormatFloat(math.Round(q.Number*100)/100, 'f', -1, 64) + q.Unit
		}
		m := measure{item: item{Name: key}, Value: b.quantity(shown), Large: i > 4 && b.frame.drawsHeadings, TooSmall: px < smallestSpecimen, value: sizes[i]}
		for _, t := range b.tokensOf("fontSize", i) {
			m.Token = t
		}
		m.Class = cmp.Or(m.Token.Class, b.sheet.value(cssValue(manual.DimensionToken, sizes[i])))
		s.Items = append(s.Items, m)
	}
	slices.Reverse(s.Items)
	s.Factor = reduction(largest, largestSpecimen)
	s.Class = b.sheet.class("--k:" + strconv.Itoa(s.Factor))
	return s
}

// Larger sizes (in px) are shown reduced, smaller ones in real size have a note.
const (
	largestSpecimen  = 144
	smallestSpecimen = 10
)
