package cli

import (
	"errors"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Commands that write nothing work on a read-only database. Root may write to any
// file, so the test runs them as another user then.
func TestReadOnlyDatabase(t *testing.T) {
	folder := t.TempDir()
	seeds, database, program := filepath.Join(folder, "acme.json"), filepath.Join(folder, "designmanual.db"), filepath.Join(folder, "designmanual")
	if err := os.WriteFile(seeds, []byte(agentSeed), 0o644); err != nil {
		t.Fatal(err)
	}
	run(t, exitDone, "import", "--db", database, seeds)
	changed := filepath.Join(folder, "changed.json")
	self, err := os.ReadFile(os.Args[0])
	err = errors.Join(err, os.WriteFile(program, self, 0o755), os.WriteFile(changed, []byte(strings.Replace(agentSeed, "Acme guide", "Another", 1)), 0o644),
		os.Chmod(database, 0o444), os.Chmod(filepath.Dir(folder), 0o755), os.Chmod(folder, 0o555))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(folder, 0o755) }) // so that it can be removed
	start := func(args ...string) *exec.Cmd {
		command := exec.Command(program, args...)
		if os.Geteuid() == 0 {
			command.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 54321, Gid: 54321}}
		}
		return command
	}
	expectReadOnly(t, database, seeds, changed, start)

	// A server serves it too, with its socket elsewhere.
	address := freeAddress(t)
	server := start("serve", "--db", database, "--listen", address)
	server.Env = append(os.Environ(), "XDG_RUNTIME_DIR=/nowhere", "TMPDIR=/nowhere")
	var log strings.Builder
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	untilAnswer(t, "http://"+address+"/api/v1/manuals/acme.json", http.StatusOK)
	if out, _ := start("restore", "--db", database, seeds).CombinedOutput(); !strings.Contains(string(out), "is being served already: process") {
		t.Errorf("commands do not find the server: %s", out)
	}
	expectReadOnly(t, database, seeds, changed, start)
	_ = server.Process.Signal(syscall.SIGTERM)
	if err := server.Wait(); err != nil {
		t.Errorf("%v: %s", err, log.String())
	}
}

// expectReadOnly runs commands on a database that refuses writes.
func expectReadOnly(t *testing.T, database, seeds, changed string, start func(args ...string) *exec.Cmd) {
	t.Helper()
	for _, c := range []struct {
		args string
		code int
		says string
	}{
		{"list", 0, "acme.guide"},
		{"show acme", 0, `"title":"Acme guide"`},
		{"check " + seeds, 0, "2 new"},
		{"import --dry-run " + seeds, 0, "2 unchanged, 0 removed; nothing written"},
		{"import --dry-run " + changed, 0, "1 changed, 1 unchanged"},
		{"doctor", 0, "is sound"},
		{"import " + changed, 1, "the database refuses writes"},
		{"token create --brand acme --name x", 1, "the database refuses writes"},
	} {
		args := strings.Fields(c.args)
		if args[0] != "check" {
			args = append(args, "--db", database)
		}
		command := start(args...)
		out, _ := command.CombinedOutput()
		if code := command.ProcessState.ExitCode(); code != c.code || !strings.Contains(string(out), c.says) {
			t.Errorf("%s: exit status %d, %s", c.args, code, out)
		}
	}
}
