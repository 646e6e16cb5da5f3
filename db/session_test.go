package db_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// The key is made once, by whoever asks first, and is the same after the
// store was closed, changed and backed up.
func TestSessionKey(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	if key, ok := d.Index().SessionKey(); ok || key != [32]byte{} {
		t.Errorf("a new store has a key: %x", key)
	}
	const askers = 8
	var keys [askers][32]byte
	var wait sync.WaitGroup
	for i := range keys {
		wait.Go(func() {
			key, err := d.SessionKey(t.Context())
			if err != nil {
				t.Error(err)
			}
			keys[i] = key
		})
	}
	wait.Wait()
	for _, key := range keys {
		if key != keys[0] || key == [32]byte{} {
			t.Errorf("key %x, want %x for all", key, keys[0])
		}
	}
	err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.PutBrand(manual.Brand{Slug: "acme"}) })
	if err != nil {
		t.Fatal(err)
	}
	var backup bytes.Buffer
	if err := errors.Join(d.Backup(t.Context(), &backup), d.Close()); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := os.WriteFile(copied, backup.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{path, copied} {
		d := openAt(t, path)
		if key, ok := d.Index().SessionKey(); !ok || key != keys[0] {
			t.Errorf("%s: key %x, %t; want %x", path, key, ok, keys[0])
		}
		sound(t, d)
	}
}

// A key that the disk has changed is never used: the store is refused.
func TestSessionKeyDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	key, err := d.SessionKey(t.Context())
	if err := errors.Join(err, d.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other := key
	other[31] ^= 1
	if !bytes.Contains(file, key[:]) {
		t.Fatal("the key does not stand in the file")
	}
	if err := os.WriteFile(path, bytes.ReplaceAll(file, key[:], other[:]), 0o600); err != nil {
		t.Fatal(err)
	}
	if d, err := db.Open(path); !errors.Is(err, db.ErrDamaged) {
		t.Errorf("opened with another key: %v", err)
		_ = d.Close()
	}
}
