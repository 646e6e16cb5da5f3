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
		b.moveTo("colors", i)
		if err := b.fillColor(color); err != nil {
			return fmt.Errorf("color %d: %w", i+1, err)
		}
	}
	return nil
}

func (b *builder) fillColor(color *content.Value) error {
	tints := color.Get("tints")
	for _, tint := range tints.Members() {
		if !slices.Contains(manual.TintSteps[:], tint.Name) {
			return fmt.Errorf(
				"tints: expected a step as %s, found %q", strings.Join(manual.TintSteps[:], ", "),
				content.Truncate(tint.Name),
			)
		}
	}
	title, hex := color.Get("name").Scalar(), color.Get("hex").Scalar()
	value, ok := css.Hex(hex)
	if !ok {
		with := ""
		if len(tints.Members()) > 0 || tints.Is('t') {
			with = " with its tints"
		}
		b.note(
			manual.NoteNotHex, "", "The color %q is left out%s: %q is not a hex color such as #0b5fff.", title, with,
			content.Truncate(hex),
		)
		return nil
	}
	name := swatchName(title)
	t := b.token(title, name, value, color)
	var err error
	if t.Modes, err = b.textModes(title, value, color, b.hexOf(title)); err != nil {
		return err
	}
	t.Print = printOf(color)
	key := b.addColor(t)
	if _, ok := b.swatches[name]; !ok {
		b.swatches[name] = b.swatchesByKey[key]
	}
	return b.fillTints(key, t, color)
}

// hexOf returns a function that reads the color of a mode; one that is no hex color is left
// out with a note.
func (b *builder) hexOf(title string) func(*content.Value) (string, error) {
	return func(value *content.Value) (string, error) {
		hex, ok := css.Hex(value.Scalar())
		if !ok {
			b.note(
				manual.NoteNotHex, "",
				"The color %q in the mode %q is left out: %q is not a hex color such as #0b5fff.", title, value.Name,
				content.Truncate(value.Scalar()),
			)
			return "", errLeftOut
		}
		return hex, nil
	}
}

// printOf returns the values of a color in print.
func printOf(color *content.Value) manual.Print {
	p := manual.Print{Pantone: color.Get("pantone").Text(), RAL: color.Get("ral").Text(), NCS: color.Get("ncs").Text()}
	p.CMYK, _ = css.CMYK(color.Get("cmyk"))
	return p
}

// fillTints adds the tints of a color, given or made of its value in each mode. They
// inherit its deprecation but not its description.
func (b *builder) fillTints(key string, color manual.Token, entry *content.Value) error {
	given := entry.Get("tints")
	if given == nil {
		return nil
	}
	computed := computedTints(color, given.Is('t'))
	inherited := content.NewObject("deprecated", entry.Get("deprecated"))
	own, isMade := computed[""]
	steps := manual.TintSteps[:]
	if isMade {
		steps = manual.MadeTintSteps[:]
	}
	for i, step := range steps {
		title := color.Title + " " + step
		tint := given.Get(step)
		if tint == nil && !isMade {
			continue
		}
		text := tint.Scalar()
		if tint.Is('{') {
			text = tint.Get("hex").Scalar()
		}
		if isMade {
			text = own[i]
		}
		value, ok := css.Hex(text)
		if !ok {
			b.note(
				manual.NoteNotHex, "",
				"The tint %s of the color %q is left out: %q is not a hex color such as #0b5fff.", step, color.Title,
				content.Truncate(text),
			)
			continue
		}
		t := b.token(title, key+"-"+step, value, inherited)
		modes, err := b.textModes(title, value, tint, b.hexOf(title))
		if err != nil {
			return fmt.Errorf("tints: %s: %w", step, err)
		}
		t.Modes = modes
		for _, m := range color.Modes {
			if other, ok := computed[m.Mode]; ok && other[i] != value {
				t.Modes = append(t.Modes, manual.ModeValue{Mode: m.Mode, Value: other[i]})
			}
		}
		b.addColor(t)
	}
	return nil
}

// addColor appends a color or a tint, and returns its key.
func (b *builder) addColor(t manual.Token) string {
	key := b.add(manual.ColorGroup, t)
	b.swatchesByKey[key] = swatch{key, t.Value, t.Modes}
	return key
}

// swatchNamed returns the color that a text names: the first one with that name, else the color or
// tint with that token name.
func (b *builder) swatchNamed(text string) (swatch, bool) {
	name := swatchName(text)
	if named, ok := b.swatches[name]; ok {
		return named, true
	}
	named, ok := b.swatchesByKey[name]
	return named, ok
}

// computedTints returns the tints of a color that the program computes by mode, "" for those of
// its own value, and none unless they are asked for.
func computedTints(color manual.Token, asked bool) map[string][len(manual.MadeTintSteps)]string {
	if !asked {
		return nil
	}
	tints := map[string][len(manual.MadeTintSteps)]string{"": css.Tints(color.Value)}
	for _, m := range color.Modes {
		tints[m.Mode] = css.Tints(m.Value)
	}
	return tints
}

// ColorNames returns the token names of a color of a COLORS block and of its tints, none if it is
// no hex color.
func ColorNames(color *content.Value) []string {
	if _, ok := css.Hex(color.Get("hex").Scalar()); !ok {
		return nil
	}
	name := swatchName(color.Get("name").Scalar())
	names := []string{name}
	tints := color.Get("tints")
	if tints.Is('t') {
		for _, step := range manual.MadeTintSteps {
			names = append(names, name+"-"+step)
		}
	}
	for _, tint := range tints.Members() {
		names = append(names, name+"-"+tint.Name)
	}
	return names
}

// swatchName returns the token name of a color. Roles of themes refer to colors
// by it.
func swatchName(text string) string { return Name(text, "color") }

// Swatches maps token names to the colors of a manual; the first color with a
// name counts. Theme roles may name them.
type Swatches map[string]string

// SwatchesOf returns the colors of a manual, with their tints.
func SwatchesOf(d *manual.TokenDocument) Swatches { return SwatchesIn(d, "") }

// SwatchesIn returns the colors of a manual, with their tints, as they are in a mode.
func SwatchesIn(d *manual.TokenDocument, mode string) Swatches {
	colors := d.Groups[manual.ColorGroup].Tokens
	s := make(Swatches, len(colors))
	for _, t := range colors {
		s[t.Name] = t.In(mode).Value
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
