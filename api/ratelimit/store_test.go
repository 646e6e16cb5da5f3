package ratelimit

import (
	"context"
	"encoding/binary"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/ulule/limiter/v3"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// A clock is set by the test.
type clock struct{ now time.Time }

func (c *clock) time() time.Time { return c.now }

var perMinute = limiter.Rate{Formatted: "5-M", Period: time.Minute, Limit: 5}

// count counts one request.
func count(t testing.TB, s limiter.Store, key string, rate limiter.Rate) limiter.Context {
	t.Helper()
	c, err := s.Get(context.Background(), key, rate)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestStoreWindow(t *testing.T) {
	c := &clock{noon.Add(900 * time.Millisecond)}
	s := NewStore(1<<10, c.time)
	end := noon.Unix() + 60
	for _, row := range []struct {
		at   time.Duration // since noon
		want limiter.Context
	}{
		{900 * time.Millisecond, limiter.Context{Limit: 5, Remaining: 4, Reset: end}},
		{time.Second, limiter.Context{Limit: 5, Remaining: 3, Reset: end}},
		{2 * time.Second, limiter.Context{Limit: 5, Remaining: 2, Reset: end}},
		{2 * time.Second, limiter.Context{Limit: 5, Remaining: 1, Reset: end}},
		{30 * time.Second, limiter.Context{Limit: 5, Remaining: 0, Reset: end}},
		{59 * time.Second, limiter.Context{Limit: 5, Remaining: 0, Reset: end, Reached: true}},
		{60*time.Second - 1, limiter.Context{Limit: 5, Remaining: 0, Reset: end, Reached: true}},
		{60 * time.Second, limiter.Context{Limit: 5, Remaining: 4, Reset: end + 60}}, // the window has ended when Reset said
		{300 * time.Second, limiter.Context{Limit: 5, Remaining: 4, Reset: end + 300}},
		{-time.Hour, limiter.Context{Limit: 5, Remaining: 4, Reset: end - 3600}}, // the clock was set back
	} {
		c.now = noon.Add(row.at)
		if got := count(t, s, "client", perMinute); got != row.want {
			t.Errorf("after %v: %+v, want %+v", row.at, got, row.want)
		}
	}
}

func TestStoreVerbs(t *testing.T) {
	c := &clock{noon}
	s := NewStore(1<<10, c.time)
	ctx := context.Background()
	for _, row := range []struct {
		verb      string
		do        func() (limiter.Context, error)
		remaining int64
		reached   bool
	}{
		{"peek at an unknown client", func() (limiter.Context, error) { return s.Peek(ctx, "a", perMinute) }, 5, false},
		{"get", func() (limiter.Context, error) { return s.Get(ctx, "a", perMinute) }, 4, false},
		{"peek", func() (limiter.Context, error) { return s.Peek(ctx, "a", perMinute) }, 4, false},
		{"increment", func() (limiter.Context, error) { return s.Increment(ctx, "a", 10, perMinute) }, 0, true},
		{"increment beyond 32 bits", func() (limiter.Context, error) { return s.Increment(ctx, "a", 1<<40, perMinute) }, 0, true},
		{"get at the limit", func() (limiter.Context, error) { return s.Get(ctx, "a", perMinute) }, 0, true},
		{"another client", func() (limiter.Context, error) { return s.Get(ctx, "b", perMinute) }, 4, false},
		{"reset", func() (limiter.Context, error) { return s.Reset(ctx, "a", perMinute) }, 5, false},
		{"get after reset", func() (limiter.Context, error) { return s.Get(ctx, "a", perMinute) }, 4, false},
		{"decrement", func() (limiter.Context, error) { return s.Increment(ctx, "a", -1, perMinute) }, 5, false},
		{"decrement below zero", func() (limiter.Context, error) { return s.Increment(ctx, "a", -1, perMinute) }, 5, false},
	} {
		got, err := row.do()
		if err != nil || got.Remaining != row.remaining || got.Reached != row.reached || got.Limit != 5 || got.Reset != noon.Unix()+60 {
			t.Errorf("%s: %+v, %v; want %d remaining, reached %t", row.verb, got, err, row.remaining, row.reached)
		}
	}
}

// A flood of clients that send one request each does not make the store forget a
// client at its limit, and takes no memory.
func TestFlood(t *testing.T) {
	c := &clock{noon}
	s := NewStore(AccessTokenSlots, c.time) // the flood has three times as many clients
	const flood, known = 200_000, 100
	knownKey := func(i int) string { return "known" + strconv.Itoa(i) }
	for i := range known {
		for range perMinute.Limit + 1 {
			count(t, s, knownKey(i), perMinute)
		}
	}
	before := heldBytes()
	limited := 0
	key := make([]byte, 4)
	for i := range flood {
		binary.BigEndian.PutUint32(key, uint32(i))
		if count(t, s, string(key), perMinute).Reached {
			limited++
		}
		if i%1000 == 0 {
			if got := count(t, s, knownKey(i/1000%known), perMinute); !got.Reached || got.Remaining != 0 {
				t.Fatalf("after %d new clients a client at its limit is not limited: %+v", i, got)
			}
		}
	}
	if held := heldBytes() - before; held > 1<<20 {
		t.Errorf("the flood holds %d bytes", held)
	}
	for i := range known {
		if got := count(t, s, knownKey(i), perMinute); !got.Reached {
			t.Errorf("client %d at its limit is not limited: %+v", i, got)
		}
	}
	// A set that gets more than 8 × 5 clients limits new ones too.
	if limited > flood/10 {
		t.Errorf("%d of %d new clients were limited by the requests of others", limited, flood)
	}
	c.now = noon.Add(time.Minute)
	if got := count(t, s, "after the flood", perMinute); got.Remaining != 4 {
		t.Errorf("a new client after the flood: %+v", got)
	}
}

// heldBytes returns the size of the reachable heap.
func heldBytes() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}
