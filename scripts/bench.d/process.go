package main

import (
	"bytes"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Where there are two processors or more, what is measured has the first and
// what asks has the second, so that every side has one processor.
const (
	serverCore = "0"
	clientCore = "1"
	everywhere = "" // not put on one
)

// startTime is how long a program may take until it serves.
const startTime = 30 * time.Second

// tick is the unit of time in /proc: USER_HZ, which is 100 on every Linux.
const tick = time.Second / 100

// A process is a side that runs.
type process struct {
	command *exec.Cmd
	output  *bytes.Buffer
	ended   chan struct{}
}

// on puts a command on one processor, where there are several.
func (w *workshop) on(core string, args ...string) []string {
	if w.cores < 2 || core == everywhere {
		return args
	}
	return append([]string{"taskset", "-c", core}, args...)
}

// start starts a program that serves, with additions to the environment, and
// waits until it answers at the address.
func (w *workshop) start(ctx context.Context, address string, env []string, args ...string) (*process, error) {
	p, err := w.launch(ctx, serverCore, env, args...)
	if err != nil {
		return nil, err
	}
	return p, p.await(ctx, address, startTime)
}

// launch starts a program that serves, on that processor, and waits for
// nothing.
func (w *workshop) launch(ctx context.Context, core string, env []string, args ...string) (*process, error) {
	args = w.on(core, args...)
	p := &process{command: exec.CommandContext(ctx, args[0], args[1:]...), output: new(bytes.Buffer), ended: make(chan struct{})}
	p.command.Env = append(os.Environ(), env...)
	p.command.Stdout, p.command.Stderr = p.output, p.output
	p.command.Cancel = func() error { return p.command.Process.Signal(syscall.SIGTERM) }
	p.command.WaitDelay = 10 * time.Second
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", args[0], err)
	}
	go func() {
		_ = p.command.Wait() // it ends by a signal
		close(p.ended)
	}()
	w.processes = append(w.processes, p)
	return p, nil
}

// await waits until something listens at the address, for so long at most.
func (p *process) await(ctx context.Context, address string, most time.Duration) error {
	for deadline := time.Now().Add(most); time.Now().Before(deadline); {
		if c, err := net.Dial("tcp", address); err == nil {
			return c.Close()
		}
		select {
		case <-p.ended:
			return fmt.Errorf("%s ended: %s", p.command.Path, p.output)
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s does not listen at %s", p.command.Path, address)
}

// stop asks the process to end, and waits until it has.
func (p *process) stop() {
	_ = p.command.Process.Signal(syscall.SIGTERM) // or it has ended already
	select {
	case <-p.ended:
	case <-time.After(15 * time.Second):
		_ = p.command.Process.Kill()
		<-p.ended
	}
}

// cpu returns the time that the process and its workers have had of the
// processors, in user and in system mode.
func (p *process) cpu() (time.Duration, error) {
	files, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil {
		return 0, fmt.Errorf("listing processes: %w", err)
	}
	parents := make(map[int]int)
	used := make(map[int]time.Duration)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		id, parent, time, err := parseStat(string(text))
		if err != nil {
			return 0, fmt.Errorf("reading %s: %w", file, err)
		}
		parents[id], used[id] = parent, time
	}
	var total time.Duration
	for id, time := range used {
		for at := id; at > 0; at = parents[at] {
			if at == p.command.Process.Pid {
				total += time
				break
			}
		}
	}
	return total, nil
}

// parseStat reads a line of /proc/PID/stat: the process, its parent, and its
// user and system time. The name, in parentheses, may hold anything.
func parseStat(line string) (id, parent int, used time.Duration, err error) {
	before, _, _ := strings.Cut(line, " ")
	fields := strings.Fields(line[strings.LastIndexByte(line, ')')+1:])
	if len(fields) < 13 {
		return 0, 0, 0, fmt.Errorf("expected the fields of a process, found %q", line)
	}
	var numbers [4]int
	for i, text := range []string{before, fields[1], fields[11], fields[12]} {
		if numbers[i], err = strconv.Atoi(text); err != nil {
			return 0, 0, 0, fmt.Errorf("reading a field of a process: %w", err)
		}
	}
	return numbers[0], numbers[1], time.Duration(numbers[2]+numbers[3]) * tick, nil
}

// anonymous returns the bytes of anonymous memory that the process holds.
func (p *process) anonymous() (int, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.command.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("reading the memory of a process: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		var kib int
		if _, err := fmt.Sscanf(line, "RssAnon: %d kB", &kib); err == nil {
			return kib << 10, nil
		}
	}
	return 0, fmt.Errorf("reading the memory of a process: no RssAnon in %q", text)
}

// settled returns the bytes of anonymous memory once they stay the same: a
// server gives back what a start has used right after it.
func (p *process) settled() (int, error) {
	last, err := p.anonymous()
	for range 20 {
		if err != nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
		now, again := p.anonymous()
		if now == last {
			break
		}
		last, err = now, again
	}
	return last, err
}

// freeAddress returns an address of loopback where nothing listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", fmt.Errorf("looking for a free port: %w", err)
	}
	defer l.Close()
	return l.Addr().String(), nil
}
