package page

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"designmanual/api/render/page/safe"
	"designmanual/api/render/page/words"
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

// A typeRole shows a use of the type (heading, body, caption) in its face, at the size
// that the scale gives it.
type typeRole struct {
	Name   string
	Class  class
	Family string
	Size   string
	Text   string
}

// A face is the specimen of a typeface. Without a file in the manual it is drawn in
// nothing else, and Weights are texts.
type face struct {
	item
	Use, Family string
	Fallbacks   string
	Own         bool   // files of the manual draw it
	Named       bool   // it has the letters of its own name
	Foreign     bool   // it has no Latin letters, so that no font stands in for it
	Set         string // the classes of text that is set in it
	Sample      string
	Glyphs      string
	Weights     []weight
	Names       string   // of the weights that the manual names, without files
	Shared      []format // its files, if the manual shares them

	*typeface
	value string // of font-family
}

// A weight of a face that a file draws. Class sets it.
type weight struct{ Name, Class string }

// typography draws the typefaces and the type scale.
func (b *builder) typography() any {
	var figure typographyFigure
	for it := range b.items("fonts") {
		figure.Faces = append(figure.Faces, b.face(it))
	}
	if scale := b.block.Content.Get("scale"); scale.Is('{') {
		sizes, _ := tokenize.Sizes(scale) // checked at import
		figure.Scale = b.scale(sizes, scale.Get("sizes"), figure.Faces)
		figure.ScaleExtra = b.extra(scale, "base", "ratio", "sizes")
		if figure.Scale.Factor <= 1 {
			figure.Roles = b.typeRoles(figure.Faces, figure.Scale)
		}
	}
	return figure
}

func (b *builder) face(it item) face {
	f := face{item: it, Use: it.text("usage"), Family: it.text("family"), Fallbacks: strings.Join(it.entry.Get("fallbacks").Scalars(), ", ")}
	if strings.EqualFold(f.Use, f.Family) { // which stands below
		f.Use = ""
	}
	f.typeface, f.ID, f.Class = b.typefaces[css.FamilyName(f.Family)], b.id(f.Family), ""
	f.value = b.typefaces.families(it.Token.Value)
	f.Own = len(f.files) > 0
	if f.entry.Get("shared").Bool(false) {
		f.Shared = b.formats(b.fontFiles(f.entry.Get("files").List()))
	}
	named := it.entry.Get("weights").Scalars()
	if !f.Own {
		f.Names = strings.Join(named, ", ")
		return f
	}
	drawn, shown := f.drawn(), f.nearest(400)
	if len(drawn) > 0 && !slices.Contains(drawn, shown) {
		shown = drawn[0]
	}
	f.Class = b.sheet.class("--v:"+f.value, "--w:"+strconv.Itoa(shown), "--l:"+f.line())
	f.Set = f.Class + " faced"
	f.Sample, f.Glyphs = f.samples(b.Locale)
	f.Named, f.Foreign = f.has(f.Family), !f.reads("en")
	if len(named) == 0 {
		for _, n := range drawn {
			named = append(named, strconv.Itoa(n))
		}
	}
	for _, text := range named {
		if n := weightNumber(text); f.file(n) != nil {
			f.Weights = append(f.Weights, weight{text, b.sheet.class("font-weight:" + strconv.Itoa(n))})
		}
	}
	if len(f.Weights) < len(named) { // some are told alone
		f.Extra = f.Extra.with(b.key("weights"), &value{Text: strings.Join(named, ", ")})
	}
	if n := f.italicNear(shown); n > 0 {
		set := b.sheet.class("font-style:italic", "font-weight:"+strconv.Itoa(n))
		f.Weights = append(f.Weights, weight{Name: b.Translate("italic"), Class: set})
	}
	return f
}

// fontFiles returns the files of a typeface, each called by its weight and style where they
// are several.
func (b *builder) fontFiles(files []*content.Value) []*content.Value {
	if len(files) < 2 {
		return files
	}
	var named []*content.Value
	for _, entry := range files {
		label := strings.ReplaceAll(entry.Get("weight").Scalar(), " ", "–")
		if entry.Get("style").Scalar() == "italic" {
			label = strings.TrimSpace(label + " " + b.Translate("italic"))
		}
		named = append(named, content.NewObject("url", entry.Get("url").Scalar(), "label", label))
	}
	return named
}

// samples returns a sentence and the letters of the typeface, in the language of the page
// if it has its letters, else in another, else some of its own letters for both. Neither
// has a character that the typeface lacks, and a sentence with such characters gives way to
// an English one that is whole.
func (t *typeface) samples(own words.Locale) (sentence, glyphs string) {
	english := words.New("en", "")
	for _, s := range []words.Locale{own, english, words.New("ja", ""), words.New("ar", "")} {
		if t.reads(s.Language()) {
			sentence := s.Translate("pangram")
			if other := english.Translate("pangram"); !t.has(sentence) && t.has(other) {
				sentence = other
			}
			return t.only(sentence), t.only(s.Translate("glyphs"))
		}
	}
	letters := strings.Join(strings.Split(t.files[0].font.Letters, ""), " ")
	return letters, letters
}

