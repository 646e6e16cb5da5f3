package db_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"designmanual/db"
)

// The key is made once, by whoever asks first, and is the same after the
// store was closed and backed up. One that the disk has changed is never used.
func TestSessionKey(t *testing.T) {
	d := open(t)
	if key, ok := d.Index().SessionKey(); ok || key != [32]byte{} {
		t.Errorf("a new store has a key: %x", key)
	}
	var keys [8][32]byte
	var wait sync.WaitGroup
	for i := range keys {
		wait.Go(func() {
			var err error
			if keys[i], err = d.SessionKey(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	copied := filepath.Join(t.TempDir(), "copy.db")
	if _, err := db.Install(t.Context(), copied, false, func(w io.Writer) error { return d.Backup(t.Context(), w) }); err != nil {
		t.Fatal(err)
	}
	d = openAgain(t, d)
	key := keys[0]
	for _, other := range append(keys[:], must(d.SessionKey(t.Context())), must(openAt(t, copied).SessionKey(t.Context()))) {
		if other != key || key == [32]byte{} {
			t.Errorf("key %x, want %x for all", other, key)
		}
	}
	file := closed(t, d)
	other := key
	other[31] ^= 1
	if err := os.WriteFile(d.Path(), bytes.ReplaceAll(file, key[:], other[:]), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := db.Open(d.Path()); !errors.Is(err, db.ErrDamaged) {
		t.Errorf("opened with another key: %v", err)
	}
}
