package seed

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/seed/source"
)

const invalidSeeds = "../fixtures/invalid"

// invalidCorpus returns the invalid seed files: single files, and folders for
// errors that only appear between files.
func invalidCorpus(t testing.TB) []string {
	t.Helper()
	entries, err := os.ReadDir(invalidSeeds)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() || strings.HasSuffix(e.Name(), ".json") {
			names = append(names, e.Name())
		}
	}
	return names
}

// TestInvalidSeeds checks that every invalid seed file is refused with its message
// at its position, and changes nothing.
func TestInvalidSeeds(t *testing.T) {
	store := openStore(t)
	importAll(t, store, Options{}, seedFile("known.json", `{"brand":{"slug":"known-before","name":"Known"},"manuals":[`+aManual("guide")+`]}`))
	before := store.Index()
	positions := readPositions(t)
	var messages bytes.Buffer
	names := invalidCorpus(t)
	if len(names) < 250 {
		t.Fatalf("only %d malformed seed files", len(names))
	}
	for _, name := range names {
		sources := source.ReadPaths([]string{filepath.Join(invalidSeeds, name)})
		problemsOf(t, store, Options{Now: clock}, sources...)
		_, err := Check(sources, Options{})
		var problems Problems
		if !errors.As(err, &problems) {
			t.Errorf("%s: error %v, want problems", name, err)
			continue
		}
		fmt.Fprintf(&messages, "== %s\n", name)
		for i := range problems {
			problems[i].File = filepath.ToSlash(strings.TrimPrefix(problems[i].File, filepath.Clean(invalidSeeds)+string(filepath.Separator)))
			fmt.Fprintln(&messages, problems[i])
		}
		want, ok := positions[name]
		if !ok {
			t.Errorf("%s: not in POSITIONS.tsv", name)
			continue
		}
		first := problems[0]
		if got := fmt.Sprintf("%s\t%d:%d\t%s", first.File, first.Line, first.Column, first.Path); got != want {
			t.Errorf("%s: error at %q, want %q: %s", name, got, want, first.Reason)
		}
		if len(problems) > 1 {
			t.Errorf("%s: expected one error, found\n%v", name, problems)
		}
	}
	if len(positions) != len(names) {
		t.Errorf("POSITIONS.tsv lists %d files, there are %d", len(positions), len(names))
	}
	if store.Index() != before {
		t.Error("the store changed")
	}
	path := filepath.Join(invalidSeeds, "messages.txt")
	if *update {
		if err := os.WriteFile(path, messages.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(messages.Bytes(), want) {
		t.Errorf("messages differ from %s; found\n%s", path, messages.Bytes())
	}
}

func readPositions(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(invalidSeeds, "POSITIONS.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	positions := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		name, _, _ := strings.Cut(line, "\t")
		name, _, _ = strings.Cut(name, "/") // the row of a folder names the file in it
		positions[name] = line
	}
	return positions
}

// FuzzCheck checks that any input gives either a report or problems with positions
// in the file, and never a panic.
func FuzzCheck(f *testing.F) {
	names, err := filepath.Glob(filepath.Join(invalidSeeds, "*.json"))
	if err != nil {
		f.Fatal(err)
	}
	for i := 0; i < len(names); i += 8 { // all of them would take the fuzzer's time
		data, err := os.ReadFile(names[i])
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		report, err := Check([]Source{{Name: "fuzz.json", Data: data}}, Options{})
		var problems Problems
		if err == nil && report == nil {
			t.Fatal("neither report nor problems")
		} else if err == nil {
			return
		} else if !errors.As(err, &problems) || len(problems) == 0 {
			t.Fatalf("error %v is no problem of the file", err)
		}
		for _, p := range problems {
			if p.Line < 1 || p.Column < 1 || p.Path == "" || p.Reason == "" || strings.Contains(p.String(), "\n") {
				t.Fatalf("problem %q", p)
			}
		}
	})
}
