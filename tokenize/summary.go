package tokenize

import (
	"regexp"
	"slices"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// SummaryOf returns what other pages show of a manual, without [manual.Summary.NamedColors].
func SummaryOf(m *manual.Manual, sections []content.Section, d *manual.TokenDocument) manual.Summary {
	summary := manual.Summary{
		Lang: m.Lang, Title: m.Title, Description: m.Description, Cover: m.Cover,
		Families: Families(d.Groups[manual.ColorGroup].Tokens),
	}
	if len(m.News) > 0 {
		summary.News = m.News[0].Date
	}
	for _, theme := range d.Themes {
		var roles [len(manual.ThemeRoles)]string
		for i, role := range manual.ThemeRoles {
			for _, t := range theme.Colors {
				if t.Name == role {
					roles[i] = t.Value
				}
			}
		}
		summary.Themes = append(summary.Themes, roles)
	}
	paths := make(map[string]*manual.File, len(m.Files))
	for i := range m.Files {
		paths[m.Files[i].Ref] = &m.Files[i]
	}
	swatches := SwatchesOf(d)
	for _, t := range d.Groups[manual.FontFamilyGroup].Tokens {
		summary.Fonts = append(summary.Fonts, manual.SummaryFont{Name: t.Name, Value: t.Value})
	}
	families := fontsByFamily(summary.Fonts)
	for _, s := range sections {
		for _, b := range s.Blocks {
			switch b.Kind {
			case manual.Logo:
				summary.Logos = append(summary.Logos, summaryLogos(b.Content, swatches, paths)...)
			case manual.Typography:
				addFontFiles(families, b.Content, paths)
			}
		}
	}
	summary.Main = mainColor(d, summary.Families, summary.Logos)
	return summary
}

// summaryLogos returns the logos of a block.
func summaryLogos(block *content.Value, swatches Swatches, paths map[string]*manual.File) []manual.SummaryLogo {
	var logos []manual.SummaryLogo
	for _, entry := range block.Get("logos").List() {
		url := entry.Get("url").Text()
		logo := manual.SummaryLogo{Name: entry.Get("name").Text(), URL: url}
		if f := paths[url]; f != nil {
			logo.Path = f.Path()
		} else if content.IsAddress(url) {
			logo.Path = url
		}
		if logo.Path == "" {
			continue
		}
		logo.Ground, _ = swatches.Color(entry.Get("background").Text())
		logos = append(logos, logo)
	}
	return logos
}

// fontsByFamily returns the fonts by their first family; the first font of a family counts.
func fontsByFamily(fonts []manual.SummaryFont) map[string]*manual.SummaryFont {
	families := make(map[string]*manual.SummaryFont, len(fonts))
	for i := range fonts {
		family := css.SplitFamilies(fonts[i].Value)[0]
		if families[family] == nil {
			families[family] = &fonts[i]
		}
	}
	return families
}

// addFontFiles adds the weights and files of the typefaces of a block to those of their family.
func addFontFiles(families map[string]*manual.SummaryFont, block *content.Value, paths map[string]*manual.File) {
	for _, entry := range block.Get("fonts").List() {
		font := families[css.FamilyName(entry.Get("family").Scalar())]
		if font == nil {
			continue
		}
		font.Weights = append(font.Weights, entry.Get("weights").Scalars()...)
		for _, file := range entry.Get("files").List() {
			if f := paths[file.Get("url").Text()]; f != nil {
				font.Files = append(font.Files, manual.SummaryFontFile{
					Path: f.Path(), Weight: file.Get("weight").Scalar(), Italic: file.Get("style").Text() == "italic",
					Font: f.Font,
				})
			}
		}
	}
}

// NamedColors returns what the names of colors in covers mean; those that mean none are left out.
func NamedColors(s Swatches, covers ...manual.Cover) []manual.NamedColor {
	var named []manual.NamedColor
	for _, c := range covers {
		for _, name := range append([]string{c.Color}, c.Colors...) {
			hex, ok := s.Color(name)
			known := slices.ContainsFunc(named, func(n manual.NamedColor) bool { return n.Name == name })
			if ok && !known {
				named = append(named, manual.NamedColor{Name: name, Hex: hex})
			}
		}
	}
	return named
}

// MainColor returns the color of the brand among the tokens of a document, in hex, empty
// without colors.
func MainColor(d *manual.TokenDocument) string {
	return mainColor(d, Families(d.Groups[manual.ColorGroup].Tokens), nil)
}

// mainColor returns the primary color of the first theme that has one, else the first colored or
// dark ground of a logo, so that a cover has a logo that can be read on it, else the first color
// that is named as that of the brand, else the one with the most chroma among the first five
// families, else nothing.
func mainColor(d *manual.TokenDocument, families []string, logos []manual.SummaryLogo) string {
	for _, theme := range d.Themes {
		for _, t := range theme.Colors {
			if t.Name == "primary" {
				return t.Value
			}
		}
	}
	for _, logo := range logos {
		if logo.Ground != "" && (Chroma(logo.Ground) >= Colorful || css.Contrast(logo.Ground, "#ffffff") >= 7) {
			return logo.Ground
		}
	}
	if own := BrandColor(d.Groups[manual.ColorGroup].Tokens); own != "" || len(families) == 0 {
		return own
	}
	return slices.MaxFunc(families[:min(len(families), 5)], func(a, b string) int { return Chroma(a) - Chroma(b) })
}

// BrandColor returns the color that is named as that of the brand, in hex, empty if there is none: the
// first one whose whole name says so, else whose name begins so, else any, and those that are named as a shade or
// a state of it after the others. Of brand-0 to brand-14 it is the strongest. The brand at the end of a name may be
// that of others, as in instagram-brand, and what is primary in a chart says nothing of it.
func BrandColor(colors []manual.Token) string {
	families := slices.DeleteFunc(namedFamilies(colors), func(t manual.Token) bool {
		return Chroma(t.Value) < Colorful || chartWord.MatchString(t.Name)
	})
	isShade := func(t manual.Token) bool { return shadeWord.MatchString(t.Name) }
	for _, candidates := range [][]manual.Token{slices.DeleteFunc(slices.Clone(families), isShade), families} {
		for _, words := range brandWords {
			for _, t := range candidates {
				if words.MatchString(t.Name) {
					return t.Value
				}
			}
		}
	}
	return ""
}

var (
	shadeWord = regexp.MustCompile(`-(?:light|dark|pale|weak|strong|subtle|muted|soft|hover|hovered|active|pressed|` +
		`selected|disabled|visited|inverse|lighter|darker|lightest|darkest|subtlest|strongest|` +
		`danger|error|invalid|warning|critical|alert|negative|positive|success)(?:-|$)`)
	chartWord = regexp.MustCompile(`(?:^|-)(?:charts?|data|graph|viz)(?:-|$)`)
)

// brandWords match the names of colors that stand for the brand, the surest first.
var brandWords = []*regexp.Regexp{
	regexp.MustCompile(`^(?:brand-)?(?:brand|primary)(?:-(?:colou?r|default|(?:[a-z]+-)?(?:main|base)))?$`),
	regexp.MustCompile(`^(?:brand-)?(?:brand|primary)-[0-9]+$`),
	regexp.MustCompile(`^(?:brand|primary|accent|interactive)(?:-|$)`),
	regexp.MustCompile(`(?:^|-)(?:brand|primary|accent|interactive)(?:-|$)`),
}
