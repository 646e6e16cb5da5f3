package tokenize

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/seed/content"
)

// TintSteps are the steps that a color's tints and shades may have, in order.
var TintSteps = [...]string{"50", "100", "200", "300", "400", "500", "600", "700", "800", "900", "950"}

// fillColors adds each swatch, and its tints and shades right after it.
func (b *builder) fillColors(c content.Object) error {
	for i, color := range c.Objects("colors") {
		b.at.Entry = i
		tints, _ := color.Get("tints").(content.Object)
		for _, tint := range tints {
			if !slices.Contains(TintSteps[:], tint.Key) {
				return fmt.Errorf("color %d: tints: expected a step as %s, found %q", i+1, strings.Join(TintSteps[:], ", "), shorten(tint.Key))
			}
		}
		title, hex := color.Text("name"), color.Text("hex")
		value, ok := Hex(hex)
		if !ok {
			with := ""
			if len(tints) > 0 || color.Get("tints") == true {
				with = " with its tints"
			}
			b.note(manual.NoteNotHex, "", "The color %q is left out%s: %q is not a hex color such as #0b5fff.", title, with, shorten(hex))
			continue
		}
		name := swatchName(title)
		key := b.add(manual.ColorGroup, title, name, value, color)
		if _, ok := b.swatches[name]; !ok {
			b.swatches[name], b.keyOf[name] = value, key
		}
		b.fillTints(key, value, color)
	}
	return nil
}

// fillTints adds the tints of a color, which are given or to be made of it.
// They are deprecated with it, and what is said of it is not said of them.
func (b *builder) fillTints(key, value string, color content.Object) {
	tints := map[string]string{}
	if color.Get("tints") == true {
		tints = generate(value)
	}
	given, _ := color.Get("tints").(content.Object)
	for _, tint := range given {
		tints[tint.Key] = content.Text(tint.Value)
	}
	remarks := content.Object{{Key: "deprecated", Value: color.Get("deprecated")}}
	for _, step := range TintSteps {
		tint, ok := tints[step]
		if !ok {
			continue
		}
		value, ok := Hex(tint)
		if !ok {
			b.note(manual.NoteNotHex, "", "The tint %s of the color %q is left out: %q is not a hex color such as #0b5fff.",
				step, color.Text("name"), shorten(tint))
			continue
		}
		b.add(manual.ColorGroup, color.Text("name")+" "+step, key+"-"+step, value, remarks)
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
