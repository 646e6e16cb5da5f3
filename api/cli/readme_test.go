package cli

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// linked matches the target of a link or a picture in Markdown.
var linked = regexp.MustCompile(`\]\(([^)#]+)[^)]*\)`)

// Links in the Markdown files of the project lead to existing files.
func TestMarkdownLinks(t *testing.T) {
	for _, name := range []string{"README.md", "CHANGELOG.md", "api/README.md", "api/DECISIONS.md", "api/LIMITS.md", "seed/README.md",
		"scripts/README.md", "scripts/RUNNING.md", "scripts/recipes/README.md", ".github/CONTRIBUTING.md", ".github/SECURITY.md",
	} {
		path := filepath.Join("../..", name)
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range linked.FindAllSubmatch(text, -1) {
			target := string(match[1])
			if strings.Contains(target, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), target)); err != nil {
				t.Errorf("%s links to %s: %v", name, target, err)
			}
		}
	}
}

// listed matches the module in a row of the table of dependencies.
var listed = regexp.MustCompile("(?m)^\\| `(\\S+)` \\|")

// CONTRIBUTING.md lists the modules that go.mod requires directly, and no others.
func TestDependencies(t *testing.T) {
	contributing, err := os.ReadFile("../../.github/CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(contributing), "\n## Dependencies\n")
	if !found {
		t.Fatal("CONTRIBUTING.md has no section Dependencies")
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
		t.Errorf("CONTRIBUTING.md lists\n%q, and go.mod requires\n%q", shown, required)
	}
}

// setting matches an environment variable of the program.
var setting = regexp.MustCompile(`DESIGNMANUAL_[A-Z_]+`)

// The services and images of scripts set variables that serve has.
func TestSettings(t *testing.T) {
	command, _, err := newRoot(&program{stdout: io.Discard, stderr: io.Discard}).Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	known := make(map[string]bool)
	command.Flags().VisitAll(func(f *pflag.Flag) { known[environmentName(f.Name)] = true })
	for _, name := range []string{"container/compose.yaml", "container/Containerfile", "systemd/designmanual.conf", "systemd/designmanual.service"} {
		text, err := os.ReadFile(filepath.Join("../../scripts", name))
		if err != nil {
			t.Fatal(err)
		}
		found := setting.FindAllString(string(text), -1)
		if len(found) == 0 {
			t.Errorf("%s sets no variable", name)
		}
		for _, v := range found {
			if !known[v] {
				t.Errorf("%s sets %s, which no flag of serve has", name, v)
			}
		}
	}
}
