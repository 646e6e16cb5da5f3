package page

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

type typographyFigure struct {
	Roles      []typeRole
	Faces      []face
	Scale      []measure
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
	Text   string // empty for the pangram
}

// A face is the specimen of a typeface.
type face struct {
	Class     class
	Token     token
	Family    string
	Usage     string
	Fallbacks string
	Own       bool // its font files are files of the manual
	Weights   []measure
	Extra     *value

	value   string // of font-family, for the specimen
	numbers []int  // the weights that are known
}

func (b *builder) typography(c content.Object) any {
	var figure typographyFigure
	for i, font := range c.Objects("fonts") {
		f := b.face(i, font)
		figure.Faces = append(figure.Faces, f)
		b.names = append(b.names, f.Family)
	}
	var sizes [len(tokenize.SizeKeys)]string
	if scale, ok := c.Get("scale").(content.Object); ok {
		sizes, _ = tokenize.Sizes(scale) // checked at import
		figure.Scale = b.scale(sizes)
		figure.ScaleExtra = b.extra(scale, "base", "ratio", "sizes")
	}
	figure.Roles = b.typeRoles(figure.Faces, sizes)
	return figure
}

func (b *builder) face(entry int, font content.Object) face {
	f := face{Family: font.Text("family"), Usage: font.Text("usage"), Fallbacks: strings.Join(font.Texts("fallbacks"), ", ")}
	f.Token = b.nextToken(manual.FontFamilyGroup, entry)
	f.value = withGeneric(cssFamilies(f.Token.Value))
	if f.Own = b.fontFace(f.Family, font.Objects("files")); f.Own {
		f.value = cssFamily(specimenPrefix+f.Family) + ", " + f.value
	}
	f.Class = b.sheet.value(f.value)
	for _, text := range font.Texts("weights") {
		w := measure{Name: text}
		if n := weightNumber(text); n > 0 {
			w.Class = b.sheet.class("font-weight:" + strconv.Itoa(n))
			f.numbers = append(f.numbers, n)
		}
		f.Weights = append(f.Weights, w)
	}
	if f.Token.Name == b.frame.headingToken && len(f.numbers) > 0 {
		b.frame.headingWeight = slices.Max(f.numbers)
	}
	f.Extra = b.extra(font, "family", "usage", "fallbacks", "weights", "files", "shared")
	return f
}

// typeRoles returns heading, body and caption in the faces that are used for
// them, at the sizes of the scale.
func (b *builder) typeRoles(faces []face, sizes [len(tokenize.SizeKeys)]string) (roles []typeRole) {
	if len(faces) == 0 {
		return nil
	}
	sized := func(key, otherwise string) string {
		return cmp.Or(cssValue(manual.DimensionToken, sizes[slices.Index(tokenize.SizeKeys[:], key)]), otherwise)
	}
	caption := sized("xs", "12px")
	if pixels(caption) < smallestSpecimen {
		caption = sized("sm", "12px")
	}
	heaviest := func(a, b int) int { return b - a }
	nearest := func(a, b int) int { return max(a-400, 400-a) - max(b-400, 400-b) } // to 400, regular
	for _, r := range []struct {
		name, size, text string
		weight           func(a, b int) int
		words            []string
	}{
		{"heading", sized("3xl", "40px"), "", heaviest, headingWords},
		{"body", sized("md", "16px"), shortened(b.page.Manual.Description, maxExample), nearest, bodyWords},
		{"caption", caption, "", nearest, captionWords},
	} {
		f, weight := faceFor(faces, r.words), 400
		if len(f.numbers) > 0 {
			weight = slices.MinFunc(f.numbers, r.weight)
		}
		c := b.sheet.class("--v:"+f.value, "--size:min(max("+r.size+",10px),9rem)", "--weight:"+strconv.Itoa(weight))
		roles = append(roles, typeRole{b.translate(r.name), c, f.Family, weight, b.rounded(r.size), r.text})
	}
	return roles
}

var (
	headingWords = []string{"heading", "headline", "title", "display"}
	bodyWords    = []string{"body", "text", "reading", "running", "copy"}
	captionWords = []string{"caption", "label", "small", "body", "text", "reading"}
)

// faceFor returns the face whose usage contains one of the words; earlier words
// are preferred. Without one it returns the first face that is not monospaced.
func faceFor(faces []face, words []string) face {
	for _, word := range words {
		for _, f := range faces {
			if strings.Contains(strings.ToLower(f.Usage), word) {
				return f
			}
		}
	}
	return faces[max(0, slices.IndexFunc(faces, func(f face) bool { return !strings.HasSuffix(f.value, "monospace") }))]
}

