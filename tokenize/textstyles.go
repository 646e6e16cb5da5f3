package tokenize

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// textCases are the values of text-transform by the words of a text style.
var textCases = map[string]string{"upper": "uppercase", "lower": "lowercase", "title": "capitalize"}

var errNoFamily = errors.New("the text style has no typeface, so it has none in a mode either: give it one of its own")

// fillTextStyles adds text styles. Their typefaces and sizes may be those of the whole page.
func (b *builder) fillTextStyles(c *content.Value) error {
	for i, entry := range c.Get("styles").List() {
		b.moveTo("styles", i)
		title := entry.Get("name").Scalar()
		own, err := b.textStyle(entry, manual.TextStyle{})
		if err != nil {
			return fmt.Errorf("text style %d: %w", i+1, err)
		}
		t := b.token(title, Name(title, "text"), FontShorthand(own), entry)
		t.Style = &own
		t.Modes, err = b.modes(
			title, styleText(own), entry.Get("modes"),
			func(value *content.Value) (manual.ModeValue, error) {
				var v manual.ModeValue
				if family := value.Get("family"); own.Family == "" && family.Text() != "" {
					return v, &valueError{family, errNoFamily}
				}
				style, err := b.textStyle(value, own)
				v.Value, v.Style = styleText(style), &style
				return v, err
			},
		)
		if err != nil {
			return fmt.Errorf("text style %d: %w", i+1, err)
		}
		for i, m := range t.Modes {
			t.Modes[i].Value = FontShorthand(*m.Style)
		}
		b.addFurther(manual.GroupText, manual.TypographyToken, t)
	}
	return nil
}

// textStyle returns a text style. What the entry does not say is that of another one.
func (b *builder) textStyle(entry *content.Value, base manual.TextStyle) (manual.TextStyle, error) {
	s := base
	var err error
	if s.Family == "" || entry.Get("family").Text() != "" {
		if s.Family, err = b.family(entry.Get("family").Text()); err != nil {
			return s, &valueError{entry.Get("family"), err}
		}
	}
	for _, part := range []struct {
		name string
		to   *string
		read func(string) (string, error)
	}{
		{"size", &s.Size, b.fontSize}, {"lineHeight", &s.LineHeight, css.LineHeight}, {"weight", &s.Weight, css.Weight},
		{"letterSpacing", &s.LetterSpacing, css.LetterSpacing},
	} {
		text := entry.Get(part.name).Scalar()
		if text == "" && (part.name != "size" || base.Size != "") {
			continue
		}
		if *part.to, err = part.read(text); err != nil {
			return s, fmt.Errorf("%s: %w", part.name, err)
		}
	}
	s.Case = cmp.Or(textCases[entry.Get("case").Text()], s.Case)
	if style := entry.Get("style").Text(); style == "italic" {
		s.Style = style
	}
	return s, nil
}

// family returns the font-family value of a usage or a family of the manual's typefaces, of
// any other family, or without a name of the first typeface.
func (b *builder) family(name string) (string, error) {
	fonts := b.doc.Groups[manual.FontFamilyGroup].Tokens
	if name == "" {
		if len(fonts) == 0 {
			return "", nil
		}
		return fonts[0].Value, nil
	}
	for _, t := range fonts {
		if t.Name == Name(name, "font") || strings.EqualFold(css.SplitFamilies(t.Value)[0], name) {
			return t.Value, nil
		}
	}
	families := css.SplitFamilies(name)
	return css.FontFamily(families[0], families[1:]...)
}

// fontSize returns a length, or the size of a key of the type scale.
func (b *builder) fontSize(text string) (string, error) {
	for _, t := range b.doc.Groups[manual.FontSizeGroup].Tokens {
		if t.Name == text {
			return t.Value, nil
		}
	}
	return css.Length(text)
}

// FontShorthand returns a text style as the font property of CSS has it (CSS Fonts Module
// Level 4, section 3.7), without family where it has none.
func FontShorthand(s manual.TextStyle) string {
	size := s.Size
	if s.LineHeight != "" {
		size += "/" + s.LineHeight
	}
	return strings.Join(strings.Fields(s.Style+" "+s.Weight+" "+size+" "+s.Family), " ")
}

// styleText returns all of a text style, to compare it with others.
func styleText(s manual.TextStyle) string {
	return FontShorthand(s) + "|" + s.LetterSpacing + "|" + s.Case
}
