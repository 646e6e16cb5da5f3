package source

import (
	"os"
	"path/filepath"
	"testing"
)

// Other files in the folder are ignored.
func TestWatchIgnoresOtherFiles(t *testing.T) {
	root := t.TempDir()
	write(t, root+"/x/seeds/aa.json")
	w := Watch([]string{root + "/x/seeds/"})
	for path, want := range map[string]bool{"/other/bb.json": false, "/x/seeds/notes.txt": false, "/x/seeds/sub/cc.json": false, "/x/seeds/new.json": true} {
		write(t, root+path)
		now := w.scan()
		if _, seen := now[filepath.Join(root, path)]; seen != want {
			t.Errorf("%s is looked at: %t, want %t", path, seen, want)
		}
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("one"), 0o644); err != nil {
		t.Fatal(err)
	}
}
