package start

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/seed/convert"
	"designmanual/tokenize/pattern"
)

// assets returns the files as the seed file has them.
func (m *material) assets(brand string) convert.Assets {
	a := convert.Assets{Print: m.print}
	named := func(f *found) convert.Named {
		return convert.Named{Name: convert.TitleOf(f.words[len(f.words)-1]), URL: f.url}
	}
	for _, f := range m.found {
		switch f.kind {
		case fonts:
			f.font.URL = f.url
			a.Fonts = append(a.Fonts, f.font)
		case pictures:
			a.Pictures = append(a.Pictures, named(f))
		case films:
			a.Films = append(a.Films, named(f))
		case downloads:
			a.Downloads = append(a.Downloads, named(f))
		}
	}
	slices.SortStableFunc(a.Fonts, func(f, g convert.Font) int { return rankOfFamily(f) - rankOfFamily(g) })
	a.Icons = nameIcons(m.found)
	var rest []convert.Named
	a.Logos, rest = groupLogos(m.found, brand)
	a.Downloads = append(rest, a.Downloads...)
	return a
}

// rankOfFamily orders typefaces, the first of which a page is set in: those for code come last.
func rankOfFamily(f convert.Font) int {
	family, _ := f.Describe()
	if codeFamily.MatchString(family) {
		return 1
	}
	return 0
}

var codeFamily = pattern.New(`(?i)\b(?:mono|code|typewriter|courier|console)\b`)

// contents says what is in a manual besides tokens, empty for nothing.
func contents(a convert.Assets) string {
	versions := 0
	for _, logo := range a.Logos {
		versions += len(logo.Versions)
	}
	var parts []string
	for _, part := range []struct {
		n           int
		one, plural string
	}{
		{len(a.Logos), "logo", "logos"}, {versions, "version of a logo", "versions of logos"},
		{len(a.Fonts), "font file", "font files"}, {len(a.Icons), "icon", "icons"},
		{len(a.Pictures), "picture", "pictures"},
		{len(a.Films), "video", "videos"}, {len(a.Downloads), "download", "downloads"},
	} {
		if part.n == 1 {
			parts = append(parts, "1 "+part.one)
		} else if part.n > 1 {
			parts = append(parts, fmt.Sprint(part.n, " ", part.plural))
		}
	}
	return strings.Join(parts, ", ")
}