// scale returns the sizes, largest first. The second scale of a manual makes no
// tokens but is shown too.
func (b *builder) scale(sizes [len(tokenize.SizeKeys)]string) (shown []measure) {
	for i, key := range tokenize.SizeKeys {
		px := pixels(sizes[i])
		s := measure{Name: key, Value: b.rounded(sizes[i]), Large: i > 4, Capped: px > largestSpecimen, TooSmall: px < smallestSpecimen, Token: b.nextToken(manual.FontSizeGroup, i)}
		s.Class = cmp.Or(s.Token.Class, b.sheet.value(cssValue(manual.DimensionToken, sizes[i])))
		shown = append(shown, s)
	}
	slices.Reverse(shown)
	return shown
}

// Larger sizes (in px) are shown reduced, smaller sizes are not shown as text.
const (
	largestSpecimen  = 144
	smallestSpecimen = 10
)

// specimenPrefix precedes the family name in specimens. A specimen waits for
// its font and reserves its space; the rest of the page never changes its font
// after it is shown.
const specimenPrefix = "Specimen "

// fontFormats are the names of font formats in @font-face (CSS Fonts Module
// Level 4, section 4.3.1).
var fontFormats = map[string]string{".woff2": "woff2", ".woff": "woff", ".ttf": "truetype", ".otf": "opentype"}

// fontFace writes @font-face rules for the files of a font that are files of
// the manual, and reports whether there are any.
func (b *builder) fontFace(name string, files []content.Object) (any bool) {
	for _, file := range files {
		url := file.Text("url")
		f, address := b.links.file(url)
		format := fontFormats[strings.ToLower(path.Ext(url))]
		if f == nil || format == "" {
			continue
		}
		any = true
		key, rest := cssFamily(name), `;src:url("`+address+`") format("`+format+`")`+fontWeight(file.Text("weight"))
		if file.Text("style") == "italic" {
			key, rest = key+italic, rest+";font-style:italic"
		}
		b.fonts[key] = append(b.fonts[key], address)
		b.fontFaces.WriteString("@font-face{font-family:" + cssFamily(name) + rest + ";font-display:optional}" +
			"@font-face{font-family:" + cssFamily(specimenPrefix+name) + rest + ";font-display:swap}")
	}
	return any
}

// italic follows the family in the keys of builder.fonts.
const italic = " italic"

// maxPreloads is the number of font files of a family that are preloaded.
const maxPreloads = 3

// preload returns the font files of the frame, and their italics where a text
// needs them. They are preloaded because a font that arrives late is not used.
func (b *builder) preload() (addresses []string) {
	heading, _, _ := strings.Cut(b.frame.heading, ",")
	body, _, _ := strings.Cut(b.frame.body, ",")
	keys := []string{heading, body}
	if b.links.hasItalics {
		keys = append(keys, body+italic)
	}
	for _, key := range keys {
		for _, address := range b.fonts[key][:min(len(b.fonts[key]), maxPreloads)] {
			if !slices.Contains(addresses, address) {
				addresses = append(addresses, address)
			}
		}
	}
	return addresses
}

// fontWeight returns the declaration of a weight or a range of weights, empty
// for any other text.
func fontWeight(text string) string {
	numbers := strings.Fields(text)
	for i, field := range numbers {
		n := weightNumber(field)
		if n == 0 || i > 1 {
			return ""
		}
		numbers[i] = strconv.Itoa(n)
	}
	if len(numbers) == 0 {
		return ""
	}
	return ";font-weight:" + strings.Join(numbers, " ")
}

// weightNumber returns a font weight, given as a number from 1 to 1000 or by
// name, and 0 for any other text.
func weightNumber(text string) int {
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= 1000 {
		return n
	}
	return weightNames[strings.ToLower(strings.NewReplacer(" ", "", "-", "").Replace(text))]
}

// weightNames are the common names of weights (CSS Fonts Module Level 4,
// section 2.2.1).
var weightNames = map[string]int{
	"thin": 100, "hairline": 100, "extralight": 200, "ultralight": 200, "light": 300, "regular": 400, "normal": 400, "book": 400, "roman": 400,
	"medium": 500, "semibold": 600, "demibold": 600, "bold": 700, "extrabold": 800, "ultrabold": 800, "black": 900, "heavy": 900,
}
