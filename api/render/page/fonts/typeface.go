package fonts

import (
	"cmp"
	"slices"

	"designmanual/db/manual"
)

// A Typeface is a family with the font files of the manual that draw it.
type Typeface struct {
	Weights []int // that the manual names
	Files   []File
}

// A File is a file that draws a typeface in a range of weights.
type File struct {
	Path, Type string // Type is the subtype of the media type
	Min, Max   int    // weights
	Italic     bool
	font       manual.Font
}

// Drawn returns the weights to show of the typeface: those that the manual names,
// else those of the files, of a variable one the hundreds.
func (t *Typeface) Drawn() []int {
	var weights []int
	for _, n := range t.Weights {
		if t.File(n) != nil {
			weights = append(weights, n)
		}
	}
	for _, f := range t.Files {
		for n := f.Min; n <= f.Max && len(t.Weights) == 0 && !f.Italic; n = n - n%100 + 100 {
			weights = append(weights, n)
		}
	}
	slices.Sort(weights)
	return slices.Compact(weights)
}

// Nearest returns the weight of a file that is closest to the wanted one, the
// wanted one itself without files.
func (t *Typeface) Nearest(wanted int) int {
	best := 0
	distance := func(n int) int { return max(n-wanted, wanted-n) }
	for _, f := range t.Files {
		if n := min(max(wanted, f.Min), f.Max); !f.Italic && (best == 0 || distance(n) < distance(best)) {
			best = n
		}
	}
	return cmp.Or(best, wanted)
}

// ItalicNear returns the weight of an italic file that is closest to the wanted one, 0 without
// such a file.
func (t *Typeface) ItalicNear(wanted int) int {
	distance := func(n int) int { return max(n-wanted, wanted-n) }
	var best int
	for _, f := range t.Files {
		if n := min(max(wanted, f.Min), f.Max); f.Italic && (best == 0 || distance(n) < distance(best)) {
			best = n
		}
	}
	return best
}

// File returns the file that draws an upright weight, or nil.
func (t *Typeface) File(weight int) *File {
	draws := func(f File) bool { return !f.Italic && f.Min <= weight && weight <= f.Max }
	if i := slices.IndexFunc(t.Files, draws); i >= 0 {
		return &t.Files[i]
	}
	return nil
}

// Reads reports whether the typeface has letters for words of a language of the
// page. A font whose tables are not known may have them.
func (t *Typeface) Reads(language string) bool {
	return !slices.ContainsFunc(t.Files, func(f File) bool {
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
