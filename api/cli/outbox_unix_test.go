//go:build unix

package cli

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
)

// startProgram runs the program in a process of its own, with a writer as its standard
// error. wait stops it, at the end of the test at the latest, and returns how it ended.
func startProgram(t *testing.T, stderr *os.File, args ...string) (wait func() error) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "designmanual") // see TestMain
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, args...)
	command.Stderr = stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	ended := false
	wait = func() error {
		if ended {
			return nil
		}
		ended = true
		_ = command.Process.Signal(syscall.SIGTERM)
		return command.Wait()
	}
	t.Cleanup(func() { _ = wait() })
	return wait
}

// A server answers, and stops when it is told to, whatever becomes of its log.
func TestLogMayFail(t *testing.T) {
	pipe := func() (reader, writer *os.File) {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { reader.Close(); writer.Close() })
		return reader, writer
	}
	unread, stuck := pipe()
	gone, closed := pipe()
	gone.Close()
	const requests = 1500 // their lines come to more than a pipe and the outbox hold
	logs := map[string]*os.File{"a pipe that nobody reads": stuck, "a closed pipe": closed}
	if full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0); err == nil { // Linux has it; writing there fails as on a full disk
		defer full.Close()
		logs["a full disk"] = full
	}
	for name, stderr := range logs {
		t.Run(name, func(t *testing.T) {
			address := freeAddress(t)
			wait := startProgram(t, stderr, "serve", "--listen", address, "--db", filepath.Join(t.TempDir(), "x.db"), "--access-log", "text", "--rate", "off")
			untilAnswer(t, "http://"+address+"/readyz", http.StatusOK)
			for range requests {
				if response, _ := fetch(t, http.DefaultClient, "http://"+address+"/healthz"); response == nil || response.StatusCode != http.StatusOK {
					t.Fatalf("%v", response)
				}
			}
			if stderr == stuck {
				stuck.Close()
				untilLost(t, unread)
			}
			if err := wait(); err != nil {
				t.Errorf("the server ended with %v", err)
			}
		})
	}
}

// untilLost reads a log until it tells how many lines of it were lost.
func untilLost(t *testing.T, log io.Reader) {
	t.Helper()
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if regexp.MustCompile(`level=ERROR msg="lines of the log were lost: .*" lines=[1-9]`).MatchString(lines.Text()) {
			return
		}
	}
	t.Error("the log ended without the number of lines that were lost")
}

// A server that began with SIGPIPE ignored, as nohup and some supervisors leave it, answers
// too when its log has no reader.
func TestLogMayFailWithSignalIgnored(t *testing.T) {
	reader, writer, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	address, database := freeAddress(t), filepath.Join(t.TempDir(), "x.db")
	program := filepath.Join(t.TempDir(), "designmanual")
	if err := os.Symlink(os.Args[0], program); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("sh", "-c", `trap '' PIPE; exec "$0" "$@"`, program, "serve", "--listen", address, "--db", database, "--access-log", "text")
	command.Stderr = writer
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = command.Process.Signal(syscall.SIGTERM)
		if err := command.Wait(); err != nil {
			t.Errorf("the server ended with %v", err)
		}
	}()
	writer.Close()
	untilAnswer(t, "http://"+address+"/readyz", http.StatusOK)
	reader.Close()
	for range 20 {
		untilAnswer(t, "http://"+address+"/healthz", http.StatusOK)
	}
}
