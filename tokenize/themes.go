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
		b.position.Entry = i
		if err := b.fillTheme(theme); err != nil {
			return fmt.Errorf("theme %q: %w", css.Shorten(theme.Get("name").Scalar()), err)
		}
	}
	return nil
}

// fillTheme adds a theme with the roles that have a color. A theme without any
// takes no slug.
func (b *builder) fillTheme(theme *content.Value) error {
	name := theme.Get("name").Scalar()
	var colors []manual.Token
	for _, role := range theme.Get("colors").Members() {
		if !slices.Contains(ThemeRoles[:], role.Name) {
			return fmt.Errorf("expected a role as %s, found %q", strings.Join(ThemeRoles[:], ", "), css.Shorten(role.Name))
		}
		text := role.Scalar()
		value, ok := b.swatches.Color(text)
		if !ok {
			b.note(manual.NoteNotHex, "", "The role %s of the theme %q is left out: %q is neither a hex color nor the name of one on the page.",
				role.Name, name, css.Shorten(text))
			continue
		}
		t := b.token(name+": "+role.Name, role.Name, value, theme)
		if _, hex := css.Hex(text); !hex {
			t.Alias = b.keyByName[swatchName(text)]
		}
		colors = append(colors, t)
	}
	if len(colors) == 0 {
		b.note(manual.NoteEmptyTheme, "", "The theme %q is left out: it has no color in it.", name)
		return nil
	}
	slug := b.uniqueKey(manual.GroupThemes, Name(theme.Get("slug").Scalar(), Name(name, "theme")))
	for i := range colors {
		colors[i].Variable = variable("--"+manual.GroupThemes, slug+"-"+colors[i].Name)
	}
	b.doc.Themes = append(b.doc.Themes, manual.Theme{Slug: slug, Colors: colors})
	return nil
}
