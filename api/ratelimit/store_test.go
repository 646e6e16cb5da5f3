package ratelimit

import (
	"context"
	"encoding/binary"
	"runtime"
	"strconv"
	"sync"
	"testing"
	"time"
	"unsafe"

	"github.com/ulule/limiter/v3"
)

var noon = time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)

// A clock that the test sets.
type clock struct{ now time.Time }

func (c *clock) time() time.Time { return c.now }

var perMinute = limiter.Rate{Formatted: "5-M", Period: time.Minute, Limit: 5}

// one asks a store to count one request.
func one(t testing.TB, s limiter.Store, key string, rate limiter.Rate) limiter.Context {
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
		at   time.Duration // after noon
		want limiter.Context
	}{
		{900 * time.Millisecond, limiter.Context{Limit: 5, Remaining: 4, Reset: end}},
		{time.Second, limiter.Context{Limit: 5, Remaining: 3, Reset: end}},
		{2 * time.Second, limiter.Context{Limit: 5, Remaining: 2, Reset: end}},
		{2 * time.Second, limiter.Context{Limit: 5, Remaining: 1, Reset: end}},
		{30 * time.Second, limiter.Context{Limit: 5, Remaining: 0, Reset: end}},
		{59 * time.Second, limiter.Context{Limit: 5, Remaining: 0, Reset: end, Reached: true}},
		{60*time.Second - 1, limiter.Context{Limit: 5, Remaining: 0, Reset: end, Reached: true}},
		{60 * time.Second, limiter.Context{Limit: 5, Remaining: 4, Reset: end + 60}}, // over when Reset says so
		{300 * time.Second, limiter.Context{Limit: 5, Remaining: 4, Reset: end + 300}},
		{-time.Hour, limiter.Context{Limit: 5, Remaining: 4, Reset: end - 3600}}, // the clock was set back
	} {
		c.now = noon.Add(row.at)
		if got := one(t, s, "client", perMinute); got != row.want {
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
		{"increment beyond what is held", func() (limiter.Context, error) { return s.Increment(ctx, "a", 1<<40, perMinute) }, 0, true},
		{"get when full", func() (limiter.Context, error) { return s.Get(ctx, "a", perMinute) }, 0, true},
		{"another client", func() (limiter.Context, error) { return s.Get(ctx, "b", perMinute) }, 4, false},
		{"reset", func() (limiter.Context, error) { return s.Reset(ctx, "a", perMinute) }, 5, false},
		{"get after reset", func() (limiter.Context, error) { return s.Get(ctx, "a", perMinute) }, 4, false},
		{"peek after a refund", func() (limiter.Context, error) { return s.Increment(ctx, "a", -1, perMinute) }, 5, false},
		{"a refund of nothing", func() (limiter.Context, error) { return s.Increment(ctx, "a", -1, perMinute) }, 5, false},
	} {
		got, err := row.do()
		if err != nil || got.Remaining != row.remaining || got.Reached != row.reached || got.Limit != 5 || got.Reset != noon.Unix()+60 {
			t.Errorf("%s: %+v, %v; want %d remaining, reached %t", row.verb, got, err, row.remaining, row.reached)
		}
	}
}

// A flood of clients that come once does not set a known one free, nor does
// it take memory.
func TestFlood(t *testing.T) {
	c := &clock{noon}
	s := NewStore(TokenSlots, c.time) // so small that the flood fills it three times over
	const flood, known = 200_000, 100
	knownKey := func(i int) string { return "known" + strconv.Itoa(i) }
	for i := range known {
		for range perMinute.Limit + 1 {
			one(t, s, knownKey(i), perMinute)
		}
	}
	before := heldBytes()
	limited := 0
	key := make([]byte, 4)
	for i := range flood {
		binary.BigEndian.PutUint32(key, uint32(i))
		if one(t, s, string(key), perMinute).Reached {
			limited++
		}
		if i%1000 == 0 {
			if got := one(t, s, knownKey(i/1000%known), perMinute); !got.Reached || got.Remaining != 0 {
				t.Fatalf("after %d new clients a known one is free: %+v", i, got)
			}
		}
	}
	if held := heldBytes() - before; held > 1<<20 {
		t.Errorf("the flood holds %d bytes", held)
	}
	for i := range known {
		if got := one(t, s, knownKey(i), perMinute); !got.Reached {
			t.Errorf("known client %d is free: %+v", i, got)
		}
	}
	// With eight slots a set, a set that gets over 8 × 5 clients has a limit
	// for new ones too: a small part of a flood three times the store.
	if limited > flood/10 {
		t.Errorf("%d of %d new clients were refused for others' requests", limited, flood)
	}
	c.now = noon.Add(time.Minute)
	if got := one(t, s, "after the flood", perMinute); got.Remaining != 4 {
		t.Errorf("a new client after the flood: %+v", got)
	}
}

// heldBytes returns the size of what is reachable.
func heldBytes() int64 {
	var stats runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&stats)
	return int64(stats.HeapAlloc)
}

// Both stores fit in the memory that the limiter may take: 32 MiB.
func TestStoreSize(t *testing.T) {
	size := (AddressSlots+TokenSlots)*unsafe.Sizeof(slot{}) + 2*unsafe.Sizeof(Store{})
	if size > 16<<20 {
		t.Errorf("%d bytes, want at most 16 MiB", size)
	}
}

func TestStoreCountsEveryRequest(t *testing.T) {
	c := &clock{noon}
	s := NewStore(1<<6, c.time)
	rate := limiter.Rate{Period: time.Minute, Limit: 1 << 20}
	const readers, requests = 8, 1000
	var group sync.WaitGroup
	for range readers {
		group.Go(func() {
			for range requests {
				if _, err := s.Get(context.Background(), "client", rate); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	if got, _ := s.Peek(context.Background(), "client", rate); got.Remaining != rate.Limit-readers*requests {
		t.Errorf("%d requests counted, want %d", rate.Limit-got.Remaining, readers*requests)
	}
}

// BenchmarkLimiterGetManyClients is a decision among ten thousand clients.
func BenchmarkLimiterGetManyClients(b *testing.B) {
	l := limiter.New(NewStore(AddressSlots, time.Now), limiter.Rate{Period: time.Minute, Limit: 600})
	ctx := context.Background()
	keys := make([]string, 10_000)
	for i := range keys {
		keys[i] = string(binary.BigEndian.AppendUint64(nil, uint64(i)))
	}
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		if _, err := l.Get(ctx, keys[n]); err != nil {
			b.Fatal(err)
		}
		if n++; n == len(keys) {
			n = 0
		}
	}
}
