package meaning

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// Style returns a text style for a seed file from the object of a document, or from the
// font shorthand of CSS, and its typeface with the fallbacks, also beside an error. Its size is a step of
// the type scale, if there is one.
func Style(value *content.Value, step string) (*content.Value, []string, error) {
	if value.IsText() {
		f, err := Font(value.Text())
		if err != nil {
			return nil, nil, err
		}
		value = f
	}
	if !value.Is('{') {
		return nil, nil, errors.New("expected the properties of a text style")
	}
	style := content.NewObject()
	var families []string
	if family := value.First("fontFamily", "family"); family != nil {
		names, err := familiesOf(family)
		if err != nil {
			return nil, nil, err
		}
		families = names
		style.Add("family", content.NewString(families[0]))
	}
	size, err := measured(value.First("fontSize", "size"), css.Length)
	if err != nil {
		return nil, families, fmt.Errorf("the size of the text style: %w", err)
	}
	if step != "" {
		size = content.NewString(step)
	}
	style.Add("size", size)
	for _, keys := range styleKeys {
		given := value.Get(keys[0])
		if given == nil {
			continue
		}
		member, err := styleValue(keys[0], given)
		if err != nil {
			return nil, families, fmt.Errorf("%s: %w", keys[0], err)
		}
		style.Add(keys[1], member)
	}
	if _, italic, _ := weightOf(value.Get("fontWeight")); italic && !style.Has("style") {
		style.Add("style", content.NewString("italic"))
	}
	return style, families, nil
}

// styleKeys are the properties of text styles of documents besides family and size, and their keys in
// a seed file.
var styleKeys = [...][2]string{
	{"lineHeight", "lineHeight"}, {"fontWeight", "weight"}, {"letterSpacing", "letterSpacing"},
	{"textCase", "case"}, {"fontStyle", "style"},
}

// usualStyles are the words for what a text has without the property.
var usualStyles = map[string][]string{
	"lineHeight": {"", "auto", "normal"}, "letterSpacing": {"", "normal"}, "textCase": {"", "none", "original"},
	"fontStyle": {"", "normal"},
}

// styleValue returns the value of a property of a text style, nil for what is so without it.
func styleValue(property string, value *content.Value) (*content.Value, error) {
	word := strings.ToLower(strings.TrimSpace(value.Text()))
	isUsual := value.IsText() && slices.Contains(usualStyles[property], word)
	switch property {
	case "fontWeight":
		weight, _, err := weightOf(value)
		return content.NewNumber(weight), err
	case "textCase":
		if name := caseNames[word]; name != "" {
			return content.NewString(name), nil
		}
		if isUsual {
			return nil, nil
		}
		return nil, fmt.Errorf("expected upper, lower or title case, found %.40s", textFor(value))
	case "fontStyle":
		if word == "italic" || word == "oblique" {
			return content.NewString("italic"), nil
		}
		if isUsual {
			return nil, nil
		}
		return nil, fmt.Errorf("expected italic or normal, found %.40s", textFor(value))
	}
	text, err := quantityOf(value)
	if err != nil || isUsual {
		return nil, err
	}
	if property == "letterSpacing" {
		text, err = css.LetterSpacing(text)
		return content.NewString(text), err
	}
	text, err = css.LineHeight(text)
	if bareNumber.MatchString(text) {
		return content.NewNumber(text), err
	}
	return content.NewString(text), err
}

var caseNames = map[string]string{
	"uppercase": "upper", "lowercase": "lower", "capitalize": "title", "upper": "upper", "lower": "lower",
	"title": "title",
}

// fontSizeForm matches a size of the font shorthand with its line height.
var fontSizeForm = pattern.New(`^([\d.]+[a-z%]+)(?:/([\d.]+[a-z%]*))?$`)

// Font returns the properties of the font shorthand of CSS (CSS Fonts Module Level 4,
// section 2.7): style and weight, size and line height, and families, which may be missing
// beside a line height.
func Font(text string) (*content.Value, error) {
	refused := fmt.Errorf("expected a font as italic 600 1rem/1.5 Inter, %s", css.Found(text))
	text = slashes.ReplaceAllString(strings.TrimSpace(text), "/")
	f := content.NewObject()
	terms := css.Split(text, ' ')
	for i, term := range terms {
		if m := fontSizeForm.FindStringSubmatch(term); m != nil {
			families := strings.Join(terms[i+1:], " ")
			alone := families == "" && m[2] != "" // as the size of a font that others name
			if _, err := css.Length(m[1]); err != nil || !alone && !isFamilies(families) {
				return nil, refused
			}
			f.Add("fontSize", content.NewString(m[1]))
			if m[2] != "" {
				f.Add("lineHeight", content.NewString(m[2]))
			}
			if !alone {
				f.Add("fontFamily", content.NewString(families))
			}
			return f, nil
		}
		if term == "italic" {
			f.Add("fontStyle", content.NewString(term))
		} else if isWeight(content.NewString(term)) && (bareNumber.MatchString(term) || term == "bold") {
			f.Add("fontWeight", content.NewString(term))
		} else if term != "normal" {
			return nil, refused
		}
	}
	return nil, refused
}

var slashes = pattern.New(`\s*/\s*`)
