package pages

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

// Too many checks at a time fail, and so do those of clients that disconnect
// while they wait.
func TestCheckerLimits(t *testing.T) {
	hash, err := bcrypt.GenerateFromPassword([]byte("open sesame"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	c := NewPasswordChecker()
	workers := int64(max(runtime.GOMAXPROCS(0)/2, 1))
	waiting := workers * (1 + waitersPerWorker)
	if !c.workers.TryAcquire(workers) {
		t.Fatal("a new checker is busy")
	}
	disconnected, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Check(disconnected, string(hash), "open sesame"); !errors.Is(err, context.Canceled) {
		t.Errorf("a disconnected client: %v", err)
	}
	if !c.queue.TryAcquire(waiting) {
		t.Error("the disconnected client still waits")
	}
	if _, err := c.Check(context.Background(), string(hash), "open sesame"); !errors.Is(err, ErrBusy) {
		t.Errorf("one too many: %v", err)
	}
	c.workers.Release(workers)
	c.queue.Release(waiting)
	for password, want := range map[string]bool{"open sesame": true, "open": false} {
		if right, err := c.Check(context.Background(), string(hash), password); right != want || err != nil {
			t.Errorf("%q: %t, %v", password, right, err)
		}
	}
	if _, err := c.Check(context.Background(), "no hash", "open sesame"); err == nil {
		t.Error("an invalid hash matches")
	}
	if !c.workers.TryAcquire(workers) || !c.queue.TryAcquire(waiting) {
		t.Error("some checks still run")
	}
}

// A password is the same in each form of Unicode that machines send it in.
func TestPasswordForms(t *testing.T) {
	const composed, decomposed = "caf\u00e9 \u00fc", "cafe\u0301 u\u0308"
	for _, row := range []struct{ hashed, sent string }{
		{composed, composed}, {composed, decomposed}, {decomposed, decomposed}, {decomposed, composed},
	} {
		hash, err := bcrypt.GenerateFromPassword([]byte(row.hashed), bcrypt.MinCost)
		if err != nil {
			t.Fatal(err)
		}
		if right, err := NewPasswordChecker().Check(t.Context(), string(hash), row.sent); !right || err != nil {
			t.Errorf("%q for %q: %t, %v", row.sent, row.hashed, right, err)
		}
	}
	hash, err := bcrypt.GenerateFromPassword([]byte(composed), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	if right, err := NewPasswordChecker().Check(t.Context(), string(hash), "cafe u"); right || err != nil {
		t.Errorf("without accents: %t, %v", right, err)
	}
}
