package db_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"designmanual/db"
)

// TestBranchLeadsBack has every branch page lead back to itself, which would
// send a reader in circles for ever.
func TestBranchLeadsBack(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, _ := readAll(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	tally := make(map[string]int)
	for at := 2 * os.Getpagesize(); at < len(sound); at += os.Getpagesize() {
		id, flags := sound[at:at+8], binary.NativeEndian.Uint16(sound[at+8:])
		if flags != 1 || binary.NativeEndian.Uint64(id) != uint64(at/os.Getpagesize()) {
			continue
		}
		for element := range binary.NativeEndian.Uint16(sound[at+10:]) {
			circular := bytes.Clone(sound)
			copy(circular[at+16+16*int(element)+8:], id)
			if err := os.WriteFile(path, circular, 0o600); err != nil {
				t.Fatal(err)
			}
			tally[checkFlipped(t, path, at, want)]++
		}
	}
	t.Log(tally)
	if tally["record"] == 0 || tally["open"] == 0 {
		t.Errorf("the branches hit %v, want some of each", tally)
	}
}

// TestCutShort opens files that end too early.
func TestCutShort(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, _ := readAll(t, d)
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, length := range []int{0, 1, 79, 80, 4095, 4096, 4176, 8191, 8192, 16384, 20000, len(sound) / 2} {
		if err := os.WriteFile(path, sound[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		if hit := checkFlipped(t, path, length, want); hit != "open" {
			t.Errorf("a file of %d bytes: opened", length)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(after, sound[:length]) {
			t.Errorf("a file of %d bytes: it was changed, %v", length, err)
		}
	}
}

// TestCutWhileOpen cuts the file under an open store, which must not take the
// process with it.
func TestCutWhileOpen(t *testing.T) {
	for _, length := range []int64{300_000, 20_000, 100} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			d := open(t)
			large(t, d)
			want, _ := readAll(t, d)
			if err := os.Truncate(d.Path(), length); err != nil {
				t.Fatal(err)
			}
			got, refused := readAll(t, d)
			if len(refused) == 0 {
				t.Error("nothing was refused")
			}
			for name, err := range refused {
				if !errors.Is(err, db.ErrDamaged) {
					t.Errorf("reading %s: %v", name, err)
				}
			}
			for name, text := range got {
				if text != want[name] {
					t.Errorf("%s is %.60q, want %.60q", name, text, want[name])
				}
			}
			err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.RemoveBrand("brand-00") })
			if !errors.Is(err, db.ErrDamaged) {
				t.Errorf("updating: %v", err)
			}
		})
	}
}
