package cli

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// olderDatabase writes a database of schema 2 and returns its path and content.
func olderDatabase(t *testing.T) (path string, data []byte) {
	t.Helper()
	file, err := os.Open("../../db/testdata/schema-2.db.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, err := gzip.NewReader(file)
	if err == nil {
		data, err = io.ReadAll(r)
	}
	if err != nil {
		t.Fatal(err)
	}
	path = filepath.Join(t.TempDir(), "older.db")
	writeFile(t, path, data)
	return path, data
}

// Commands that read, and those that change a little, refuse the database of an older
// version, say what to do, and leave it as it is.
func TestOlderRefused(t *testing.T) {
	path, before := olderDatabase(t)
	folder := t.TempDir()
	for _, args := range [][]string{
		{"list"}, {"show", "aoi.hand"}, {"explain", "aoi.hand"}, {"doctor"}, {"token", "list"}, {"backup", filepath.Join(folder, "backup.db")},
		{"export", filepath.Join(folder, "export")}, {"remove", "aoi.hand"}, {"token", "create", "--brand", "aoi", "--name", "a"},
		{"import", "--dry-run", "../../fixtures/aoi.json"},
	} {
		_, message := run(t, exitFailed, append(args, "--db", path)...)
		if !strings.Contains(message, "an older designmanual has written the database: run `designmanual migrate --db ") {
			t.Errorf("%q says %q", args, message)
		}
	}
	_, message := run(t, exitFailed, "restore", path, "--db", filepath.Join(folder, "restored.db"))
	if !strings.Contains(message, "older designmanual") {
		t.Errorf("restore says %q", message)
	}
	if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, before) {
		t.Errorf("the database was changed (%v)", err)
	}
	for _, folder := range []string{folder, filepath.Dir(path)} {
		if entries, err := os.ReadDir(folder); err != nil || folder == filepath.Dir(path) && len(entries) != 1 || folder != filepath.Dir(path) && len(entries) > 0 {
			t.Errorf("%s has %v (%v)", folder, entries, err)
		}
	}
}

// migrate, import and serve change the database of an older version, and keep and name a
// copy.
// Refused seed files change nothing.
func TestOlderMigrated(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.json")
	writeFile(t, broken, []byte(`{}`))
	for name, args := range map[string][]string{"migrate": {"migrate"}, "import": {"import", "../../fixtures/aoi.json"}} {
		path, before := olderDatabase(t)
		run(t, exitFailed, "import", broken, "--db", path)
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, before) {
			t.Errorf("refused files have changed the database (%v)", err)
		}
		_, message := run(t, exitDone, append(args, "--db", path)...)
		if !strings.Contains(message, "kept as "+path+".schema-2") {
			t.Errorf("%s says %q", name, message)
		}
		if data, err := os.ReadFile(path + ".schema-2"); err != nil || !bytes.Equal(data, before) {
			t.Errorf("%s: the copy is not the database as it was (%v)", name, err)
		}
		run(t, exitDone, "doctor", "--db", path)
	}
	path, _ := olderDatabase(t)
	newServer(t, "--db", path).until(`level=WARN msg="the database of an older version was migrated" db=` + path + ` copy=` + path + `.schema-2`)
}
