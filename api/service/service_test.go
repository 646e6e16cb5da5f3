//go:build unix

package service

import (
	"context"
	"log/slog"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// listenForNotifications takes the place of a service manager. The function that it
// returns waits for the next notification.
func listenForNotifications(t *testing.T) (next func() string) {
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
		text := make([]byte, 4096)
		n, err := socket.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		return string(text[:n])
	}
}

func TestNotifications(t *testing.T) {
	next := listenForNotifications(t)
	m := Manager{slog.New(slog.DiscardHandler)}
	expect := func(want string) {
		t.Helper()
		if got := next(); got != want {
			t.Errorf("notification %q, want %q", got, want)
		}
	}
	m.Starting("Importing")
	expect("STATUS=Importing")
	m.Ready("Serving")
	expect("READY=1\nSTATUS=Serving")

	m.Reload(t.Context(), func() {
		if got := next(); !strings.HasPrefix(got, "RELOADING=1\n") {
			t.Errorf("notification %q during a reload", got)
		}
	})
	expect("READY=1")

	stopping, stop := context.WithCancel(t.Context())
	m.Reload(stopping, func() { next(); stop() })
	m.Stopping()
	expect("STOPPING=1\nSTATUS=Letting the answers in flight finish")
}

func TestWatch(t *testing.T) {
	next := listenForNotifications(t)
	t.Setenv("WATCHDOG_USEC", "2000")
	t.Setenv("WATCHDOG_PID", "")
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		Manager{slog.New(slog.DiscardHandler)}.Watch(ctx)
	}()
	for range 3 {
		if got := next(); got != "WATCHDOG=1" {
			t.Errorf("notification %q, want WATCHDOG=1", got)
		}
	}
	stop()
	<-done
}

// Without a manager nothing is sent. Errors are logged.
func TestWithoutManager(t *testing.T) {
	for _, c := range []struct{ socket, usec, logged string }{
		{"", "", ""},
		{"/nowhere", "", "the service manager was not told"},
		{"", "soon", "the watchdog is not fed"},
	} {
		t.Setenv("NOTIFY_SOCKET", c.socket)
		t.Setenv("WATCHDOG_USEC", c.usec)
		t.Setenv("WATCHDOG_PID", "")
		var log strings.Builder
		m := Manager{slog.New(slog.NewTextHandler(&log, nil))}
		m.Ready("Serving")
		m.Watch(t.Context()) // returns at once
		if got := log.String(); !strings.Contains(got, c.logged) || c.logged == "" && got != "" {
			t.Errorf("%+v: logged %q", c, got)
		}
	}
}
