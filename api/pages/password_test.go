package pages

import (
	"context"
	"errors"
	"runtime"
	"testing"

	"golang.org/x/crypto/bcrypt"
)

// Beyond those that wait, checks are refused, and a client that has gone does
// not wait.
func TestCheckerIsBounded(t *testing.T) {
	hash, err := bcrypt.GenerateFromPassword([]byte("open sesame"), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	c := NewChecker()
	workers := int64(max(runtime.GOMAXPROCS(0)/2, 1))
	waiting := workers * (1 + waitersPerWorker)
	if !c.workers.TryAcquire(workers) {
		t.Fatal("a new checker is busy")
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Check(gone, string(hash), "open sesame"); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that has gone: %v", err)
	}
	if !c.queue.TryAcquire(waiting) {
		t.Error("who has gone still waits")
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
		t.Error("a hash that is none passes")
	}
	if !c.workers.TryAcquire(workers) || !c.queue.TryAcquire(waiting) {
		t.Error("some are still at work")
	}
}
