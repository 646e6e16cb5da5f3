package page

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"designmanual/api/render/page/look"
	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// scale returns the sizes. Those that the manual does not give itself are rounded as
// they are shown. It is set in the faces of the block that have files, that of a block
// without typefaces in those of the page. The second scale of a manual makes no tokens
// but is shown too, and is set in nothing where its block names no typeface.
func (b *builder) scale(values [len(tokenize.SizeKeys)]string, own *content.Value, faces []face) sizes {
	largest := 0.0
	isFirst := len(b.tokensOf("fontSize", 0)) > 0
	large, small, set := b.facesOfScale(faces, isFirst)
	var s sizes
	for i, key := range tokenize.SizeKeys {
		px := pixels(values[i])
		largest = max(largest, px)
		shown := values[i]
		if q, _ := css.ReadQuantity(shown); key != "md" && (own.Get(key) == nil || own.Get(key).Is('n')) {
			shown = strconv.FormatFloat(math.Round(q.Number*100)/100, 'f', -1, 64) + q.Unit
		}
		if isFirst {
			b.steps[key] = shown
		}
		m := measure{item: item{Name: key}, Value: b.quantity(shown), value: values[i]}
		for _, t := range b.tokensOf("fontSize", i) {
			m.Token = t
		}
		m.Class = cmp.Or(m.Token.Class, b.sheet.Value(look.Value(manual.DimensionToken, values[i])))
		m.Set = set
		if i > 4 {
			m.Sample, m.Face = large.Sample, large.Set
		} else {
			m.Sample, m.Face = small.Sample, small.Set
		}
		if m.Sample == "" {
			m.Sample = b.Translate("pangram")
		}
		s.Items = append(s.Items, m)
	}
	slices.Reverse(s.Items)
	s.Factor = reduction(largest, largestSpecimen)
	for i, m := range s.Items {
		s.Items[i].Set = set && pixels(m.value)/float64(s.Factor) >= smallestSpecimen
	}
	s.Class = b.sheet.Class("--k:" + strconv.Itoa(s.Factor))
	return s
}

// facesOfScale returns the faces of large and of small sizes, and whether the scale is set
// in type at all. Faces that set no classes are those of the page.
func (b *builder) facesOfScale(faces []face, isFirst bool) (face, face, bool) {
	if len(faces) == 0 {
		large := face{}
		if b.frame.DrawsHeadings {
			large.Set = "large"
		}
		return large, face{}, isFirst
	}
	own := slices.DeleteFunc(slices.Clone(faces), func(f face) bool { return !f.Own })
	if len(own) == 0 {
		return face{}, face{}, false
	}
	large, isForHeadings := faceFor(own, look.WordsOfHeadings())
	if !isForHeadings {
		large = own[0]
	}
	small, isForBody := faceFor(own, look.WordsOfBody())
	if !isForBody {
		small = own[0]
	}
	return large, small, true
}

// Larger sizes (in px) are shown reduced; smaller ones, at the factor by which all are
// reduced, are not drawn.
const (
	largestSpecimen  = 144
	smallestSpecimen = 4
)
