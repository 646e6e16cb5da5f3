package convert

import (
	"strings"

	"designmanual/tokenize/pattern"
)

// addUnits gives the sizes of documents of Style Dictionary 3 that have no unit one, and tells
// which: rem if one is no whole number, as its transform size/rem takes
// them, else px.
func (b *builder) addUnits() {
	for _, s := range b.inputs {
		var bare []*declaration
		unit, why := "px", "all are whole numbers"
		for _, d := range s.declarations {
			if !d.isBareSize() {
				continue
			}
			bare = append(bare, d)
			if strings.Contains(d.written.Scalar(), ".") {
				unit, why = "rem", "as Style Dictionary's size/rem takes them, since not all are whole numbers"
			}
		}
		for _, d := range bare {
			d.written = textValue(d.written.Scalar() + unit)
		}
		if bare != nil {
			b.report.note(
				"%s:%d: %s without a unit are taken for %s: %s", s.name, s.place(bare[0].at).Line,
				counted(len(bare), "sizes"), unit, why,
			)
		}
	}
}

var sizeWord = pattern.New(`^(size|sizes|spacing|space)$`)

// isBareSize reports whether a declaration is a size of Style Dictionary 3 without a unit.
func (d *declaration) isBareSize() bool {
	return !d.isSheet && d.kind == "" && d.isStyleDictionary && len(d.path) > 1 &&
		sizeWord.MatchString(strings.ToLower(d.path[0])) &&
		isScalar(d.written) &&
		isBareNumber(d.written.Scalar()) &&
		strings.Trim(d.written.Scalar(), "0.") != ""
}
