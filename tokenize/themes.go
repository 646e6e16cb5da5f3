package tokenize

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"designmanual/db/manual"
)

type themesContent struct {
	Themes []theme `json:"themes"`
}

type theme struct {
	Name   string `json:"name"`
	Slug   string `json:"slug"`
	Colors roles  `json:"colors"`
	remarks
}

// roles are filled with a hex color or the name of a color of the manual, in
// the order written.
type roles []struct{ name, value string }

// UnmarshalJSON takes an object of strings, or null.
func (r *roles) UnmarshalJSON(data []byte) error {
	*r = nil
	if string(data) == "null" {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewReader(data))
	if start, err := d.ReadToken(); err != nil || start.Kind() != '{' {
		return fmt.Errorf("expected an object, found %s", data)
	}
	for d.PeekKind() != '}' {
		var role struct{ name, value string }
		if err := json.UnmarshalDecode(d, &role.name); err != nil {
			return err
		}
		if err := json.UnmarshalDecode(d, &role.value); err != nil {
			return fmt.Errorf("%s: %w", role.name, err)
		}
		*r = append(*r, role)
	}
	return nil
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
			if !slices.Contains(ThemeRoles[:], role.name) {
				return fmt.Errorf("theme %q: expected a role as %s, found %q",
					shorten(theme.Name), strings.Join(ThemeRoles[:], ", "), shorten(role.name))
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
		value, ok := b.swatches.Color(role.value)
		if !ok {
			b.note(manual.NoteNotHex, "", "The role %s of the theme %q is left out: %q is neither a hex color nor the name of one on the page.",
				role.name, theme.Name, shorten(role.value))
			continue
		}
		t := b.token(theme.Name+": "+role.name, role.name, value, theme.remarks)
		if _, hex := Hex(role.value); !hex {
			t.Alias = b.keyOf[swatchName(role.value)]
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
