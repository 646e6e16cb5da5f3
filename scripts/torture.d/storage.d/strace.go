//go:build linux

package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A fault is what one system call is made to do.
type fault struct {
	call   string
	effect string // as strace has it: error=EIO
	nth    int    // of the thread that makes it
	onward bool   // and all after it

	storeOnly bool // calls on other files than the store and standard output do not count
}

func (f fault) String() string {
	when := strconv.Itoa(f.nth)
	if f.onward {
		when += "+"
	}
	return f.call + ":" + f.effect + ":when=" + when
}

// calls are the system calls that an import harms a file by, or could fail to
// find it by. fsync is also how a folder is made to last.
func calls() []string {
	return []string{
		"openat", "pwrite64", "write", "fdatasync", "fsync", "ftruncate", "fallocate",
		"link", "linkat", "rename", "renameat", "renameat2", "unlink", "unlinkat",
	}
}

// strace returns the arguments that trace a process, with a fault or none.
func strace(log string, f *fault, more ...string) []string {
	trace := "trace=?" + strings.Join(calls(), ",?") // what this machine does not have is passed over
	args := []string{"-f", "-y", "-qq", "-o", log, "-e", trace, "-e", "signal=none"}
	if f != nil {
		args = append(args, "-e", "inject="+f.String())
	}
	return append(args, more...)
}

// environment has processors to spare: a goroutine then hardly ever moves to
// another thread between two calls, and strace counts for each thread.
func environment() []string { return append(os.Environ(), "GOMAXPROCS=32") }

// A spot is one call of an import: the nth of its name on the store, on what
// lies beside it, or on standard output.
type spot struct {
	call, on string
	nth      int
}

// A traced is what a trace says of the calls of an import.
type traced struct {
	made    map[spot]bool
	struck  map[spot]bool // those that a fault was put into
	counted map[nth]bool  // as what strace counts them
	whole   bool          // the import was carried out
	again   bool          // after a call that failed, both pages that say what counts were written and synced
}

// A nth is a call as strace counts it: of its name by its thread.
type nth struct {
	call string
	n    int
}

// both are the pages that say what counts, in one write.
var both = regexp.MustCompile(`, 8192, 0\) += 8192$`)

var entry = regexp.MustCompile(`^\d+ +(\w+)\((.*)$`)

// readTrace reads a trace.
func readTrace(log, store string) (traced, error) {
	t := traced{made: map[spot]bool{}, struck: map[spot]bool{}, counted: map[nth]bool{}}
	file, err := os.Open(log)
	if err != nil {
		return t, err
	}
	defer file.Close()
	threads := map[string]int{}
	counts := map[spot]int{}
	latest := map[string]spot{} // of each thread
	written := false
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		line := scanner.Text()
		thread, _, _ := strings.Cut(line, " ")
		if found := entry.FindStringSubmatch(line); found != nil {
			threads[thread+found[1]]++
			at := spot{call: found[1], on: touched(found[2], store)}
			counts[at]++
			at.nth = counts[at]
			latest[thread] = at
			if at.on != "" {
				t.made[at] = true
				t.counted[nth{at.call, threads[thread+at.call]}] = true
			}
		}
		if at := latest[thread]; at.on != "" && (strings.HasSuffix(line, "(INJECTED)") || strings.Contains(line, "= ?")) {
			t.struck[at] = true
			t.again = false
		} else if at.on == "the store" && len(t.struck) > 0 {
			written = written || at.call == "pwrite64" && both.MatchString(line)
			t.again = t.again || written && at.call == "fsync" && strings.HasSuffix(line, " = 0")
		}
	}
	return t, scanner.Err()
}

// touched says what a call with those arguments is made on; empty for what
// has nothing to do with the store.
func touched(arguments, store string) string {
	first, _, _ := strings.Cut(arguments, ", \"\\") // without what is written
	switch {
	case strings.HasPrefix(arguments, "1<"):
		return "standard output"
	case strings.Contains(first, "<"+store+">"), strings.Contains(first, `"`+store+`"`):
		return "the store"
	case strings.Contains(first, filepath.Dir(store)):
		return "beside the store"
	}
	return ""
}

// attach has strace put a fault into a running process, and returns what
// takes it away again. Only calls on that file are counted.
func attach(ctx context.Context, pid int, log, file string, f *fault) (detach func() error, err error) {
	tracer := exec.CommandContext(ctx, "strace", strace(log, f, "-P", file, "-p", strconv.Itoa(pid))...)
	tracer.Stderr = os.Stderr
	if err := tracer.Start(); err != nil {
		return nil, err
	}
	for end := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		all, err := traces(pid)
		if err != nil {
			return nil, errors.Join(err, tracer.Process.Kill(), tracer.Wait())
		}
		if all {
			break
		}
		if time.Now().After(end) {
			return nil, errors.Join(errors.New("strace does not attach"), tracer.Process.Kill(), tracer.Wait())
		}
	}
	return func() error {
		_ = tracer.Process.Signal(syscall.SIGINT) // it may have ended with the process
		// Where the process is killed at the same time strace may wait for
		// ever; the kernel lets go of what a killed tracer had.
		lost := time.AfterFunc(time.Second, func() { _ = tracer.Process.Kill() })
		defer lost.Stop()
		var ended *exec.ExitError
		if err := tracer.Wait(); err != nil && !errors.As(err, &ended) {
			return err
		}
		return nil
	}, nil
}

// traces tells whether every thread of a process is traced.
func traces(pid int) (bool, error) {
	statuses, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", pid))
	if err != nil || len(statuses) == 0 {
		return false, errors.Join(err, os.ErrProcessDone)
	}
	for _, path := range statuses {
		status, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(status), "TracerPid:\t0\n") {
			return false, nil
		}
	}
	return true, nil
}
