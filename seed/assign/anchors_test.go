package assign

import (
	"maps"
	"strings"
	"testing"

	"designmanual/db"
	"designmanual/seed/problem"
	"designmanual/seed/source"
)

// pageOf parses sections and assigns their anchors with a ledger.
func pageOf(t *testing.T, sections string, ledger map[string]string, o Options) ([]*Part, map[string]string, problem.Problems) {
	t.Helper()
	f := source.Parse(source.Source{Name: "page.json", Data: []byte(`{"sections":` + sections + `}`)}, 0)
	problems := new(problem.Collector)
	page := readSections(f.Tree.Root, "man")
	settled := assignAnchors("man", page, db.Ledger{Anchors: ledger}, o, problems)
	return page, settled, problems.Errors(false)
}

func TestAssignAnchors(t *testing.T) {
	type ledger = map[string]string
	for _, tt := range []struct {
		name, sections string
		known          ledger
		change         bool   // AllowAnchorChange
		want           ledger // after the import
		problem        string // part of the only problem, if any
	}{
		{"made from the title, escaped or not, blocks from the section and the type", `[{"id":"s","t\u0069tle":"Colo\u0075r \u0026 Form\n","blocks":[{"id":"b","type":"DOS_DONTS"}]}]`, nil, false, ledger{"s": "colour-form", "b": "colour-form-dos-donts"}, ""},
		{"a title as long as a page", `[{"id":"s","title":"` + strings.Repeat("é", 200) + `"},{"id":"s2","title":"` + strings.Repeat("é", 300) + `"}]`, nil, false, ledger{"s": strings.Repeat("é", 128), "s2": strings.Repeat("é", 128) + "-2"}, ""},
		{"title without letters", `[{"id":"s","title":"!"},{"id":"s2","title":"?"}]`, nil, false, ledger{"s": "section", "s2": "section-2"}, ""},
		{"equal ones are numbered after explicit ones", `[{"id":"a","title":"Logo"},{"id":"b","title":"Logo"},{"id":"c","title":"x","anchor":"logo"}]`, nil, false, ledger{"a": "logo-2", "b": "logo-3", "c": "logo"}, ""},
		{"a taken number is skipped", `[{"id":"a","title":"Logo"},{"id":"b","title":"Logo 3"},{"id":"c","title":"Logo"},{"id":"d","title":"Logo"},{"id":"e","title":"Logo 3"},{"id":"f","title":"Logo"}]`, nil, false, ledger{"a": "logo", "b": "logo-3", "c": "logo-2", "d": "logo-4", "e": "logo-3-2", "f": "logo-5"}, ""},
		{"an explicit block anchor goes before a made section anchor", `[{"id":"a","title":"Logo","blocks":[{"id":"b","type":"TEXT","anchor":"logo"}]}]`, nil, false, ledger{"a": "logo-2", "b": "logo"}, ""},
		{"hidden parts reserve their anchors", `[{"id":"a","title":"Logo","hidden":true},{"id":"b","title":"Logo"}]`, nil, false, ledger{"a": "logo", "b": "logo-2"}, ""},
		{"kept when the title changes", `[{"id":"a","title":"Marks"}]`, ledger{"a": "logo"}, false, ledger{"a": "logo"}, ""},
		{"kept for an absent section", `[{"id":"b","title":"Logo"}]`, ledger{"a": "logo"}, false, ledger{"a": "logo", "b": "logo-2"}, ""},
		{"an explicit anchor that differs from the known one", `[{"id":"a","title":"Logo","anchor":"marks"}]`, ledger{"a": "logo"}, false, nil, `page.json:1:48: sections[0].anchor: links know a by the anchor "logo", and "marks" would break them.`},
		{"the same, allowed", `[{"id":"a","title":"Logo","anchor":"marks"}]`, ledger{"a": "logo"}, true, ledger{"a": "marks"}, ""},
		{"two swapped, allowed", `[{"id":"a","title":"A","anchor":"b"},{"id":"b","title":"B","anchor":"a"}]`, ledger{"a": "a", "b": "b"}, true, ledger{"a": "b", "b": "a"}, ""},
		{"the anchor of an absent section", `[{"id":"b","title":"Logo","anchor":"logo"}]`, ledger{"a": "logo"}, false, nil, `sections[0].anchor: the anchor "logo" is kept for a, which is not in the file now`},
		{"the same, allowed", `[{"id":"b","title":"Logo","anchor":"logo"}]`, ledger{"a": "logo"}, true, ledger{"b": "logo"}, ""},
		{"the known anchor of another", `[{"id":"a","title":"Logo"},{"id":"b","title":"Other","anchor":"logo"}]`, ledger{"a": "logo"}, false, nil, `sections[1].anchor: links know a (page.json:1:14) by the anchor "logo"`},
		{"two equal explicit anchors", `[{"id":"a","title":"A","anchor":"x"},{"id":"b","title":"B","anchor":"x"}]`, nil, false, nil, `sections[1].anchor: duplicate anchor "x" (also used by page.json:1:45`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, got, problems := pageOf(t, tt.sections, tt.known, Options{AllowAnchorChange: tt.change})
			if tt.problem != "" {
				if len(problems) != 1 || !strings.Contains(problems[0].String(), tt.problem) {
					t.Fatalf("problems:\n%v\nwant %s", problems, tt.problem)
				}
				return
			}
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if !maps.Equal(got, tt.want) {
				t.Errorf("ledger %v, want %v", got, tt.want)
			}
		})
	}
}

