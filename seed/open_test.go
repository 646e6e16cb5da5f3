package seed

import (
	"slices"
	"testing"

	"designmanual/db/manual"
)

// The report lists what the files leave for the store to decide, including the primary
// manual and the settings of the brand.
func TestOpenNotes(t *testing.T) {
	const fixed = `"updatedAt":"2026-05-04T09:30:00Z"`
	x, y, first := aManual("x", fixed), aManual("y", fixed), aManual("x", fixed, `"primary":true`)
	store := openStore(t)
	for _, step := range []struct {
		name string
		file Source
		want []manual.NoteCode // for each manual
	}{
		{"one manual", acme(x), nil},
		{"two, one of them stored", acme(x, y), []manual.NoteCode{manual.NoteOpenPrimary}},
		{"two, both stored", acme(x, y), []manual.NoteCode{manual.NoteOpenPrimary}},
		{"one flagged", acme(first, y), nil},
		{"a file without the brand's settings", source("more.json", `{"brand":"acme","manuals":[`+y+`]}`), []manual.NoteCode{manual.NoteOpenPrimary, manual.NoteOpenBrand}},
	} {
		report := importAll(t, store, Options{}, step.file)
		for _, m := range report.Manuals {
			var codes []manual.NoteCode
			for _, n := range m.Open {
				codes = append(codes, n.Code)
			}
			if !slices.Equal(codes, step.want) {
				t.Errorf("%s: %s leaves open %q, want %q", step.name, m.Slug, codes, step.want)
			}
		}
	}
	if e := store.Index().Brand("acme").Manual("x"); !e.Primary {
		t.Error("another manual is the primary one")
	}
}
