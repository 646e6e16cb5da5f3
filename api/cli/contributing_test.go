package cli

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// contributing returns the part of CONTRIBUTING.md between two texts.
func contributing(t *testing.T, from, to string) string {
	text, err := os.ReadFile("../../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), from)
	part, _, ends := strings.Cut(after, to)
	if !found || !ends {
		t.Fatalf("CONTRIBUTING.md has nothing between %q and %q", from, to)
	}
	return part
}

// CONTRIBUTING.md prints the table of arrows: a line with the name of a package and what it is for,
// then indented, behind an arrow, the packages that it may import.
func TestContributingPrintsArrows(t *testing.T) {
	printed := make(map[string][]string)
	name := ""
	for line := range strings.Lines(contributing(t, "as it has them:\n\n```\n", "```")) {
		if line[0] != ' ' {
			name, _, _ = strings.Cut(strings.TrimSpace(line), " ")
			name = strings.TrimPrefix(name, "main")
			printed[name] = nil
			continue
		}
		for path := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune(" →,\n", r) }) {
			printed[name] = append(printed[name], path)
		}
	}
	table := arrows()
	for _, name := range slices.Sorted(maps.Keys(table)) {
		may, known := printed[name]
		slices.Sort(may)
		if want := slices.Sorted(slices.Values(table[name])); !known || !slices.Equal(may, want) {
			t.Errorf("%q: CONTRIBUTING.md prints %q, arrows has %q", name, may, want)
		}
	}
	for name := range printed {
		if _, known := table[name]; !known {
			t.Errorf("%q is printed in CONTRIBUTING.md and not in arrows", name)
		}
	}
}

// The functions that CONTRIBUTING.md leads through exist, in the file or package that it names.
func TestContributingNamesFunctions(t *testing.T) {
	part := contributing(t, "Two ways through the code show most of it.", "A test checks")
	declared := make(map[string][]string) // folders and files by function
	declaration := regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?(\w+)`)
	for _, pattern := range []string{"seed/*.go", "seed/assign/*.go", "db/*.go", "api/*.go", "api/cli/*.go", "api/render/*.go"} {
		files, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			code, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			file = strings.TrimPrefix(filepath.ToSlash(file), "../../")
			for _, found := range declaration.FindAllSubmatch(code, -1) {
				name := string(found[1])
				declared[name] = append(declared[name], file, file[:strings.LastIndexByte(file, '/')])
			}
		}
	}
	named := regexp.MustCompile("`(\\w+)`(?:\\s+in\\s+`([\\w/.]+)`)?").FindAllStringSubmatch(part, -1)
	if len(named) == 0 {
		t.Error("CONTRIBUTING.md names no functions")
	}
	for _, found := range named {
		name, place := found[1], found[2]
		if len(declared[name]) == 0 || place != "" && !slices.Contains(declared[name], place) {
			t.Errorf("there is no function %s in %q", name, place)
		}
	}
}
