package tokenize

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// colorNames returns the value of a color that a text names.
type colorNames func(name string) (string, bool)

// colorsIn returns the colors of the manual as they are in a mode, "" for those at rest.
func (b *builder) colorsIn(mode string) colorNames {
	return func(text string) (string, bool) {
		if Name(text, "") == "" || strings.ContainsAny(text, "#(") {
			return "", false
		}
		named, ok := b.swatchNamed(text)
		return valueIn(named.modes, mode, named.value), ok
	}
}

// coloredValues returns the own value of an entry that may name colors, and its values in
// modes: those that the entry gives, and those that follow from the modes of the colors.
func (b *builder) coloredValues(
	title string, value, given *content.Value, read func(*content.Value, colorNames) (manual.ModeValue, error),
) (own manual.ModeValue, modes []manual.ModeValue, err error) {
	if own, err = read(value, b.colorsIn("")); err != nil {
		return own, nil, err
	}
	explicit, err := b.modes(title, own.Value, given, func(value *content.Value) (manual.ModeValue, error) {
		return read(value, b.colorsIn(value.Name))
	})
	if err != nil {
		return own, nil, err
	}
	for i, mode := range b.doc.Modes {
		at := slices.IndexFunc(explicit, func(v manual.ModeValue) bool { return v.Mode == mode.Slug })
		if at >= 0 {
			modes = append(modes, explicit[at])
			continue
		}
		if i == 0 || given.Get(mode.Slug) != nil {
			continue
		}
		follows, err := read(value, b.colorsIn(mode.Slug))
		if err != nil {
			continue
		}
		if follows.Value != own.Value {
			follows.Mode = mode.Slug
			modes = append(modes, follows)
		}
	}
	return own, modes, nil
}

// fillGradients adds gradients. One that names a color that the manual does not have is left
// out with a note.
func (b *builder) fillGradients(c *content.Value) error {
	for i, entry := range c.Get("gradients").List() {
		b.moveTo("gradients", i)
		title := entry.Get("name").Scalar()
		own, modes, err := b.coloredValues(
			title, entry.Get("value"), entry.Get("modes"),
			func(value *content.Value, named colorNames) (manual.ModeValue, error) {
				layers, err := css.ParseGradient(value.Text(), named)
				var v manual.ModeValue
				if err != nil {
					b.noteLeftOut(manual.NoteGradient, "gradient", title, value, err)
					return v, errLeftOut
				}
				var texts []string
				for _, layer := range layers {
					texts = append(texts, layer.String())
				}
				v.Value = strings.Join(texts, ", ")
				return v, nil
			},
		)
		if errors.Is(err, errLeftOut) {
			continue
		}
		if err != nil {
			return fmt.Errorf("gradient %d: %w", i+1, err)
		}
		t := b.token(title, Name(title, "gradient"), own.Value, entry)
		t.Modes = modes
		b.addFurther(manual.GroupGradient, manual.GradientToken, t)
	}
	return nil
}

// colorVariable matches a reference to a color of the manual or to a role of its themes.
var colorVariable = regexp.MustCompile(`var\(\s*(--(?:color|theme)-[^\s,()]+)\s*(?:,[^()]*)?\)`)

// ReplaceColors returns a text with other texts for the colors and roles that it refers to:
// what value returns for a custom property. It returns false for a reference that stays.
func ReplaceColors(text string, value func(variable string) (string, bool)) string {
	return colorVariable.ReplaceAllStringFunc(text, func(reference string) string {
		if replaced, ok := value(colorVariable.FindStringSubmatch(reference)[1]); ok {
			return replaced
		}
		return reference
	})
}

// colorIn returns the value in a mode of a color, or of a role of the themes, by its custom
// property. The mode at rest has no name.
func (b *builder) colorIn(property, mode string) (value string, ok bool) {
	for _, t := range b.doc.Groups[manual.ColorGroup].Tokens {
		if t.Variable == property {
			return t.In(mode).Value, true
		}
	}
	role, isRole := strings.CutPrefix(property, "--theme-")
	if !isRole || len(b.doc.Themes) == 0 {
		return "", false
	}
	for _, theme := range []manual.Theme{b.doc.Theme(mode), b.doc.Themes[0]} {
		for _, t := range theme.Colors {
			if t.Name != role {
				continue
			}
			if t.Alias != "" && theme.Slug != mode {
				return b.colorIn(variable(manual.Groups[manual.ColorGroup].Variable, t.Alias), mode)
			}
			return t.Value, true
		}
	}
	return "", false
}

// shadowIn returns a shadow with the colors and roles that it refers to as they are in a
// mode, unchanged if none of them has the mode: a var() at :root does not change inside
// [data-theme].
func (b *builder) shadowIn(shadow, mode string) string {
	changes := false
	replaced := ReplaceColors(shadow, func(property string) (string, bool) {
		value, ok := b.colorIn(property, mode)
		atRest, _ := b.colorIn(property, "")
		changes = changes || value != atRest
		return value, ok
	})
	if !changes {
		return shadow
	}
	return replaced
}

// addShadowModes gives shadows that refer to a color or a role with modes these modes.
func (b *builder) addShadowModes() {
	tokens := b.doc.Groups[manual.ShadowGroup].Tokens
	for i := range tokens {
		t := &tokens[i]
		var modes []manual.ModeValue
		for _, mode := range b.doc.Modes {
			if value := b.shadowIn(t.In(mode.Slug).Value, mode.Slug); value != t.Value {
				modes = append(modes, manual.ModeValue{Mode: mode.Slug, Value: value})
			}
		}
		t.Modes = modes
	}
}
