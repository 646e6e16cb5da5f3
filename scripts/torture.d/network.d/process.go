//go:build linux

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"designmanual/scripts/torture.d/lab"
)

// patience is how long a server may take to begin or to end.
const patience = 30 * time.Second

// A server is the program under torture, serving a store.
type server struct {
	*lab.Process
	store string
}

// run runs a command line of the program and returns its standard output.
func (y *yard) run(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, y.program, args...).Output()
	if err != nil {
		if failed, ok := err.(*exec.ExitError); ok {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return "", fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// serve writes the seed files, imports them, and starts a server of them,
// which the caller ends in every case: what is killed at the end of ctx lives
// on where this program ends first.
func (y *yard) serve(ctx context.Context, args ...string) (*server, error) {
	return y.serveWithin(ctx, 1<<14, args...)
}

// serveWithin starts a server that may open so many files.
func (y *yard) serveWithin(ctx context.Context, files int, args ...string) (*server, error) {
	folder, err := os.MkdirTemp(y.folder, "served.")
	if err != nil {
		return nil, err
	}
	store, seeds := filepath.Join(folder, "t.db"), filepath.Join(folder, "seeds")
	if err := writeSeeds(seeds); err != nil {
		return nil, err
	}
	if _, err := y.run(ctx, "import", "--db", store, seeds); err != nil {
		return nil, err
	}
	within := []string{"-c", fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, files), y.program}
	args = append([]string{"serve", "--db", store, "--listen", "127.0.0.1:0", "--base-url", "http://" + site}, args...)
	process, err := lab.Start(exec.CommandContext(ctx, "/bin/sh", append(within, args...)...), patience)
	if err != nil {
		return nil, err
	}
	return &server{process, store}, nil
}

// Stop asks the server to end, which it must do with status 0.
func (s *server) Stop() error {
	if err := s.Process.Stop(); err != nil {
		return err
	}
	if code := s.Command.ProcessState.ExitCode(); code != 0 {
		return lab.Broken("the server ends with status %d: %s", code, s.Log)
	}
	return nil
}

// descriptors returns how many the server has open.
func (s *server) descriptors() (int, error) {
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.PID()))
	if err != nil {
		return 0, lab.Broken("the server is gone: %v: %s", err, s.Log)
	}
	return len(open), nil
}

// memory returns how many bytes of memory the server has for itself: the
// mapped database is not among them, which is the system's to take back.
func (s *server) memory() (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.PID()))
	if err != nil {
		return 0, lab.Broken("the server is gone: %v: %s", err, s.Log)
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "RssAnon:"); found {
			kib, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("no RssAnon in %s", status)
}
