package db_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"designmanual/db"
)

// TestDamage damages a closed file at one place after the other. Whatever that
// hits, what is still answered is what was written, and what is not says what
// helps.
func TestDamage(t *testing.T) {
	d := open(t)
	large(t, d)
	want, _ := readAll(t, d)
	sound := closed(t, d)
	tally := make(map[string]int)
	try := func(at int, damaged []byte) {
		writeFile(t, d.Path(), damaged)
		tally[checkDamaged(t, d.Path(), at, want)]++
		if len(damaged) < len(sound) && !bytes.Equal(must(os.ReadFile(d.Path())), damaged) {
			t.Errorf("a file of %d bytes: it was changed", len(damaged))
		}
	}
	hits := func(name string, kinds ...string) {
		t.Log(name, tally)
		for _, kind := range kinds {
			if tally[kind] == 0 {
				t.Errorf("%s: they hit %v, want some of %s", name, tally, kind)
			}
		}
		clear(tally)
	}
	damaged := bytes.Clone(sound)
	for _, at := range flips(sound) {
		damaged[at] ^= []byte{1 << (at % 8), 0xff}[at/8%2]
		try(at, damaged)
		damaged[at] = sound[at]
	}
	hits("a flipped byte", "nothing", "record", "open", "warning")
	page := os.Getpagesize()
	for at := 2 * page; at < len(sound); at += page { // bbolt would go in circles for ever
		id, flags := sound[at:at+8], binary.NativeEndian.Uint16(sound[at+8:])
		if flags != 1 || binary.NativeEndian.Uint64(id) != uint64(at/page) {
			continue
		}
		for element := range binary.NativeEndian.Uint16(sound[at+10:]) {
			child := damaged[at+16+16*int(element)+8:][:8]
			before := bytes.Clone(child)
			copy(child, id)
			try(at, damaged)
			copy(child, before)
		}
	}
	hits("a branch that leads back to itself", "record", "open")
	lengths := []int{0, 1, 79, 80, 4095, 4096, 4176, 8191, 8192, 16384, 20000, len(sound) / 2}
	for _, length := range lengths {
		try(length, sound[:length])
	}
	if tally["open"] != len(lengths) {
		t.Errorf("a file cut short is opened: %v", tally)
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

// checkDamaged opens the file, compares what it reads with want, and now and
// then updates it. It returns what the damage has hit.
func checkDamaged(t *testing.T, path string, offset int, want contents) string {
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
	subset(t, offset, got, want)
	for name := range want {
		if _, ok := got[name]; !ok && refused[name] == nil {
			t.Errorf("offset %d: %s is missing", offset, name)
		}
	}
	if offset%10 == 0 {
		err := d.Update(t.Context(), func(tx *db.Tx) error {
			return errors.Join(putAll(tx, primary(snapshot("acme", "man_guide", "guide", "changed"))), tx.Remove("brand-01", "man_05"))
		})
		if err != nil && !errors.Is(err, db.ErrDamaged) {
			t.Errorf("offset %d: updating: %v", offset, err)
		}
		got, _ := readAll(t, d)
		maps.DeleteFunc(got, func(name, _ string) bool { return strings.Contains(name, "man_guide") })
		subset(t, offset, got, want)
	}
	if len(refused) > 0 {
		return "record"
	}
	return "nothing"
}

// subset fails the test where something that is read is not as it was written.
func subset(t *testing.T, offset int, got, want contents) {
	t.Helper()
	for name, text := range got {
		if text != want[name] {
			t.Errorf("offset %d: %s is %.60q, want %.60q", offset, name, text, want[name])
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
			subset(t, int(length), got, want)
			err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.RemoveBrand("brand-00") })
			if !errors.Is(err, db.ErrDamaged) {
				t.Errorf("updating: %v", err)
			}
		})
	}
}
