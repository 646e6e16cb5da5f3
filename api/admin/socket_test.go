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
	return &Handler{Store: store, Now: now, Log: slog.New(slog.DiscardHandler), PageCheck: pageCheck, Status: func() string { return "a server" }}
}

// serve serves a store over its socket until the test ends, with a clock.
func serve(t *testing.T, store *db.DB, now func() time.Time) {
	t.Helper()
	serveHandler(t, handler(store, now))
}

func serveHandler(t *testing.T, h *Handler) {
	t.Helper()
	listener, err := Listen(h.Store.Path())
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer(h)
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		<-served
	})
}

func dial(t *testing.T, database string) *Client {
	t.Helper()
	client, err := Connect(database, false, pageCheck)
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
	info, err := os.Lstat(SocketBeside(database))
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != fs.ModeSocket|0o600 {
		t.Errorf("mode %v, want a socket with 0600", info.Mode())
	}
	listener.Close()
	if _, err := os.Lstat(SocketBeside(database)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
}

// A socket that a killed server has left behind does not keep commands from opening
// the database, and the next server replaces it.
func TestSocketLeftBehind(t *testing.T) {
	database := filepath.Join(t.TempDir(), "a.db")
	left, err := net.ListenUnix("unix", &net.UnixAddr{Name: SocketBeside(database), Net: "unix"})
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
	if err := ErrorIfServed(database); err == nil || !strings.Contains(err.Error(), "being served already: a server") {
		t.Errorf("with the new socket: %v", err)
	}
}

// Where no socket can be made beside the database, it is made in another folder, where
// commands find it by whatever path they name the database.
func TestSocketElsewhere(t *testing.T) {
	folder, runtime := t.TempDir(), shortFolder(t)
	taken, long := filepath.Join(folder, "taken.db"), filepath.Join(folder, strings.Repeat("x", maxSocketPath)+".db")
	if err := os.Mkdir(SocketBeside(taken), 0o700); err != nil {
		t.Fatal(err)
	}
	alias := filepath.Join(t.TempDir(), "alias.db")
	for _, row := range []struct{ name, database, runtime, temporary string }{
		{"a folder in place of the socket", taken, runtime, "/nowhere"},
		{"a path that is too long", long, runtime, "/nowhere"},
		{"no folder of the user's processes", long, "/nowhere", shortFolder(t)},
		{"a relative folder of the user's processes", long, "run", shortFolder(t)},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Setenv("XDG_RUNTIME_DIR", row.runtime)
			t.Setenv("TMPDIR", row.temporary)
			store := open(t, row.database)
			serve(t, store, time.Now)
			_ = os.Remove(alias) // of the row before
			if err := os.Symlink(row.database, alias); err != nil {
				t.Fatal(err)
			}
			for _, path := range []string{row.database, alias} {
				if _, err := Manuals.Do(t.Context(), dial(t, path), None{}); err != nil {
					t.Errorf("%s: %v", path, err)
				}
				if err := ErrorIfServed(path); err == nil || !strings.Contains(err.Error(), "is being served already: a server") {
					t.Errorf("%s: %v", path, err)
				}
			}
		})
	}
	if left, _ := filepath.Glob(filepath.Join(runtime, "*")); len(left) > 0 {
		t.Errorf("left behind: %q", left)
	}
}

// shortFolder returns an empty folder for sockets, whose path is short enough for them on
// every system.
func shortFolder(t *testing.T) string {
	t.Helper()
	folder, err := os.MkdirTemp("/tmp", "dm")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	return folder
}

// A server does not take the socket of another one, and uses no folder that another user
// could enter.
func TestListenRefusals(t *testing.T) {
	folder := shortFolder(t)
	taken, shared := filepath.Join(folder, "taken"), filepath.Join(folder, "shared")
	if err := errors.Join(os.WriteFile(taken, nil, 0o600), os.Mkdir(shared, 0o700), os.Chmod(shared, 0o777)); err != nil {
		t.Fatal(err)
	}
	served, err := listenAtFirst([]string{filepath.Join(folder, "served")})
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	for _, row := range []struct{ path, says string }{
		{taken, "is there and is no socket"},
		{filepath.Join(folder, "served"), "another server listens on"},
		{filepath.Join(folder, strings.Repeat("x", maxSocketPath)), "too long for a Unix socket: at most 103 bytes"},
		{filepath.Join(folder, "nowhere", "socket"), "no such file"},
	} {
		if _, err := listenAtFirst([]string{row.path}); err == nil || !strings.Contains(err.Error(), row.says) {
			t.Errorf("%s: %v, want %s", row.path, err, row.says)
		}
	}
	if _, err := listenAtFirst([]string{taken, filepath.Join(shared, "socket")}); err == nil || !strings.Contains(err.Error(), "not a folder of this user alone") {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(taken); err != nil {
		t.Errorf("the other file was removed: %v", err)
	}
}

func TestDialRefusals(t *testing.T) {
	folder := t.TempDir()
	held, none := filepath.Join(folder, "held.db"), filepath.Join(folder, "none.db")
	open(t, held)
	if _, err := Connect(held, false, pageCheck); err == nil || !strings.Contains(err.Error(), "stop that process, or wait until it is done") {
		t.Errorf("%s: %v", held, err)
	}
	if _, err := Connect(none, false, pageCheck); !errors.Is(err, ErrNoStore) || !strings.Contains(err.Error(), "`import` or `serve` makes one") {
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
	if err := ErrorIfServed(database); err != nil {
		t.Errorf("without a server: %v", err)
	}
}