// only returns a text without the characters that the typeface lacks.
func (t *typeface) only(text string) string {
	kept := strings.Map(func(r rune) rune {
		if t.lacks(r) {
			return -1
		}
		return r
	}, text)
	return strings.TrimSpace(kept)
}

// has reports whether the typeface has all characters of a text.
func (t *typeface) has(text string) bool { return !strings.ContainsFunc(text, t.lacks) }

// lacks reports whether a file of the typeface has no glyph for a character, as far as
// its tables are known.
func (t *typeface) lacks(r rune) bool {
	if unicode.IsSpace(r) || r == '\u200b' {
		return false
	}
	return slices.ContainsFunc(t.files, func(f fontFile) bool {
		if f.font.IsZero() {
			return false
		}
		latin := unicode.Is(unicode.Latin, r) || r < 0x80
		if f.font.Width == 0 {
			return latin && !strings.ContainsRune(f.font.Letters, r)
		}
		return strings.ContainsRune(f.font.Lacks, r)
	})
}

// line returns the height of a line by the ascent and descent of the typeface, so that no
// tail is cut.
func (t *typeface) line() string {
	tall := 0
	for _, f := range t.files {
		tall = max(tall, f.font.Ascent+f.font.Descent)
	}
	if tall == 0 {
		return "1.35"
	}
	return shortFloat(math.Ceil(float64(tall)/100) / 100)
}

// typeRoles returns heading, body and caption in the faces that the manual names for
// them, at the sizes that its scale has. A use that no face is for, or that the scale has
// no size for, is not stated, and a face without files shows none.
func (b *builder) typeRoles(faces []face, s sizes) []typeRole {
	var roles []typeRole
	for _, r := range []struct {
		name, size string
		words      []string
	}{
		{"heading", "3xl", headingWords}, {"body", "md", bodyWords}, {"caption", "xs", captionWords},
	} {
		f, isFor := faceFor(faces, r.words)
		i := slices.IndexFunc(s.Items, func(m measure) bool { return m.Name == r.size })
		if !isFor || !f.Own || i < 0 {
			continue
		}
		size := cssValue(manual.DimensionToken, s.Items[i].value)
		weight := f.nearest(400)
		if drawn := f.drawn(); r.name == "heading" && len(drawn) > 0 {
			weight = slices.Max(drawn)
		}
		if size == "" || pixels(size) < smallestSpecimen {
			continue
		}
		text := f.Sample
		if r.name == "body" && f.has(b.Manual.Description) && f.reads(b.Language()) {
			text = cmp.Or(safe.Shortened(b.Manual.Description, safe.MaxExample), text)
		}
		c := b.sheet.class("--v:"+f.value, "--size:"+size, "--weight:"+strconv.Itoa(weight), "--l:"+f.line())
		roles = append(roles, typeRole{b.Translate(r.name), c, f.Family, s.Items[i].Value, text})
	}
	return roles
}

var (
	headingWords = []string{"heading", "headline", "title", "display",
		"titre", "titel", "überschrift", "uberschrift", "ueberschrift", "overskrift", "rubrik", "título", "titulo", "見出し", "عنوان"}
	bodyWords    = []string{"body", "text", "reading", "running", "copy", "fließtext", "fliesstext", "texte", "brødtekst", "cuerpo", "本文", "متن"}
	captionWords = []string{"caption", "label", "small", "body", "text", "reading", "bildunterschrift", "légende", "leyenda", "キャプション"}
)

// faceFor returns the face whose usage contains one of the words; earlier words are
// preferred.
func faceFor(faces []face, words []string) (f face, isFor bool) {
	for _, word := range words {
		for _, f := range faces {
			if strings.Contains(strings.ToLower(f.Use), word) {
				return f, true
			}
		}
	}
	return face{}, false
}

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
		m.Class = cmp.Or(m.Token.Class, b.sheet.value(cssValue(manual.DimensionToken, values[i])))
		if m.Set = set; i > 4 {
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
	s.Class = b.sheet.class("--k:" + strconv.Itoa(s.Factor))
	return s
}

// facesOfScale returns the faces of large and of small sizes, and whether the scale is set
// in type at all. Faces that set no classes are those of the page.
func (b *builder) facesOfScale(faces []face, isFirst bool) (large, small face, set bool) {
	if len(faces) == 0 {
		if b.frame.drawsHeadings {
			large.Set = "large"
		}
		return large, small, isFirst
	}
	own := slices.DeleteFunc(slices.Clone(faces), func(f face) bool { return !f.Own })
	if len(own) == 0 {
		return large, small, false
	}
	large, isFor := faceFor(own, headingWords)
	if !isFor {
		large = own[0]
	}
	if small, isFor = faceFor(own, bodyWords); !isFor {
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
