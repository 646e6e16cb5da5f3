package convert

import (
	"regexp"
	"strings"

	"designmanual/tokenize/content"
	"designmanual/tokenize/css"
)

// sayBareSizes finds the sizes without a unit in documents of Style Dictionary 3, and tells
// what they are taken for: rem if one is no whole number, as its transform size/rem takes
// them, else px.
func (b *builder) sayBareSizes() {
	for _, s := range b.inputs {
		var first *declaration
		count, unit := 0, "px"
		for _, d := range s.declarations {
			if !d.isBareSize() {
				continue
			}
			if first == nil {
				first = d
			}
			count++
			if strings.Contains(d.written.Scalar(), ".") {
				unit = "rem"
			}
		}
		if count == 0 {
			continue
		}
		s.bareUnit = unit
		why := "all are whole numbers"
		if unit == "rem" {
			why = "as Style Dictionary's size/rem takes them, since not all are whole numbers"
		}
		b.report.note("%s:%d: %s without a unit are taken for %s: %s", s.name, s.place(first.at).Line, counted(count, "sizes"), unit, why)
	}
}

var sizeWord = regexp.MustCompile(`^(size|sizes|spacing|space)$`)

// isBareSize reports whether a declaration is a size of Style Dictionary 3 without a unit.
func (d *declaration) isBareSize() bool {
	return !d.isSheet && d.kind == "" && d.isStyleDictionary && len(d.path) > 1 && sizeWord.MatchString(strings.ToLower(d.path[0])) && isScalar(d.written) &&
		isBareNumber(d.written.Scalar()) && strings.Trim(d.written.Scalar(), "0.") != ""
}

// withUnit returns a value of which a number without a unit has the one that sizes of the
// file have.
func (b *builder) withUnit(d *declaration, k kind, value *content.Value) *content.Value {
	if d.bareUnit != "rem" || !isScalar(value) || !isBareNumber(value.Scalar()) {
		return value
	}
	switch k.place {
	case spacing, fontSize, textLength, otherLength, radius, breakpoint:
		q, _ := css.SplitQuantity(value.Scalar())
		q.Unit = d.bareUnit
		return textValue(q.String())
	}
	return value
}
