package admin

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"designmanual/db"
)

// Verify reports an unused file and removes it, so the next call does not report it.
func TestVerifyRemovesFiles(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	large := make([]byte, 8<<20) // which is written before the end of the update
	rand.Read(large)
	failed := errors.New("failed")
	if err := store.Update(t.Context(), func(tx *db.Tx) error {
		return errors.Join(tx.PutFile(sha256.Sum256(large), int64(len(large)), bytes.NewReader(large)), failed)
	}); !errors.Is(err, failed) || strings.Contains(err.Error(), "storing") {
		t.Fatal(err)
	}
	serve(t, store, time.Now)
	client := dial(t, store.Path())
	for _, want := range []string{"It has been removed.", ""} {
		d, err := Verify.Do(t.Context(), client, None{})
		if err != nil || !d.Sound || len(d.Problems) != min(1, len(want)) {
			t.Fatalf("%+v, %v", d, err)
		}
		if want != "" && (d.Problems[0].Remedy != want || !strings.Contains(d.Problems[0].Text, "belongs to no manual")) {
			t.Errorf("%+v", d.Problems[0])
		}
	}
}
