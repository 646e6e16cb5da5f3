package tokenize

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// ThemeSlugs returns the slugs of the themes of a manual, which are its modes. Themes with
// colors take them first, so that a theme without any changes no other slug. IsColor reports
// whether a text is a hex color or the name of a color.
func ThemeSlugs(themes []*content.Value, isColor func(string) bool) []string {
	slugs := make([]string, len(themes))
	taken := map[string]int{}
	for _, colored := range [...]bool{true, false} {
		for i, theme := range themes {
			if hasColors(theme, isColor) == colored {
				slugs[i] = Unique(taken, ThemeName(theme))
			}
		}
	}
	return slugs
}

func hasColors(theme *content.Value, isColor func(string) bool) bool {
	return slices.ContainsFunc(
		theme.Get("colors").Members(), func(role *content.Value) bool { return isColor(role.Scalar()) },
	)
}

// ThemeName returns the slug of a theme, unless another one has taken it.
func ThemeName(theme *content.Value) string {
	return Name(theme.Get("slug").Scalar(), Name(theme.Get("name").Scalar(), "theme"))
}

// findModes sets the modes of the document, which are its themes.
func (b *builder) findModes(sections []content.Section) {
	colors := map[string]bool{}
	var themes []*content.Value
	for _, section := range sections {
		for _, block := range section.Blocks {
			switch block.Kind {
			case manual.Colors:
				for _, color := range block.Content.Get("colors").List() {
					for _, name := range ColorNames(color) {
						colors[name] = true
					}
				}
			case manual.Themes:
				themes = append(themes, block.Content.Get("themes").List()...)
			}
		}
	}
	isColor := func(text string) bool {
		_, hex := css.Hex(text)
		return hex || strings.TrimSpace(text) != "" && colors[swatchName(text)]
	}
	b.themeSlugs = make(map[*content.Value]string, len(themes))
	for i, slug := range ThemeSlugs(themes, isColor) {
		b.themeSlugs[themes[i]] = slug
		b.doc.Modes = append(b.doc.Modes, manual.Mode{Slug: slug, Title: themes[i].Get("name").Scalar()})
	}
}

// errLeftOut is the error of a value that makes no token; a note says why.
var errLeftOut = errors.New("left out")

// modes returns the values of an entry in modes: those that differ from its own value, in
// the order of the document's modes. Read returns one of them. A mode whose theme is not
// published is left out with a note. The first theme is at rest and must not have another
// value than the entry's own.
func (b *builder) modes(
	title, own string, modes *content.Value, read func(*content.Value) (manual.ModeValue, error),
) ([]manual.ModeValue, error) {
	given := modes.Members()
	if len(given) == 0 {
		return nil, nil
	}
	values := make([]manual.ModeValue, len(b.doc.Modes))
	for _, m := range given {
		i := slices.IndexFunc(b.doc.Modes, func(mode manual.Mode) bool { return mode.Slug == m.Name })
		if i < 0 {
			b.note(
				manual.NoteMode, "", "The value of %q in the mode %q is left out: no theme on the page has that slug.",
				title, content.Truncate(m.Name),
			)
			continue
		}
		value, err := read(m)
		if errors.Is(err, errLeftOut) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("modes: %s: %w", m.Name, err)
		}
		if value.Value == own {
			continue
		}
		if i == 0 {
			return nil, fmt.Errorf(
				"modes: the value in the first theme, %s, is the entry's own: write it there", m.Name,
			)
		}
		value.Mode = m.Name
		values[i] = value
	}
	return slices.DeleteFunc(values, func(v manual.ModeValue) bool { return v.Mode == "" }), nil
}

// textModes is modes of values that are texts.
func (b *builder) textModes(
	title, own string, entry *content.Value, read func(*content.Value) (string, error),
) ([]manual.ModeValue, error) {
	return b.modes(title, own, entry.Get("modes"), func(value *content.Value) (manual.ModeValue, error) {
		text, err := read(value)
		return manual.ModeValue{Value: text}, err
	})
}

// valueIn returns the value that a token has in a mode.
func valueIn(modes []manual.ModeValue, mode, own string) string {
	return manual.Token{Value: own, Modes: modes}.In(mode).Value
}
