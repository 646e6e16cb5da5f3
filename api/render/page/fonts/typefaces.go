// Package fonts has the typefaces of a manual. In go what its blocks say of them and its font files; out come the
// rules of style sheets, the weights that are drawn, and words that a typeface has the letters for.
package fonts

import (
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"designmanual/api/render/page/safe"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// Typefaces are the typefaces of a manual by family.
type Typefaces map[string]*Typeface

// New returns the typefaces of all TYPOGRAPHY blocks.
func New(sections []content.Section, l *safe.Checker) Typefaces {
	all := Typefaces{}
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

func (all Typefaces) add(font *content.Value, l *safe.Checker) {
	family := css.FamilyName(font.Get("family").Scalar())
	if all[family] == nil {
		all[family] = new(Typeface)
	}
	t := all[family]
	for _, text := range font.Get("weights").Scalars() {
		if n := Weight(text); n > 0 {
			t.Weights = append(t.Weights, n)
		}
	}
	for _, entry := range font.Get("files").List() {
		f, address := l.File(entry.Get("url").Scalar())
		subtype := strings.TrimPrefix(strings.ToLower(pathpkg.Ext(entry.Get("url").Scalar())), ".")
		if f == nil || fontFormats[subtype] == "" {
			continue
		}
		least, most := weightRange(entry.Get("weight").Scalar(), f.Font)
		file := File{address, subtype, least, most, entry.Get("style").Scalar() == "italic", f.Font}
		if !slices.Contains(t.Files, file) {
			t.Files = append(t.Files, file)
		}
	}
}

// AddSummaryFont adds a typeface of another manual, whose files have paths below a path.
func (all Typefaces) AddSummaryFont(font manual.SummaryFont, path string) {
	family := css.SplitFamilies(font.Value)[0]
	if all[family] == nil {
		all[family] = new(Typeface)
	}
	t := all[family]
	for _, text := range font.Weights {
		if n := Weight(text); n > 0 {
			t.Weights = append(t.Weights, n)
		}
	}
	for _, f := range font.Files {
		subtype := strings.TrimPrefix(strings.ToLower(pathpkg.Ext(f.Path)), ".")
		if fontFormats[subtype] == "" {
			continue
		}
		least, most := weightRange(f.Weight, f.Font)
		t.Files = append(t.Files, File{path + f.Path, subtype, least, most, f.Italic, f.Font})
	}
}

// Find returns the first family of the value of a token and its typeface, one without files
// if there is none.
func (all Typefaces) Find(value string) (family string, face *Typeface) {
	if value != "" {
		family = css.SplitFamilies(value)[0]
	}
	face = all[family]
	if face == nil {
		face = new(Typeface)
	}
	return family, face
}

// CSS returns the @font-face rules of all files, in the order of the families. A
// text is shown at once in a fallback that takes the same space, so that nothing
// moves when its font arrives.
func (all Typefaces) CSS(tokens []manual.Token) string {
	var b strings.Builder
	done := map[string]bool{}
	for _, t := range tokens {
		family, face := all.Find(t.Value)
		for _, f := range face.Files {
			if done[family] {
				break
			}
			style := ""
			if f.Italic {
				style = ";font-style:italic"
			} else if f.font.MinSlant < f.font.MaxSlant {
				style = ";font-style:oblique " + strconv.Itoa(f.font.MinSlant) + "deg " +
					strconv.Itoa(f.font.MaxSlant) + "deg"
			}
			if f.font.MinStretch < f.font.MaxStretch {
				style += ";font-stretch:" + strconv.Itoa(f.font.MinStretch) + "% " + strconv.Itoa(f.font.MaxStretch) +
					"%"
			}
			b.WriteString("@font-face{font-family:" + Quote(family) + `;src:url("` + f.Path + `") format("` +
				fontFormats[f.Type] + `")` + weightDescriptor(f.Min, f.Max) + style + ";font-display:swap}")
			if f.font.Width > 0 {
				b.WriteString(face.standIns(t.Value, f))
			}
		}
		done[family] = true
	}
	return b.String()
}

// Families returns the value of a token for font-family, empty for an empty one. The
// stand-in of the family follows it.
func (all Typefaces) Families(value string) string {
	if value == "" {
		return ""
	}
	family, face := all.Find(value)
	value = withGeneric(QuoteAll(value))
	if slices.ContainsFunc(face.Files, func(f File) bool { return f.font.Width > 0 }) {
		first := Quote(family)
		value = first + ", " + Quote(family+standInSuffix) + strings.TrimPrefix(value, first)
	}
	return value
}
