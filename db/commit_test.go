//go:build unix

package db_test

import (
	"errors"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"designmanual/db"
	"designmanual/db/manual"
)

// Commits fail because the file must not grow.
func TestFailedCommit(t *testing.T) {
	signal.Ignore(syscall.SIGXFSZ)
	t.Cleanup(func() { signal.Reset(syscall.SIGXFSZ) })
	d := open(t)
	fill(t, d)
	want, _ := readAll(t, d)
	large := snapshot("acme", "man_large", "large", "large")
	body, _ := randomContent(5 << 20)
	large.Bodies.TokensJSON = body
	put := func(tx *db.Tx) error { return putAll(tx, large) }
	checkState := func() {
		t.Helper()
		if got, errs := readAll(t, d); len(errs) > 0 || !maps.Equal(got, want) {
			t.Errorf("the store has %v, errors %v", got, errs)
		}
		if _, err := db.Open(d.Path()); !errors.Is(err, db.ErrLocked) {
			t.Errorf("the store is not locked: %v", err)
		}
	}

	var synced []string
	db.ObserveSyncs(t, func(name string) error {
		synced = append(synced, name)
		return nil
	})
	undo := limitFiles(t, uint64(must(os.Stat(d.Path())).Size()))
	err := d.Update(t.Context(), put)
	if err == nil || !strings.Contains(err.Error(), unix.EFBIG.Error()) || !strings.Contains(err.Error(), "the state before the change") {
		t.Errorf("update: %v", err)
	}
	if !slices.Equal(synced, []string{d.Path()}) { // the state that was found is the one that stays
		t.Errorf("synced %q after a failed commit", synced)
	}
	checkState()
	if err := d.Update(t.Context(), func(tx *db.Tx) error { return saveFiles(tx, newFile(9<<20)) }); err == nil || !strings.Contains(err.Error(), unix.EFBIG.Error()) {
		t.Errorf("storing a file: %v", err)
	}
	checkState()
	update(t, d, func(tx *db.Tx) error { return tx.PutBrand(acme) }) // an update without changes succeeds

	token := d.Index().AccessToken([32]byte{1})
	d.NoteUse(token, day)
	if err := d.Update(t.Context(), put); err == nil {
		t.Error("the update succeeded")
	}
	ix := d.Index()
	if _, err := d.ReadDocument(ix, ix.Manual("man_guide"), manual.TokensDocument, true); err != nil {
		t.Errorf("reading after a failed commit: %v", err)
	}
	checkState()
	undo()
	update(t, d, put)
	if got := d.Index().AccessToken([32]byte{1}); got == token || !got.LastUsed().Equal(day) { // the index was read from the file again
		t.Errorf("the token was last used %v", got.LastUsed())
	}
	d = openAgain(t, d)
	if got, want := outline(d.Index()), "acme: guide large press; bison: book; tokens 1"; got != want {
		t.Errorf("the store has %s, want %s", got, want)
	}
	verify(t, d)
}

// limitFiles sets the maximum size of files that this process writes, and
// returns a function that resets it.
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
