package tokenize

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// fillColors adds each color, directly followed by its tints and shades.
func (b *builder) fillColors(c *content.Value) error {
	for i, color := range c.Get("colors").List() {
		b.position.Entry = i
		tints := color.Get("tints")
		for _, tint := range tints.Members() {
			if !slices.Contains(css.TintSteps[:], tint.Name) {
				return fmt.Errorf("color %d: tints: expected a step as %s, found %q", i+1, strings.Join(css.TintSteps[:], ", "), css.Shorten(tint.Name))
			}
		}
		title, hex := color.Get("name").Scalar(), color.Get("hex").Scalar()
		value, ok := css.Hex(hex)
		if !ok {
			with := ""
			if len(tints.Members()) > 0 || tints.Is('t') {
				with = " with its tints"
			}
			b.note(manual.NoteNotHex, "", "The color %q is left out%s: %q is not a hex color such as #0b5fff.", title, with, css.Shorten(hex))
			continue
		}
		name := swatchName(title)
		key := b.add(manual.ColorGroup, title, name, value, color)
		if _, ok := b.swatches[name]; !ok {
			b.swatches[name], b.keyByName[name] = value, key
		}
		b.fillTints(key, value, color)
	}
	return nil
}

// fillTints adds the tints of a color, given or generated. They inherit its
// deprecation but not its description.
func (b *builder) fillTints(key, value string, color *content.Value) {
	tints := map[string]string{}
	if color.Get("tints").Is('t') {
		tints = css.Tints(value)
	}
	for _, tint := range color.Get("tints").Members() {
		tints[tint.Name] = tint.Scalar()
	}
	name, inherited := color.Get("name").Scalar(), content.NewObject("deprecated", color.Get("deprecated"))
	for _, step := range css.TintSteps {
		tint, ok := tints[step]
		if !ok {
			continue
		}
		value, ok := css.Hex(tint)
		if !ok {
			b.note(manual.NoteNotHex, "", "The tint %s of the color %q is left out: %q is not a hex color such as #0b5fff.",
				step, name, css.Shorten(tint))
			continue
		}
		b.add(manual.ColorGroup, name+" "+step, key+"-"+step, value, inherited)
	}
}

// swatchName returns the token name of a color. Roles of themes refer to colors
// by it.
func swatchName(text string) string { return Name(text, "color") }

// Swatches maps token names to the colors of a manual; the first color with a
// name counts. Theme roles may name them.
type Swatches map[string]string

// SwatchesOf returns the colors of a manual, with their tints.
func SwatchesOf(d *manual.TokenDocument) Swatches {
	s := make(Swatches)
	for _, t := range d.Groups[manual.ColorGroup].Tokens {
		s[t.Name] = t.Value
	}
	return s
}

// Color returns the color of a theme role: a hex color, or the swatch whose
// token name the text has. It returns false for any other text; the role is
// then left out.
func (s Swatches) Color(text string) (string, bool) {
	if value, ok := css.Hex(text); ok {
		return value, true
	}
	if strings.TrimSpace(text) == "" {
		return "", false
	}
	value, ok := s[swatchName(text)]
	return value, ok
}
