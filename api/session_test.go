package api

import (
	"strings"
	"testing"
	"time"

	"designmanual/db"
)

func TestSession(t *testing.T) {
	key, other := [32]byte{1}, [32]byte{2}
	house, cellar := &db.Entry{ID: "man_house", Password: "hash"}, &db.Entry{ID: "man_cellar", Password: "hash"}
	changed := &db.Entry{ID: "man_house", Password: "hash of another"}
	text := sealSession(key, house, noon)
	for _, row := range []struct {
		name  string
		key   [32]byte
		of    *db.Entry
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
		{"moved to a later end", key, house, sealSession(key, house, noon.Add(time.Hour))[:11] + text[11:], -1, false},
		{"with other bits past its end", key, house, text[:len(text)-1] + string(text[len(text)-1]+1), -1, false},
		{"of nothing", key, house, "", -1, false},
	} {
		if got := openSession(row.key, row.of, row.text, noon.Add(row.after)); got != row.want {
			t.Errorf("a session %s: %t, want %t", row.name, got, row.want)
		}
	}
}

// No text but the one that was sealed opens a page.
func FuzzOpenSession(f *testing.F) {
	key, e := [32]byte{1}, &db.Entry{ID: "man_house", Password: "hash"}
	text := sealSession(key, e, noon)
	for _, seed := range []string{text, text[:53], text + "\n", strings.ToLower(text), "", "=", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, guess string) {
		if openSession(key, e, guess, noon.Add(-time.Second)) && guess != text {
			t.Fatalf("%q is taken for a session", guess)
		}
	})
}
