package db_test

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

func TestValid(t *testing.T) {
	tests := []struct {
		name    string
		revoked time.Time
		now     time.Time
		want    bool
	}{
		{"valid", time.Time{}, day, true},
		{"just before its end", time.Time{}, day.AddDate(1, 0, 0).Add(-1), true},
		{"expired", time.Time{}, day.AddDate(1, 0, 0), false},
		{"revoked", day.Add(time.Hour), day.Add(time.Hour), false},
		{"revoked in the future", day.Add(time.Hour), day, false},
	}
	for _, test := range tests {
		token := db.AccessToken{Created: day, Expires: day.AddDate(1, 0, 0), Revoked: test.revoked}
		if got := token.Valid(test.now); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// Revoking a token keeps its last use, and the entries of the index.
func TestRevokeToken(t *testing.T) {
	d := openFilled(t)
	before := d.Index()
	token := *before.AccessToken([32]byte{1})
	d.NoteUse(before.AccessToken(token.Sum), day)
	d.NoteUse(before.AccessToken(token.Sum), day.Add(-time.Minute)) // an earlier use does not count
	token.Revoked = day.Add(time.Hour)
	update(t, d, func(tx *db.Tx) error { return tx.PutAccessToken(token) })
	after := d.Index()
	if got := after.AccessToken(token.Sum); got.Valid(day) || !got.LastUsed().Equal(day) {
		t.Errorf("the token is %+v, last used %v", got, got.LastUsed())
	}
	if before.AccessToken(token.Sum).Valid(day) != true {
		t.Error("the old index has changed")
	}
	if before.Manual("man_guide") != after.Manual("man_guide") || before.Brand("acme") != after.Brand("acme") {
		t.Error("the entries were replaced")
	}
	d = openAgain(t, d)
	if got := d.Index().AccessToken(token.Sum); !got.Revoked.Equal(token.Revoked) || !got.LastUsed().Equal(day) {
		t.Errorf("opened again, the token is %+v, last used %v", got, got.LastUsed())
	}
}

// The file has the last use of a token after an hour, and after Close.
func TestLastUseWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := openFilled(t)
		written := func(name string) time.Time {
			path := filepath.Join(filepath.Dir(d.Path()), name)
			writeFile(t, path, must(os.ReadFile(d.Path())))
			copied := must(db.Open(path))
			defer copied.Close()
			return copied.Index().AccessToken([32]byte{1}).LastUsed()
		}
		d.NoteUse(d.Index().AccessToken([32]byte{1}), day)
		time.Sleep(59 * time.Minute)
		synctest.Wait()
		if got := written("early"); !got.IsZero() {
			t.Errorf("after 59 minutes: %v", got)
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if got := written("late"); !got.Equal(day) {
			t.Errorf("after the hour: %v, want %v", got, day)
		}
		before := must(os.ReadFile(d.Path()))
		time.Sleep(10 * time.Hour)
		synctest.Wait()
		checkUnchanged(t, d, before)
		d.NoteUse(d.Index().AccessToken([32]byte{1}), day.Add(time.Minute))
		closeStore(t, d)
		if got := written("closed"); !got.Equal(day.Add(time.Minute)) {
			t.Errorf("after Close: %v, want %v", got, day.Add(time.Minute))
		}
	})
}

// Last uses that cannot be written are in the log once an hour.
func TestLastUseNotWritten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := openFilled(t)
		var log strings.Builder
		d.LogTo(slog.New(slog.NewTextHandler(&log, nil)))
		if err := os.Remove(d.Path()); err != nil {
			t.Fatal(err)
		}
		d.NoteUse(d.Index().AccessToken([32]byte{1}), day)
		time.Sleep(90 * time.Minute)
		synctest.Wait()
		if got := log.String(); strings.Count(got, "last uses") != 1 || !strings.Contains(got, "removed or replaced") {
			t.Errorf("the log is %q", got)
		}
		if err := d.Close(); err == nil {
			t.Error("Close does not say that last uses are lost")
		}
	})
}

// A revoked token stays revoked when its brand is removed, comes back and declares
// the same secret.
func TestRevokedStays(t *testing.T) {
	d := openFilled(t)
	token := *d.Index().AccessToken([32]byte{1})
	token.Revoked = day
	update(t, d, func(tx *db.Tx) error { return tx.PutAccessToken(token) })
	update(t, d, func(tx *db.Tx) error { return tx.RemoveBrand("acme") })
	again := acme
	again.DeclaredTokens = []manual.DeclaredToken{{ID: "tok_declared", Name: "builds", Sum: token.Sum, File: "acme.json"}}
	update(t, d, func(tx *db.Tx) error { return tx.PutBrand(again) })
	for range 2 {
		if got := d.Index().AccessToken(token.Sum); got == nil || got.Valid(day) {
			t.Errorf("the token is %+v", got)
		}
		d = openAgain(t, d)
	}
}
