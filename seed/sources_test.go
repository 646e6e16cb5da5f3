package seed

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"designmanual/seed/source"
)

// put writes a file and creates the folders that it is in.
func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func rename(t *testing.T, from, to string) {
	t.Helper()
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
}

// link replaces path with a symbolic link.
func link(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path+"~"); err != nil {
		t.Fatal(err)
	}
	rename(t, path+"~", path)
}

func readAs(sources []Source) string {
	var texts []string
	for _, s := range sources {
		text := string(s.Data)
		if s.Err != nil {
			text = s.Err.Error()
		}
		texts = append(texts, filepath.Base(s.Name)+": "+text)
	}
	return strings.Join(texts, "\n")
}

// TestReadFolder checks which files of a folder are read or refused.
func TestReadFolder(t *testing.T) {
	root := t.TempDir()
	put(t, root+"/outside.json", "outside")
	dir := root + "/seeds"
	put(t, dir+"/b.json", "b")
	put(t, dir+"/live/a.json", "a")
	put(t, dir+"/folder.json/c.json", "c")
	put(t, dir+"/seed.schema.json", "schema")
	put(t, dir+"/.hidden.json", "hidden")
	put(t, dir+"/notes.txt", "notes")
	link(t, "live/a.json", dir+"/a.json")
	link(t, dir+"/live/a.json", dir+"/absolute.json")
	link(t, "../outside.json", dir+"/out.json")
	link(t, "gone.json", dir+"/to-gone.json")
	const want = "a.json: a\nabsolute.json: a\nb.json: b\nout.json: expected a file in the folder, found a link that leads out of it. Copy the file into the folder.\n" +
		"to-gone.json: there is no file \"to-gone.json\" in the folder"
	if got := readAs(source.ReadPaths([]string{dir, dir + "/b.json"})); got != want {
		t.Errorf("read\n%s\nwant\n%s", got, want)
	}
	if got := readAs(source.ReadPaths([]string{dir + "/live/.."})); got != want {
		t.Errorf("by another path\n%s", got)
	}
	put(t, root+"/large.json", "")
	if err := os.Truncate(root+"/large.json", MaxFileBytes+1); err != nil {
		t.Fatal(err)
	}
	if _, err := Check(source.ReadPaths([]string{root + "/large.json"}), Options{}); err == nil || !strings.HasSuffix(err.Error(), "large.json:1:1: $: expected at most 32 MiB, found more") {
		t.Errorf("a file one byte too large: %v", err)
	}
}

// TestReadState checks that all files come from one state of a folder, although
// Kubernetes replaces it meanwhile.
func TestReadState(t *testing.T) {
	dir := t.TempDir()
	for _, state := range []string{"1", "2"} {
		put(t, dir+"/..state"+state+"/a.json", "a"+state)
		put(t, dir+"/..state"+state+"/logo/mark.svg", "mark"+state)
	}
	link(t, "..state1", dir+"/..data")
	link(t, "..data/a.json", dir+"/a.json")
	link(t, "..data/logo", dir+"/logo")
	before := source.ReadPaths([]string{dir})
	link(t, "..state2", dir+"/..data")
	after := source.ReadPaths([]string{dir})
	for state, sources := range map[string][]Source{"1": before, "2": after} {
		if got := readAs(sources); got != "a.json: a"+state {
			t.Errorf("state %s: %s", state, got)
		}
		if mark, err := fs.ReadFile(sources[0].Files, "logo/mark.svg"); err != nil || string(mark) != "mark"+state {
			t.Errorf("state %s: %q, %v", state, mark, err)
		}
	}
}
