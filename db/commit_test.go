//go:build unix

package db_test

import (
	"bytes"
	"errors"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"designmanual/db"
	"designmanual/db/manual"
)

// limitedChild tells the test binary that it is a child which may limit
// itself, and which file it is to use.
const limitedChild = "DESIGNMANUAL_TEST_LIMITED_CHILD"

// TestFailedCommit runs [TestLimited] in a process of its own, since the
// limits that make a commit fail hold for a whole process.
func TestFailedCommit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "manuals.db")
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestLimited$", "-test.v")
	child.Env = append(os.Environ(), limitedChild+"="+path)
	output, err := child.CombinedOutput()
	if err != nil || !strings.Contains(string(output), "--- PASS: TestLimited") {
		t.Errorf("%v\n%s", err, output)
	}
	d := openAt(t, path) // what the child has left
	if got, want := outline(d.Index()), "acme: guide(3) large(3) press(3); bison: book(3); tokens 1"; got != want {
		t.Errorf("the store has %s, want %s", got, want)
	}
	sound(t, d)
}

// TestLimited is the child's part of [TestFailedCommit]: commits fail for
// want of room.
func TestLimited(t *testing.T) {
	path := os.Getenv(limitedChild)
	if path == "" {
		t.Log("run by TestFailedCommit")
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	d := openAt(t, path)
	fill(t, d)
	want, _ := readAll(t, d)
	large := snapshot("acme", "man_large", "large", strings.Repeat("large", 1<<20))
	put := func(tx *db.Tx) error { return putAll(tx, large) }
	unchanged := func() {
		t.Helper()
		if got, refused := readAll(t, d); len(refused) > 0 || !maps.Equal(got, want) {
			t.Errorf("the store has %v, refuses %v", got, refused)
		}
		if _, err := db.Open(path); !errors.Is(err, db.ErrLocked) {
			t.Errorf("opened by another: %v", err)
		}
	}

	undo := limit(t, unix.RLIMIT_FSIZE, uint64(must(os.Stat(path)).Size()))
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
	closed(t, d)
}

// limit lowers a limit of the process and returns what raises it again.
func limit(t *testing.T, resource int, to uint64) (undo func()) {
	t.Helper()
	var before unix.Rlimit
	if err := unix.Getrlimit(resource, &before); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(resource, &unix.Rlimit{Cur: to, Max: before.Max}); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := unix.Setrlimit(resource, &before); err != nil {
			t.Fatal(err)
		}
	}
}
