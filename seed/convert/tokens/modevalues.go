package tokens

import (
	"slices"
	"strings"

	"designmanual/seed/convert/reason"
	"designmanual/seed/convert/sheet"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// A modeValue is one value of a token: the one outside of modes, or that in a mode.
type modeValue struct {
	value *content.Value
	modes []string // all of which it needs
	axis  []string // the modes of the token, one of which it is
	token *content.Value
	left  error
}

// composite are the members of values that are objects in one of the formats.
var composite = strings.Fields(
	`colorSpace components alpha hex model value unit color width style blur spread offsetX offsetY x y inset type
	fontFamily fontSize fontWeight lineHeight letterSpacing paragraphSpacing textCase textDecoration
	duration delay timingFunction dashArray lineCap r g b a h s l red green blue hue saturation lightness position $ref`,
)

// knownModes are names of modes; others are known by words in them.
var knownModes = strings.Fields(
	`base default light dark dim night day comfortable compact cozy spacious condensed desktop tablet mobile
		wireframe darkest lightest darker lighter high-contrast highContrast osDark osLight`,
)

func isModeName(name string) bool {
	if slices.Contains(knownModes, name) || strings.HasPrefix(name, "_") {
		return true
	}
	if strings.HasSuffix(name, "Dark") || strings.HasSuffix(name, "Light") || strings.HasSuffix(name, "Contrast") {
		return true
	}
	isSeparator := func(r rune) bool { return strings.ContainsRune("-_ ", r) }
	return slices.ContainsFunc(strings.FieldsFunc(name, isSeparator), func(word string) bool {
		return strings.EqualFold(word, "dark") || strings.EqualFold(word, "light")
	})
}

// plainMode returns a mode without the underscore that conditions of Panda and Chakra have,
// empty for the value outside of modes. What a system prefers (_osDark) is the mode of that name, which
// style sheets switch by the system too.
func plainMode(name string) string {
	name = strings.TrimLeft(name, "_@")
	if name == "base" || name == "default" || name == "DEFAULT" {
		return ""
	}
	if name == "osDark" || name == "osLight" {
		return strings.ToLower(strings.TrimPrefix(name, "os"))
	}
	return name
}

// areModes reports whether the members of a value are those for modes: all have names of
// modes, or the value is that of no format and its members are text.
func areModes(value *content.Value, kind string) bool {
	if !value.Is('{') || len(value.Children) == 0 {
		return false
	}
	named := true
	for _, m := range value.Children {
		if slices.Contains(composite, m.Name) || strings.HasPrefix(m.Name, "$") {
			return false
		}
		named = named && isModeName(m.Name)
	}
	if named {
		return true
	}
	return kind == "" && len(value.Children) > 1 &&
		!slices.ContainsFunc(value.Children, func(m *content.Value) bool { return !m.IsText() })
}

// modesIn returns the values in an object of values for modes, each a value or a token with
// values of its own; nil if one is a group.
func modesIn(sets *content.Value) []modeValue {
	var axis []string
	for _, m := range sets.Members() {
		axis = append(axis, plainMode(m.Name))
	}
	var values []modeValue
	for _, m := range sets.Members() {
		inner := []modeValue{{value: m}}
		if m.Is('{') && !slices.ContainsFunc(m.Children, func(part *content.Value) bool {
			return slices.Contains(composite, part.Name) && part.Name != "value" && part.Name != "type"
		}) {
			if !isToken(m, "") && !areModes(m, "") {
				return nil
			}
			inner = valuesOf(m, "")
			if areModes(m, "") && !isToken(m, "") {
				inner = modesIn(m)
			}
		}
		for _, v := range inner {
			if v.token == nil && m.Is('{') {
				v.token = m
			}
			if v.axis == nil {
				v.axis = axis
			}
			mode := plainMode(m.Name)
			if len(v.modes) > 0 && !slices.Contains(v.modes, mode) && slices.Contains(v.axis, mode) {
				v.left = reason.New(reason.TwoModes, "it is the value for %s inside that for %s", v.modes[0], mode)
			} else if mode != "" && !slices.Contains(v.modes, mode) {
				v.modes = append([]string{mode}, v.modes...)
			}
			values = append(values, v)
		}
	}
	return values
}

// valueKey matches the keys of a second value of a token: darkValue, $value-dark, value_dark.
var valueKey = pattern.New(`^\$?(?:([a-z]+)Value|value[-_.]([\w-]+)|value(Dark|Light))$`)

// valuesOf returns the values of a token: the one outside of modes first.
func valuesOf(o *content.Value, kind string) []modeValue {
	if sets := o.Get("sets"); sets.Is('{') {
		if values := modesIn(sets); values != nil {
			return values
		}
	}
	own := o.First("$value", "value")
	if ref := o.Get("$ref"); ref.IsText() {
		own = content.NewObject("$ref", ref)
		own.Start = ref.Start
	}
	if areModes(own, kind) {
		if values := modesIn(own); values != nil {
			return values
		}
	}
	values := []modeValue{{value: own}}
	for _, modes := range modesBeside(o) {
		inModes := modesIn(modes)
		isInMode := slices.ContainsFunc(inModes, func(v modeValue) bool { return v.value.Equal(own) })
		for _, v := range inModes {
			if !isInMode && !slices.Contains(v.axis, "light") {
				v.axis = nil // the value itself may be that of no mode, which addSelectors finds out
			}
			if !v.value.Equal(own) || len(v.modes) > 1 {
				values = append(values, v)
			} else if len(v.modes) == 1 && len(values[0].modes) == 0 {
				values[0].modes, values[0].axis = v.modes, v.axis // the mode of the value itself
			}
		}
	}
	for _, m := range o.Members() {
		found := valueKey.FindStringSubmatch(m.Name)
		if mode := ""; found != nil && isModeName(strings.ToLower(found[1]+found[2]+found[3])) {
			mode = strings.ToLower(found[1] + found[2] + found[3])
			values = append(values, modeValue{value: m, modes: []string{mode}, axis: []string{"", mode}})
		} else if !strings.HasPrefix(m.Name, "$") && m.IsScalar() && isModeName(m.Name) {
			mode := plainMode(m.Name)
			values = append(values, modeValue{value: m, modes: []string{mode}, axis: []string{"", mode}})
		}
	}
	return append(values, valuesOfExtensions(o)...)
}

// valuesOfExtensions returns the values that stand in extensions of tools by names of modes.
// They are left out: in Primer's, for one, those for dark are not the ones that dark has.
func valuesOfExtensions(o *content.Value) []modeValue {
	var values []modeValue
	for _, extension := range o.Get("$extensions").Members() {
		if !extension.Is('{') || slices.Contains(modeKeys, extension.Name) || !allNamed(extension) {
			continue
		}
		for _, m := range extension.Members() {
			left := reason.New(
				reason.InExtension, "it is the value for %s in the extension %s, whose meaning is not known", m.Name,
				extension.Name,
			)
			values = append(values, modeValue{value: m, left: left})
		}
	}
	return values
}

func allNamed(value *content.Value) bool {
	return !slices.ContainsFunc(value.Children, func(m *content.Value) bool { return !isModeName(m.Name) })
}

// modeKeys are the keys of values for modes beside that of a token.
var modeKeys = []string{"mode", "modes", "themes"}

// modesBeside returns the objects of values for modes that stand beside the value of a
// token, in its extensions or as its modes or themes.
func modesBeside(o *content.Value) []*content.Value {
	extensions := o.Get("$extensions")
	groups := append([]*content.Value{extensions, o}, extensions.Members()...)
	var found []*content.Value
	for _, group := range groups {
		for _, key := range modeKeys {
			if modes := group.Get(key); modes.Is('{') && len(modes.Children) > 0 && !isToken(modes, "") {
				found = append(found, modes)
			}
		}
	}
	return found
}

// whenIn returns the condition of a value in modes, and tells of their axis.
func (s *input) whenIn(c *Collection, v modeValue) []sheet.Condition {
	if v.axis != nil {
		c.addAxis(v.axis)
	}
	return []sheet.Condition{{With: v.modes}}
}
