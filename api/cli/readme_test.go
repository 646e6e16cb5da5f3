package cli

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"designmanual/db/manual"
)

// shownRecipe finds a recipe in the README: the comment that names its file,
// and the fenced block after it.
var shownRecipe = regexp.MustCompile("(?m)^<!-- recipe: (\\S+) -->\n+```.*\n((?s:.*?))^```$")

// TestRecipesAsTheyStand holds the recipes that the README shows to the files
// under scripts/recipes, which scripts/consumers and the browser test run.
func TestRecipesAsTheyStand(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	const folder = "../../scripts/recipes"
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	for _, match := range shownRecipe.FindAllSubmatch(readme, -1) {
		name := string(match[1])
		shown[name] = true
		file, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(match[2], file) {
			t.Errorf("README.md shows %s as\n%s\nbut the file is\n%s", name, match[2], file)
		}
	}
	if marks := bytes.Count(readme, []byte("<!-- recipe:")); marks != len(shown) {
		t.Errorf("README.md names %d recipes and shows %d", marks, len(shown))
	}
	for _, file := range files {
		if !shown[file.Name()] {
			t.Errorf("README.md does not show the recipe %s", file.Name())
		}
	}
}

// TestReadmeShowsTheRealTag holds the answer that the README shows to the
// document that the fixtures make.
func TestReadmeShowsTheRealTag(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("../../fixtures/golden/varve.guide.tokens.json")
	if err != nil {
		t.Fatal(err)
	}
	tag := `"` + manual.Fingerprint(document) + `"`
	length := fmt.Sprintf("Content-Length: %d\n", len(document))
	for _, want := range []string{"ETag: " + tag + "\n", "If-None-Match: " + tag + "'", length, string(document[:100])} {
		if !bytes.Contains(readme, []byte(want)) {
			t.Errorf("README.md does not show %q", want)
		}
	}
}

// listed finds the module of a row in a table of the README's dependencies.
var listed = regexp.MustCompile("(?m)^\\| `(\\S+)` \\|")

// TestDependenciesAsTheyAre holds the modules that the README gives reasons
// for to those that go.mod requires directly.
func TestDependenciesAsTheyAre(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(readme), "\n## Dependencies\n")
	section, _, ends := strings.Cut(section, "\n## ")
	if !found || !ends {
		t.Fatal("README.md has no section Dependencies, or it is the last one")
	}
	var shown []string
	for _, match := range listed.FindAllStringSubmatch(section, -1) {
		shown = append(shown, match[1])
	}
	list := exec.Command("go", "list", "-m", "-f", "{{if not (or .Main .Indirect)}}{{.Path}}{{end}}", "all")
	list.Dir = "../.."
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	required := strings.Fields(string(out))
	slices.Sort(shown)
	slices.Sort(required)
	if !slices.Equal(shown, required) {
		t.Errorf("README.md gives reasons for\n%q, and go.mod requires\n%q", shown, required)
	}
}
