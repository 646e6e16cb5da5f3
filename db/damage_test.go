package db_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"designmanual/db"
)

// TestDamage damages a file in many places, one at a time. What can be read is
// what was written, and every error has the advice to restore a backup.
func TestDamage(t *testing.T) {
	d := open(t)
	fillLarge(t, d)
	want, _ := readAll(t, d)
	intact := closeStore(t, d)
	tally := make(map[string]int)
	try := func(at int, damaged []byte) {
		writeFile(t, d.Path(), damaged)
		tally[checkDamaged(t, d.Path(), at, want)]++
		if len(damaged) < len(intact) && !bytes.Equal(must(os.ReadFile(d.Path())), damaged) {
			t.Errorf("a file of %d bytes: Open has changed it", len(damaged))
		}
	}
	checkTally := func(name string, kinds ...string) {
		t.Log(name, tally)
		for _, kind := range kinds {
			if tally[kind] == 0 {
				t.Errorf("%s: outcomes %v, want some of %s", name, tally, kind)
			}
		}
		clear(tally)
	}
	damaged := bytes.Clone(intact)
	for _, at := range flipOffsets(intact) {
		damaged[at] ^= []byte{1 << (at % 8), 0xff}[at/8%2]
		try(at, damaged)
		damaged[at] = intact[at]
	}
	checkTally("a flipped byte", "nothing", "record", "open")
	lengths := []int{0, 1, 79, 80, 4095, 4096, 4176, 8191, 8192, 8193, len(intact) / 2}
	for length := 9000; length < min(len(intact), 70_000); length += 1777 {
		lengths = append(lengths, length)
	}
	for _, length := range lengths {
		try(length, intact[:length])
		_, err := db.Open(d.Path())
		if length > 0 && !cutShort.MatchString(err.Error()) {
			t.Errorf("a file of %d bytes: the error is %q, which does not say in words of ours that it is cut short", length, err)
		}
	}
	if tally["open"] != len(lengths) {
		t.Errorf("outcomes of files cut short: %v, want only errors of Open", tally)
	}
}

// cutShort matches the error of a file that ends too early.
var cutShort = regexp.MustCompile(`^opening \S+: [a-z ,:]*the file ends before its data[a-z ,:]*(\d+ of \d+ bytes)? ` +
	"\\(the database is damaged; put a backup in place with `designmanual restore`\\)$")

// flipOffsets returns offsets of bytes to flip: some at the beginning of every
// page, where its structure is, and others at random.
func flipOffsets(file []byte) []int {
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

// checkDamaged opens the file, compares what it reads with want, and updates
// some of the files. It returns the outcome: "open" if Open fails,
// "record" if reading a record fails, or "nothing".
func checkDamaged(t *testing.T, path string, offset int, want contents) string {
	t.Helper()
	d, err := db.Open(path)
	if err != nil {
		if !errors.Is(err, db.ErrOtherSchema) && !errors.Is(err, db.ErrEmpty) && (!errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), "restore")) {
			t.Errorf("offset %d: opening: %v", offset, err)
		}
		return "open"
	}
	defer d.Close()
	if d.Index().Manual("man_23") == nil || offset < 2*os.Getpagesize() {
		return "nothing" // bbolt has fallen back to the state before the last transaction
	}
	got, errs := readAll(t, d)
	for name, err := range errs {
		if !errors.Is(err, db.ErrDamaged) || !strings.Contains(err.Error(), "restore") {
			t.Errorf("offset %d: reading %s: %v", offset, name, err)
		}
	}
	checkSubset(t, offset, got, want)
	for name := range want {
		if _, ok := got[name]; !ok && errs[name] == nil {
			t.Errorf("offset %d: %s is missing", offset, name)
		}
	}
	if offset%10 == 0 {
		err := d.Update(t.Context(), func(tx *db.Tx) error {
			return errors.Join(putAll(tx, primary(snapshot("acme", "man_guide", "guide", "changed"))), tx.RemoveManual("brand-01", "man_05"))
		})
		if err != nil && !errors.Is(err, db.ErrDamaged) {
			t.Errorf("offset %d: updating: %v", offset, err)
		}
		got, _ := readAll(t, d)
		maps.DeleteFunc(got, func(name, _ string) bool { return strings.Contains(name, "man_guide") })
		checkSubset(t, offset, got, want)
	}
	if len(errs) > 0 {
		return "record"
	}
	return "nothing"
}

// checkSubset checks that everything in got is in want.
func checkSubset(t *testing.T, offset int, got, want contents) {
	t.Helper()
	for name, text := range got {
		if text != want[name] {
			t.Errorf("offset %d: %s is %.60q, want %.60q", offset, name, text, want[name])
		}
	}
}

// Truncating the file of an open store leads to errors, not to a crash.
func TestTruncateOpen(t *testing.T) {
	for _, length := range []int64{300_000, 20_000, 100} {
		t.Run(fmt.Sprint(length), func(t *testing.T) {
			d := open(t)
			fillLarge(t, d)
			want, _ := readAll(t, d)
			if err := os.Truncate(d.Path(), length); err != nil {
				t.Fatal(err)
			}
			got, errs := readAll(t, d)
			if len(errs) == 0 {
				t.Error("everything can be read")
			}
			for name, err := range errs {
				if !errors.Is(err, db.ErrDamaged) {
					t.Errorf("reading %s: %v", name, err)
				}
			}
			checkSubset(t, int(length), got, want)
			err := d.Update(t.Context(), func(tx *db.Tx) error { return tx.RemoveBrand("brand-00") })
			if !errors.Is(err, db.ErrDamaged) {
				t.Errorf("updating: %v", err)
			}
		})
	}
}
