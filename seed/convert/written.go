package convert

import (
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/tokens"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
	"designmanual/tokenize/pattern"
)

// written returns an entry as its list has it.
func (b *builder) written(e *entry) *content.Value {
	var o *content.Value
	switch e.kind.Place {
	case meaning.Color:
		o = b.writtenColor(e)
	case meaning.FontFamily:
		names := e.value.List()
		o = content.NewObject("family", names[0], "usage", e.name)
		if len(names) > 1 {
			o.Add("fallbacks", content.NewList(names[1:]...))
		}
	case meaning.Spacing, meaning.TextLength, meaning.OtherLength:
		return b.writtenStep(e)
	case meaning.TextStyle:
		o = content.NewObject("name", e.name)
		for _, m := range e.value.Members() {
			o.Add(m.Name, m)
		}
		b.addModes(o, e)
	case meaning.Further:
		o = content.NewObject("name", e.name, "type", e.kind.Type, "value", e.value)
		b.addModes(o, e)
	default:
		o = content.NewObject("name", e.name, "value", e.value)
		b.addModes(o, e)
	}
	addRemarks(o, e.declaration)
	return o
}

// printSystems are the keys of a color's values in print.
var printSystems = []string{"cmyk", "pantone", "ral", "ncs"}

// writtenColor returns a color with its tints.
func (b *builder) writtenColor(e *entry) *content.Value {
	o := content.NewObject("name", e.name)
	if e.value.Is('{') {
		o.Add("hex", e.value.Get("hex"))
		o.Add("source", e.value.Get("source"))
	} else {
		o.Add("hex", e.value)
	}
	if len(e.tints) > 0 {
		tints := content.NewObject()
		for _, tint := range e.tints {
			value := tint.value
			if len(tint.modes) > 0 {
				value = content.NewObject("hex", tint.value)
				b.addModes(value, tint)
			}
			tints.Add(tint.name, value)
		}
		o.Add("tints", tints)
	}
	for _, system := range printSystems {
		if value := b.Assets.Print[e.name][system]; value != "" {
			o.Add(system, content.NewString(value))
		}
	}
	b.addModes(o, e)
	return o
}

// writtenStep returns a step of the spacing scale. A number that is its own value
// becomes a bare number.
func (b *builder) writtenStep(e *entry) *content.Value {
	value, _ := css.Length(e.value.Text()) // checked already
	step := stepOf(e.name)
	o := content.NewObject("step", step, "value", value)
	b.addModes(o, e)
	before := len(o.Children)
	addRemarks(o, e.declaration)
	if value == step.Scalar()+"px" && before == 2 && len(o.Children) == 2 && e.kind.Place == meaning.Spacing {
		return step
	}
	return o
}

// addModes adds the values of an entry in modes; of a text style what differs.
func (b *builder) addModes(o *content.Value, e *entry) {
	if len(e.modes) == 0 {
		return
	}
	modes := content.NewObject()
	for _, m := range b.Modes[1:] {
		value := e.modes[m]
		if value == nil {
			continue
		}
		b.used[m] = true
		if e.kind.Place == meaning.TextStyle {
			value = differences(value, e.value)
		}
		modes.Add(m.Slug, value)
	}
	o.Add("modes", modes)
}

// differences returns the members of an object that differ from those of another one.
func differences(o, other *content.Value) *content.Value {
	rest := content.NewObject()
	for _, m := range o.Members() {
		if own := other.Get(m.Name); own == nil || !own.Equal(m) {
			rest.Add(m.Name, m)
		}
	}
	return rest
}

// addRemarks adds the description and the deprecation of a declaration, which are rich text
// in a seed file. A description that repeats the name is left out.
func addRemarks(o *content.Value, d *tokens.Declaration) {
	repeats := d.Anchor == "" && tokenize.Name(d.Description, "") == tokenize.Name(strings.Join(d.Path, " "), "")
	if d.Description != "" && !repeats {
		o.Add("description", content.NewString(plainText.Replace(d.Description)))
	}
	deprecated := d.Deprecated
	if deprecated.IsText() {
		deprecated = content.NewString(plainText.Replace(deprecated.Text()))
	}
	o.Add("deprecated", deprecated)
}

var plainText = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "\x00", "")

var stepNumber = pattern.New(`^([0-9]+)(?:[-._,]([0-9]+))?$`)

// stepOf returns the step of a spacing scale as a seed file has it: a number if
// the name is one, else the name.
func stepOf(name string) *content.Value {
	if m := stepNumber.FindStringSubmatch(name); m != nil {
		number, _ := css.ReadQuantity(m[1] + "." + m[2] + "0")
		return content.NewNumber(number.String())
	}
	return content.NewString(name)
}
