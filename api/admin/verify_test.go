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

// Verify reports a file that belongs to no manual, which needs no care.
func TestVerifyUnusedFiles(t *testing.T) {
	store := open(t, filepath.Join(t.TempDir(), "a.db"))
	large := make([]byte, 8<<20)
	rand.Read(large)
	failed := errors.New("failed")
	if err := store.Update(t.Context(), func(tx *db.Tx) error {
		return errors.Join(tx.SaveFile(sha256.Sum256(large), int64(len(large)), bytes.NewReader(large)), failed)
	}); !errors.Is(err, failed) || strings.Contains(err.Error(), "storing") {
		t.Fatal(err)
	}
	serve(t, store, time.Now)
	d, err := Verify.Do(t.Context(), dial(t, store.Path()), None{})
	if err != nil || !d.Sound || len(d.Problems) != 1 {
		t.Fatalf("%+v, %v", d, err)
	}
	if p := d.Problems[0]; p.Remedy != "Nothing needs to be done." || !strings.Contains(p.Text, "belong to no manual") {
		t.Errorf("%+v", p)
	}
}
