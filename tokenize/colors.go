package tokenize

import (
	"fmt"
	"slices"
	"strings"

	"designmanual/db/manual"
)

type colorsContent struct {
	Colors []swatch `json:"colors"`
}

type swatch struct {
	manual.Color
	remarks
}

// fillColors adds each swatch, and its tints and shades right after it.
func (b *builder) fillColors(c colorsContent) error {
	b.grow(manual.ColorGroup, tokensOf(c))
	for i, color := range c.Colors {
		b.at.Entry = i
		if err := checkTints(color.Tints); err != nil {
			return fmt.Errorf("color %d: %w", i+1, err)
		}
		value, ok := Hex(color.Hex)
		if !ok {
			b.note(manual.NoteNotHex, "", "The color %q is left out%s: %q is not a hex color such as #0b5fff.",
				color.Name, withTints(color.Tints), shorten(color.Hex))
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

// swatchName returns the name of a color as a token, which roles of themes
// are compared with too.
func swatchName(text string) string { return Name(text, "color") }

// tokensOf returns how many tokens colors make at most.
func tokensOf(c colorsContent) int {
	n := len(c.Colors)
	for i := range c.Colors {
		if tints := &c.Colors[i].Tints; tints.Generate {
			n += len(manual.TintSteps)
		} else {
			n += len(tints.Steps)
		}
	}
	return n
}

// fillTints adds the tints of a color. They are deprecated with it, and what
// is said of it is not said of them.
func (b *builder) fillTints(key, value string, color swatch) {
	tints := color.Tints
	if tints.Generate {
		tints = generate(value)
	}
	for _, step := range manual.TintSteps {
		tint, ok := tints.At(step)
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

func withTints(t manual.Tints) string {
	if t.Generate || len(t.Steps) > 0 {
		return " with its tints"
	}
	return ""
}

// checkTints refuses a step that is none; the first in the order of their
// text is told.
func checkTints(t manual.Tints) error {
	unknown := ""
	for _, tint := range t.Steps {
		if step := tint.Step; !slices.Contains(manual.TintSteps[:], step) && (unknown == "" || step < unknown) {
			unknown = step
		}
	}
	if unknown != "" {
		return fmt.Errorf("tints: expected a step as %s, found %q", strings.Join(manual.TintSteps[:], ", "), shorten(unknown))
	}
	return nil
}
