// Package trial runs the files of the folder above with the programs that they
// are for, on loopback: nginx.conf, varnish.vcl and Caddyfile as users copy
// them, but for ports, paths and the addresses of the servers. Each change is
// made to what stands in the file, and one that finds nothing to change fails,
// so that no trial is of another file than that.
//
// It never listens on, nor asks, anything but loopback, and ends what it has
// started.
package trial

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A Trial holds the processes of one run and the folder that they work in.
type Trial struct {
	Dir     string // of their files, gone after Close
	Program string // the designmanual that is tried

	files   string // the folder of the proxies' files
	certify sync.Once
	pair    pair
	mu      sync.Mutex
	started []*Process
}

// New returns a trial of the proxies' files in the folder, with the program
// built from the module of the working directory.
func New(ctx context.Context, files string) (*Trial, error) {
	dir, err := os.MkdirTemp("", "designmanual-proxy-")
	if err != nil {
		return nil, err
	}
	t := &Trial{Dir: dir, Program: filepath.Join(dir, "designmanual"), files: files}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", t.Program, ".").CombinedOutput(); err != nil {
		t.Close()
		return nil, fmt.Errorf("building: %w\n%s", err, out)
	}
	return t, nil
}

// Close ends all that runs, the last started first, and removes the folder.
func (t *Trial) Close() {
	for i := len(t.started) - 1; i >= 0; i-- {
		t.started[i].Stop()
	}
	os.RemoveAll(t.Dir)
}

// Address returns an address of loopback that nothing listens on.
func (t *Trial) Address() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// Run runs the program to its end and returns what it says on standard
// output.
func (t *Trial) Run(ctx context.Context, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, t.Program, args...).Output()
	if failed, ok := err.(*exec.ExitError); ok {
		return "", fmt.Errorf("designmanual %s: %w\n%s", strings.Join(args, " "), err, failed.Stderr)
	}
	return strings.TrimSpace(string(out)), err
}

// A Process is one that runs until it is stopped.
type Process struct {
	cmd   *exec.Cmd
	log   string // the file of all that it says
	ended chan struct{}
}

// Start starts a command; what it says goes to a file named after it.
func (t *Trial) Start(name, command string, args ...string) (*Process, error) {
	p := &Process{cmd: exec.Command(command, args...), log: filepath.Join(t.Dir, name+".log"), ended: make(chan struct{})}
	log, err := os.OpenFile(p.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.cmd.Stdout, p.cmd.Stderr, p.cmd.Dir = log, log, t.Dir
	p.cmd.Env = append(os.Environ(), "HOME="+t.Dir, "XDG_DATA_HOME="+t.Dir, "XDG_CONFIG_HOME="+t.Dir)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", name, err)
	}
	go func() {
		_ = p.cmd.Wait() // the trial is of what it answers, not of how it ends
		close(p.ended)
	}()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.started = append(t.started, p)
	return p, nil
}

// Stop tells the process to end and waits for it, at most ten seconds.
func (p *Process) Stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM) // may have ended
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
		p.Kill()
	}
}

// Kill ends the process without telling it.
func (p *Process) Kill() {
	_ = p.cmd.Process.Kill() // may have ended
	<-p.ended
}

// answers waits until the process answers at the URL with anything below 500,
// for at most ten seconds.
func (p *Process) answers(ctx context.Context, client *http.Client, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	var err error
	for ctx.Err() == nil {
		if err = ask(ctx, client, url); err == nil {
			return nil
		}
		select {
		case <-p.ended:
			return fmt.Errorf("it ended: %s", p.Said())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return fmt.Errorf("waiting for %s: %w\n%s", url, err, p.Said())
}

// Said returns what the process has said so far.
func (p *Process) Said() string {
	said, _ := os.ReadFile(p.log) // nothing where there is no file
	return string(said)
}

func ask(ctx context.Context, client *http.Client, url string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode >= http.StatusInternalServerError {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	return nil
}

// says waits until the process has said the text, for at most ten seconds.
func (p *Process) says(ctx context.Context, text string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for !strings.Contains(p.Said(), text) {
		select {
		case <-p.ended:
			return fmt.Errorf("it ended: %s", p.Said())
		case <-ctx.Done():
			return fmt.Errorf("waiting for it to say %q: %s", text, p.Said())
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}
