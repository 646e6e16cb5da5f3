//go:build linux

package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a server may take to begin or to end.
const patience = 30 * time.Second

// A server is the program under torture, serving a store.
type server struct {
	process *exec.Cmd
	store   string
	address string
	log     *record
	ended   chan struct{} // closed then
}

var serving = regexp.MustCompile(`msg=serving listen=(\S+)`)

// run runs a command line of the program and returns its standard output.
func (l *lab) run(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, l.program, args...).Output()
	if err != nil {
		if failed, ok := err.(*exec.ExitError); ok {
			err = fmt.Errorf("%w: %s", err, failed.Stderr)
		}
		return "", fmt.Errorf("%s: %w", strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// serve writes the seed files, imports them, and starts a server of them that
// is killed at the end of ctx.
func (l *lab) serve(ctx context.Context, args ...string) (*server, error) {
	return l.serveWithin(ctx, 1<<14, args...)
}

// serveWithin starts a server that may open so many files.
func (l *lab) serveWithin(ctx context.Context, files int, args ...string) (*server, error) {
	folder, err := os.MkdirTemp(l.folder, "served.")
	if err != nil {
		return nil, err
	}
	s := &server{store: filepath.Join(folder, "t.db"), log: new(record), ended: make(chan struct{})}
	seeds := filepath.Join(folder, "seeds")
	if err := writeSeeds(seeds); err != nil {
		return nil, err
	}
	if _, err := l.run(ctx, "import", "--db", s.store, seeds); err != nil {
		return nil, err
	}
	within := []string{"-c", fmt.Sprintf(`ulimit -n %d && exec "$0" "$@"`, files), l.program}
	args = append([]string{"serve", "--db", s.store, "--listen", "127.0.0.1:0", "--base-url", "http://" + site}, args...)
	s.process = exec.CommandContext(ctx, "/bin/sh", append(within, args...)...)
	lines, err := s.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.process.Start(); err != nil {
		return nil, err
	}
	begun := make(chan string, 1)
	go func() {
		defer close(s.ended)
		scanner := bufio.NewScanner(lines)
		scanner.Buffer(nil, 4<<20)
		for scanner.Scan() {
			s.log.add(scanner.Text())
			if found := serving.FindStringSubmatch(scanner.Text()); found != nil {
				begun <- found[1]
			}
		}
		_ = s.process.Wait() // how it ended is in ProcessState
	}()
	select {
	case s.address = <-begun:
		return s, nil
	case <-s.ended:
		return nil, fmt.Errorf("the server ends at once: %s", s.log)
	case <-time.After(patience):
		return nil, fmt.Errorf("the server does not begin: %s", s.log)
	}
}

// running tells whether the server has not ended.
func (s *server) running() bool {
	select {
	case <-s.ended:
		return false
	default:
		return true
	}
}

// stop asks the server to end, which it must do with status 0.
func (s *server) stop() error {
	_ = s.process.Process.Signal(syscall.SIGTERM) // it may have ended, which is seen below
	select {
	case <-s.ended:
	case <-time.After(patience):
		_ = s.process.Process.Kill()
		<-s.ended
		return broken("the server does not end: %s", s.log)
	}
	if code := s.process.ProcessState.ExitCode(); code != 0 {
		return broken("the server ends with status %d: %s", code, s.log)
	}
	return nil
}

// descriptors returns how many the server has open.
func (s *server) descriptors() (int, error) {
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.process.Process.Pid))
	if err != nil {
		return 0, broken("the server is gone: %v: %s", err, s.log)
	}
	return len(open), nil
}

// memory returns how many bytes of memory the server has for itself: the
// mapped database is not among them, which is the system's to take back.
func (s *server) memory() (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.process.Process.Pid))
	if err != nil {
		return 0, broken("the server is gone: %v: %s", err, s.log)
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "RssAnon:"); found {
			kib, err := strconv.Atoi(strings.TrimSuffix(strings.TrimSpace(value), " kB"))
			return kib << 10, err
		}
	}
	return 0, fmt.Errorf("no RssAnon in %s", status)
}

// A record is what a process has logged.
type record struct {
	mu    sync.Mutex
	lines []string
}

func (r *record) add(line string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, line)
}

// since returns the lines after the first n.
func (r *record) since(n int) []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]string(nil), r.lines[n:]...)
}

// String returns the last lines.
func (r *record) String() string {
	lines := r.since(0)
	return strings.Join(lines[max(len(lines)-20, 0):], "\n")
}

// whole returns all lines.
func (r *record) whole() string { return strings.Join(r.since(0), "\n") }
