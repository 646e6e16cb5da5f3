//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// patience is how long a server may take to begin or to end.
const patience = 20 * time.Second

// command is a command line of the program under torture. It is killed at the
// end of ctx.
func (l *lab) command(ctx context.Context, args ...string) *exec.Cmd {
	return exec.CommandContext(ctx, l.program, args...)
}

// acknowledged tells whether the output of an import says that it was carried
// out, whatever happened to the process then.
func acknowledged(stdout []byte) bool { return bytes.Contains(stdout, []byte("; imported\n")) }

// errRefused is the error for a server that ended instead of serving.
var errRefused = errors.New("the server refuses to start")

// A server is the program, serving a store.
type server struct {
	process *exec.Cmd
	address string
	log     *record
	ended   chan struct{} // closed then
}

var serving = regexp.MustCompile(`msg=serving listen=(\S+)`)

// serve starts a server and waits until it serves. The error wraps
// [errRefused], and has the log, where it ends instead.
func (l *lab) serve(ctx context.Context, store string) (*server, error) {
	s := &server{
		process: l.command(ctx, "serve", "--db", store, "--listen", "127.0.0.1:0", "--rate", "off", "--token-rate", "off"),
		log:     new(record), ended: make(chan struct{}),
	}
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
		for scanner := bufio.NewScanner(lines); scanner.Scan(); {
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
		return nil, fmt.Errorf("%w: %s", errRefused, s.log)
	case <-time.After(patience):
		s.kill()
		return nil, broken("the server does not begin: %s", s.log)
	}
}

// running tells whether the server has not ended, nor does so shortly.
func (s *server) running() bool {
	select {
	case <-s.ended:
		return false
	case <-time.After(100 * time.Millisecond):
		return true
	}
}

func (s *server) kill() {
	_ = s.process.Process.Kill() // it may have ended
	<-s.ended
}

// stop asks the server to end.
func (s *server) stop() error {
	_ = s.process.Process.Signal(syscall.SIGTERM)
	select {
	case <-s.ended:
		return nil
	case <-time.After(patience):
		s.kill()
		return broken("the server does not end: %s", s.log)
	}
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

func (r *record) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.lines, "\n")
}

// tells waits until the log tells of a text, which comes through a pipe and so
// may be later than an answer. It gives up after a while.
func (r *record) tells(text string) bool {
	for end := time.Now().Add(2 * time.Second); ; time.Sleep(time.Millisecond) {
		told := strings.Contains(r.String(), text)
		if told || time.Now().After(end) {
			return told
		}
	}
}
