package seed

import (
	"slices"
	"testing"

	"designmanual/db/manual"
)

// What the files leave to the store is reported, since another store may have
// it otherwise: the primary manual and the settings of the brand too.
func TestLeftToTheStore(t *testing.T) {
	const fixed = `"updatedAt":"2026-05-04T09:30:00Z"`
	x, y, first := aManual("x", fixed), aManual("y", fixed), aManual("x", fixed, `"primary":true`)
	store := openStore(t)
	for _, step := range []struct {
		about string
		file  Source
		want  []manual.NoteCode // of each manual
	}{
		{"the single one", acme(x), nil},
		{"two, one of them known", acme(x, y), []manual.NoteCode{manual.NoteOpenPrimary}},
		{"once more", acme(x, y), []manual.NoteCode{manual.NoteOpenPrimary}},
		{"one that says so", acme(first, y), nil},
		{"a file without the brand's settings", source("more.json", `{"brand":"acme","manuals":[`+y+`]}`), []manual.NoteCode{manual.NoteOpenPrimary, manual.NoteOpenBrand}},
	} {
		report := importAll(t, store, Options{}, step.file)
		for _, m := range report.Manuals {
			var codes []manual.NoteCode
			for _, n := range m.Open {
				codes = append(codes, n.Code)
			}
			if !slices.Equal(codes, step.want) {
				t.Errorf("%s: %s leaves open %q, want %q", step.about, m.Slug, codes, step.want)
			}
		}
	}
	if e := store.Index().Brand("acme").Manual("x"); !e.Primary {
		t.Error("another manual is the primary one")
	}
}
