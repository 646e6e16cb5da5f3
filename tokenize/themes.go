package tokenize

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// ThemeRoles are the roles of a theme, in the order of the specification
// (section 2.5).
var ThemeRoles = manual.ThemeRoles

// fillThemes adds the themes of a block. The colors of all other blocks must be
// known.
func (b *builder) fillThemes(c *content.Value) error {
	for i, theme := range c.Get("themes").List() {
		b.moveTo("themes", i)
		if err := b.fillTheme(theme); err != nil {
			return fmt.Errorf("theme %q: %w", content.Truncate(theme.Get("name").Scalar()), err)
		}
	}
	return nil
}

// fillTheme adds a theme with the roles that have a color. A theme without any is a mode
// alone.
func (b *builder) fillTheme(theme *content.Value) error {
	name, slug := theme.Get("name").Scalar(), b.themeSlugs[theme]
	roles := theme.Get("colors").Members()
	var colors []manual.Token
	for _, role := range roles {
		if !slices.Contains(ThemeRoles[:], role.Name) {
			return fmt.Errorf(
				"expected a role as %s, found %q", strings.Join(ThemeRoles[:], ", "), content.Truncate(role.Name),
			)
		}
		text := role.Scalar()
		named, ok := b.color(text)
		if !ok {
			b.note(
				manual.NoteNotHex, "",
				"The role %s of the theme %q is left out: %q is neither a hex color nor the name of one on the page.",
				role.Name, name, content.Truncate(text),
			)
			continue
		}
		t := b.token(name+": "+role.Name, role.Name, valueIn(named.modes, slug, named.value), theme)
		t.Variable = variable("--"+manual.GroupThemes, slug+"-"+t.Name)
		if t.Value == named.value {
			t.Alias = named.key
		}
		colors = append(colors, t)
	}
	if len(colors) == 0 {
		if len(roles) > 0 || !b.isMode(slug) {
			b.note(manual.NoteEmptyTheme, "", "The theme %q is left out: it has no color in it.", name)
		}
		return nil
	}
	b.noteKey(manual.GroupThemes, ThemeName(theme), slug)
	b.doc.Themes = append(b.doc.Themes, manual.Theme{Slug: slug, Colors: colors})
	return nil
}

// color returns a hex color, which has no key, or the color of the manual that a text names.
// It returns false for any other text.
func (b *builder) color(text string) (swatch, bool) {
	if value, isHex := css.Hex(text); isHex {
		return swatch{value: value}, true
	}
	if strings.TrimSpace(text) == "" {
		return swatch{}, false
	}
	return b.swatchNamed(text)
}

// isMode reports whether a theme without colors is a mode: a token has a value of its own
// in it, or in another mode, and it is the one at rest.
func (b *builder) isMode(slug string) bool {
	if b.used == nil {
		b.used = map[string]bool{}
		b.doc.All(func(_ []string, _ manual.TokenType, t manual.Token) {
			for _, m := range t.Modes {
				b.used[m.Mode], b.used[b.doc.Modes[0].Slug] = true, true
			}
		})
	}
	return b.used[slug]
}

// dropModes removes the modes that say nothing: those without colors in which no token has a
// value of its own.
func (b *builder) dropModes() {
	var kept []manual.Mode
	colored := map[string]bool{}
	for _, theme := range b.doc.Themes {
		colored[theme.Slug] = true
	}
	for _, m := range b.doc.Modes {
		if colored[m.Slug] || b.isMode(m.Slug) {
			kept = append(kept, m)
		}
	}
	b.doc.Modes = kept
	if uncombined := Uncombined(&b.doc); uncombined != nil {
		b.place = tokenPlace{}
		b.note(
			manual.NoteCombination,
			"",
			"The modes %s are one list: where one of them counts, no other one does. A combination is a theme of its "+
				"own.",
			strings.Join(uncombined, ", "),
		)
	}
}

// Uncombined returns the titles of all modes if they have several axes, as light and dark
// beside comfortable and compact: several themes have colors, and another mode has none.
func Uncombined(d *manual.TokenDocument) []string {
	if len(d.Themes) < 2 || len(d.Modes) == len(d.Themes) {
		return nil
	}
	var titles []string
	for _, m := range d.Modes {
		titles = append(titles, m.Title)
	}
	return titles
}
