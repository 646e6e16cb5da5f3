package ratelimit

import (
	"context"
	"hash/maphash"
	"math"
	"sync"
	"time"

	"github.com/ulule/limiter/v3"
)

// How many clients a store can count in one period, at 16 bytes each. Both
// stores together take 9 MiB.
const (
	AddressSlots     = 1 << 19
	AccessTokenSlots = 1 << 16
)

const (
	ways      = 8   // slots of a set, two cache lines
	lockCount = 256 // each lock guards the same number of sets
)

// A Store is a [limiter.Store] that counts requests in fixed windows, each of
// which begins with the first request of a client. Its size is fixed, however
// many clients there are: it is an array of 16-byte slots, in sets of eight, and
// a client uses one slot of the set that its key hashes to. The system allocates
// memory only for the slots in use.
//
// If a set is full, a new client takes over the slot with the lowest count,
// together with that count and the end of its window. So a flood of clients
// cannot easily make the store forget a client at its limit: it would have to
// bring every other slot of that set to the limit, without knowing which clients
// share the set, as the hash is seeded at random. And new clients are not
// limited by a flood for longer than a period.
//
// Windows end at whole seconds, so that X-RateLimit-Reset is exact. The second
// in which a window begins counts as a whole one.
type Store struct {
	now   func() time.Time
	seed  maphash.Seed
	locks [lockCount]sync.Mutex
	slots []slot
}

// A slot is the window of one client. It is free when the window has ended.
type slot struct {
	client uint64 // hash of the client's key
	count  uint32
	end    uint32 // in Unix seconds, up to the year 2106
}

var _ limiter.Store = (*Store)(nil)

// NewStore returns a store of that many slots, a power of two and at least eight.
func NewStore(slots int, now func() time.Time) *Store {
	return &Store{now: now, seed: maphash.MakeSeed(), slots: make([]slot, slots)}
}

// Get counts a request of the client and returns its count. The error is always
// nil, as it is for all methods.
func (s *Store) Get(ctx context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	return s.Increment(ctx, key, 1, rate)
}

// Increment adds to the client's count, or subtracts if requests is negative.
func (s *Store) Increment(_ context.Context, key string, requests int64, rate limiter.Rate) (limiter.Context, error) {
	return s.change(key, rate, requests), nil
}

// Reset sets the client's count to zero.
func (s *Store) Reset(_ context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	return s.change(key, rate, -math.MaxUint32), nil
}

// Peek returns the client's count without changing it.
func (s *Store) Peek(_ context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	return s.change(key, rate, 0), nil
}

// change adds requests to the client's count, which may begin a new window, and
// returns the new count.
func (s *Store) change(key string, rate limiter.Rate, requests int64) limiter.Context {
	now := s.now().Unix()
	hash := maphash.String(s.seed, key)
	set, lock := s.set(hash)
	lock.Lock()
	defer lock.Unlock()
	w := acquire(set, hash, now, now+int64(rate.Period/time.Second))
	count := min(max(int64(w.count)+requests, 0), math.MaxUint32)
	w.count = uint32(count)
	return limiter.Context{
		Limit: rate.Limit, Remaining: max(rate.Limit-count, 0), Reset: int64(w.end), Reached: count > rate.Limit,
	}
}

// set returns the set of slots for a hash, and its lock.
func (s *Store) set(hash uint64) ([]slot, *sync.Mutex) {
	n := hash & uint64(len(s.slots)/ways-1)
	return s.slots[n*ways:][:ways:ways], &s.locks[n%lockCount]
}

// acquire returns the slot of the client in its set: its running window, else a
// new window in a free slot, else the slot with the lowest count.
func acquire(set []slot, hash uint64, now, end int64) *slot {
	var free, lowest *slot
	for i := range set {
		w := &set[i]
		if !w.running(now, end) {
			if free == nil {
				free = w // the first, so that a set with few clients uses one cache line
			}
		} else if w.client == hash {
			return w
		} else if lowest == nil || w.count < lowest.count {
			lowest = w
		}
	}
	if free != nil {
		*free = slot{client: hash, end: uint32(end)}
		return free
	}
	lowest.client = hash
	return lowest
}

// running reports whether the window has not ended. latest is the end of a window
// that begins now: a later end means that the clock has been set back since.
func (w *slot) running(now, latest int64) bool {
	end := int64(w.end)
	return now < end && end <= latest
}
