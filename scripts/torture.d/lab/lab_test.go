//go:build linux

package lab

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// shell is a process that plays a server.
func shell(t *testing.T, script string) *exec.Cmd {
	return exec.CommandContext(t.Context(), "/bin/sh", "-c", script)
}

// A line that is longer than most neither stops the server nor is lost.
func TestStart(t *testing.T) {
	p, err := Start(shell(t, `echo msg=serving listen=here again >&2
		head -c 1000000 /dev/zero | tr '\0' x >&2
		echo >&2; echo msg=serving listen=there >&2; echo done >&2
		exec sleep 60`), time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Kill()
	if p.Address != "here" || !p.Log.Tells("\ndone") || len(p.Log.Since(1)) != 3 {
		t.Errorf("it serves on %q and logs %d lines", p.Address, len(p.Log.Since(0)))
	}
	if p.Ends(0) {
		t.Error("it has ended")
	}
	if err := p.Stop(); err != nil || !p.Ends(0) {
		t.Errorf("it does not stop: %v", err)
	}
}

func TestStartFails(t *testing.T) {
	_, err := Start(shell(t, `for n in $(seq 30); do echo line $n >&2; done; exit 1`), time.Minute)
	if !errors.Is(err, ErrRefused) || !strings.Contains(fmt.Sprint(err), ": line 1\n") {
		t.Errorf("of a server that ends: %v", err)
	}
	began := time.Now()
	_, err = Start(shell(t, `echo slow >&2; exec sleep 60`), 300*time.Millisecond)
	if !errors.Is(err, ErrSilent) || errors.Is(err, ErrBroken) || time.Since(began) > 30*time.Second {
		t.Errorf("of a server that does not begin: %v", err)
	}
}

func TestStopBroken(t *testing.T) {
	p, err := Start(shell(t, `trap '' TERM; echo msg=serving listen=here >&2; while :; do sleep 0.1; done`), 300*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Stop(); !errors.Is(err, ErrBroken) || !p.Ends(0) {
		t.Errorf("of a server that does not end: %v", err)
	}
}

func TestRecordString(t *testing.T) {
	r := new(Record)
	for n := range 30 {
		r.Add(fmt.Sprint(n))
	}
	if got := r.String(); !strings.HasPrefix(got, "10\n11\n") || !strings.HasSuffix(got, "\n29") {
		t.Errorf("the last lines are %q", got)
	}
}

// What scripts/torture takes for the proof of a control is status 1 and the
// word BROKEN.
func TestRun(t *testing.T) {
	for status, err := range []error{nil, fmt.Errorf("round 1: %w", Broken("all\nof it")), errors.New("no such file")} {
		if got := Run(func(context.Context) (string, error) { return "kept", err }); got != status {
			t.Errorf("%v gives status %d", err, got)
		}
	}
	if text := Broken("all of it").Error(); text != "BROKEN: all of it" {
		t.Errorf("it says %q", text)
	}
}
