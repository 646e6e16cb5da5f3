package cli

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// What root makes or replaces belongs to whom it belonged to before, else to the owner of
// its folder, so that a service that does not run as root can open it.
func TestFilesOfRootKeepTheirOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const service, keeper = 54321, 54322
	folder := t.TempDir()
	if err := os.Chown(folder, service, service); err != nil {
		t.Fatal(err)
	}
	seeds, database, copied := filepath.Join(folder, "acme.json"), filepath.Join(folder, "x.db"), filepath.Join(folder, "copy.db")
	writeFile(t, seeds, []byte(damageSeed))
	expect := func(path string, owner uint32, mode os.FileMode) {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if s := info.Sys().(*syscall.Stat_t); s.Uid != owner || s.Gid != owner || info.Mode().Perm() != mode {
			t.Errorf("%s belongs to %d:%d with mode %o, want %d with %o", path, s.Uid, s.Gid, info.Mode().Perm(), owner, mode)
		}
	}
	run(t, exitDone, "import", "--db", database, seeds)
	expect(database, service, 0o600)
	run(t, exitDone, "backup", "--db", database, copied)
	expect(copied, service, 0o600)
	if err := os.Chown(database, keeper, keeper); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(database, 0o640); err != nil {
		t.Fatal(err)
	}
	run(t, exitDone, "restore", "--force", "--db", database, copied)
	expect(database, keeper, 0o640)
	run(t, exitDone, "import", "--db", database, seeds)
	expect(database, keeper, 0o640)
	served := filepath.Join(folder, "served.db")
	newServer(t, "--db", served, "--seed", seeds).address()
	expect(served, service, 0o600)
}
