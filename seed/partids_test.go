package seed

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// sectionIDs returns the ids of the guide's sections in page order.
func sectionIDs(t *testing.T, store *db.DB) (ids []string) {
	t.Helper()
	err := store.Read(context.Background(), func(tx *db.Tx) error {
		c, err := tx.Content(find(tx.Index(), "acme.guide"))
		if err != nil {
			return err
		}
		for _, p := range c.Ledger.Parts {
			if p.Kind == "" {
				ids = append(ids, p.ID)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// titled returns a seed file with sections: "Title", "Title#anchor", "Title@id", or
// "-Title" for a hidden one.
func titled(titles string) Source {
	var sections []string
	for _, title := range strings.Fields(titles) {
		hidden := strings.HasPrefix(title, "-")
		title, id, _ := strings.Cut(strings.TrimPrefix(title, "-"), "@")
		title, anchor, _ := strings.Cut(title, "#")
		section := map[string]any{"title": title, "hidden": hidden, "blocks": []any{map[string]any{"type": "TEXT", "content": map[string]string{"html": "x"}}}}
		if id != "" {
			section["id"] = id
		}
		if anchor != "" {
			section["anchor"] = anchor
		}
		text, _ := json.Marshal(section)
		sections = append(sections, string(text))
	}
	return acme(aManual("guide", `"sections":[`+strings.Join(sections, ",")+`]`))
}

// TestRetitled follows sections without an id through imports with new titles. For
// each section want has the number of the earlier section that it is, or "-".
func TestRetitled(t *testing.T) {
	for _, tt := range []struct {
		name   string
		titles []string // one list per import
		want   []string
	}{
		{"one retitled", []string{"A B C", "A X C"}, []string{"0 1 2", "0 1 2"}},
		{"the only section", []string{"A", "X", "Y", "A"}, []string{"0", "0", "0", "0"}},
		{"two neighbors", []string{"A B C D", "A X Y D"}, []string{"0 1 2 3", "0 1 2 3"}},
		{"two apart", []string{"A B C D", "X B Y D"}, []string{"0 1 2 3", "0 1 2 3"}},
		{"hidden", []string{"A -B C", "A -X C", "A X C"}, []string{"0 1 2", "0 1 2", "0 1 2"}},
		{"one added", []string{"A B", "A X Y B"}, []string{"0 1", "0 - - 1"}},
		{"one added beside a retitled one", []string{"A B C", "A X Y C"}, []string{"0 1 2", "0 - - 2"}},
		{"one removed", []string{"A B C D", "A X D"}, []string{"0 1 2 3", "0 - 3"}},
		{"moved with a new title", []string{"A B C", "A C X"}, []string{"0 1 2", "0 2 -"}},
		{"moved", []string{"A B C", "C A B"}, []string{"0 1 2", "2 0 1"}},
		{"with ids", []string{"A@a B@b", "A@a X@x"}, []string{"0 1", "0 -"}},
		{"retitled and given an id", []string{"A B", "A X@x"}, []string{"0 1", "0 -"}},
		{"given an id", []string{"A B C", "A B@b C"}, []string{"0 1 2", "0 - 2"}},
		{"retitled and given its own anchor", []string{"A B C", "A X#b C", "A Y#b C"}, []string{"0 1 2", "0 1 2", "0 1 2"}},
		{"given another anchor", []string{"A B C", "A X#photos C"}, []string{"0 1 2", "0 - 2"}},
		{"new section with the earlier title", []string{"A B", "X B", "X B A"}, []string{"0 1", "0 1", "0 1 -"}},
		{"which gets a new title", []string{"A B", "X B", "X B A", "X B Y"}, []string{"0 1", "0 1", "0 1 -", "0 1 2"}},
		{"earlier title restored, then the other section retitled", []string{"A B", "X B", "A B", "A B X"}, []string{"0 1", "0 1", "0 1", "0 1 -"}},
		{"retitled, and a new section with the earlier title", []string{"A B", "X A B"}, []string{"0 1", "- 0 1"}},
		{"equal titles", []string{"A A A", "A X A"}, []string{"0 1 2", "0 - 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			store := openStore(t)
			before := make(map[string]string) // number of a section, by id
			for step, titles := range tt.titles {
				importAll(t, store, Options{}, titled(titles))
				index := store.Index()
				report := importAll(t, store, Options{}, titled(titles))
				if store.Index() != index || report.Count(Unchanged) != 1 {
					t.Errorf("step %d: the same file again changes the store", step)
				}
				var got []string
				here := make(map[string]string)
				for i, id := range sectionIDs(t, store) {
					number := before[id]
					if here[id] = number; number == "" {
						number, here[id] = "-", fmt.Sprint(i)
					}
					if step == 0 {
						number = here[id]
					}
					got = append(got, number)
				}
				before = here
				if strings.Join(got, " ") != tt.want[step] {
					t.Errorf("step %d: %q are %s, want %s", step, titles, got, tt.want[step])
				}
			}
		})
	}
}

// The report mentions a block that is taken for the one that stood there, once.
func TestTakenBlockReport(t *testing.T) {
	store := openStore(t)
	for i, tt := range []struct{ anchor, want string }{
		{`"anchor":"tone",`, ``},
		{``, `The Text block of section "Voice" is taken for the one with the anchor "tone", which it keeps.`},
		{``, ``},
	} {
		seed := acme(aManual("guide", `"sections":[{"id":"s","title":"Voice","blocks":[{`+tt.anchor+`"type":"TEXT","content":{"html":"x"}}]}]`))
		got := ""
		for _, note := range importAll(t, store, Options{}, seed).Manuals[0].Notes {
			got += note.Text
		}
		if got != tt.want {
			t.Errorf("import %d: notes %q, want %q", i, got, tt.want)
		}
	}
}

// A section that was retitled keeps its anchor, and its block too, when the file gives
// it an id or that anchor later.
func TestRetitledThenGivenID(t *testing.T) {
	for _, titles := range []string{"Palette@p Type", "Type Palette#colour", "Type Palette#colour@p"} {
		store := openStore(t)
		importAll(t, store, Options{}, titled("Colour Type"))
		importAll(t, store, Options{}, titled("Palette Type"))
		importAll(t, store, Options{}, titled(titles))
		got, _ := body(t, store, "acme.guide", manual.ManualDocument)
		for _, anchor := range []string{`"anchor":"colour"`, `"anchor":"colour-text"`} {
			if !strings.Contains(string(got), anchor) {
				t.Errorf("%s: no %s in %s", titles, anchor, got)
			}
		}
	}
}

// The blocks of a retitled section keep their ids and anchors too, and the report
// mentions the section once.
func TestRetitledReport(t *testing.T) {
	store := openStore(t)
	importAll(t, store, Options{}, titled("Colour Type"))
	before, _ := body(t, store, "acme.guide", manual.ManualDocument)
	report := importAll(t, store, Options{}, titled("Palette Type"))
	after, _ := body(t, store, "acme.guide", manual.ManualDocument)
	if want := strings.Replace(string(before), `"title":"Colour"`, `"title":"Palette"`, 1); string(after) != want {
		t.Errorf("%s\nwant %s", after, want)
	}
	const text = `Section "Palette" is taken for the one with the anchor "colour", which it keeps; its title is new.`
	if notes := report.Manuals[0].Notes; len(notes) != 1 || notes[0].Code != manual.NoteRetitled || notes[0].Text != text {
		t.Errorf("notes %+v", notes)
	}
	if report := importAll(t, store, Options{}, titled("Palette Type")); len(report.Manuals[0].Notes) != 0 {
		t.Errorf("notes again %+v", report.Manuals[0].Notes)
	}
}
