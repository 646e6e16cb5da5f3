package sources_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"designmanual/api/sources"
)

func write(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func isStyle(name string) bool { return filepath.Ext(name) == ".css" }

func TestSelect(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, map[string]string{
		"src/a.css": "", "src/b.json": "", "src/LICENSE": "", "src/a.min.css": "", "src/big.css": strings.Repeat("x", 101), "src/deep/er/c.css": "",
		"src/node_modules/d.css": "", "src/vendor/e.css": "", "src/build/f.css": "", "src/dist/g.css": "", "src/.hidden/h.css": "", "src/.storybook/k.css": "", "src/old/i.css": "", "src/j.story.css": "",
		"src/.gitignore": "a.css\n", // there is no repository
	})
	if err := os.Symlink("a.css", "src/link.css"); err != nil {
		t.Fatal(err)
	}
	o := sources.Options{Known: isStyle, MaxSize: 100, Exclude: []string{"src/old", "*.story.css"}}
	s, err := sources.Select([]string{"src", "src/a.css"}, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"src/.storybook/k.css", "src/a.css", "src/deep/er/c.css"}; !slices.Equal(s.Files, want) {
		t.Errorf("files %q, want %q", s.Files, want)
	}
	passed := map[string]int{".json": 1, "LICENSE": 1, ".gitignore": 1, sources.Minified: 1, sources.Large: 1, sources.Excluded: 1, sources.Special: 1}
	if !maps.Equal(s.Passed, passed) {
		t.Errorf("passed %v, want %v", s.Passed, passed)
	}
	folders := map[string]int{"node_modules": 1, "vendor": 1, "build": 1, "dist": 1, ".hidden": 1, "old": 1}
	if !maps.Equal(s.Folders, folders) || !slices.Equal(s.Large, []string{"src/big.css"}) {
		t.Errorf("folders %v, want %v; large %q", s.Folders, folders, s.Large)
	}
	for _, c := range []struct {
		path string
		want []string
	}{{"src/dist", []string{"src/dist/g.css"}}, {"src/a.min.css", []string{"src/a.min.css"}}, {"src/old", nil}, {"src/b.json", nil}} {
		if s, err := sources.Select([]string{c.path}, o); err != nil || !slices.Equal(s.Files, c.want) {
			t.Errorf("%s: %v, %v", c.path, s, err)
		}
	}
	if _, err := sources.Select([]string{"missing"}, o); err == nil {
		t.Error("a path that is missing is no error")
	}
}

// In a Git repository the files that are left are those that Git itself would add. What those are
// stands here, and where there is Git, it is asked, too.
func TestGitIgnore(t *testing.T) {
	t.Chdir(t.TempDir())
	files := map[string]string{
		".gitignore":     "# comment\n\n/top.css\ndeep/*.css\n!deep/kept.css\n*.gen.css\n!important.gen.css\nlogs/\n**/cache/**\na/**/z.css\n[xy]1.css\n[!a-c]2.css\nspace\\ .css   \n\\#hash.css\n\\!bang.css\nq?.css\ngröße*.css\n/sub/own\n",
		"sub/.gitignore": "*.css\n!here.css\n/only.css\n",
	}
	for _, name := range []string{
		"top.css", "sub2/top.css", "deep/a.css", "deep/kept.css", "deep/er/a.css", "x/deep/a.css", "b.gen.css", "important.gen.css", "logs/a.css", "x/logs/a.css", "x/cache/a.css", "cache/a/b.css",
		"a/z.css", "a/b/z.css", "a/b/c/z.css", "b/a/z.css", "x1.css", "z1.css", "a2.css", "d2.css", "space .css", "#hash.css", "!bang.css", "qa.css", "qab.css", "größe.css", "größer/x.css",
		"sub/here.css", "sub/not.css", "sub/only.css", "sub/own/here.css", "sub/x/here.css", "excluded.css", "plain.css",
	} {
		files[name] = ""
	}
	write(t, files)
	write(t, map[string]string{
		".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/heads/x": "", ".git/info/exclude": "excluded.css\n",
	})
	for folder, want := range map[string][]string{
		".": {
			"a2.css", "b/a/z.css", "deep/er/a.css", "deep/kept.css", "größer/x.css", "important.gen.css", "plain.css", "qab.css",
			"sub/here.css", "sub/x/here.css", "sub2/top.css", "x/deep/a.css", "z1.css",
		},
		"sub": {"sub/here.css", "sub/x/here.css"},
		"a/b": nil,
	} {
		s, err := sources.Select([]string{folder}, sources.Options{Known: isStyle, MaxSize: 100})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.Files, want) {
			t.Errorf("in %s:\n found %q\n want  %q", folder, s.Files, want)
		}
		if git, err := exec.LookPath("git"); err == nil && !slices.Equal(addable(t, git, folder), want) {
			t.Errorf("in %s:\n Git says %q\n want     %q", folder, addable(t, git, folder), want)
		}
	}
	s, err := sources.Select([]string{"logs"}, sources.Options{Known: isStyle, MaxSize: 100})
	if err != nil || !slices.Equal(s.Files, []string{"logs/a.css"}) {
		t.Errorf("a folder that is named is passed over: %v, %v", s, err)
	}
}

// addable returns the style sheets that Git would add.
func addable(t *testing.T, git, folder string) []string {
	t.Helper()
	list := exec.Command(git, "-c", "core.quotePath=false", "ls-files", "--others", "--exclude-standard", folder)
	list.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "XDG_CONFIG_HOME=/dev/null")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	names := strings.Split(strings.TrimSpace(string(out)), "\n")
	names = slices.DeleteFunc(names, func(name string) bool { return !isStyle(name) })
	slices.Sort(names)
	return names
}
