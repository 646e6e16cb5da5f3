package db_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// A byte that changes between the moment it is written and the end of the
// commit is found as the update is read back. Whether it is met depends on how
// long a commit takes, so there are many of them.
func TestReadBack(t *testing.T) {
	d := filled(t)
	filler, _ := content(12 << 20)
	for n := range 50 {
		marker := []byte(fmt.Sprintf("here is what update %d has written", n))
		var done atomic.Bool
		var wait sync.WaitGroup
		wait.Go(func() { flipOnSight(t, d.Path(), marker, &done) })
		s := snapshot("acme", "man_press", "press", "press")
		s.Documents[manual.ManualDocument] = manual.Document{Identity: marker}
		binary.NativeEndian.PutUint32(filler, uint32(n))
		s.Documents[manual.TokensDocument] = manual.Document{Identity: bytes.Clone(filler)}
		err := d.Update(t.Context(), func(tx *db.Tx) error { return putAll(tx, s) })
		done.Store(true)
		wait.Wait()
		if err == nil {
			continue
		}
		if !errors.Is(err, db.ErrDamaged) {
			t.Fatal(err)
		}
		ix := d.Index()
		if _, err := d.Read(ix, ix.Entry("man_press"), manual.ManualDocument, false); !errors.Is(err, db.ErrDamaged) {
			t.Errorf("the damaged document is read with %v", err)
		}
		read(t, d, "man_press", manual.TokensDocument)
		return
	}
	t.Error("no update has noticed that its file was damaged meanwhile")
}

// flipOnSight flips a byte of the marker once the file has it.
func flipOnSight(t *testing.T, path string, marker []byte, done *atomic.Bool) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Error(err)
		return
	}
	defer file.Close()
	for !done.Load() {
		all, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			return
		}
		if at := bytes.Index(all, marker); at >= 0 {
			if _, err := file.WriteAt([]byte{all[at] ^ 1}, int64(at)); err != nil {
				t.Error(err)
			}
			return
		}
	}
}

// A first page that was not written to its end leaves the state before: the
// store opens with a warning, and the next update makes it whole.
func TestTornPage(t *testing.T) {
	d := filled(t)
	update(t, d, func(tx *db.Tx) error { return tx.Remove("acme", "man_press") })
	if d.Warning() != "" {
		t.Errorf("a whole file warns: %s", d.Warning())
	}
	closed(t, d)
	tear(t, d.Path())
	d = openAt(t, d.Path())
	if d.Warning() == "" {
		t.Error("it opens without a warning")
	}
	if d.Index().Entry("man_press") == nil {
		t.Error("it is not as it was before the last update")
	}
	read(t, d, "man_press", manual.TokensDocument)
	if found := problems(t, d); len(found) != 1 || !found[0].Harmless {
		t.Errorf("found %+v", found)
	}
	putBrands(t, d, "new")
	d = openAgain(t, d)
	if d.Warning() != "" {
		t.Errorf("after an update: %s", d.Warning())
	}
	sound(t, d)
}

// tear leaves of the page that the last transaction wrote first half.
func tear(t *testing.T, path string) {
	t.Helper()
	file := must(os.ReadFile(path))
	page := file[:os.Getpagesize()]
	if second := file[os.Getpagesize():][:os.Getpagesize()]; binary.NativeEndian.Uint64(second[64:]) > binary.NativeEndian.Uint64(page[64:]) {
		page = second
	}
	clear(page[48:])
	writeFile(t, path, file)
}
