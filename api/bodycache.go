package api

import (
	"container/list"
	"runtime"
	"sync"
	"weak"
)

// maxCachedBytes is what the bodies that nobody is being sent may take.
const maxCachedBytes = 32 << 20

// A body is the content of an answer, which is never changed: it may be sent
// to any number of clients at once.
type body struct {
	bytes []byte
	place *list.Element // among the latest; nil where it does not stay
}

// A bodyKey names a body by its content.
type bodyKey struct {
	sum  [32]byte // SHA-256 of the identity form
	gzip bool
}

// A bodyCache holds bodies that have been read from the store. The latest ones
// used stay, up to a number of bytes. Others are found as long as somebody is
// being sent them: were it one for each slow reader, a few thousand of those
// would take all memory.
type bodyCache struct {
	max int // bytes

	mu     sync.Mutex
	bodies map[bodyKey]weak.Pointer[body]
	latest list.List // of *body, the last one used at the front
	bytes  int       // of the latest
}

func newBodyCache(max int) *bodyCache {
	return &bodyCache{max: max, bodies: make(map[bodyKey]weak.Pointer[body])}
}

// get returns the body of that key, which load reads where it is not there.
// It is to be kept ([runtime.KeepAlive]) as long as its bytes are used.
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

// find returns the body of that key, be it the one that was read because there
// was none; or nil. It stays, in place of those that were used longest ago,
// unless it takes a quarter of the room.
func (c *bodyCache) find(key bodyKey, read *body) *body {
	c.mu.Lock()
	defer c.mu.Unlock()
	b := c.bodies[key].Value()
	if b == nil && read != nil {
		b = read
		c.bodies[key] = weak.Make(b)
		runtime.AddCleanup(b, c.forget, key)
	}
	switch {
	case b == nil || len(b.bytes) > c.max/4:
		return b
	case b.place != nil:
		c.latest.MoveToFront(b.place)
		return b
	}
	b.place = c.latest.PushFront(b)
	for c.bytes += len(b.bytes); c.bytes > c.max; {
		last := c.latest.Remove(c.latest.Back()).(*body)
		last.place = nil
		c.bytes -= len(last.bytes)
	}
	return b
}

// forget drops the key of a body that is gone.
func (c *bodyCache) forget(key bodyKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bodies[key].Value() == nil {
		delete(c.bodies, key)
	}
}
