package tokenize

import (
	"encoding/json"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// page returns a manual of one section "s" with blocks "b0", "b1" and so on,
// each given as a kind and its content.
func page(blocks ...string) *manual.Manual {
	section := manual.Section{ID: "s"}
	for i := 0; i < len(blocks); i += 2 {
		section.Blocks = append(section.Blocks, manual.Block{
			ID: "b" + string(rune('0'+i/2)), Kind: manual.Kind(blocks[i]), Content: json.RawMessage(blocks[i+1]),
		})
	}
	return &manual.Manual{Sections: []manual.Section{section}}
}

// parse parses the content of a manual.
func parse(t interface{ Fatal(...any) }, m *manual.Manual) []content.Section {
	sections, err := content.Sections(m)
	if err != nil {
		t.Fatal(err)
	}
	return sections
}

// document returns the tokens of a valid page.
func document(t testing.TB, m *manual.Manual) (d manual.TokenDocument, notes []manual.Note) {
	t.Helper()
	d, found, err := Document(parse(t, m))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range found {
		notes = append(notes, n.Note)
	}
	return d, notes
}
