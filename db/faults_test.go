package db_test

import (
	"encoding/binary"
	"os"
	"testing"

	"designmanual/db"
	"designmanual/db/manual"
)

// With a torn meta page the store opens in the state before the last update, and the next update
// repairs it.
func TestTornMetaPage(t *testing.T) {
	d := openFilled(t)
	update(t, d, func(tx *db.Tx) error { return tx.RemoveManual("acme", "man_press") })
	closeStore(t, d)
	tearMetaPage(t, d.Path())
	d = openAt(t, d.Path())
	if d.Index().Manual("man_press") == nil {
		t.Error("the state is not the one before the last update")
	}
	read(t, d, "man_press", manual.TokensDocument)
	verify(t, d)
	putBrands(t, d, "new")
	d = openAgain(t, d)
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
