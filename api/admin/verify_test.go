package admin

import (
	"crypto/sha256"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Verify reports an unused file and removes it, so the next call does not report it.
func TestVerifyRemovesFiles(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	batch := store.NewFileBatch()
	if err := batch.Put(t.Context(), sha256.Sum256([]byte("left")), 4, strings.NewReader("left")); err != nil {
		t.Fatal(err)
	}
	batch.Close()
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
