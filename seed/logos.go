package seed

import (
	"slices"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed/problem"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

const (
	// A logo is warned of if none of its colors has this contrast with the cover of its author.
	visibleContrast = 2.5
	// Every color of a logo has it with a color that the cover takes instead (WCAG 2.2, success criterion 1.4.11).
	readableContrast = 3
)

// coverBackgrounds are the colors of a cover that names a logo and no color, if the logo cannot be read on
// the color that the page would take: white, and nearly black.
var coverBackgrounds = [...]string{"#ffffff", "#111111"}

// chooseCoverColor returns a color, in hex, for the cover of a manual whose logo cannot be read on the color that
// the page would take: one that it can be read on. It returns none if the logo can be read. Where no color helps, or
// an author names one, it warns and returns none.
func (b *nextBrand) chooseCoverColor(fm *fileManual, summary *manual.Summary) (string, error) {
	named := fm.model.Cover.Over(b.Cover)
	background := coverBackground(summary, named)
	if named.Logo == "" || background == "" {
		return "", nil
	}
	url := named.Logo
	for _, l := range summary.Logos {
		if strings.EqualFold(l.Name, named.Logo) {
			url = l.URL
			break
		}
	}
	logoColors, err := b.logoColorsOf(fm, fm.fileOf(url))
	if err != nil || len(logoColors) == 0 {
		return "", err
	}
	if _, most := contrastOf(logoColors, background); most >= visibleContrast {
		return "", nil
	}
	if named.Color == "" {
		for _, other := range coverBackgrounds {
			if least, _ := contrastOf(logoColors, other); least >= readableContrast {
				return other, nil
			}
		}
	}
	name, _ := manual.File{Ref: named.Logo}.OfBrand()
	if name == "" {
		name = named.Logo
	}
	fm.problems.WarnAtPlace(
		fm.coverLogoPlace(b),
		"the logo %q cannot be read on the color of the cover, %s. Name a version for this ground, or another color.",
		content.Truncate(name), strings.ToUpper(background),
	)
	return "", nil
}

// setChosenColor gives the cover of a manual and of its draft a color that was chosen, in hex, or none.
func setChosenColor(s *db.Snapshot, hex string) {
	s.Model.Cover.Chosen, s.Summary.Cover.Chosen = hex, hex
	if s.Draft != nil {
		s.Draft.Cover.Chosen = hex
	}
}

// coverBackground returns the color of a cover in hex, or "" if the manual has no color of that name.
func coverBackground(summary *manual.Summary, named manual.Cover) string {
	if named.Color == "" {
		return summary.Main
	}
	for _, n := range summary.NamedColors {
		if n.Name == named.Color {
			return n.Hex
		}
	}
	return ""
}

// coverLogoPlace returns where the logo of a manual's cover is named; of one that the brand names,
// the manual itself, unless it is the primary one.
func (fm *fileManual) coverLogoPlace(b *nextBrand) problem.Place {
	if fm.model.Cover.Logo != "" {
		return fm.places.coverLogo
	}
	if fm.Primary && b.fileBrand != nil {
		return b.fileBrand.coverLogoPlace
	}
	return fm.places.manual
}

// fileOf returns the file of the published manual that an address refers to, or nil.
func (fm *fileManual) fileOf(url string) *manual.File {
	i := slices.IndexFunc(fm.model.Files, func(f manual.File) bool { return f.Ref == url })
	if i < 0 {
		return nil
	}
	return &fm.model.Files[i]
}

// logoColorsOf returns the colors of a logo in hex. Without a file, and for colors that are not known, it returns none.
func (b *nextBrand) logoColorsOf(fm *fileManual, f *manual.File) ([]string, error) {
	if f == nil {
		return nil, nil
	}
	a := b.assetOf(fm.file, *f)
	if a == nil {
		return nil, nil
	}
	return a.Inks()
}

// contrastOf returns the least and the greatest contrast of the colors of a logo, of which there is one at least, with
// a ground.
func contrastOf(logoColors []string, background string) (least, most float64) {
	var contrasts []float64
	for _, color := range logoColors {
		contrasts = append(contrasts, css.Contrast(color, background))
	}
	return slices.Min(contrasts), slices.Max(contrasts)
}
