package tokenize

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
)

type themesContent struct {
	Themes []theme `json:"themes"`
}

type theme struct {
	manual.ThemeContent
	remarks
}

// A waitingTheme is a theme and where it stands.
type waitingTheme struct {
	at manual.Token
	theme
}

func (b *builder) queueThemes(c themesContent) error {
	for i, theme := range c.Themes {
		b.at.Entry = i
		for _, role := range theme.Colors {
			if !slices.Contains(manual.ThemeRoles[:], role.Name) {
				return fmt.Errorf("theme %q: expected a role as %s, found %q",
					shorten(theme.Name), strings.Join(manual.ThemeRoles[:], ", "), shorten(role.Name))
			}
		}
		b.themes = append(b.themes, waitingTheme{b.at, theme})
	}
	return nil
}

// fillTheme adds a theme with the roles that have a color. One without any
// takes no slug away from the themes after it.
func (b *builder) fillTheme(theme theme) {
	var colors []manual.Token
	for _, role := range theme.Colors {
		value, ok := b.swatches.Color(role.Value)
		if !ok {
			b.note(manual.NoteNotHex, "", "The role %s of the theme %q is left out: %q is neither a hex color nor the name of one on the page.",
				role.Name, theme.Name, shorten(role.Value))
			continue
		}
		t := b.token(theme.Name+": "+role.Name, role.Name, value, theme.remarks)
		if _, hex := Hex(role.Value); !hex {
			t.Alias = b.keyOf[swatchName(role.Value)]
		}
		colors = append(colors, t)
	}
	if len(colors) == 0 {
		b.note(manual.NoteEmptyTheme, "", "The theme %q is left out: it has no color in it.", theme.Name)
		return
	}
	slug := b.take(manual.GroupThemes, Name(theme.Slug, Name(theme.Name, "theme")))
	b.doc.Themes = append(b.doc.Themes, manual.Theme{Slug: slug, Colors: colors})
}
