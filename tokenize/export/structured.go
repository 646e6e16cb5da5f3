package export

import (
	"math"
	"strings"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// Structured returns the same tokens as [Tokens] in the structured form
// of the Design Tokens Format Module 2025.10, and the further ones. A theme role that names
// a color of the manual is an alias of its token. Values that the format cannot
// represent (a dimension in a unit other than px and rem, a shadow that does
// not parse or has no color) are left out; see [StructuredNotes].
func Structured(d *manual.TokenDocument) []byte {
	d = withoutVariables(d)
	document := encoder(structured).document(d)
	encoder(structured).addFurther(document, d)
	return document.Append(nil)
}

// structured returns a token in the structured form, with its description,
// deprecation and anchor (Format Module, sections 5.2.1, 5.2.3 and 5.2.4). It
// contains no address, so that a new base URL changes no token document.
func structured(_ string, kind manual.TokenType, t manual.Token) *content.Value {
	value := structuredValue(kind, t)
	if value == nil {
		return nil
	}
	o := object(
		"$value", value, "$type", string(kind), "$description", plain(t.Description), "$deprecated",
		plain(t.Deprecated.Reason),
	)
	if t.Deprecated.Set && t.Deprecated.Reason == "" {
		o.Add("$deprecated", content.NewBool(true))
	}
	if t.Anchor != "" {
		o.Add("$extensions", object("app.designmanual", object("anchor", t.Anchor)))
	}
	return o
}

var withoutBraces = strings.NewReplacer("{", "(", "}", ")")

// plain returns a text without braces, nil for none. Style Dictionary takes text in
// braces for a reference even in a description, and fails if there is no such token.
func plain(text string) *content.Value {
	if text == "" {
		return nil
	}
	return content.NewString(withoutBraces.Replace(text))
}

// structuredValue returns a $value, nil if the format cannot represent it.
func structuredValue(kind manual.TokenType, t manual.Token) *content.Value {
	if t.Alias != "" {
		return content.NewString("{" + manual.Groups[manual.ColorGroup].Name + "." + t.Alias + "}")
	}
	q, ok := css.ReadQuantity(t.Value)
	switch kind {
	case manual.ColorToken:
		if t.Object != nil {
			object, _ := content.Parse(t.Object) // which was parsed before
			return object
		}
		_, isHex := css.Hex(t.Value)
		c, err := css.ParseColor(t.Value)
		if err != nil || !isHex && t.Type == "" {
			return nil
		}
		return structuredColor(c)
	case manual.DimensionToken:
		if ok && (q.Unit == "px" || q.Unit == "rem") {
			return quantityObject(q.Written(t.Value), q.Unit)
		}
	case manual.DurationToken:
		if ok && (q.Unit == "ms" || q.Unit == "s") {
			return quantityObject(q.Written(t.Value), q.Unit)
		}
	case manual.CubicBezierToken:
		return structuredEasing(t.Value)
	case manual.FontFamilyToken:
		return structuredFamilies(t.Value)
	case manual.ShadowToken:
		return oneOrList(
			css.Layers(t.Value),
			func(layer string) *content.Value { return shadowLayer(layer, structuredColor, structuredQuantity) },
		)
	}
	return furtherValue(kind, t)
}

func structuredEasing(easing string) *content.Value {
	curve, err := css.Easing(easing)
	if err != nil {
		return nil
	}
	points := content.NewList()
	for _, n := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(curve, "cubic-bezier("), ")"), ", ") {
		points.Children = append(points.Children, content.NewNumber(n))
	}
	return points
}

func structuredFamilies(families string) *content.Value {
	return oneOrList(css.SplitFamilies(families), content.NewString)
}

// oneOrList returns the value of a single text, a list of the values of several, or nil
// if one has none.
func oneOrList(texts []string, value func(string) *content.Value) *content.Value {
	var list []*content.Value
	for _, text := range texts {
		v := value(text)
		if v == nil {
			return nil
		}
		list = append(list, v)
	}
	if len(list) == 1 {
		return list[0]
	}
	return content.NewList(list...)
}

func structuredQuantity(q css.Quantity) *content.Value {
	return quantityObject(css.Decimal(q.Number), q.Unit)
}

func quantityObject(number, unit string) *content.Value {
	return object("value", content.NewNumber(number), "unit", unit)
}

// structuredColor returns a color value (Format Module 2025.10, section 8.1; Color Module
// 2025.10). Components have five decimals, exact to less than a hundredth of an
// 8-bit step; alpha is there only below 1; hex has six digits.
func structuredColor(c css.Color) *content.Value {
	if mapped, outside := c.Hex(); outside {
		c, _ = css.ParseColor(mapped)
	}
	share := func(v float64) *content.Value { return content.NewNumber(css.Decimal(math.Round(v*1e5) / 1e5)) }
	o := object("colorSpace", "srgb", "components", content.NewList(share(c.RGB[0]), share(c.RGB[1]), share(c.RGB[2])))
	if a := share(c.Alpha); a.Scalar() != "1" {
		o.Add("alpha", a)
	}
	c.Alpha = 1
	hex, _ := c.Hex()
	o.Add("hex", content.NewString(hex))
	return o
}

// shadowLayer returns one shadow (Format Module 2025.10, section 9.6), nil for one
// without a color: it has the color of the text around it, which a token cannot
// represent. The shadow none is one that cannot be seen, since a mode that leaves it out would
// have the shadow at rest. Color and length return the values.
func shadowLayer(
	text string, color func(css.Color) *content.Value, length func(css.Quantity) *content.Value,
) *content.Value {
	if text == "none" {
		text = "0 0 0 0 #00000000"
	}
	l, ok := css.ParseLayer(text)
	c, err := css.ParseColor(l.Color)
	if !ok || err != nil {
		return nil
	}
	o := object("color", color(c))
	for i, name := range [...]string{"offsetX", "offsetY", "blur", "spread"} {
		q := css.Quantity{Unit: "px"}
		if i < len(l.Lengths) {
			q, ok = structuredLength(l.Lengths[i])
			if !ok {
				return nil
			}
		}
		o.Add(name, length(q))
	}
	if l.Inset {
		o.Add("inset", content.NewBool(true))
	}
	return o
}

// structuredLength parses a length of a shadow that the format can represent; a
// bare zero is 0px.
func structuredLength(term string) (css.Quantity, bool) {
	q, ok := css.SplitQuantity(strings.TrimPrefix(term, "+"))
	q.Unit = strings.ToLower(q.Unit)
	if q.Unit == "" && q.Number == 0 {
		q.Unit = "px"
	}
	return q, ok && (q.Unit == "px" || q.Unit == "rem")
}
