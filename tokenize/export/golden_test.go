package export

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/db/manual"
	"designmanual/tokenize"
	"designmanual/tokenize/content"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares the result with a file in testdata.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what is made now (run with -update and look at the difference):\n%s", name, got)
	}
}

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
	d, found, err := tokenize.Document(parse(t, m))
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range found {
		notes = append(notes, n.Note)
	}
	return d, notes
}

func goldenPage(t testing.TB) *manual.Manual {
	t.Helper()
	file, err := os.ReadFile("testdata/page.json")
	if err != nil {
		t.Fatal(err)
	}
	m := new(manual.Manual)
	if err := json.Unmarshal(file, m); err != nil {
		t.Fatal(err)
	}
	return m
}

// TestGolden renders every format for a page with every kind of block.
func TestGolden(t *testing.T) {
	d, notes := document(t, goldenPage(t))
	golden(t, "tokens.json", indent(t, Tokens(&d)))
	structured, left := Structured(&d), StructuredNotes(&d)
	checkStructured(t, structured)
	golden(t, "structured.json", indent(t, structured))
	resolver, ok := Resolver(&d)
	if !ok {
		t.Fatal("no resolver document")
	}
	golden(t, "resolver.json", indent(t, resolver))
	for _, e := range exports {
		golden(t, e.name, e.render(&d))
	}
	var told strings.Builder
	for _, note := range append(notes, left...) {
		told.WriteString(strings.Join([]string{string(note.Code), note.Section, note.Block, note.Token, note.Text}, "\t") + "\n")
	}
	golden(t, "notes.txt", []byte(told.String()))
}

// TestModes renders every format for a page with modes, print values and further tokens.
func TestModes(t *testing.T) {
	file, err := os.ReadFile("testdata/modes/page.json")
	if err != nil {
		t.Fatal(err)
	}
	m := new(manual.Manual)
	if err := json.Unmarshal(file, m); err != nil {
		t.Fatal(err)
	}
	d, notes := document(t, m)
	structured, left := Structured(&d), StructuredNotes(&d)
	checkStructured(t, structured)
	resolver, ok := Resolver(&d)
	if !ok {
		t.Fatal("no resolver document")
	}
	golden(t, "modes/tokens.json", indent(t, Tokens(&d)))
	golden(t, "modes/structured.json", indent(t, structured))
	golden(t, "modes/resolver.json", indent(t, resolver))
	golden(t, "modes/penpot.json", indent(t, Penpot(&d)))
	golden(t, "modes/_brand.yml", BrandYAML(&d, Brand{Name: "Acme", Manual: m, Sections: parse(t, m), Address: "https://acme.example"}))
	for _, e := range exports {
		golden(t, "modes/"+e.name, e.render(&d))
	}
	var told strings.Builder
	for _, note := range append(notes, left...) {
		told.WriteString(strings.Join([]string{string(note.Code), note.Block, note.Token, note.Text}, "\t") + "\n")
	}
	golden(t, "modes/notes.txt", []byte(told.String()))
}

// indent makes compact JSON readable in goldens.
func indent(t *testing.T, body []byte) []byte {
	t.Helper()
	var compact, wide bytes.Buffer
	if err := json.Compact(&compact, body); err != nil {
		t.Fatal(err)
	}
	if compact.Len() != len(body) {
		t.Errorf("the document is not compact: %s", body)
	}
	if err := json.Indent(&wide, body, "", "\t"); err != nil {
		t.Fatal(err)
	}
	return append(wide.Bytes(), '\n')
}

// BenchmarkDocument makes and renders the tokens of a page with every kind of
// block.
func BenchmarkDocument(b *testing.B) {
	m := goldenPage(b)
	b.ReportAllocs()
	for b.Loop() {
		d, _ := document(b, m)
		Tokens(&d)
		Structured(&d)
		Resolver(&d)
		for _, e := range exports {
			e.render(&d)
		}
	}
}
