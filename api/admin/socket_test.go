package admin

import (
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"designmanual/db"
)

func open(t *testing.T, path string) *db.DB {
	t.Helper()
	store, err := db.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	return store
}

// handler returns a handler with a clock.
func handler(store *db.DB, now func() time.Time) *Handler {
	return &Handler{Store: store, Now: now, Log: slog.New(slog.DiscardHandler), Status: func() string { return "a server" }}
}

// serve serves a store over its socket until the test ends, with a clock.
func serve(t *testing.T, store *db.DB, now func() time.Time) {
	t.Helper()
	listener, err := Listen(store.Path())
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer(handler(store, now))
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		<-served
	})
}

func dial(t *testing.T, database string) *Client {
	t.Helper()
	client, err := Dial(database, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// The socket has mode 0600 and is removed when the listener is closed.
func TestSocketIsPrivate(t *testing.T) {
	database := filepath.Join(t.TempDir(), "a.db")
	listener, err := Listen(database)
	if err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(socketPath(database))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("mode %v, want a socket with 0600", info.Mode())
	}
	listener.Close()
	if _, err := os.Lstat(socketPath(database)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
}

// A socket that a killed server has left behind does not keep commands from opening
// the database, and the next server replaces it.
func TestSocketLeftBehind(t *testing.T) {
	database := filepath.Join(t.TempDir(), "a.db")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: socketPath(database), Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	left.SetUnlinkOnClose(false)
	left.Close()
	store := open(t, database)
	store.Close()
	offline := dial(t, database)
	if _, err := Manuals.Do(t.Context(), offline, None{}); err != nil {
		t.Errorf("with the socket left behind: %v", err)
	}
	offline.Close()
	serve(t, open(t, database), time.Now)
	if err := Unserved(database); err == nil || !strings.Contains(err.Error(), "being served already: a server") {
		t.Errorf("with the new socket: %v", err)
	}
}

func TestListenRefusals(t *testing.T) {
	folder := t.TempDir()
	taken := filepath.Join(folder, "taken.db")
	if err := os.WriteFile(socketPath(taken), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	long := filepath.Join(folder, strings.Repeat("x", maxSocketPath)+".db")
	for _, c := range []struct {
		database, says string
		wraps          error
	}{
		{taken, "is there and is no socket; move it away", nil},
		{long, "too long for a Unix socket: at most 103 bytes", nil},
		{filepath.Join(folder, "nowhere", "a.db"), "administration socket", fs.ErrNotExist},
	} {
		listener, err := Listen(c.database)
		if err == nil {
			listener.Close()
			t.Errorf("%s: it listens", c.database)
			continue
		}
		if !strings.Contains(err.Error(), c.says) || c.wraps != nil && !errors.Is(err, c.wraps) {
			t.Errorf("%s: %v", c.database, err)
		}
	}
	if _, err := os.Stat(socketPath(taken)); err != nil {
		t.Errorf("the other file was removed: %v", err)
	}
}

func TestDialRefusals(t *testing.T) {
	folder := t.TempDir()
	held, none := filepath.Join(folder, "held.db"), filepath.Join(folder, "none.db")
	open(t, held)
	if _, err := Dial(held, false); err == nil || !strings.Contains(err.Error(), "stop that process, or wait until it is done") {
		t.Errorf("%s: %v", held, err)
	}
	if _, err := Dial(none, false); !errors.Is(err, ErrNoStore) || !strings.Contains(err.Error(), "`import` or `serve` makes one") {
		t.Errorf("%s: %v", none, err)
	}
	if _, err := os.Stat(none); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a database was made: %v", err)
	}
}

// A command does not wait forever for a server that accepts connections but never
// answers.
func TestSilentServer(t *testing.T) {
	database := filepath.Join(t.TempDir(), "a.db")
	open(t, database)
	listener, err := Listen(database)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	if _, _, err := dialServer(database, time.Millisecond); err == nil || !strings.Contains(err.Error(), "does not answer on") {
		t.Errorf("%v", err)
	}
	listener.Close()
	if err := Unserved(database); err != nil {
		t.Errorf("without a server: %v", err)
	}
}
