package cli

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// A server that was started on a terminal ends when that is closed, unless it was started
// with the signal ignored.
func TestServerEndsWithTerminal(t *testing.T) {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP) // so that programs do not inherit that it is ignored, as under nohup
	defer signal.Stop(hangups)
	seeds := filepath.Join(t.TempDir(), "acme.json")
	writeFile(t, seeds, []byte(damageSeed))
	program := filepath.Join(t.TempDir(), "designmanual") // see TestMain
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, prefix string
		args         []string
		stays        bool
	}{
		{"dev", "", []string{"dev", seeds}, false},
		{"serve", "", []string{"serve", "--seed", seeds, "--db", filepath.Join(t.TempDir(), "x.db")}, false},
		{"nohup dev", "trap '' HUP; ", []string{"dev", seeds}, true},
		{"nohup serve", "trap '' HUP; ", []string{"serve", "--seed", seeds, "--db", filepath.Join(t.TempDir(), "x.db")}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			ours, theirs := openTerminal(t)
			address := freeAddress(t)
			command := exec.Command("sh", append([]string{"-c", c.prefix + `exec "$0" "$@"`, program}, append(c.args, "--listen", address)...)...)
			command.Stdin, command.Stdout, command.Stderr = theirs, theirs, theirs
			command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
			if err := command.Start(); err != nil {
				t.Fatal(err)
			}
			theirs.Close()
			defer func() { _ = command.Process.Kill() }()
			untilAnswer(t, "http://"+address+"/readyz", http.StatusOK)
			ours.Close() // the terminal is gone
			if c.stays {
				for range 20 {
					untilAnswer(t, "http://"+address+"/readyz", http.StatusOK)
				}
				_ = command.Process.Signal(syscall.SIGTERM)
			}
			if err := command.Wait(); err != nil {
				t.Errorf("it ended with %v", err)
			}
		})
	}
}

// openTerminal opens a pseudoterminal (pty(7)): our side and that of the program.
func openTerminal(t *testing.T) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(int(ours.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(ours.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return ours, theirs
}
