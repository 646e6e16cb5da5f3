package release_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"designmanual/tokenize/content"
	"designmanual/tokenize/difference"
	"designmanual/tokenize/release"
)

// sample returns a release of one color.
func sample(t *testing.T) *release.Release {
	t.Helper()
	set, err := difference.Read([]byte(`{"color":{"blau-ü":{"$value":"#0B5FFF","$type":"color"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	before, err := difference.Read([]byte(`{"color":{"red":{"$value":"#FF0000","$type":"color"}}}`))
	if err != nil {
		t.Fatal(err)
	}
	d := difference.Between(before, set)
	return &release.Release{
		Version: release.Version{1, 4, 0}, Date: "2026-11-27", Manual: "man_a", Notes: "Blau & <neu>", Difference: &d, Tokens: set,
		Documents: []release.Document{
			{Name: "tokens.json", Body: []byte(`{"color":{"blau-ü":{"$value":"#0B5FFF","$type":"color"}}}`)},
			{Name: "tokens.2025-10.json", Body: []byte(`{"color":{"blau-ü":{"$value":{"components":[0.04314,0.37255,1]},"$type":"color"}}}`)},
			{Name: "tokens.css", Body: []byte(":root {\n  --color-blau-ü: #0b5fff; /* </style> \"q\" */\n}\n")},
		},
	}
}

// parse parses a release file and returns its faults as "offset's line: text".
func parse(text []byte) (*release.Release, []string) {
	tree := &content.Tree{Name: "1.4.0.json", Data: text}
	var faults []string
	r := release.Parse(tree, func(f content.Fault) {
		path := tree.PathTo(f.ValueStart)
		faults = append(faults, path+": "+f.Text)
	})
	return r, faults
}

// What is written reads as what it was, however a formatter lays it out.
func TestRoundTrip(t *testing.T) {
	want := sample(t)
	text := want.Write()
	var compact, tabs bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		t.Fatal(err)
	}
	if err := json.Indent(&tabs, text, " ", "\t"); err != nil {
		t.Fatal(err)
	}
	escaped := strings.ReplaceAll(string(text), "ü", `\u00fc`)
	for name, data := range map[string][]byte{
		"as written": text, "compact": compact.Bytes(), "tabs": tabs.Bytes(), "escaped": []byte(escaped), "CRLF": bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")),
	} {
		t.Run(name, func(t *testing.T) {
			got, faults := parse(data)
			if got == nil {
				t.Fatal(faults)
			}
			if !bytes.Equal(got.Write(), text) {
				t.Errorf("it is written as\n%s", got.Write())
			}
			for i, d := range want.Documents {
				if got.Documents[i].Name != d.Name || !bytes.Equal(got.Documents[i].Body, d.Body) {
					t.Errorf("%s is\n%s\nwant\n%s", d.Name, got.Documents[i].Body, d.Body)
				}
			}
			record, err := release.ReadRecord(got.Record())
			if err != nil || record.Notes != want.Notes || record.Version != want.Version || len(record.Difference.Added) != 1 {
				t.Errorf("the record is %+v, %v", record, err)
			}
		})
	}
}

// What is wrong with a file is told at its place, with what helps.
func TestFaults(t *testing.T) {
	text := string(sample(t).Write())
	for _, tt := range []struct{ name, old, new, want string }{
		{"another value", `"$value": "#0B5FFF"`, `"$value": "#0B5FFE"`, "sha256: the tokens are not those that were released: they have another hash. Put the file back as it was"},
		{"another style sheet", `0b5fff;`, `0b5ffe;`, "sha256: the tokens are not those"},
		{"no version", `"version": "1.4.0",`, ``, "$: missing key \"version\": `designmanual release` writes it"},
		{"a version of two numbers", `"1.4.0"`, `"1.4"`, `version: expected a version of three numbers as 1.4.0, found "1.4"`},
		{"a version with a zero", `"1.4.0"`, `"1.04.0"`, `version: expected a version of three`},
		{"a date", `2026-11-27`, `27.11.2026`, `date: expected a date as 2026-11-27, found "27.11.2026"`},
		{"notes", `"Blau & <neu>"`, `7`, "notes: expected a string"},
		{"long notes", `Blau &`, strings.Repeat("x", 33<<10), "notes: expected at most 32 KiB"},
		{"no documents", `"documents"`, `"docs"`, `$: missing key "documents"`},
		{"a document", `"tokens.css"`, `"tokens.scss"`, `documents: missing key "tokens.css"`},
		{"a difference", `"added": [`, `"added": 7, "was": [`, "difference: expected the difference as `designmanual release` writes it"},
		{"a token", `"color.blau-ü": {
        "type"`, `"color.blau-ü": {
        "kind"`, "expected a token of a group with type and value"},
		{"a duplicate", `"date":`, `"date": "2026-01-01", "date":`, "duplicate key"},
		{"cut short", `"documents": {`, `"documents": `, "expected"},
		{"an array", "", "", "$: expected an object"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := strings.ReplaceAll(text, tt.old, tt.new)
			if tt.old == "" {
				data = "[]"
			}
			r, faults := parse([]byte(data))
			found := slices.ContainsFunc(faults, func(fault string) bool { return strings.Contains(fault, tt.want) })
			if r != nil || !found {
				t.Errorf("%v, want %q", faults, tt.want)
			}
		})
	}
}

// A version says what a release may do after the last one.
func TestRefuse(t *testing.T) {
	token := []difference.Token{{Token: "color.red", Group: "color"}}
	removed := difference.Difference{Removed: token}
	mode := difference.Difference{Modes: difference.ModeChanges{Removed: []string{"night"}}}
	renamed := difference.Difference{Renamed: []difference.Rename{{From: "color.red", To: "color.rot"}}}
	kind := difference.Difference{Kinds: []difference.KindChange{{Token: "x.a", From: "number", To: "dimension"}}}
	added := difference.Difference{Added: token}
	newMode := difference.Difference{Modes: difference.ModeChanges{Added: []string{"night"}}}
	changed := difference.Difference{Changed: []difference.Change{{Token: "color.red"}}, Deprecated: []difference.Deprecation{{Token: "color.red"}}}
	for _, tt := range []struct {
		name       string
		d          difference.Difference
		last, next string
		allowed    []string
		want       string // the version that it needs, or empty
	}{
		{"removed in a minor", removed, "1.3.0", "1.4.0", nil, "2.0.0"},
		{"removed in a patch", removed, "1.3.2", "1.3.3", nil, "2.0.0"},
		{"removed in a major", removed, "1.3.0", "2.0.0", nil, ""},
		{"removed in a later major", removed, "1.3.0", "4.1.7", nil, ""},
		{"removed and allowed", removed, "1.3.0", "1.3.1", []string{"removed"}, ""},
		{"removed, another allowed", removed, "1.3.0", "1.3.1", []string{"renamed", "kind", "added"}, "2.0.0"},
		{"a mode that is gone", mode, "1.3.0", "1.4.0", nil, "2.0.0"},
		{"renamed", renamed, "1.3.0", "1.4.0", nil, "2.0.0"},
		{"renamed and allowed", renamed, "1.3.0", "1.4.0", []string{"renamed"}, ""},
		{"another type", kind, "1.3.0", "1.4.0", nil, "2.0.0"},
		{"another type, allowed", kind, "1.3.0", "1.3.1", []string{"kind"}, ""},
		{"added in a patch", added, "1.3.0", "1.3.1", nil, "1.4.0"},
		{"added in a minor", added, "1.3.9", "1.4.0", nil, ""},
		{"added and allowed", added, "1.3.0", "1.3.1", []string{"added"}, ""},
		{"a new mode in a patch", newMode, "1.3.0", "1.3.1", nil, "1.4.0"},
		{"changed in a patch", changed, "1.3.0", "1.3.1", nil, ""},
		{"below 1.0.0 removed in a minor", removed, "0.3.0", "0.4.0", nil, ""},
		{"below 1.0.0 removed in a patch", removed, "0.3.0", "0.3.1", nil, "0.4.0"},
		{"below 1.0.0 added in a patch", added, "0.3.0", "0.3.1", nil, "0.4.0"},
		{"from 0 to 1", removed, "0.3.0", "1.0.0", nil, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			last, _ := release.ParseVersion(tt.last)
			next, _ := release.ParseVersion(tt.next)
			refused := release.Refuse(last, next, &tt.d, tt.allowed)
			needs := ""
			if len(refused) == 1 {
				needs = refused[0].Needs.String()
			}
			if needs != tt.want || len(refused) > 1 {
				t.Errorf("%v, want it to need %q", refused, tt.want)
			}
		})
	}
}

func TestVersions(t *testing.T) {
	sorted := []string{"0.0.1", "0.1.0", "0.10.0", "1.0.0", "1.0.2", "1.0.10", "2.0.0"}
	for i, a := range sorted {
		for j, b := range sorted {
			first, err := release.ParseVersion(a)
			second, _ := release.ParseVersion(b)
			if got := first.Compare(second); err != nil || got < 0 != (i < j) || got > 0 != (i > j) {
				t.Errorf("%s and %s compare as %d, %v", a, b, got, err)
			}
		}
	}
	for _, text := range []string{"", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.3-beta", "1.2.x", "01.2.3", "1.-2.3", "+1.2.3", " 1.2.3", "1.2.99999999999"} {
		if v, err := release.ParseVersion(text); err == nil {
			t.Errorf("%q is taken for %s", text, v)
		}
	}
}
