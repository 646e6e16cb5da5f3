package db

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"
)

// freelist returns where in a file the list of free pages is, and how long it
// is, its header with it.
func freelist(t *testing.T, file []byte) (at, length int) {
	t.Helper()
	p := &pages{file: bytes.NewReader(file)}
	newest, err := p.meta(0)
	if err != nil {
		t.Fatal(err)
	}
	if second, err := p.meta(1); err != nil {
		t.Fatal(err)
	} else if second.txid > newest.txid {
		newest = second
	}
	header, err := p.header(newest.freelist)
	if err != nil {
		t.Fatal(err)
	}
	return int(newest.freelist * p.size), pageHeader + 8*header.count
}

// TestFreelistFlips flips every byte of the list of free pages. bbolt would
// write over a page in use that passes for free, or never use one again that
// is lost: Open refuses such a list, or Verify finds it, before a reader
// could meet it.
func TestFreelistFlips(t *testing.T) {
	d, tx, _ := begun(t)
	if err := errors.Join(tx.bolt.Rollback(), d.Update(t.Context(), putGuide("again")), d.Update(t.Context(), putGuide("last")), d.Close()); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(d.path)
	if err != nil {
		t.Fatal(err)
	}
	at, length := freelist(t, sound)
	if length < pageHeader+5*8 {
		t.Fatalf("a list of only %d bytes", length)
	}
	opened := 0
	for i := range length {
		for _, bit := range []byte{1, 4, 0x80} {
			damaged := bytes.Clone(sound)
			damaged[at+i] ^= bit
			if err := os.WriteFile(d.path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			found, passed := examine(t, d.path)
			if found == "" {
				t.Errorf("byte %d of the list, %#x: nothing is found", i, bit)
			}
			if passed {
				opened++
			}
		}
	}
	if opened == 0 {
		t.Error("Open refused every list: nothing was left for Verify")
	}
}

// examine returns what Open or Verify finds wrong with a store, and whether
// Open passed it.
func examine(t *testing.T, path string) (found string, passed bool) {
	t.Helper()
	d, err := Open(path)
	if err != nil {
		if !errors.Is(err, ErrDamaged) {
			t.Errorf("opening: %v", err)
		}
		return err.Error(), false
	}
	if err := d.Verify(t.Context(), func(p Problem) { found += fmt.Sprintln(p.Text) }); err != nil {
		t.Error(err)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	return found, true
}
