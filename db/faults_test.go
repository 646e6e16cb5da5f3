package db_test

import (
	"encoding/binary"
	"os"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

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