// A part keeps its anchor, and its blocks keep theirs, when the file gives it an id
// or the anchor that it has.
func TestAnchorsKeptWhenIDsAreAdded(t *testing.T) {
	const before = `[{"title":"Colour","blocks":[{"type":"TEXT"},{"type":"TEXT"}]},{"title":"Colour","blocks":[{"type":"TEXT"}]},{"title":"Type","blocks":[{"type":"TEXT"}]}]`
	const first = `{"title":"Colour","blocks":[{"type":"TEXT"},{"type":"TEXT"}]},{"title":"Colour","blocks":[{"type":"TEXT"}]}`
	anchorsOf := func(page []*Part) string {
		var anchors []string
		for _, p := range allParts(page) {
			anchors = append(anchors, p.Anchor)
		}
		return strings.Join(anchors, " ")
	}
	was, ledger, problems := pageOf(t, before, nil, Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	const colours = "colour colour-text colour-text-2 colour-2 colour-2-text"
	if got := anchorsOf(was); got != colours+" type type-text" {
		t.Fatalf("anchors %s", got)
	}
	for _, tt := range []struct{ name, sections, want string }{
		{"an id", `[{"id":"c","title":"Colour","blocks":[{"type":"TEXT"},{"type":"TEXT"}]},{"title":"Colour","blocks":[{"type":"TEXT"}]}]`, colours},
		{"ids for all", `[{"id":"c","title":"Colour","blocks":[{"id":"t","type":"TEXT"},{"type":"TEXT"}]},{"id":"d","title":"Colour","blocks":[{"id":"u","type":"TEXT"}]}]`, colours},
		{"its anchor", `[` + first + `,{"title":"Type","anchor":"type","blocks":[{"type":"TEXT","anchor":"type-text"}]}]`, colours + " type type-text"},
		{"both", `[` + first + `,{"id":"y","title":"Type","anchor":"type","blocks":[{"id":"z","type":"TEXT","anchor":"type-text"}]}]`, colours + " type type-text"},
		{"an id beside the old one", `[` + first + `,{"id":"c","title":"Colour"}]`, colours + " colour-3"},
		{"an id and another anchor", `[` + first + `,{"id":"y","anchor":"letters","title":"Type","blocks":[{"type":"TEXT"}]}]`, colours + " letters type-text"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			page, after, problems := pageOf(t, tt.sections, ledger, Options{})
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			if got := anchorsOf(page); got != tt.want {
				t.Errorf("anchors %s, want %s", got, tt.want)
			}
			again, _, problems := pageOf(t, tt.sections, after, Options{})
			if got := anchorsOf(again); got != tt.want || len(problems) > 0 {
				t.Errorf("once more: anchors %s, want %s (%v)", got, tt.want, problems)
			}
		})
	}
}

// A section without an id is known by its title: another anchor would break links to it.
func TestAnotherAnchorOfKnownTitle(t *testing.T) {
	_, ledger, problems := pageOf(t, `[{"title":"Logo"},{"title":"Type","blocks":[{"type":"TEXT"}]}]`, nil, Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	const changed = `[{"title":"Logo"},{"title":"Type","anchor":"letters","blocks":[{"type":"TEXT"}]}]`
	const want = `links know section "Type" by the anchor "type", and "letters" would break them. Write "type"`
	if _, _, problems := pageOf(t, changed, ledger, Options{}); len(problems) != 1 || !strings.Contains(problems[0].String(), want) {
		t.Errorf("problems: %v, want %s", problems, want)
	}
	page, _, problems := pageOf(t, changed, ledger, Options{AllowAnchorChange: true})
	if len(problems) > 0 || page[1].Anchor != "letters" {
		t.Errorf("where that is allowed: the anchor %q, %v", page[1].Anchor, problems)
	}
	// With another title too it is another section.
	page, _, problems = pageOf(t, `[{"title":"Logo"},{"title":"Letters","anchor":"letters"}]`, ledger, Options{})
	if len(problems) > 0 || page[1].Anchor != "letters" {
		t.Errorf("a new section has the anchor %q, %v", page[1].Anchor, problems)
	}
}

// TestDerivedIDs checks derived ids against values computed by other means.
func TestDerivedIDs(t *testing.T) {
	page, _, problems := pageOf(t, `[{"title":"Logo","blocks":[{"type":"TEXT"},{"type":"TEXT"},{"type":"TEXT","anchor":"voice"}]},
		{"title":"Logo"},{"id":"given","title":"Logo"},{"title":"Logo"},{"title":"Away","anchor":"Logo"}]`, nil, Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	first := derivedID("sec_", "man", "Logo", 1)
	want := []string{first, derivedID("blk_", first, "TEXT", 1), derivedID("blk_", first, "TEXT", 2), derivedID("blk_", first, "voice", 1),
		derivedID("sec_", "man", "Logo", 2), "given", derivedID("sec_", "man", "Logo", 4), derivedID("sec_", "man", "Logo", 5)}
	var got []string
	for _, s := range page {
		got = append(got, s.ID)
		for _, b := range s.Blocks {
			got = append(got, b.ID)
		}
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	// printf 'man\0Logo\0%s' 1 | sha256sum
	if first != "sec_bacc47567ad0" {
		t.Errorf("sha256 of man, NUL, Logo, NUL, 1: %s", first)
	}
}
