package api

import (
	"context"
	"errors"
	"testing"
	"time"
)

// Beyond those that wait, checks are refused without one, and neither that
// nor a client that went away costs a try.
func TestGateIsBounded(t *testing.T) {
	g := newGate(func() time.Time { return noon })
	hash := hashOf(t, password)
	for range cap(g.turns) {
		g.turns <- struct{}{}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for range 2 * triesPerMinute {
		if _, _, err := g.check(gone, "a", hash, password); !errors.Is(err, errBusy) {
			t.Fatalf("a client that has gone: %v", err)
		}
	}
	for range cap(g.places) {
		g.places <- struct{}{}
	}
	for range 2 * triesPerMinute {
		if _, _, err := g.check(context.Background(), "a", hash, password); !errors.Is(err, errCrowd) {
			t.Fatalf("one too many: %v", err)
		}
	}
	for range cap(g.turns) {
		<-g.turns
	}
	for range cap(g.places) {
		<-g.places
	}
	right, standing, err := g.check(context.Background(), "a", hash, password)
	if !right || err != nil || standing.Remaining != triesPerMinute-1 {
		t.Errorf("afterwards: %t, %+v, %v", right, standing, err)
	}
	if len(g.turns) != 0 || len(g.places) != 0 {
		t.Errorf("%d turns and %d places are held", len(g.turns), len(g.places))
	}
}
