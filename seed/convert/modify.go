package convert

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// modified applies the color modifier of Tokens Studio: lighten, darken, mix or
// alpha, in the color space that it names.
func (c *conversion) modified(d *declaration, m *mode, value *content.Value) (*content.Value, error) {
	color, err := colorOf(value)
	if err != nil {
		return nil, err
	}
	modify, err := c.substitute(d, m, d.modify.Without("space"))
	if err != nil {
		return nil, err
	}
	how := modify.Get("type").Scalar()
	var other css.Color
	if how == "mix" {
		if other, err = colorOf(modify.Get("color")); err != nil {
			return nil, err
		}
	}
	amount, ok := css.Calc(modify.Get("value").Scalar(), nil)
	if amount.Unit == "%" {
		amount.Number /= 100
	}
	space := strings.ToLower(d.modify.Get("space").Scalar())
	color, known := css.Modify(color, how, space, max(0, min(1, amount.Number)), other)
	if !ok || !known {
		return nil, newReason(needsMath, "its modifier is not known: %.80s", textFor(d.modify))
	}
	return textValue(css.Notation(color)), nil
}

// The alpha that Primer and Carbon write beside a color.
const (
	primerAlpha = "alpha"
	carbonAlpha = "org.carbon.alphaModifier"
)

var modifierWord = pattern.New(`(?i)^(alpha|opacity|transparency|(alpha-?)?modif(y|iers?)|lighten|darken|mix)$`)

// besideColor returns what stands beside a value and changes it if it is a color, with its
// path in the token as name, nil for nothing. Tokens Studio's own modifier is not among it.
func besideColor(o *content.Value) *content.Value {
	extensions := o.Get("$extensions")
	own := *o
	own.Name = ""
	for _, tool := range append([]*content.Value{&own, extensions}, extensions.Members()...) {
		for _, m := range tool.Members() {
			if tool.Name == "studio.tokens" || !modifierWord.MatchString(m.Name) || isToken(m, "") {
				continue
			}
			if slices.Contains([]string{"null", "[]", "{}", `""`}, string(m.Append(nil))) {
				continue
			}
			beside := *m
			beside.Name = strings.TrimPrefix(tool.Name+"."+m.Name, ".")
			return &beside
		}
	}
	return nil
}

// withBeside returns a color with the alpha that stands beside it. The value has it already
// in the files that Primer builds. Anything else beside a color is an error.
func (d *declaration) withBeside(value *content.Value) (*content.Value, error) {
	if d.beside == nil {
		return value, nil
	}
	color, err := colorOf(value)
	if err != nil {
		return value, nil // it is no color
	}
	text := d.written.Text()
	whole, refers := firstMention(text, documentForm)
	alpha, isNumber := numberOf(d.beside)
	hasIt := math.Abs(alpha-color.Alpha) <= 0.5/255 && (color.Alpha == 1 || !refers || whole.text != text)
	if isNumber && hasIt {
		return value, nil
	}
	applies := d.beside.Name == primerAlpha || d.beside.Name == carbonAlpha
	if !isNumber || alpha < 0 || alpha > 1 || color.Alpha != 1 || !applies {
		return nil, newReason(
			needsMath, "what stands beside the color is not applied to it: %s %.40s", d.beside.Name, textFor(d.beside),
		)
	}
	color.Alpha = alpha
	if hex, outside := color.Hex(); !outside {
		return textValue(hex), nil
	}
	return textValue(css.Notation(color)), nil
}

var functionOfStudio = pattern.New(`(?i)\b(roundTo|round|ceil|floor)\(([^(),]*)(?:,\s*(\d+)\s*)?\)`)

// calcStudio computes what Tokens Studio and SCSS write without calc(): sums and products,
// and functions that round. A number without a unit takes the unit of the other ones.
func calcStudio(text string) (css.Quantity, bool) {
	for range 16 {
		at := functionOfStudio.FindStringSubmatchIndex(text)
		if at == nil {
			break
		}
		m := functionOfStudio.FindStringSubmatch(text)
		q, ok := css.Calc(strings.TrimSpace(m[2]), nil)
		if !ok {
			return q, false
		}
		q.Number = rounded(strings.ToLower(m[1]), q.Number, m[3])
		text = text[:at[0]] + plainNumber(q.Number) + q.Unit + text[at[1]:]
	}
	if q, ok := css.Calc(text, nil); ok {
		return q, ok
	}
	return css.Calc(withOneUnit(text), nil)
}

func rounded(function string, n float64, digits string) float64 {
	decimals, _ := strconv.Atoi(digits) // none without digits
	scale := math.Pow(10, float64(min(decimals, 15)))
	switch function {
	case "ceil":
		return math.Ceil(n)
	case "floor":
		return math.Floor(n)
	}
	return math.Round(n*scale) / scale
}

var (
	quantityForm = pattern.New(`(?:^|[\s(+*/-])(-?[\d.]+)([a-z%]*)`)
	sum          = pattern.New(`\s[-+]\s`)
)

// withOneUnit gives the numbers of a sum without a unit the one that the others have.
func withOneUnit(text string) string {
	units := map[string]bool{}
	for _, m := range quantityForm.FindAllStringSubmatch(text, -1) {
		if m[2] != "" {
			units[m[2]] = true
		}
	}
	if len(units) != 1 || !sum.MatchString(text) || strings.ContainsAny(text, "*/") {
		return text
	}
	for unit := range units {
		return quantityForm.ReplaceAllStringFunc(text, func(match string) string {
			if strings.HasSuffix(match, unit) {
				return match
			}
			return match + unit
		})
	}
	return text
}
