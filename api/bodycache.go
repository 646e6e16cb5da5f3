package api

import (
	"container/list"
	"context"
	"sync"
	"time"

	"golang.org/x/sync/semaphore"
)

const (
	// maxBodies is how many bytes of bodies are in memory at a time.
	maxBodies = 256 << 20
	// maxCachedBytes is how many bytes of bodies stay in memory when no response
	// needs them.
	maxCachedBytes = 32 << 20
	// roomAttempts is for how many seconds a response waits until there is room for
	// its body.
	roomAttempts = 30
)

// A body is the body of responses, or a piece of it. It is never modified, so any
// number of responses can send it at once.
type body struct {
	bytes []byte
	err   error // of loading

	key     bodyKey
	load    sync.Once
	room    int64         // that it takes
	users   int           // responses that send it
	element *list.Element // in bodyCache.recent, or nil
}

// A bodyKey identifies a body.
type bodyKey struct {
	sum   [32]byte // SHA-256 of the uncompressed document or of the file
	gzip  bool
	piece int // of a large file, from 1 on; 0 for the whole
}

// A bodyCache has the bodies that are in memory: those that are being sent and the
// most recently used ones, except pieces. A body is in memory once, however many
// responses send it, and all bodies together take a limited number of bytes. Beyond
// that a response waits until another one has ended, and the slowest one is ended.
type bodyCache struct {
	max        int   // bytes of recent
	limit      int64 // of room
	room       *semaphore.Weighted
	endSlowest func() // ends the response whose client reads most slowly; may be nil

	mu     sync.Mutex
	bodies map[bodyKey]*body
	recent list.List // of *body, the most recently used first
	bytes  int       // of recent
}

func newBodyCache(max int, limit int64, endSlowest func()) *bodyCache {
	return &bodyCache{max: max, limit: limit, room: semaphore.NewWeighted(limit), endSlowest: endSlowest, bodies: make(map[bodyKey]*body)}
}

// acquire returns the body of the key, of that size in bytes, and loads it if it is
// not in memory. Without an error the caller releases it. The error is that of loading, or
// errOverload if there is no room for it.
func (c *bodyCache) acquire(key bodyKey, size int, load func() ([]byte, error)) (*body, error) {
	b, loads := c.use(key), false
	defer func() { // also if load panics
		if b.err != nil {
			c.release(b)
		}
	}()
	b.load.Do(func() {
		loads = true
		b.err = errInternal                 // if load panics
		room := min(int64(size), c.limit/2) // so that any body can be sent
		if !c.makeRoom(room) {
			b.err = errOverload
			return
		}
		b.room = room
		b.bytes, b.err = load()
	})
	if b.err == nil {
		return b, nil
	}
	c.forget(b)
	if !loads { // the other response may have read an older state of the store
		return c.acquire(key, size, load)
	}
	return nil, b.err
}

// makeRoom takes room for a body. It waits until there is enough, and reports whether
// that is so.
func (c *bodyCache) makeRoom(room int64) bool {
	for range roomAttempts {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		err := c.room.Acquire(ctx, room)
		cancel()
		if err == nil {
			return true
		}
		if c.endSlowest != nil {
			c.endSlowest()
		}
	}
	return false
}

// use returns the body of the key, perhaps not loaded yet, for one more response.
func (c *bodyCache) use(key bodyKey) *body {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.bodies[key]
	if b == nil {
		b = &body{key: key}
		c.bodies[key] = b
	}
	b.users++
	return b
}

// forget makes the next response load the body again.
func (c *bodyCache) forget(b *body) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bodies[b.key] == b {
		delete(c.bodies, b.key)
	}
}

// release ends the use of a body by a response. Nil is no body.
func (c *bodyCache) release(b *body) {
	if b == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	b.users--
	switch {
	case b.users > 0:
	case b.err != nil || b.key.piece > 0 || len(b.bytes) > c.max/4:
		c.drop(b)
	case b.element != nil:
		c.recent.MoveToFront(b.element)
	default:
		b.element = c.recent.PushFront(b)
		for c.bytes += len(b.bytes); c.bytes > c.max; {
			last := c.recent.Remove(c.recent.Back()).(*body)
			last.element = nil
			if c.bytes -= len(last.bytes); last.users == 0 {
				c.drop(last)
			}
		}
	}
}

// drop removes a body that no response uses.
func (c *bodyCache) drop(b *body) {
	if c.bodies[b.key] == b {
		delete(c.bodies, b.key)
	}
	c.room.Release(b.room)
}
