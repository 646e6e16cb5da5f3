package difference

import (
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// maxReferences is how many references one after the other are followed.
const maxReferences = 10

// text returns a $value as CSS has it, or as JSON if it is of no form that is known.
func (r *reader) text(kind string, v *content.Value, depth int) string {
	if name, ok := reference(v); ok && depth < maxReferences {
		if named := r.find(name).Get("$value"); named != nil {
			return r.text(kind, named, depth+1)
		}
	}
	if text, ok := cssOf(manual.TokenType(kind), v); ok {
		return text
	}
	return string(v.Append(nil))
}

// reference returns the path in a value such as {color.blue}.
func reference(v *content.Value) (path string, ok bool) {
	text := v.Text()
	if !strings.HasPrefix(text, "{") || !strings.HasSuffix(text, "}") || len(text) < 2 {
		return "", false
	}
	return text[1 : len(text)-1], true
}

// find returns the token at a path.
func (r *reader) find(path string) *content.Value {
	at := r.root
	for _, name := range strings.Split(path, ".") {
		at = at.Get(name)
	}
	return at
}

// cssOf returns a value of the structured form (Format Module 2025.10, sections 8 and 9) as
// CSS. It returns false for a form that it does not know.
func cssOf(kind manual.TokenType, v *content.Value) (string, bool) {
	if kind == manual.FontFamilyToken {
		families, err := css.ReadFamilies(v)
		if err == nil {
			return families, true
		}
	}
	if v.Is('"') || v.Is('0') {
		return v.Scalar(), true
	}
	switch kind {
	case manual.ColorToken:
		return colorOf(v)
	case manual.DimensionToken, manual.DurationToken:
		text := css.ReadQuantityOf(v)
		return text, text != ""
	case manual.CubicBezierToken:
		text, err := css.ReadEasing(v)
		return text, err == nil
	case manual.ShadowToken:
		return shadowOf(v)
	case manual.StrokeStyleToken:
		return "", false // dashes differ though CSS calls all of them dashed
	case manual.BorderToken:
		b, err := css.ReadBorder(v, nil)
		b.Color = shortColor(b.Color)
		return b.String(), err == nil
	case manual.TransitionToken:
		t, err := css.ReadTransition(v)
		return t.String(), err == nil
	case manual.TypographyToken:
		return styleOf(v)
	case manual.GradientToken:
		return gradientOf(v)
	}
	return "", false
}

// colorOf returns a color as hex.
func colorOf(v *content.Value) (string, bool) {
	text, err := css.ReadColor(v, nil)
	if err != nil {
		return "", false
	}
	return shortColor(text), true
}

// shortColor returns a color of CSS as hex, or as it is.
func shortColor(text string) string {
	if hex := hexOf(text); hex != "" {
		return hex
	}
	return text
}

// shadowOf returns the layers of a shadow.
func shadowOf(v *content.Value) (string, bool) {
	layers := v.List()
	if v.Is('{') {
		layers = []*content.Value{v}
	}
	var texts []string
	for _, layer := range layers {
		color, ok := colorOf(layer.Get("color"))
		if !ok {
			return "", false
		}
		var terms []string
		if layer.Get("inset").Is('t') {
			terms = append(terms, "inset")
		}
		for _, name := range [...]string{"offsetX", "offsetY", "blur", "spread"} {
			terms = append(terms, css.ReadQuantityOf(layer.Get(name)))
		}
		texts = append(texts, strings.Join(strings.Fields(strings.Join(append(terms, color), " ")), " "))
	}
	return strings.Join(texts, ", "), len(texts) > 0
}

// styleOf returns a typography as the font property, with what that does not say.
func styleOf(v *content.Value) (string, bool) {
	family, err := css.ReadFamilies(v.Get("fontFamily"))
	if err != nil || !v.Is('{') {
		return "", false
	}
	style := manual.TextStyle{
		Family: family, Size: css.ReadQuantityOf(v.Get("fontSize")),
		LineHeight: v.Get("lineHeight").Scalar(), Weight: v.Get("fontWeight").Scalar(),
	}
	spacing := css.ReadQuantityOf(v.Get("letterSpacing"))
	if q, ok := css.ReadQuantity(spacing); ok && q.Number != 0 {
		style.LetterSpacing = spacing
	}
	return withRest(tokenize.FontShorthand(style), &style), true
}

// gradientOf returns the colors of a gradient with their places.
func gradientOf(v *content.Value) (string, bool) {
	var stops []string
	for _, stop := range v.List() {
		color, ok := colorOf(stop.Get("color"))
		if !ok {
			return "", false
		}
		q, _ := css.SplitQuantity(stop.Get("position").Scalar())
		stops = append(stops, color+" "+css.Decimal(rounded(q.Number*100))+"%")
	}
	return "linear-gradient(" + strings.Join(stops, ", ") + ")", len(stops) > 0
}
