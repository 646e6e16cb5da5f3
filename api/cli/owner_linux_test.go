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

// A database or a folder of another user, such as the volume of a container, is told with both users.
func TestDatabaseOfAnotherUser(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can be another user")
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
	writeFile(t, filepath.Join(folder, "acme.json"), []byte(damageSeed))
	writeFile(t, filepath.Join(folder, "there.db"), nil)
	if err := os.Chmod(filepath.Join(folder, "there.db"), 0o600); err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(folder, "designmanual")
	data, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, data, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]string{"new.db": folder, "there.db": filepath.Join(folder, "there.db")} {
		cmd := exec.Command(program, "import", "--db", filepath.Join(folder, name), filepath.Join(folder, "acme.json"))
		cmd.Env = append(os.Environ(), "HOME="+folder)
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		out, _ := cmd.CombinedOutput()
		want := fmt.Sprintf("%s belongs to user 0, and this program runs as user %d. Give it to that user (chown %d %s), or start the program, or its container, as user 0", of, nobody, nobody, of)
		if !strings.Contains(string(out), want) {
			t.Errorf("%s: %s\nwant %s", name, out, want)
		}
	}
}
