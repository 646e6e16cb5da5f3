package db_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// An update notices that a byte changes between its write and the end of the
// commit. Whether flipMarker hits this moment depends on how long a commit takes,
// so there are many updates.
func TestReadBack(t *testing.T) {
	d := openFilled(t)
	filler, _ := randomContent(6 << 20)
	for n := range 50 {
		marker := []byte(fmt.Sprintf("marker of update %d", n))
		var done atomic.Bool
		var wait sync.WaitGroup
		wait.Go(func() { flipMarker(t, d.Path(), marker, &done) })
		s := snapshot("acme", "man_press", "press", "press")
		s.Documents[manual.ManualDocument] = manual.Document{Identity: marker, Gzip: marker}
		binary.NativeEndian.PutUint32(filler, uint32(n))
		s.Documents[manual.TokensDocument] = document(bytes.Clone(filler))
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
		if _, err := d.Read(ix, ix.Manual("man_press"), manual.ManualDocument, false); !errors.Is(err, db.ErrDamaged) {
			t.Errorf("reading the damaged document: %v", err)
		}
		read(t, d, "man_press", manual.TokensDocument)
		return
	}
	t.Error("no update has noticed the damage")
}

// flipMarker flips a byte of the marker as soon as the file has it. It looks
// through a mapping: with the race detector, reading the file takes longer than
// a commit.
func flipMarker(t *testing.T, path string, marker []byte, done *atomic.Bool) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Error(err)
		return
	}
	defer file.Close()
	const most = 1 << 30 // bytes, of which there are fewer
	mapped, err := syscall.Mmap(int(file.Fd()), 0, most, syscall.PROT_READ, syscall.MAP_SHARED)
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = syscall.Munmap(mapped) }()
	for !done.Load() {
		info, err := file.Stat()
		if err != nil {
			t.Error(err)
			return
		}
		if at := bytes.Index(mapped[:info.Size()], marker); at >= 0 {
			if _, err := file.WriteAt([]byte{mapped[at] ^ 1}, int64(at)); err != nil {
				t.Error(err)
			}
			return
		}
	}
}
