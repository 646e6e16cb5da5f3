package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// What root makes or replaces belongs to whom it belonged to before, else to the owner of
// its folder, so that a service that does not run as root can open it. What others make is theirs alone.
func TestFilesOfRootKeepTheirOwner(t *testing.T) {
	service, keeper, kept := 54321, 54322, os.FileMode(0o640)
	if os.Geteuid() != 0 {
		service, keeper, kept = os.Geteuid(), os.Geteuid(), 0o600
	}
	folder := t.TempDir()
	give := func(path string, owner int) {
		t.Helper()
		if os.Geteuid() != 0 {
			return
		}
		if err := os.Chown(path, owner, owner); err != nil {
			t.Fatal(err)
		}
	}
	give(folder, service)
	seeds, database, copied := filepath.Join(folder, "acme.json"), filepath.Join(folder, "x.db"), filepath.Join(folder, "copy.db")
	writeFile(t, seeds, []byte(damageSeed))
	expect := func(path string, owner int, mode os.FileMode) {
		t.Helper()
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		s := info.Sys().(*syscall.Stat_t)
		isGiven := int(s.Uid) == owner && (int(s.Gid) == owner || os.Geteuid() != 0)
		if !isGiven || info.Mode().Perm() != mode {
			t.Errorf("%s belongs to %d:%d with mode %o, want %d with %o", path, s.Uid, s.Gid, info.Mode().Perm(), owner, mode)
		}
	}
	run(t, exitDone, "import", "--db", database, seeds)
	expect(database, service, 0o600)
	run(t, exitDone, "backup", "--db", database, copied)
	expect(copied, service, 0o600)
	give(database, keeper)
	if err := os.Chmod(database, 0o640); err != nil {
		t.Fatal(err)
	}
	run(t, exitDone, "restore", "--force", "--db", database, copied)
	expect(database, keeper, kept)
	run(t, exitDone, "import", "--db", database, seeds)
	expect(database, keeper, kept)
	served := filepath.Join(folder, "served.db")
	newServer(t, "--db", served, "--seed", seeds).address()
	expect(served, service, 0o600)
}

// A database or a folder of another user, such as the volume of a container, is told with both users.
// To all but root the folder above all others is one.
func TestDatabaseOfAnotherUser(t *testing.T) {
	seeds := filepath.Join(t.TempDir(), "acme.json")
	writeFile(t, seeds, []byte(damageSeed))
	if os.Geteuid() != 0 {
		_, stderr := run(t, exitFailed, "import", "--db", "/designmanual-test.db", seeds)
		expectOwners(t, stderr, "/", os.Geteuid())
		return
	}
	const nobody = 65534
	folder, err := os.MkdirTemp("", "volume")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	there, program := filepath.Join(folder, "there.db"), filepath.Join(folder, "designmanual")
	writeFile(t, filepath.Join(folder, "acme.json"), []byte(damageSeed))
	writeFile(t, there, nil)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	for database, of := range map[string]string{filepath.Join(folder, "new.db"): folder, there: there} {
		cmd := exec.Command(program, "import", "--db", database, filepath.Join(folder, "acme.json"))
		cmd.Env = append(os.Environ(), "HOME="+folder)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, _ := cmd.CombinedOutput()
		expectOwners(t, string(out), of, nobody)
	}
}

// expectOwners checks that a message names the owner of a path and the user of the program.
func expectOwners(t *testing.T, message, path string, user int) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	owner := info.Sys().(*syscall.Stat_t).Uid
	want := fmt.Sprintf(
		"%s belongs to user %d, and this program runs as user %d. Give it to that user (chown %d %s), or start the "+
			"program, or its container, as user %d",
		path, owner, user, user, path, owner,
	)
	if !strings.Contains(message, want) {
		t.Errorf("%s: %s\nwant %s", path, message, want)
	}
}
