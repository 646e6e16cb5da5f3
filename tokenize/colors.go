package tokenize

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"

	"designmanual/db/manual"
)

type colorsContent struct {
	Colors []swatch `json:"colors"`
}

type swatch struct {
	Name  string `json:"name"`
	Hex   string `json:"hex"`
	Tints tints  `json:"tints"`
	remarks
}

// tints are the hex colors of tints and shades by their step, or are to be
// made of the color.
type tints struct {
	make bool
	hex  map[string]string
}

// UnmarshalJSON takes an object of steps, true, or null.
func (t *tints) UnmarshalJSON(data []byte) error {
	*t = tints{make: string(data) == "true"}
	if t.make {
		return nil
	}
	return json.Unmarshal(data, &t.hex)
}

// fillColors adds each swatch, and its tints and shades right after it.
func (b *builder) fillColors(c colorsContent) error {
	for i, color := range c.Colors {
		b.at.Entry = i
		for _, step := range slices.Sorted(maps.Keys(color.Tints.hex)) {
			if !slices.Contains(TintSteps[:], step) {
				return fmt.Errorf("color %d: tints: expected a step as %s, found %q", i+1, strings.Join(TintSteps[:], ", "), shorten(step))
			}
		}
		value, ok := Hex(color.Hex)
		if !ok {
			tints := ""
			if color.Tints.make || len(color.Tints.hex) > 0 {
				tints = " with its tints"
			}
			b.note(manual.NoteNotHex, "", "The color %q is left out%s: %q is not a hex color such as #0b5fff.", color.Name, tints, shorten(color.Hex))
			continue
		}
		name := swatchName(color.Name)
		key := b.add(manual.ColorGroup, color.Name, name, value, color.remarks)
		if _, ok := b.swatches[name]; !ok {
			b.swatches[name], b.keyOf[name] = value, key
		}
		b.fillTints(key, value, color)
	}
	return nil
}

// fillTints adds the tints of a color. They are deprecated with it, and what
// is said of it is not said of them.
func (b *builder) fillTints(key, value string, color swatch) {
	tints := color.Tints.hex
	if color.Tints.make {
		tints = generate(value)
	}
	for _, step := range TintSteps {
		tint, ok := tints[step]
		if !ok {
			continue
		}
		value, ok := Hex(tint)
		if !ok {
			b.note(manual.NoteNotHex, "", "The tint %s of the color %q is left out: %q is not a hex color such as #0b5fff.",
				step, color.Name, shorten(tint))
			continue
		}
		b.add(manual.ColorGroup, color.Name+" "+step, key+"-"+step, value, remarks{Deprecated: color.Deprecated})
	}
}

// swatchName returns the name of a color as a token, which roles of themes
// are compared with too.
func swatchName(text string) string { return Name(text, "color") }

// Swatches are the colors of a manual by their token names, of several with
// one name the first: what the roles of its themes may name.
type Swatches map[string]string

// Color returns the color that a role is filled with: a hex color as [Hex]
// writes it, or the swatch of that name, compared as a token name; false for
// anything else, which leaves the role out.
func (s Swatches) Color(text string) (string, bool) {
	if value, ok := Hex(text); ok {
		return value, true
	}
	if strings.TrimSpace(text) == "" {
		return "", false
	}
	value, ok := s[swatchName(text)]
	return value, ok
}
