package pages

import (
	"context"
	"errors"
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
	for range cap(c.workers) {
		c.workers <- struct{}{}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := c.Check(gone, string(hash), "open sesame"); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that has gone: %v", err)
	}
	for range cap(c.queue) {
		c.queue <- struct{}{}
	}
	if _, err := c.Check(context.Background(), string(hash), "open sesame"); !errors.Is(err, ErrBusy) {
		t.Errorf("one too many: %v", err)
	}
	for range cap(c.workers) {
		<-c.workers
	}
	for range cap(c.queue) {
		<-c.queue
	}
	for password, want := range map[string]bool{"open sesame": true, "open": false} {
		if right, err := c.Check(context.Background(), string(hash), password); right != want || err != nil {
			t.Errorf("%q: %t, %v", password, right, err)
		}
	}
	if _, err := c.Check(context.Background(), "no hash", "open sesame"); err == nil {
		t.Error("a hash that is none passes")
	}
	if len(c.workers) != 0 || len(c.queue) != 0 {
		t.Errorf("%d workers and %d in the queue are left", len(c.workers), len(c.queue))
	}
}
