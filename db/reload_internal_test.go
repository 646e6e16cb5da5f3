//go:build unix

package db

import (
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"

	"designmanual/db/manual"
)

// competitor opens the file of a store as another process would.
func competitor(t *testing.T, d *DB) *os.File {
	t.Helper()
	file, err := os.OpenFile(d.path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// lost checks that a store whose lock another has neither writes nor answers,
// and that it does both again once the other lets go.
func lost(t *testing.T, d *DB, other *os.File) {
	t.Helper()
	if err := d.Update(t.Context(), putGuide("never")); !errors.Is(err, ErrRefused) || !errors.Is(err, ErrLocked) {
		t.Errorf("an update without the lock: %v", err)
	}
	if body, err := d.body(t, manual.TokensDocument); !errors.Is(err, os.ErrClosed) {
		t.Errorf("read %.10s without the lock, %v", body, err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if err := d.Update(t.Context(), putGuide("later")); err != nil {
		t.Errorf("an update with the lock again: %v", err)
	}
	if body, err := d.body(t, manual.TokensDocument); err != nil || !strings.HasPrefix(body, "later") {
		t.Errorf("read %.10s with the lock again, %v", body, err)
	}
	if _, err := Open(d.path); !errors.Is(err, ErrLocked) {
		t.Errorf("opened by another: %v", err)
	}
}

// TestLockIsLost has another process take the lock before a failed commit is
// looked into. The file may be changed by that one, so nothing is answered
// from it any more.
func TestLockIsLost(t *testing.T) {
	d, tx, _ := begun(t)
	if err := tx.bolt.Rollback(); err != nil {
		t.Fatal(err)
	}
	other := competitor(t, d)
	if err := syscall.Flock(int(d.store.Load().file.Fd()), syscall.LOCK_UN); err != nil {
		t.Fatal(err)
	}
	if err := flock(other); err != nil {
		t.Fatal(err)
	}
	if err := d.fly(d.reload); !errors.Is(err, ErrRefused) || !errors.Is(err, ErrLocked) {
		t.Errorf("opening again without the lock: %v", err)
	}
	lost(t, d, other)
}

// TestLockIsTaken has another process wait for the lock, which bbolt lets go
// of for a moment whenever a file is opened again: sooner or later it gets it.
func TestLockIsTaken(t *testing.T) {
	d, tx, _ := begun(t)
	if err := tx.bolt.Rollback(); err != nil {
		t.Fatal(err)
	}
	other := competitor(t, d)
	taken := make(chan error, 1)
	go func() { taken <- syscall.Flock(int(other.Fd()), syscall.LOCK_EX) }()
	turns := 0
	var err error
	for ; err == nil; turns++ {
		err = d.fly(d.reload)
	}
	t.Logf("taken in turn %d", turns)
	if !errors.Is(err, ErrRefused) || !errors.Is(err, ErrLocked) {
		t.Errorf("opening again: %v", err)
	}
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	lost(t, d, other)
}
