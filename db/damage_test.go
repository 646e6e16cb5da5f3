package db_test

import (
	"bytes"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"designmanual/db"
)

// TestFlippedByte flips one byte after the other of a closed file. Whatever
// it hits, what is still answered is what was written, and what is not says
// what helps.
func TestFlippedByte(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	d := openAt(t, path)
	large(t, d)
	want, refused := readAll(t, d)
	if len(refused) > 0 {
		t.Fatal(refused)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	tally := make(map[string]int)
	for _, offset := range flips(sound) {
		flipped := []byte{sound[offset] ^ byte(1<<(offset%8)), sound[offset] ^ 0xff}[offset/8%2:][:1]
		if _, err := file.WriteAt(flipped, int64(offset)); err != nil {
			t.Fatal(err)
		}
		tally[checkFlipped(t, path, offset, want)]++
		if _, err := file.WriteAt(sound[offset:offset+1], int64(offset)); err != nil {
			t.Fatal(err)
		}
	}
	t.Log(len(sound), "bytes:", tally)
	if tally["nothing"] == 0 || tally["record"] == 0 || tally["open"] == 0 || tally["warning"] == 0 {
		t.Errorf("the flips hit %v, want some of each", tally)
	}
}

// flips returns the offsets to flip: the first bytes of every page, where its
// structure is, and others at random.
func flips(file []byte) []int {
	random := rand.New(rand.NewPCG(1, 2))
	var offsets []int
	for page := 0; page < len(file); page += os.Getpagesize() {
		if bytes.Count(file[page:page+os.Getpagesize()], []byte{0}) == os.Getpagesize() {
			continue // never used
		}
		for n := range 96 {
			if page < 2*os.Getpagesize() || random.IntN(120) == 0 {
				offsets = append(offsets, page+n)
			}
		}
		if random.IntN(2) == 0 {
			offsets = append(offsets, page+random.IntN(os.Getpagesize()))
		}
	}
	return offsets
}

// checkFlipped opens the file and compares what it reads with want. It
// returns what the flip has hit.
func checkFlipped(t *testing.T, path string, offset int, want contents) string {
	t.Helper()
	d, err := db.Open(path)
	if err != nil {
		if !errors.Is(err, db.ErrDamaged) && !errors.Is(err, db.ErrNewerSchema) || !strings.Contains(err.Error(), "restore") {
			t.Errorf("offset %d: opening: %v", offset, err)
		}
		return "open"
	}
	defer d.Close()
	if d.Warning() != "" {
		return "warning" // the state before the last transaction is served: bbolt has recovered it
	}
	got, refused := readAll(t, d)
	for name, err := range refused {
		if !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), "restore") {
			t.Errorf("offset %d: reading %s: %v", offset, name, err)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		text, ok := got[name]
		if refused[name] == nil && (!ok || text != want[name]) {
			t.Errorf("offset %d: %s is %.60q, want %.60q", offset, name, text, want[name])
		}
		delete(got, name)
	}
	if len(got) > 0 {
		t.Errorf("offset %d: there is more than was written: %v", offset, got)
	}
	if len(refused) > 0 {
		return "record"
	}
	return "nothing"
}

// TestUpdateAfterFlip flips bytes and then updates the store: what it answers
// after that is what was written or an error.
func TestUpdateAfterFlip(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "manuals.db")
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
	offsets := flips(sound)
	random := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		offset := offsets[random.IntN(len(offsets))]
		damaged := bytes.Clone(sound)
		damaged[offset] ^= 0xff
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := db.Open(path)
		if err != nil {
			continue // TestFlippedByte looks at these
		}
		if d.Warning() != "" {
			_ = d.Close()
			continue
		}
		err = d.Update(t.Context(), func(tx *db.Tx) error {
			if _, err := tx.Put(primary(snapshot("acme", "man_guide", "guide", "changed"))); err != nil {
				return err
			}
			return tx.Remove("brand-01", "man_05")
		})
		if err != nil && !errors.Is(err, db.ErrDamaged) {
			t.Errorf("offset %d: updating: %v", offset, err)
		}
		got, _ := readAll(t, d)
		for name, text := range got {
			if !strings.Contains(name, "man_guide") && text != want[name] {
				t.Errorf("offset %d: %s is %.60q, want %.60q", offset, name, text, want[name])
			}
		}
		_ = d.Close()
	}
}
