package api

import (
	"container/list"
	"runtime"
	"sync"
	"weak"
)

// maxCachedBytes is what the bodies that nobody is being sent may take.
const maxCachedBytes = 32 << 20

// A body is the content of an answer. It is never changed, so that it may be
// sent to any number of clients at once.
type body struct {
	bytes []byte
	key   bodyKey
}

// A bodyKey names a body by its content.
type bodyKey struct {
	sum  [32]byte // SHA-256 of the identity form
	gzip bool
}

// A bodyCache holds bodies that have been read from the store. The latest ones
// used stay, up to a number of bytes. Others are found as long as somebody is
// being sent them: readers who are slow, or stop, hold a body for long, and
// were it one for each of them, a few thousand would take all memory. So there
// are never more than there are different ones.
type bodyCache struct {
	max int // bytes

	mu     sync.Mutex
	bodies map[bodyKey]weak.Pointer[body]
	latest list.List // of *body, those that stay, the last one used at the front
	places map[bodyKey]*list.Element
	bytes  int // of the latest
}

func newBodyCache(max int) *bodyCache {
	return &bodyCache{max: max, bodies: make(map[bodyKey]weak.Pointer[body]), places: make(map[bodyKey]*list.Element)}
}

// get returns the body of that key, which load reads where it is not there.
// It is to be kept ([runtime.KeepAlive]) as long as its bytes are used.
func (c *bodyCache) get(key bodyKey, load func() ([]byte, error)) (*body, error) {
	if found := c.find(key); found != nil {
		return found, nil
	}
	bytes, err := load()
	if err != nil {
		return nil, err
	}
	return c.add(&body{bytes, key}), nil
}

func (c *bodyCache) find(key bodyKey) *body {
	c.mu.Lock()
	defer c.mu.Unlock()
	if place := c.places[key]; place != nil {
		c.latest.MoveToFront(place)
		return place.Value.(*body)
	}
	found := c.bodies[key].Value()
	if found != nil {
		c.keep(found)
	}
	return found
}

// add takes a body that has been read, and returns it or the one that another
// reader has added before.
func (c *bodyCache) add(b *body) *body {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found := c.bodies[b.key].Value(); found != nil {
		return found
	}
	c.bodies[b.key] = weak.Make(b)
	runtime.AddCleanup(b, c.forget, b.key)
	c.keep(b)
	return b
}

// keep has the body stay, in place of those that were used longest ago. One
// that would take a quarter of the room does not.
func (c *bodyCache) keep(b *body) {
	if len(b.bytes) > c.max/4 {
		return
	}
	c.places[b.key] = c.latest.PushFront(b)
	c.bytes += len(b.bytes)
	for c.bytes > c.max {
		last := c.latest.Remove(c.latest.Back()).(*body)
		delete(c.places, last.key)
		c.bytes -= len(last.bytes)
	}
}

// forget drops the key of a body that is gone.
func (c *bodyCache) forget(key bodyKey) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bodies[key].Value() == nil {
		delete(c.bodies, key)
	}
}
