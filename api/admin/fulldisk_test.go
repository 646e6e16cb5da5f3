//go:build unix

package admin

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"designmanual/seed"
)

// Where no folder takes a copy of the database, its records are verified all the same, and the
// diagnosis says that its pages were not checked and what helps.
func TestVerifyWithoutSpace(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	options := seed.Options{Now: time.Now}
	if _, err := seed.Import(t.Context(), store, []seed.Source{{Name: "acme.json", Data: []byte(acme)}}, options); err != nil {
		t.Fatal(err)
	}
	var before unix.Rlimit
	err := unix.Getrlimit(unix.RLIMIT_FSIZE, &before)
	if err = errors.Join(err, unix.Setrlimit(unix.RLIMIT_FSIZE, &unix.Rlimit{Cur: 4096, Max: before.Max})); err != nil {
		t.Fatal(err)
	}
	d, err := handler(store, time.Now).verify(t.Context(), None{})
	if undone := unix.Setrlimit(unix.RLIMIT_FSIZE, &before); undone != nil {
		t.Fatal(undone)
	}
	if err != nil || d.Sound || !d.Unchecked() || d.Manuals != 2 || len(d.Problems) != 1 {
		t.Fatalf("%+v, %v", d, err)
	}
	if p := d.Problems[0]; !strings.Contains(p.Text, "were not checked") || !strings.Contains(p.Remedy, "TMPDIR") {
		t.Errorf("%+v", p)
	}
}
