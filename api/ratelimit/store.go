package ratelimit

import (
	"context"
	"hash/maphash"
	"math"
	"sync"
	"time"

	"github.com/ulule/limiter/v3"
)

// How many clients a store can tell apart in one period, at sixteen bytes
// each. Both together are 9 MiB: all limits of a program are to fit in 32.
const (
	AddressSlots = 1 << 19
	TokenSlots   = 1 << 16
)

const (
	ways      = 8   // slots that a client can have, two cache lines of them
	lockCount = 256 // each for its share of the slots
)

// A Store counts the requests of clients in fixed windows, each beginning
// with a client's first request. It is a [limiter.Store] of a fixed size,
// whatever the number of clients: one flat array of 16-byte slots, of which
// the system gives memory only to those that were touched. A client can have
// any of the eight slots of the set that its key hashes to.
//
// A client that finds its set full takes the slot with the lowest count, and
// goes on from that count and to the end of that window. So a count is never
// lost, only inherited: to push out a client that has reached its limit, a
// flood has to bring every other slot of its set to the limit too, without
// knowing the set, since the hash is seeded anew in every process. Inheriting
// the window's end keeps a flood from counting against new clients for longer
// than a period.
//
// Windows end at whole seconds, so that X-RateLimit-Reset tells their end
// exactly: the second in which one begins counts as a whole one.
type Store struct {
	now   func() time.Time
	seed  maphash.Seed
	locks [lockCount]sync.Mutex
	slots []slot
}

// A slot is one client's window. It is free when it has ended.
type slot struct {
	client uint64 // hash of its key
	count  uint32
	end    uint32 // Unix seconds: enough until the year 2106
}

var _ limiter.Store = (*Store)(nil)

// NewStore makes a store of that many slots, a power of two from eight on.
func NewStore(slots int, now func() time.Time) *Store {
	return &Store{now: now, seed: maphash.MakeSeed(), slots: make([]slot, slots)}
}

// Get counts a request of the client and returns where it stands. It has no
// errors.
func (s *Store) Get(ctx context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	return s.Increment(ctx, key, 1, rate)
}

// Increment counts that many requests of the client, or takes back as many
// where they are fewer than none. It has no errors.
func (s *Store) Increment(_ context.Context, key string, requests int64, rate limiter.Rate) (limiter.Context, error) {
	return s.change(key, rate, requests), nil
}

// Reset takes back all that was counted in the client's window. It has no
// errors.
func (s *Store) Reset(_ context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	return s.change(key, rate, -math.MaxUint32), nil
}

// Peek returns where the client stands, and counts nothing. It has no errors.
func (s *Store) Peek(_ context.Context, key string, rate limiter.Rate) (limiter.Context, error) {
	now, end := s.window(rate)
	hash := maphash.String(s.seed, key)
	set, lock := s.set(hash)
	lock.Lock()
	defer lock.Unlock()
	for i := range set {
		if set[i].client == hash && set[i].running(now, end) {
			return set[i].standing(rate), nil
		}
	}
	return limiter.Context{Limit: rate.Limit, Remaining: rate.Limit, Reset: end}, nil
}

// change finds or makes the client's window, adds that many requests to it,
// which may be fewer than none, and returns where the client stands then.
func (s *Store) change(key string, rate limiter.Rate, requests int64) limiter.Context {
	now, end := s.window(rate)
	hash := maphash.String(s.seed, key)
	set, lock := s.set(hash)
	lock.Lock()
	defer lock.Unlock()
	w := acquire(set, hash, now, end)
	w.count = uint32(min(max(int64(w.count)+requests, 0), math.MaxUint32))
	return w.standing(rate)
}

// window returns the time, and when a window ends that begins now, in Unix
// seconds.
func (s *Store) window(rate limiter.Rate) (now, end int64) {
	now = s.now().Unix()
	return now, now + int64(rate.Period/time.Second)
}

// set returns the slots that a client can have and their lock.
func (s *Store) set(hash uint64) ([]slot, *sync.Mutex) {
	n := hash & uint64(len(s.slots)/ways-1)
	return s.slots[n*ways:][:ways:ways], &s.locks[n%lockCount]
}

// acquire returns the client's running window, a new one in a free slot, or
// the one of the lowest count.
func acquire(set []slot, hash uint64, now, end int64) *slot {
	var free, lowest *slot
	for i := range set {
		w := &set[i]
		switch {
		case !w.running(now, end):
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
		*free = slot{client: hash, end: uint32(end)}
		return free
	}
	lowest.client = hash
	return lowest
}

// running tells whether the window has not ended, where one that begins now
// lasts until latest. One that lasts longer was begun before the clock was
// set back.
func (w *slot) running(now, latest int64) bool {
	end := int64(w.end)
	return now < end && end <= latest
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
