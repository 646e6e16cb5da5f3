package page

import (
	"cmp"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// A typeface is a family with the font files of the manual that draw it.
type typeface struct {
	weights []int // that the manual names
	files   []fontFile
}

// A fontFile is a file that draws a typeface in a range of weights.
type fontFile struct {
	Path, Type string // Type is the subtype of the media type
	min, max   int    // weights
	italic     bool
	font       manual.Font
}

// typefaces are the typefaces of a manual by family.
type typefaces map[string]*typeface

// newTypefaces returns the typefaces of all TYPOGRAPHY blocks.
func newTypefaces(sections []content.Section, l *safe.Links) typefaces {
	all := typefaces{}
	for _, s := range sections {
		for _, b := range s.Blocks {
			for _, font := range b.Content.Get("fonts").List() {
				if b.Kind == manual.Typography {
					all.add(font, l)
				}
			}
		}
	}
	return all
}

func (all typefaces) add(font *content.Value, l *safe.Links) {
	family := css.FamilyName(font.Get("family").Scalar())
	if all[family] == nil {
		all[family] = new(typeface)
	}
	t := all[family]
	for _, text := range font.Get("weights").Scalars() {
		if n := weightNumber(text); n > 0 {
			t.weights = append(t.weights, n)
		}
	}
	for _, entry := range font.Get("files").List() {
		f, address := l.File(entry.Get("url").Scalar())
		subtype := strings.TrimPrefix(strings.ToLower(pathpkg.Ext(entry.Get("url").Scalar())), ".")
		if f == nil || fontFormats[subtype] == "" {
			continue
		}
		least, most := weightRange(entry.Get("weight").Scalar(), f.Font)
		file := fontFile{address, subtype, least, most, entry.Get("style").Scalar() == "italic", f.Font}
		if !slices.Contains(t.files, file) {
			t.files = append(t.files, file)
		}
	}
}

// addLook adds a typeface of another manual, whose files have paths below a path.
func (all typefaces) addLook(font manual.LookFont, path string) {
	family := css.SplitFamilies(font.Value)[0]
	if all[family] == nil {
		all[family] = new(typeface)
	}
	t := all[family]
	for _, text := range font.Weights {
		if n := weightNumber(text); n > 0 {
			t.weights = append(t.weights, n)
		}
	}
	for _, f := range font.Files {
		subtype := strings.TrimPrefix(strings.ToLower(pathpkg.Ext(f.Path)), ".")
		if fontFormats[subtype] == "" {
			continue
		}
		least, most := weightRange(f.Weight, f.Font)
		t.files = append(t.files, fontFile{path + f.Path, subtype, least, most, f.Italic, f.Font})
	}
}

// weightRange returns the weights that a font file draws: those that the manual
// gives it, as far as its tables have them.
func weightRange(text string, f manual.Font) (least, most int) {
	first, last, ranged := strings.Cut(text, " ")
	if least = weightNumber(first); ranged {
		most = weightNumber(last)
	} else {
		most = least
	}
	variable := f.MinWeight < f.MaxWeight
	if least == 0 && f.MinWeight == 0 {
		return 400, 400
	}
	if least == 0 || !variable && least < most && f.MinWeight > 0 {
		return f.MinWeight, f.MaxWeight
	}
	if variable {
		return max(least, f.MinWeight), min(most, f.MaxWeight)
	}
	return least, most
}

// drawn returns the weights to show of the typeface: those that the manual names,
// else those of the files, of a variable one the hundreds.
func (t *typeface) drawn() []int {
	var weights []int
	for _, n := range t.weights {
		if t.file(n) != nil {
			weights = append(weights, n)
		}
	}
	for _, f := range t.files {
		for n := f.min; n <= f.max && len(t.weights) == 0 && !f.italic; n = n - n%100 + 100 {
			weights = append(weights, n)
		}
	}
	slices.Sort(weights)
	return slices.Compact(weights)
}

// nearest returns the weight of a file that is closest to the wanted one, the
// wanted one itself without files.
func (t *typeface) nearest(wanted int) int {
	best := 0
	distance := func(n int) int { return max(n-wanted, wanted-n) }
	for _, f := range t.files {
		if n := min(max(wanted, f.min), f.max); !f.italic && (best == 0 || distance(n) < distance(best)) {
			best = n
		}
	}
	return cmp.Or(best, wanted)
}

// italicNear returns the weight of an italic file that is closest to the wanted one, 0 without
// such a file.
func (t *typeface) italicNear(wanted int) int {
	distance := func(n int) int { return max(n-wanted, wanted-n) }
	var best int
	for _, f := range t.files {
		if n := min(max(wanted, f.min), f.max); f.italic && (best == 0 || distance(n) < distance(best)) {
			best = n
		}
	}
	return best
}

// file returns the file that draws an upright weight, or nil.
func (t *typeface) file(weight int) *fontFile {
	draws := func(f fontFile) bool { return !f.italic && f.min <= weight && weight <= f.max }
	if i := slices.IndexFunc(t.files, draws); i >= 0 {
		return &t.files[i]
	}
	return nil
}

// reads reports whether the typeface has letters for words of a language of the
// page. A font whose tables are not known may have them.
func (t *typeface) reads(language string) bool {
	return !slices.ContainsFunc(t.files, func(f fontFile) bool {
		letters := f.font.Width > 0
		switch language {
		case "ja":
			letters = f.font.Kana
		case "ar":
			letters = f.font.Arabic
		}
		return !letters && !f.font.IsZero()
	})
}

// fontFormats are the names of font formats in @font-face by the subtypes of their media
// types (CSS Fonts Module Level 4, section 4.3.1).
var fontFormats = map[string]string{"woff2": "woff2", "woff": "woff", "ttf": "truetype", "otf": "opentype"}

// find returns the first family of the value of a token and its typeface, one without files
// if there is none.
func (all typefaces) find(value string) (family string, face *typeface) {
	if value != "" {
		family = css.SplitFamilies(value)[0]
	}
	if face = all[family]; face == nil {
		face = new(typeface)
	}
	return family, face
}

// css returns the @font-face rules of all files, in the order of the families. A
// text is shown at once in a fallback that takes the same space, so that nothing
// moves when its font arrives.
func (all typefaces) css(tokens []manual.Token) string {
	var b strings.Builder
	done := map[string]bool{}
	for _, t := range tokens {
		family, face := all.find(t.Value)
		for _, f := range face.files {
			if done[family] {
				break
			}
			style := ""
			if f.italic {
				style = ";font-style:italic"
			} else if f.font.MinSlant < f.font.MaxSlant {
				style = ";font-style:oblique " + strconv.Itoa(f.font.MinSlant) + "deg " + strconv.Itoa(f.font.MaxSlant) + "deg"
			}
			if f.font.MinStretch < f.font.MaxStretch {
				style += ";font-stretch:" + strconv.Itoa(f.font.MinStretch) + "% " + strconv.Itoa(f.font.MaxStretch) + "%"
			}
			b.WriteString("@font-face{font-family:" + cssFamily(family) + `;src:url("` + f.Path + `") format("` + fontFormats[f.Type] + `")` + weightDescriptor(f.min, f.max) + style + ";font-display:swap}")
			if f.font.Width > 0 {
				b.WriteString(face.standIns(t.Value, f))
			}
		}
		done[family] = true
	}
	return b.String()
}

// weightDescriptor returns the descriptor of a range of weights.
func weightDescriptor(least, most int) string {
	if most > least {
		return ";font-weight:" + strconv.Itoa(least) + " " + strconv.Itoa(most)
	}
	return ";font-weight:" + strconv.Itoa(least)
}

// families returns the value of a token for font-family, empty for an empty one. The
// stand-in of the family follows it.
func (all typefaces) families(value string) string {
	if value == "" {
		return ""
	}
	family, face := all.find(value)
	value = withGeneric(cssFamilies(value))
	if slices.ContainsFunc(face.files, func(f fontFile) bool { return f.font.Width > 0 }) {
		first := cssFamily(family)
		value = first + ", " + cssFamily(family+standInSuffix) + strings.TrimPrefix(value, first)
	}
	return value
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
