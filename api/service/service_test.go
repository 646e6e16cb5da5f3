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

// Without a manager nothing is sent. Errors are logged.
func TestWithoutManager(t *testing.T) {
	for socket, logged := range map[string]string{"": "", "/nowhere": "the service manager was not told"} {
		t.Setenv("NOTIFY_SOCKET", socket)
		var log strings.Builder
		Manager{slog.New(slog.NewTextHandler(&log, nil))}.Ready("Serving")
		if got := log.String(); !strings.Contains(got, logged) || logged == "" && got != "" {
			t.Errorf("socket %q: logged %q", socket, got)
		}
	}
}
