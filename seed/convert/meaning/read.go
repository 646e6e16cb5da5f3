package meaning

import (
	"encoding/json"
	"errors"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// Read returns a value for a seed file, in the form that its place has. The error says
// why it is not one: no part of a value is made up.
func Read(k Kind, value *content.Value) (*content.Value, error) {
	switch k.Place {
	case Color, Theme:
		return hexOf(value)
	case FontFamily:
		names, err := familiesOf(value)
		return content.NewStrings(names...), err
	case Duration:
		return measured(value, css.Duration)
	case Easing:
		text, err := css.ReadEasing(value)
		return content.NewString(text), err
	case Shadow:
		return shadowOf(value)
	case Gradient:
		return gradientOf(value)
	case Further:
		return furtherOf(k, value)
	}
	return measured(value, css.Length)
}

func measured(value *content.Value, check func(string) (string, error)) (*content.Value, error) {
	text, err := quantityOf(value)
	if err != nil {
		return nil, err
	}
	text, err = check(text)
	return content.NewString(text), err
}

// quantityOf returns a number with its optional unit as text.
func quantityOf(value *content.Value) (string, error) {
	if value.IsScalar() {
		return strings.TrimSpace(value.Scalar()), nil
	}
	n, unit := value.Get("value"), value.Get("unit")
	if _, ok := n.Number(); ok && unit.IsText() && unit.Text() != "" {
		return n.Scalar() + unit.Text(), nil
	}
	return "", errors.New("expected a number with a unit")
}

// genericLast matches what is several families although it is quoted as one: 'Inter, sans-serif'.
var genericLast = pattern.New(`, *(?:sans-serif|serif|monospace|system-ui|cursive|fantasy)$`)

// familiesOf returns the names in a list of font families: families as CSS has them, also
// within a string of Sass, or a list, also as a text of JSON.
func familiesOf(value *content.Value) ([]string, error) {
	var names []string
	if text := strings.TrimSpace(value.Text()); value.IsText() && json.Unmarshal([]byte(text), &names) != nil {
		names = css.SplitFamilies(text)
	}
	if len(names) == 1 && (strings.IndexAny(names[0], `'"`) == 0 || genericLast.MatchString(names[0])) {
		names = css.SplitFamilies(names[0])
	}
	for _, family := range value.List() {
		if !family.IsText() {
			return nil, errors.New("expected the names of typefaces")
		}
		names = append(names, family.Text())
	}
	if len(names) == 0 || names[0] == "" {
		return nil, errors.New("expected the name of a typeface")
	}
	_, err := css.FontFamily(names[0], names[1:]...)
	return names, err
}

// weightOf returns the weight that a number or a name is, and whether its name says that it
// is italic.
func weightOf(value *content.Value) (weight string, italic bool, err error) {
	text := strings.TrimSpace(value.Scalar())
	if len(text) >= len("italic") && strings.EqualFold(text[len(text)-len("italic"):], "italic") {
		text, italic = strings.TrimRight(text[:len(text)-len("italic")], " -_"), true
		if text == "" {
			text = "regular"
		}
	}
	weight, err = css.Weight(text)
	return weight, italic, err
}

func isWeight(value *content.Value) bool {
	_, err := css.Weight(strings.TrimSpace(value.Scalar()))
	return err == nil
}

// Text returns a value as text within another one, as CSS writes it; false for one that is no part of a
// text.
func Text(value *content.Value) (string, bool) {
	if value.IsScalar() {
		return value.Scalar(), true
	}
	if text, err := quantityOf(value); err == nil {
		return text, true
	}
	if color, err := colorOf(value); err == nil {
		return css.Notation(color), true
	}
	names, err := familiesOf(value)
	if err != nil {
		return "", false
	}
	text, err := css.FontFamily(names[0], names[1:]...)
	return text, err == nil
}

// textFor returns a value as text, for messages.
func textFor(v *content.Value) string {
	if v.IsScalar() {
		return v.Scalar()
	}
	return string(v.Append(nil))
}
