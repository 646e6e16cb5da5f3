package api

import (
	"context"
	"hash/maphash"
	"math"
	"sync"
	"time"

	"github.com/ulule/limiter/v3"
)

// The shape of a windows store.
const (
	ways          = 8       // slots that a client can have, two cache lines of them
	addressSlots  = 1 << 19 // 8 MiB: half a million addresses in one period
	tokenSlots    = 1 << 16 // 1 MiB
	stripes       = 256     // locks
	cacheLineSize = 64
)

// windows counts the requests of clients in fixed windows, each beginning
// with a client's first request. It is a [limiter.Store] of a fixed size,
// whatever the number of clients: one flat array of 16-byte slots, of which
// the system gives memory only to those that were touched. A client can have
// any of the eight slots of the set that its key hashes to.
//
// A client that comes upon a full set takes the slot with the lowest count,
// and goes on from that count and to the end of that window. So a count is
// never lost, only inherited: to push out a client that has reached its
// limit, a flood has to bring every other slot of its set to the limit too,
// without knowing the set, since the hash is seeded anew in every process.
// Inheriting the window's end keeps a flood from counting against new clients
// for longer than a period.
//
// Windows end at whole seconds, so that X-RateLimit-Reset tells their end
// exactly: the second in which one begins counts as a whole one.
type windows struct {
	now   func() time.Time
	seed  maphash.Seed
	locks [stripes]stripe
	slots []slot
}

// A stripe is a lock on a line of its own.
type stripe struct {
	sync.Mutex
	_ [cacheLineSize - 8]byte
}

// A slot is one client's window. It is free when it has ended.
type slot struct {
	client uint64 // hash of its key
	count  uint32
	end    uint32 // Unix seconds: enough until the year 2106
}

var _ limiter.Store = (*windows)(nil)

// newWindows makes a store of that many slots, a power of two.
func newWindows(slots int, now func() time.Time) *windows {
	return &windows{now: now, seed: maphash.MakeSeed(), slots: make([]slot, slots)}
}

// Get counts a request of the client and returns where it stands. It has no
// errors.
func (s *windows) Get(ctx context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	return s.Increment(ctx, key, 1, rate)
}

// Increment counts that many requests of the client. It has no errors.
func (s *windows) Increment(_ context.Context, key string, requests int64, rate limiter.Rate) (limiter.Context, error) {
	return s.change(key, rate, max(requests, 0)), nil
}

// Reset takes back all that was counted in the client's window. It has no
// errors.
func (s *windows) Reset(_ context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	return s.change(key, rate, -math.MaxUint32), nil
}

// forgive takes back one request that was counted.
func (s *windows) forgive(key string, rate limiter.Rate) {
	s.change(key, rate, -1)
}

// Peek returns where the client stands, and counts nothing. It has no errors.
func (s *windows) Peek(_ context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	at, hash := s.moment(rate), maphash.String(s.seed, key)
	set, lock := s.set(hash)
	lock.Lock()
	defer lock.Unlock()
	for i := range set {
		if set[i].client == hash && set[i].running(at) {
			return set[i].standing(rate), nil
		}
	}
	return limiter.Context{Limit: rate.Limit, Remaining: rate.Limit, Reset: at.end}, nil
}

// change finds or makes the client's window, adds that many requests to it,
// which may be fewer than none, and returns where the client stands then.
func (s *windows) change(key string, rate limiter.Rate, requests int64) limiter.Context {
	at, hash := s.moment(rate), maphash.String(s.seed, key)
	set, lock := s.set(hash)
	lock.Lock()
	w := claim(set, hash, at)
	w.count = uint32(min(max(int64(w.count)+requests, 0), math.MaxUint32))
	standing := w.standing(rate)
	lock.Unlock()
	return standing
}

// set returns the slots that a client can have and their lock.
func (s *windows) set(hash uint64) ([]slot, *stripe) {
	n := hash & uint64(len(s.slots)/ways-1)
	return s.slots[n*ways:][:ways:ways], &s.locks[n%stripes]
}

// A moment is now, and when a window ends that begins now, in Unix seconds.
type moment struct{ now, end int64 }

func (s *windows) moment(rate limiter.Rate) moment {
	now := s.now().Unix()
	return moment{now, now + int64(rate.Period/time.Second)}
}

// claim returns the client's running window, a new one in a free slot, or the
// one of the lowest count.
func claim(set []slot, hash uint64, at moment) *slot {
	var free, lowest *slot
	for i := range set {
		w := &set[i]
		switch {
		case !w.running(at):
			if free == nil {
				free = w // the first: a set of few clients is one cache line
			}
		case w.client == hash:
			return w
		case lowest == nil || w.count < lowest.count:
			lowest = w
		}
	}
	if free != nil {
		*free = slot{client: hash, end: uint32(at.end)}
		return free
	}
	lowest.client = hash
	return lowest
}

// running tells whether the window holds. One that lasts longer than a period
// was begun before the clock was set back.
func (w *slot) running(at moment) bool {
	end := int64(w.end)
	return at.now < end && end <= at.end
}

func (w *slot) standing(rate limiter.Rate) limiter.Context {
	count := int64(w.count)
	return limiter.Context{
		Limit:     rate.Limit,
		Remaining: max(rate.Limit-count, 0),
		Reset:     int64(w.end),
		Reached:   count > rate.Limit,
	}
}
