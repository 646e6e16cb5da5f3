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

// With a torn meta page the store opens in the state before the last update, with
// a warning, and the next update repairs it.
func TestTornMetaPage(t *testing.T) {
	d := openFilled(t)
	update(t, d, func(tx *db.Tx) error { return tx.Remove("acme", "man_press") })
	if d.Warning() != "" {
		t.Errorf("an intact file has the warning %s", d.Warning())
	}
	closeStore(t, d)
	tearMetaPage(t, d.Path())
	d = openAt(t, d.Path())
	if d.Warning() == "" {
		t.Error("no warning")
	}
	if d.Index().Entry("man_press") == nil {
		t.Error("the state is not the one before the last update")
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
	verify(t, d)
}

// tearMetaPage clears the end of the meta page that the last transaction wrote.
func tearMetaPage(t *testing.T, path string) {
	t.Helper()
	file := must(os.ReadFile(path))
	page := file[:os.Getpagesize()]
	if second := file[os.Getpagesize():][:os.Getpagesize()]; binary.NativeEndian.Uint64(second[64:]) > binary.NativeEndian.Uint64(page[64:]) {
		page = second
	}
	clear(page[48:])
	writeFile(t, path, file)
}

// An update notices that a byte changes between its write and the end of the
// commit. Whether flipMarker hits this moment depends on how long a commit takes,
// so there are many updates.
func TestReadBack(t *testing.T) {
	d := openFilled(t)
	filler, _ := randomContent(12 << 20)
	for n := range 50 {
		marker := []byte(fmt.Sprintf("marker of update %d", n))
		var done atomic.Bool
		var wait sync.WaitGroup
		wait.Go(func() { flipMarker(d.Path(), marker, &done) })
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
			t.Errorf("reading the damaged document: %v", err)
		}
		read(t, d, "man_press", manual.TokensDocument)
		return
	}
	t.Error("no update has noticed the damage")
}

// flipMarker flips a byte of the marker as soon as the file has it.
func flipMarker(path string, marker []byte, done *atomic.Bool) {
	file := must(os.OpenFile(path, os.O_RDWR, 0))
	defer file.Close()
	for !done.Load() {
		data := must(os.ReadFile(path))
		if at := bytes.Index(data, marker); at >= 0 {
			must(file.WriteAt([]byte{data[at] ^ 1}, int64(at)))
			return
		}
	}
}
