package pages

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// noon is when the tests take place.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func TestSession(t *testing.T) {
	key, other := Key{1}, Key{2}
	store := openStore(t)
	house, cellar := putLocked(t, store, "man_house", "hash"), putLocked(t, store, "man_cellar", "hash")
	changed := putLocked(t, store, "man_house", "hash of another")
	text := key.seal(house, noon)
	for _, row := range []struct {
		name  string
		key   Key
		of    db.Entry
		text  string
		after time.Duration
		want  bool
	}{
		{"as sealed", key, house, text, -time.Hour, true},
		{"in its last second", key, house, text, -1, true},
		{"at its end", key, house, text, 0, false},
		{"of another store", other, house, text, -1, false},
		{"of another manual", key, cellar, text, -1, false},
		{"of another password", key, changed, text, -1, false},
		{"moved to a later end", key, house, key.seal(house, noon.Add(time.Hour))[:11] + text[11:], -1, false},
		{"with other bits past its end", key, house, text[:len(text)-1] + string(text[len(text)-1]+1), -1, false},
		{"of nothing", key, house, "", -1, false},
	} {
		if got := row.key.open(row.of.ID(), row.of.Password(), row.text, noon.Add(row.after)); got != row.want {
			t.Errorf("a session %s: %t, want %t", row.name, got, row.want)
		}
	}
}

func openStore(t testing.TB) *db.DB {
	t.Helper()
	store, err := db.Open(filepath.Join(t.TempDir(), "manuals.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// putLocked puts a manual whose page has a password, by its hash.
func putLocked(t testing.TB, store *db.DB, id, hash string) db.Entry {
	t.Helper()
	err := store.Update(t.Context(), func(tx *db.Tx) error {
		if err := tx.PutBrand(manual.Brand{Slug: id[4:]}); err != nil {
			return err
		}
		_, err := tx.Put(&manual.Snapshot{
			Brand: id[4:], Primary: true, Password: hash,
			Manual: manual.Manual{ID: id, Slug: "guide", Visibility: manual.Password},
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return store.Index().Entry(id)
}

// No text but the one that was sealed opens a page.
func FuzzOpenSession(f *testing.F) {
	key, e := Key{1}, putLocked(f, openStore(f), "man_house", "hash")
	text := key.seal(e, noon)
	for _, seed := range []string{text, text[:53], text + "\n", strings.ToLower(text), "", "=", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, guess string) {
		if key.open(e.ID(), e.Password(), guess, noon.Add(-time.Second)) && guess != text {
			t.Fatalf("%q is taken for a session", guess)
		}
	})
}
