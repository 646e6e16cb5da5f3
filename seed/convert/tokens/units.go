package tokens

import (
	"strings"

	"designmanual/seed/convert/meaning"
	"designmanual/seed/convert/reason"
	"designmanual/tokenize/content"
	"designmanual/tokenize/pattern"
)

// addUnits gives the sizes of documents of Style Dictionary 3 that have no unit one, and tells
// which: rem if one is no whole number, as its transform size/rem takes
// them, else px.
func (c *Collection) addUnits() {
	for _, s := range c.inputs {
		c.addUnitsOfTypes(s)
		var bare []*Declaration
		unit, why := "px", "all are whole numbers"
		for _, d := range s.declarations {
			if !d.isBareSize() {
				continue
			}
			bare = append(bare, d)
			if strings.Contains(d.written.Scalar(), ".") {
				unit = "rem"
				why = "as Style Dictionary's size/rem takes them, since not all are whole numbers"
			}
		}
		for _, d := range bare {
			d.written = content.NewString(d.written.Scalar() + unit)
		}
		if bare != nil {
			c.note(
				"%s:%d: %s without a unit are taken for %s: %s", s.name, s.place(bare[0].at).Line,
				reason.Counted(len(bare), "sizes"), unit, why,
			)
		}
	}
}

var sizeWord = pattern.New(`^(size|sizes|spacing|space)$`)

// isBareSize reports whether a declaration is a size of Style Dictionary 3 without a unit.
func (d *Declaration) isBareSize() bool {
	return !d.isSheet && d.kind == "" && d.isStyleDictionary && len(d.Path) > 1 &&
		sizeWord.MatchString(strings.ToLower(d.Path[0])) &&
		d.written.IsScalar() &&
		meaning.IsNumber(d.written.Scalar()) &&
		strings.Trim(d.written.Scalar(), "0.") != ""
}

// unitMembers are the members of values that have a unit, by the type of the value in the Format Module 2025.10.
var unitMembers = map[string]map[string]string{
	"shadow":     {"offsetX": "px", "offsetY": "px", "blur": "px", "spread": "px"},
	"border":     {"width": "px"},
	"typography": {"fontSize": "px", "letterSpacing": "px"},
	"transition": {"duration": "ms", "delay": "ms"},
}

// addUnitsOfTypes gives the numbers of documents in the form of the Format Module that have no unit one, and tells
// how many: each type has one that tools take a number for.
func (c *Collection) addUnitsOfTypes(s *input) {
	var first *Declaration
	count := 0
	for _, d := range s.declarations {
		if d.isSheet || !d.isTyped {
			continue
		}
		value, bare := withUnits(d.kind, d.written)
		if bare > 0 && first == nil {
			first = d
		}
		d.written = value
		count += bare
	}
	if first != nil {
		are := "are"
		if count == 1 {
			are = "is"
		}
		c.note(
			"%s:%d: %s without a unit %s taken for px, in durations for ms", s.name, s.place(first.at).Line,
			reason.Counted(count, "numbers"), are,
		)
	}
}

// withUnits returns a value of a type with units for its numbers that have none, and how many these are.
func withUnits(kind string, value *content.Value) (*content.Value, int) {
	if kind == "dimension" {
		return withUnit(value, "px")
	}
	if kind == "duration" {
		return withUnit(value, "ms")
	}
	members := unitMembers[kind]
	if members == nil || !value.Is('{') && !value.Is('[') {
		return value, 0
	}
	changed, count := *value, 0
	changed.Children = nil
	for _, m := range value.Children {
		bare := 0
		if value.Is('[') {
			m, bare = withUnits(kind, m)
		} else if unit := members[m.Name]; unit != "" {
			m, bare = withUnit(m, unit)
		}
		changed.Children = append(changed.Children, m)
		count += bare
	}
	if count == 0 {
		return value, 0
	}
	return &changed, count
}

// withUnit returns a number with a unit, 1 if it had none. Zero needs none.
func withUnit(value *content.Value, unit string) (*content.Value, int) {
	text := strings.TrimSpace(value.Scalar())
	if !value.IsScalar() || !meaning.IsNumber(text) || strings.Trim(text, "+-0.") == "" {
		return value, 0
	}
	with := content.NewString(text + unit)
	with.Name = value.Name
	return with, 1
}
