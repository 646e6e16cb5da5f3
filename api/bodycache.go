package api

import (
	"container/list"
	"runtime"
	"sync"
	"weak"
)

// maxCachedBytes is how many bytes of bodies stay in memory when no response
// needs them.
const maxCachedBytes = 32 << 20

// A body is the body of a response. It is never modified, so any number of
// responses can send it at once.
type body struct {
	bytes   []byte
	element *list.Element // in bodyCache.recent, or nil
}

// A bodyKey identifies a body.
type bodyKey struct {
	sum  [32]byte // SHA-256 of the uncompressed form
	gzip bool
}

// A bodyCache caches bodies read from the store. The most recently used bodies
// stay in memory, up to max bytes. A body that is dropped while it is being sent
// is still found and shared: a copy for each of a few thousand slow readers would
// exhaust memory.
type bodyCache struct {
	max int // bytes

	mu     sync.Mutex
	bodies map[bodyKey]weak.Pointer[body]
	recent list.List // of *body, the most recently used first
	bytes  int       // of recent
}

func newBodyCache(max int) *bodyCache {
	return &bodyCache{max: max, bodies: make(map[bodyKey]weak.Pointer[body])}
}

// get returns the body of the key, and loads it if it is not in memory. The
// caller keeps the body alive ([runtime.KeepAlive]) while it uses the bytes.
func (c *bodyCache) get(key bodyKey, load func() ([]byte, error)) (*body, error) {
	if found := c.find(key, nil); found != nil {
		return found, nil
	}
	bytes, err := load()
	if err != nil {
		return nil, err
	}
	return c.find(key, &body{bytes: bytes}), nil
}

// find returns the body of the key and marks it as recently used. If there is
// none it adds the loaded body, or returns nil if that is nil. A body larger than
// a quarter of the cache is not kept.
func (c *bodyCache) find(key bodyKey, loaded *body) *body {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.bodies[key].Value()
	if b == nil && loaded != nil {
		b = loaded
		c.bodies[key] = weak.Make(b)
		runtime.AddCleanup(b, c.forget, key)
	}
	switch {
	case b == nil || len(b.bytes) > c.max/4:
		return b
	case b.element != nil:
		c.recent.MoveToFront(b.element)
		return b
	}
	b.element = c.recent.PushFront(b)
	for c.bytes += len(b.bytes); c.bytes > c.max; {
		last := c.recent.Remove(c.recent.Back()).(*body)
		last.element = nil
		c.bytes -= len(last.bytes)
	}
	return b
}

// forget removes the key of a body that the garbage collector has freed.
func (c *bodyCache) forget(key bodyKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bodies[key].Value() == nil {
		delete(c.bodies, key)
	}
}
