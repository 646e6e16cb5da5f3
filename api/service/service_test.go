//go:build unix

package service

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// manager stands in for a service manager: it returns a function that waits
// for the next thing that it is told.
func manager(t *testing.T) (told func() string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "notify")
	socket, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: path, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { socket.Close() })
	t.Setenv("NOTIFY_SOCKET", path)
	return func() string {
		t.Helper()
		said := make([]byte, 4096)
		n, err := socket.Read(said)
		if err != nil {
			t.Fatal(err)
		}
		return string(said[:n])
	}
}

// sd_notify(3): what is said, and in which order.
func TestTold(t *testing.T) {
	told := manager(t)
	m := Manager{slog.New(slog.DiscardHandler)}
	expect := func(want string) {
		t.Helper()
		if got := told(); got != want {
			t.Errorf("the manager is told %q, want %q", got, want)
		}
	}
	m.Starting("Importing")
	expect("STATUS=Importing")
	m.Ready("Serving")
	expect("READY=1\nSTATUS=Serving")

	m.Reload(t.Context(), func() {
		if got := told(); !strings.HasPrefix(got, "RELOADING=1\n") {
			t.Errorf("while it reloads, the manager has been told %q", got)
		}
	})
	expect("READY=1")

	ending, end := context.WithCancel(t.Context())
	m.Reload(ending, func() { told(); end() })
	m.Stopping()
	expect("STOPPING=1\nSTATUS=Letting the answers in flight finish")
}

// The watchdog hears nothing while the server is not well.
func TestWatch(t *testing.T) {
	told := manager(t)
	t.Setenv("WATCHDOG_USEC", "2000")
	t.Setenv("WATCHDOG_PID", "")
	ctx, stop := context.WithCancel(t.Context())
	well := make(chan error) // what the server answers next
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		Manager{slog.New(slog.DiscardHandler)}.Watch(ctx, func(context.Context) error { return <-well })
	}()
	for _, answer := range []error{errors.New("ill"), errors.New("ill"), nil, errors.New("ill")} {
		well <- answer
	}
	well <- errors.New("ill") // what came of the answers before it has been told
	m := Manager{slog.New(slog.DiscardHandler)}
	m.Starting("the end")
	for _, want := range []string{"WATCHDOG=1", "STATUS=the end"} {
		if got := told(); got != want {
			t.Errorf("the manager is told %q, want %q", got, want)
		}
	}
	stop()
	close(well) // a last question may be under way
	<-watched
}

// Without a manager or a watchdog, or with another process's, nothing is said
// and the server is not asked; a manager that is not there is logged.
func TestNobody(t *testing.T) {
	for _, c := range []struct{ name, socket, usec, pid, logged string }{
		{"no manager", "", "", "", ""},
		{"a manager that is gone", "/nowhere", "", "", "the service manager was not told"},
		{"another's watchdog", "", "2000", "1", ""},
		{"no number", "", "soon", "", "the watchdog is not fed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("NOTIFY_SOCKET", c.socket)
			t.Setenv("WATCHDOG_USEC", c.usec)
			t.Setenv("WATCHDOG_PID", c.pid)
			var log strings.Builder
			m := Manager{slog.New(slog.NewTextHandler(&log, nil))}
			m.Ready("Serving")
			m.Watch(t.Context(), func(context.Context) error {
				t.Error("the server is asked")
				return nil
			})
			if got := log.String(); !strings.Contains(got, c.logged) || c.logged == "" && got != "" {
				t.Errorf("logged %q, want %q", got, c.logged)
			}
		})
	}
}
