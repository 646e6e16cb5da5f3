package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// top is the folder of the project.
const top = "../../"

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(top + file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// oneLine returns a text with single spaces only.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// The promises stand in their documents, and the table has them with how they are tried and
// with their commands. Its figures are those of the commit that it names.
func TestTable(t *testing.T) {
	table := read(t, ".github/GUARANTEES.md")
	rows := 0
	for _, p := range promises {
		if !strings.Contains(oneLine(read(t, p.file)), p.text) {
			t.Errorf("%s does not say %q", p.file, p.text)
		}
		row := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta("| "+p.sentence()+" | "+p.how+" | ") + `\d+ \| \d+ \| 0 \| 0 ` +
			regexp.QuoteMeta("| `"+cell(p.command(1))+"` |") + `$`)
		if !row.MatchString(table) {
			t.Errorf(".github/GUARANTEES.md has no row for %q: run scripts/guarantees", p.text)
		}
		rows++
	}
	if found := strings.Count(table, "\n| ") - 2; found != rows {
		t.Errorf(".github/GUARANTEES.md has %d rows, and there are %d promises: run scripts/guarantees", found, rows)
	}
}

// Every bullet of SECURITY.md and every row of LIMITS.md is tried.
func TestAllIsTried(t *testing.T) {
	tried := make(map[string]string)
	for _, p := range promises {
		tried[p.file] += p.text + "\n"
	}
	for _, bullet := range strings.Split(read(t, security), "\n- ")[1:] {
		bullet, _, _ = strings.Cut(bullet, "\n\n")
		found := false
		for text := range strings.Lines(tried[security]) {
			found = found || strings.Contains(oneLine(bullet), strings.TrimSpace(text))
		}
		if !found {
			t.Errorf("%s: nothing tries %q", security, bullet)
		}
	}
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-z][^|]*) \|`).FindAllStringSubmatch(read(t, limits), -1) {
		if row[1] != "what" && !strings.Contains(tried[limits], row[1]+"\n") {
			t.Errorf("%s: nothing tries %q", limits, row[1])
		}
	}
}

// Every torture test is a try of a promise, and every test that a promise names is there.
func TestTestsAreThere(t *testing.T) {
	files := testFiles(t)
	for _, p := range promises {
		for name := range strings.SplitSeq(p.tests, "|") {
			match := regexp.MustCompile("^" + name + "$")
			found := false
			for _, file := range files {
				if path.Dir(file) == p.folder {
					for _, test := range testsOf(t, file) {
						found = found || match.MatchString(test)
					}
				}
			}
			if !found {
				t.Errorf("%q: no test of %s is called %s", p.text, p.folder, name)
			}
		}
	}
	for _, file := range files {
		if !strings.HasPrefix(read(t, file), "//go:build torture") {
			continue
		}
		for _, test := range testsOf(t, file) {
			found := false
			for _, p := range promises {
				found = found || p.folder == path.Dir(file) && regexp.MustCompile("^("+p.tests+")$").MatchString(test)
			}
			if !found {
				t.Errorf("%s: no promise names %s", file, test)
			}
		}
	}
}

// testsOf returns the tests and fuzz targets of a file.
func testsOf(t *testing.T, file string) (names []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), top+file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range parsed.Decls {
		if f, ok := functionName(d); ok && regexp.MustCompile(`^(Test|Fuzz)[A-Z]`).MatchString(f) && f != "TestMain" {
			names = append(names, f)
		}
	}
	return names
}

// testFiles returns the files with tests.
func testFiles(t *testing.T) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(top), ".", func(file string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(file, "_test.go") {
			files = append(files, file)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func functionName(d ast.Decl) (string, bool) {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv != nil {
		return "", false
	}
	return f.Name.Name, true
}
