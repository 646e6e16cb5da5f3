package admin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
)

var errFull = errors.New("no space left")

// A fullDisk fails when it has no room for a write.
type fullDisk struct{ room int }

func (d *fullDisk) Write(p []byte) (int, error) {
	if len(p) > d.room {
		return 0, errFull
	}
	d.room -= len(p)
	return len(p), nil
}

// When the client of a backup gives up, updates and further backups work.
func TestBackupAborted(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	put := func(n int) error {
		return store.Update(context.Background(), func(tx *db.Tx) error {
			return tx.PutBrand(manual.BrandSettings{Slug: fmt.Sprintf("brand-%d", n), Name: string(bytes.Repeat([]byte("x"), 1<<20))})
		})
	}
	for n := range 4 { // more than a socket buffers
		if err := put(n); err != nil {
			t.Fatal(err)
		}
	}
	serve(t, store, time.Now)
	client := dial(t, store.Path())
	if err := client.Backup(context.Background(), &fullDisk{room: 1 << 20}); !errors.Is(err, errFull) {
		t.Errorf("%v", err)
	}
	if err := put(4); err != nil {
		t.Errorf("an update after an aborted backup: %v", err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	index, err := db.Install(context.Background(), copied, false, pageCheck, func(w io.Writer) error { return client.Backup(context.Background(), w) })
	if err != nil {
		t.Fatal(err)
	}
	if brands := Count(index).Brands; brands != 5 {
		t.Errorf("%d brands, want 5", brands)
	}
}

// A waitingWriter writes nothing before it is released.
type waitingWriter struct{ started, release chan struct{} }

func (w *waitingWriter) Write(p []byte) (int, error) {
	if w.started != nil {
		close(w.started)
		w.started = nil
	}
	<-w.release
	return len(p), nil
}

// Updates do not wait for the client of a backup, and no copy stays.
func TestBackupOfSlowClient(t *testing.T) {
	folder := t.TempDir()
	store := open(t, filepath.Join(folder, "a.db"))
	update := func(name string) error {
		return store.Update(context.Background(), func(tx *db.Tx) error { return tx.PutBrand(manual.BrandSettings{Slug: "a", Name: name}) })
	}
	if err := update(string(bytes.Repeat([]byte("x"), 8<<20))); err != nil { // more than sockets buffer
		t.Fatal(err)
	}
	serve(t, store, time.Now)
	client := dial(t, store.Path())
	w := &waitingWriter{make(chan struct{}), make(chan struct{})}
	started, done := w.started, make(chan error)
	go func() { done <- client.Backup(context.Background(), w) }()
	<-started
	if err := update("short"); err != nil {
		t.Errorf("an update beside a backup that is not read: %v", err)
	}
	close(w.release)
	if err := <-done; err != nil {
		t.Error(err)
	}
	left, err := filepath.Glob(filepath.Join(folder, ".*backup*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left %q (%v)", left, err)
	}
}

// If a backup fails before its first byte, the client gets the error.
func TestBackupOfClosedStore(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	serve(t, store, time.Now)
	client := dial(t, store.Path())
	store.Close()
	if err := client.Backup(context.Background(), io.Discard); err == nil || err.Error() != "backing up the database: file already closed" {
		t.Errorf("%v", err)
	}
}

// A backup creates the session key, so that a server on the copy accepts sessions
// that begin on the original later.
func TestBackupHasSessionKey(t *testing.T) {
	ctx := context.Background()
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	serve(t, store, time.Now)
	copied := filepath.Join(t.TempDir(), "copy.db")
	index, err := db.Install(ctx, copied, false, pageCheck, func(w io.Writer) error { return dial(t, store.Path()).Backup(ctx, w) })
	if err != nil {
		t.Fatal(err)
	}
	key, err := store.SessionKey(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if of, ok := index.SessionKey(); !ok || of != key {
		t.Errorf("the copy has the key %x (%v), the original %x", of, ok, key)
	}
}

// A client that waits for another one is told for what, whether it is to change one
// token or to import.
func TestWaitingIsTold(t *testing.T) {
	ctx := context.Background()
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	serve(t, store, time.Now)
	w := &waitingWriter{make(chan struct{}), make(chan struct{})}
	started, done := w.started, make(chan error, 3)
	go func() { done <- store.Backup(ctx, w) }()
	<-started
	told := make(chan string, 2)
	for _, call := range []func(*Client) error{
		func(c *Client) error {
			_, err := RemoveBrand.Do(ctx, c, "nobody")
			return err
		},
		func(c *Client) error {
			_, err := c.Import(ctx, []seed.Source{{Name: "a.json", Data: []byte(`{"brand": {"slug": "a", "name": "A"}, "manuals": []}`)}}, seed.Options{})
			return err
		},
	} {
		client := dial(t, store.Path())
		client.Waiting = func(other string) { told <- other }
		go func() { done <- call(client) }()
		select {
		case other := <-told:
			if other != "a backup" {
				t.Errorf("told of %q", other)
			}
		case err := <-done:
			t.Errorf("it has not waited: %v", err)
		}
	}
	close(w.release)
	for range 3 {
		t.Log(<-done)
	}
}

// pageCheck is a [db.BoltPageCheck] for databases whose pages lead in no circle.
func pageCheck(_ context.Context, path string) error { return db.CheckBoltPages(path) }
