//go:build unix

package db_test

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"designmanual/db"
	"designmanual/db/manual"
)

// TestFailedCommit has commits fail for want of room.
func TestFailedCommit(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	t.Cleanup(func() { signal.Reset(syscall.SIGXFSZ) })
	d := open(t)
	fill(t, d)
	want, _ := readAll(t, d)
	large := snapshot("acme", "man_large", "large", strings.Repeat("large", 1<<20))
	put := func(tx *db.Tx) error { return putAll(tx, large) }
	unchanged := func() {
		t.Helper()
		if got, refused := readAll(t, d); len(refused) > 0 || !maps.Equal(got, want) {
			t.Errorf("the store has %v, refuses %v", got, refused)
		}
		if _, err := db.Open(d.Path()); !errors.Is(err, db.ErrLocked) {
			t.Errorf("opened by another: %v", err)
		}
	}

	undo := limitFiles(t, uint64(must(os.Stat(d.Path())).Size()))
	err := d.Update(t.Context(), put)
	if err == nil || !strings.Contains(err.Error(), unix.EFBIG.Error()) || !strings.Contains(err.Error(), "the state before the change") {
		t.Errorf("a commit without room: %v", err)
	}
	unchanged()
	batch := d.NewFileBatch()
	file, of := content(9 << 20)
	if err := batch.Put(t.Context(), of, int64(len(file)), bytes.NewReader(file)); err == nil || !strings.Contains(err.Error(), unix.EFBIG.Error()) {
		t.Errorf("a file without room: %v", err)
	}
	batch.Close()
	unchanged()
	update(t, d, func(tx *db.Tx) error { return tx.PutBrand(acme) }) // changes nothing, and is not refused

	token := d.Index().Token([32]byte{1})
	d.Touch(token, day)
	if err := d.Update(t.Context(), put); err == nil {
		t.Error("a commit without room")
	}
	ix := d.Index()
	if _, err := d.Read(ix, ix.Entry("man_guide"), manual.TokensDocument, true); err != nil {
		t.Errorf("reading after it: %v", err)
	}
	unchanged()
	undo()
	update(t, d, put)
	if got := d.Index().Token([32]byte{1}); got == token || !got.LastUsed().Equal(day) { // the file was read again meanwhile
		t.Errorf("the token was last used %v", got.LastUsed())
	}
	d = openAgain(t, d)
	if got, want := outline(d.Index()), "acme: guide(3) large(3) press(3); bison: book(3); tokens 1"; got != want {
		t.Errorf("the store has %s, want %s", got, want)
	}
	sound(t, d)
}

// limitFiles lowers how long the files of the process may become, and returns
// what raises it again.
func limitFiles(t *testing.T, size uint64) (undo func()) {
	t.Helper()
	var before unix.Rlimit
	undo = func() {
		if err := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); err != nil {
			t.Fatal(err)
		}
	}
	err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before)
	if err = errors.Join(err, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: size, Max: before.Max})); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(undo)
	return undo
}
