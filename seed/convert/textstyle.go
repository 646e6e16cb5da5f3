package convert

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// styleOf returns a text style for a seed file from the object of a document, or from the
// font shorthand of CSS. Its size is a step of the type scale, if there is one.
func (b *builder) styleOf(value *content.Value, step string) (*content.Value, error) {
	if isString(value) {
		f, err := fontOf(value.Text())
		if err != nil {
			return nil, err
		}
		value = f
	}
	if !value.Is('{') {
		return nil, errors.New("expected the properties of a text style")
	}
	style := object()
	if family := firstOf(value, "fontFamily", "family"); family != nil {
		names, err := familiesOf(family)
		if err != nil {
			return nil, err
		}
		style.Add("family", textValue(b.familyName(names)))
	}
	size, err := measured(firstOf(value, "fontSize", "size"), css.Length)
	if err != nil {
		return nil, fmt.Errorf("the size of the text style: %w", err)
	}
	if step != "" {
		size = textValue(step)
	}
	style.Add("size", size)
	for _, keys := range styleKeys {
		given := value.Get(keys[0])
		if given == nil {
			continue
		}
		member, err := styleValue(keys[0], given)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", keys[0], err)
		}
		style.Add(keys[1], member)
	}
	if _, italic, _ := weightOf(value.Get("fontWeight")); italic && !has(style, "style") {
		style.Add("style", textValue("italic"))
	}
	return style, nil
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
	isUsual := isString(value) && slices.Contains(usualStyles[property], word)
	switch property {
	case "fontWeight":
		weight, _, err := weightOf(value)
		return content.NewNumber(weight), err
	case "textCase":
		if name := caseNames[word]; name != "" {
			return textValue(name), nil
		}
		if isUsual {
			return nil, nil
		}
		return nil, fmt.Errorf("expected upper, lower or title case, found %.40s", textFor(value))
	case "fontStyle":
		if word == "italic" || word == "oblique" {
			return textValue("italic"), nil
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
		return textValue(text), err
	}
	text, err = css.LineHeight(text)
	if bareNumber.MatchString(text) {
		return content.NewNumber(text), err
	}
	return textValue(text), err
}

var caseNames = map[string]string{
	"uppercase": "upper", "lowercase": "lower", "capitalize": "title", "upper": "upper", "lower": "lower",
	"title": "title",
}

// fontSizeForm matches a size of the font shorthand with its line height.
var fontSizeForm = pattern.New(`^([\d.]+[a-z%]+)(?:/([\d.]+[a-z%]*))?$`)

// fontOf returns the properties of the font shorthand of CSS (CSS Fonts Module Level 4,
// section 2.7): style and weight, size and line height, and families, which may be missing
// beside a line height.
func fontOf(text string) (*content.Value, error) {
	refused := fmt.Errorf("expected a font as italic 600 1rem/1.5 Inter, %s", css.Found(text))
	text = slashes.ReplaceAllString(strings.TrimSpace(text), "/")
	f := object()
	terms := css.Split(text, ' ')
	for i, term := range terms {
		if m := fontSizeForm.FindStringSubmatch(term); m != nil {
			families := strings.Join(terms[i+1:], " ")
			alone := families == "" && m[2] != "" // as the size of a font that others name
			if _, err := css.Length(m[1]); err != nil || !alone && !isFamilies(families) {
				return nil, refused
			}
			f.Add("fontSize", textValue(m[1]))
			if m[2] != "" {
				f.Add("lineHeight", textValue(m[2]))
			}
			if !alone {
				f.Add("fontFamily", textValue(families))
			}
			return f, nil
		}
		if term == "italic" {
			f.Add("fontStyle", textValue(term))
		} else if isWeight(textValue(term)) && (bareNumber.MatchString(term) || term == "bold") {
			f.Add("fontWeight", textValue(term))
		} else if term != "normal" {
			return nil, refused
		}
	}
	return nil, refused
}

var slashes = pattern.New(`\s*/\s*`)

// familyName returns the family of a text style. A typeface with its fallbacks is in the
// manual, or is added.
func (b *builder) familyName(names []string) string {
	if wanted := strings.Join(names, ","); len(names) > 1 && !slices.Contains(b.extraFamilies, wanted) {
		b.extraFamilies = append(b.extraFamilies, wanted)
	}
	return names[0]
}

// A propertyGroup is a set of values whose names differ in the property of a text alone:
// heading-1-font-size and heading-1-line-height.
type propertyGroup struct {
	stem  string
	parts map[string]*token // by property
	size  *token            // a size of Tailwind, which keeps its place if it is of the type scale
	font  *token            // a font property, which says more than one
}

