package page

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/fonts"
	"designmanual/api/render/page/look"
	"designmanual/api/render/page/safe"
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
	Class  look.Class
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
	Again       bool   // the block has its specimen already, of another use
	Set         string // the classes of text that is set in it
	Sample      string
	Glyphs      string
	Weights     []weight
	Names       string   // of the weights that the manual names, without files
	Shared      []format // its files, if the manual shares them

	*fonts.Typeface
	value string // of font-family
}

// A weight of a face that a file draws. Class sets it.
type weight struct{ Name, Class string }

// typography draws the typefaces and the type scale.
func (b *builder) typography() any {
	var figure typographyFigure
	drawn := make(map[string]bool) // specimens
	for it := range b.items("fonts") {
		f := b.face(it)
		specimen := f.specimen()
		f.Again = f.Extra == nil && drawn[specimen]
		drawn[specimen] = true
		figure.Faces = append(figure.Faces, f)
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
	f := face{
		item: it, Use: it.text("usage"), Family: it.text("family"),
		Fallbacks: strings.Join(it.entry.Get("fallbacks").Scalars(), ", "),
	}
	if strings.EqualFold(f.Use, f.Family) { // which stands below
		f.Use = ""
	}
	f.Typeface, f.ID, f.Class = b.typefaces[css.FamilyName(f.Family)], b.id(f.Family), ""
	f.value = b.typefaces.Families(it.Token.Value)
	f.Own = len(f.Files) > 0
	if f.entry.Get("shared").Bool(false) {
		f.Shared = b.formats(b.fontFiles(f.entry.Get("files").List()))
	}
	named := it.entry.Get("weights").Scalars()
	if f.Own {
		f.Sample, f.Glyphs = f.Samples(b.Locale)
		f.Own = f.Sample+f.Glyphs != "" // else its files draw nothing that could be shown
	}
	if !f.Own {
		f.Names = strings.Join(named, ", ")
		return f
	}
	drawn, shown := f.Drawn(), f.Nearest(400)
	if len(drawn) > 0 && !slices.Contains(drawn, shown) {
		shown = drawn[0]
	}
	f.Class = b.sheet.Class("--v:"+f.value, "--w:"+strconv.Itoa(shown), "--l:"+f.Line())
	f.Set = f.Class + " faced"
	f.Named, f.Foreign = f.Has(f.Family), !f.Reads("en")
	if len(named) == 0 {
		for _, n := range drawn {
			named = append(named, strconv.Itoa(n))
		}
	}
	for _, text := range named {
		if n := fonts.Weight(text); f.File(n) != nil {
			f.Weights = append(f.Weights, weight{text, b.sheet.Class("font-weight:" + strconv.Itoa(n))})
		}
	}
	if len(f.Weights) < len(named) { // some are told alone
		f.Extra = f.Extra.with(b.key("weights"), &value{Text: strings.Join(named, ", ")})
	}
	if n := f.ItalicNear(shown); n > 0 {
		set := b.sheet.Class("font-style:italic", "font-weight:"+strconv.Itoa(n))
		f.Weights = append(f.Weights, weight{Name: b.Translate("italic"), Class: set})
	}
	return f
}

// specimen returns what the specimens of two uses of a typeface have in common if they look the same.
func (f face) specimen() string {
	return fmt.Sprintf("%q %q %q %d", f.Family, f.Fallbacks, f.entry.Get("weights").Scalars(), len(f.Shared))
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

// typeRoles returns heading, body and caption in the faces that the manual names for
// them, at the sizes that its scale has. A use that no face is for, or that the scale has
// no size for, is not stated, and a face without files shows none.
func (b *builder) typeRoles(faces []face, s sizes) []typeRole {
	var roles []typeRole
	for _, r := range []struct {
		name, size string
		words      []string
	}{
		{"heading", "3xl", look.WordsOfHeadings()}, {"body", "md", look.WordsOfBody()}, {"caption", "xs", captionWords},
	} {
		f, isFor := faceFor(faces, r.words)
		i := slices.IndexFunc(s.Items, func(m measure) bool { return m.Name == r.size })
		if !isFor || !f.Own || i < 0 {
			continue
		}
		size := look.Value(manual.DimensionToken, s.Items[i].value)
		weight := f.Nearest(400)
		if drawn := f.Drawn(); r.name == "heading" && len(drawn) > 0 {
			weight = slices.Max(drawn)
		}
		if size == "" || pixels(size) < smallestSpecimen {
			continue
		}
		text := f.Sample
		if r.name == "body" && f.Has(b.Manual.Description) && f.Reads(b.Language()) {
			text = cmp.Or(safe.Shortened(b.Manual.Description, safe.MaxExample), text)
		}
		c := b.sheet.Class("--v:"+f.value, "--size:"+size, "--weight:"+strconv.Itoa(weight), "--l:"+f.Line())
		roles = append(roles, typeRole{b.Translate(r.name), c, f.Family, s.Items[i].Value, text})
	}
	return roles
}

// captionWords are words in uses of typefaces for captions.
var captionWords = []string{
	"caption", "label", "small", "body", "text", "reading", "bildunterschrift", "légende", "leyenda", "キャプション",
}

// faceFor returns the face whose usage contains one of the words. It prefers earlier words, and returns false if no
// usage has one.
func faceFor(faces []face, words []string) (face, bool) {
	for _, word := range words {
		for _, f := range faces {
			if strings.Contains(strings.ToLower(f.Use), word) {
				return f, true
			}
		}
	}
	return face{}, false
}
