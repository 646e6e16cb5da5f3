package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// databaseOfSchema makes a database that says it has another schema, and returns its path.
func databaseOfSchema(t *testing.T, schema string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	run(t, exitDone, "import", "../../fixtures/aoi.json", "--db", path)
	file, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	err = file.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte(schema)) })
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// Every command refuses a database of another schema in a sentence and leaves it, and the
// folders around, as they are.
func TestOtherSchemaRefused(t *testing.T) {
	for schema, want := range map[string]string{
		"1":   "schema 1: the database was written by an older designmanual; move it away and import the seed files again, into a new one",
		"999": "schema 999: the database was written by a newer designmanual; use that one",
	} {
		path, made := databaseOfSchema(t, schema), t.TempDir()
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, args := range [][]string{
			{"serve", "--listen", "127.0.0.1:0"}, {"serve", "--listen", "127.0.0.1:0", "--seed", "../../fixtures/aoi.json"},
			{"import", "../../fixtures/aoi.json"}, {"import", "--dry-run", "../../fixtures/aoi.json"}, {"ids", "../../fixtures/aoi.json"},
			{"list"}, {"show", "aoi.hand"}, {"explain", "aoi.hand"}, {"share", "aoi.hand"}, {"doctor"}, {"remove", "aoi.hand"},
			{"token", "list"}, {"token", "create", "--brand", "aoi", "--name", "a"}, {"token", "revoke", "tok_1"}, {"token", "rotate", "tok_1"},
			{"backup", filepath.Join(made, "backup.db")}, {"export", filepath.Join(made, "export")},
		} {
			stdout, stderr := run(t, exitFailed, append(args, "--db", path)...)
			if message := stdout + stderr; !strings.Contains(message, want) {
				t.Errorf("%q says %q", args, message)
			}
		}
		_, message := run(t, exitFailed, "restore", path, "--db", filepath.Join(made, "restored.db"))
		if !strings.Contains(message, want) {
			t.Errorf("restore says %q", message)
		}
		if data, err := os.ReadFile(path); err != nil || !bytes.Equal(data, before) {
			t.Errorf("the database was changed (%v)", err)
		}
		for folder, files := range map[string]int{made: 0, filepath.Dir(path): 1} {
			if entries, err := os.ReadDir(folder); err != nil || len(entries) != files {
				t.Errorf("%s has %v (%v)", folder, entries, err)
			}
		}
	}
}
