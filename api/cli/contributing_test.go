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

// CONTRIBUTING.md lists the packages, a line each with what the package is for.
func TestContributingListsPackages(t *testing.T) {
	var listed []string
	for line := range strings.Lines(contributing(t, "These are the packages.", "`go test ./...` needs only Go")) {
		name, what, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if what != "" {
			listed = append(listed, strings.TrimPrefix(name, "main"))
		}
	}
	slices.Sort(listed)
	if want := slices.Sorted(maps.Keys(arrows())); !slices.Equal(listed, want) {
		t.Errorf("CONTRIBUTING.md lists %q\narrows has %q", listed, want)
	}
}

// The functions that CONTRIBUTING.md leads through exist, in the file or package that it names.
func TestContributingNamesFunctions(t *testing.T) {
	part := contributing(t, "Two ways through the code show most of it.", "These are the packages.")
	declared := make(map[string][]string) // folders and files by function
	declaration := regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?(\w+)`)
	for _, pattern := range []string{
		"seed/*.go", "seed/assign/*.go", "seed/check/*.go", "seed/document/*.go", "db/*.go", "api/*.go", "api/admin/*.go", "api/cli/*.go", "api/hosts/*.go", "api/render/*.go", "api/render/page/*.go",
	} {
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