// scaleStep returns the step of the type scale that the size of the group is, empty for none.
func (g *propertyGroup) scaleStep() string {
	if g == nil || g.size == nil || g.size.entry == nil || g.size.entry.kind.place != fontSize {
		return ""
	}
	return sizeKey(g.size.entry.declaration.path)
}

// propertyForm matches the end of a name that is a property of a text.
var propertyForm = pattern.New(
	`(?i)^(.+?)(--|[-./_ ]|\.)(font-?size|size|line-?height|leading|font-?weight|weight|letter-?spacing|tracking|font-?family|family|text-?transform|text-?case|font-?style)$`,
)

// propertyKeys are the properties by what names call them, without hyphens.
var propertyKeys = map[string]string{
	"fontsize": "fontSize", "size": "fontSize", "lineheight": "lineHeight", "leading": "lineHeight",
	"fontweight": "fontWeight", "weight": "fontWeight",
	"letterspacing": "letterSpacing", "tracking": "letterSpacing", "fontfamily": "fontFamily", "family": "fontFamily",
	"texttransform": "textCase", "textcase": "textCase", "fontstyle": "fontStyle",
}

// propertyGroups finds the groups of properties that have a size and more.
func (b *builder) propertyGroups() []*propertyGroup {
	known, order := map[string]*propertyGroup{}, []*propertyGroup{}
	for _, t := range b.tokens {
		name := kebab(t.name)
		m := propertyForm.FindStringSubmatch(name)
		if m == nil || t.first() == nil {
			continue
		}
		key := propertyKeys[strings.ToLower(strings.ReplaceAll(m[3], "-", ""))]
		short := !strings.Contains(m[3], "-") && (m[3] == "size" || m[3] == "weight" || m[3] == "family")
		if short && m[2] == "-" {
			continue // button-size is no size of a text
		}
		g := known[m[1]]
		if g == nil {
			g = &propertyGroup{stem: m[1], parts: map[string]*token{}}
			if m[2] == "--" && strings.HasPrefix(m[1], "--text-") {
				g.size = b.byName[m[1]]
			}
			if t := b.byName[m[1]]; t != nil && b.isFont(t) {
				g.size, g.font = nil, t
			}
			known[m[1]] = g
			order = append(order, g)
		}
		g.parts[key] = cmp.Or(g.parts[key], t)
	}
	return slices.DeleteFunc(order, func(g *propertyGroup) bool {
		size := cmp.Or(g.size, g.font, g.parts["fontSize"])
		others := len(g.parts) - btoi(g.parts["fontSize"] != nil) - btoi(g.parts["fontFamily"] != nil)
		return size == nil || others == 0 || !b.isStyle(g)
	})
}

// consumed returns the tokens of which the text style has the values: all but that of the
// typeface and a size of the type scale, which have places of their own.
func (g *propertyGroup) consumed() []*token {
	var all []*token
	if g.font != nil {
		all = append(all, g.font)
	}
	if g.size != nil && sizeKey(pathOf(strings.TrimLeft(g.stem, "-"))) == "" {
		all = append(all, g.size)
	}
	for key, t := range g.parts {
		if key != "fontFamily" {
			all = append(all, t)
		}
	}
	return all
}

// isFont reports whether a token is a font property.
func (b *builder) isFont(t *token) bool {
	r, _ := b.valueIn(t, b.modes[0])
	if r.err != nil || !isString(r.value) {
		return false
	}
	_, err := fontOf(r.value.Text())
	return err == nil
}

// isStyle reports whether the values of a group make a text style.
func (b *builder) isStyle(g *propertyGroup) bool {
	value, err := b.groupValue(g, b.modes[0])
	if err != nil {
		return false
	}
	_, err = b.styleOf(value, "")
	return err == nil
}

// groupValue returns the properties of a group in a mode, as the object of a document.
func (c *conversion) groupValue(g *propertyGroup, m *mode) (*content.Value, error) {
	value := object()
	if g.font != nil {
		r, _ := c.valueIn(g.font, m)
		if r.err != nil {
			return nil, r.err
		}
		font, err := fontOf(r.value.Text())
		if err != nil {
			return nil, err
		}
		value = font
	}
	keys := []string{"fontFamily", "fontSize", "lineHeight", "fontWeight", "letterSpacing", "textCase", "fontStyle"}
	for _, key := range keys {
		t := g.parts[key]
		if key == "fontSize" {
			t = cmp.Or(g.size, t)
		}
		if t == nil {
			continue
		}
		r, _ := c.valueIn(t, m)
		if r.err != nil {
			return nil, r.err
		}
		value.Add(key, r.value)
	}
	return value, nil
}
