package render

import (
	"container/list"
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"runtime"
	"sync"

	"golang.org/x/sync/singleflight"

	"designmanual/db"
	"designmanual/db/manual"
)

// maxCached is how many bytes of bodies a cache keeps.
const maxCached = 32 << 20

// A Cache returns the documents of the manuals of a store: what is drawn, and the two documents of
// the JSON API. It keeps the bodies that were used last, and the hashes of what was drawn, which are
// the entity tags. It drops all of it when the base URL, a brand or a manual changes, and also when only a
// draft does ([db.Index.HeadsHash]). If several ask for a body at a time, it makes the body once.
type Cache struct {
	db        *db.DB
	log       *slog.Logger
	hasMCP    bool               // the hosts answer agents over HTTP
	drawSlots chan struct{}      // has a value for each draw that goes on, of which there are at most processors-1
	flights   singleflight.Group // of bodies that several ask for

	mu        sync.Mutex                        // guards the fields below
	headsHash [32]byte                          // [db.Index.HeadsHash] of the index that they belong to
	hashes    map[documentKey][sha256.Size]byte // gzip is false in its keys
	bodies    map[documentKey]*list.Element
	recent    list.List // of *body, the one used last first
	bytes     int       // of the bodies
}

// A documentKey identifies a document of a manual, and an encoding of its body.
type documentKey struct {
	manualID     string
	kind         manual.DocumentKind
	gzip         bool
	releasedHash [sha256.Size]byte // the SHA-256 of a document of a release; zero for the manual's own
}

type body struct {
	key   documentKey
	bytes []byte
}

// processors is how many processors there are. A server lets Go use one more (GOMAXPROCS), so that it answers
// while all of them work.
var processors = runtime.GOMAXPROCS(0)

// NewCache returns the cache of a store. HasMCP says whether its hosts answer agents over HTTP. The cache logs
// the panics of renderers. It draws at most as many documents at a time as there are processors but one,
// and at least one, so that drawing never holds up manual.json and tokens.json.
func NewCache(store *db.DB, log *slog.Logger, hasMCP bool) *Cache {
	most := max(1, processors-1)
	return &Cache{
		db: store, log: log, hasMCP: hasMCP, drawSlots: make(chan struct{}, most),
		hashes: make(map[documentKey][sha256.Size]byte), bodies: make(map[documentKey]*list.Element),
	}
}

// Hash returns the SHA-256 of a document of a manual of an index, before compression. That of manual.json and
// tokens.json stands in the index; the cache keeps that of another document. If nobody has asked for the document since
// the last change, Hash draws it. Errors are those of [Cache.Body].
func (c *Cache) Hash(
	ctx context.Context, ix *db.Index, m *db.Head, kind manual.DocumentKind,
) ([sha256.Size]byte, error) {
	if d, isStored := m.BodyInfo(kind); isStored {
		return d.Sum, nil
	}
	key := documentKey{manualID: m.ID, kind: kind}
	if hash, isKept := c.findHash(ix, key); isKept {
		return hash, nil
	}
	if _, err := c.Body(ctx, ix, m, kind, true); err != nil {
		return [sha256.Size]byte{}, err
	}
	hash, isKept := c.findHash(ix, key)
	if !isKept { // an update came between
		return hash, fmt.Errorf("%s of %s: %w", kind, m.Name(), db.ErrReplaced)
	}
	return hash, nil
}

// Body returns the body of a document of a manual of an index, kept, read from the store or drawn,
// compressed or not. The caller must not change it. The error wraps [db.ErrReplaced] if the content is newer
// than the index, and the caller begins again with the new one; [db.ErrNotFound] if the manual has no such
// document; [db.ErrDamaged]; or the cause of ctx, which ends the wait but not the drawing.
func (c *Cache) Body(
	ctx context.Context, ix *db.Index, m *db.Head, kind manual.DocumentKind, gzip bool,
) ([]byte, error) {
	key := documentKey{manualID: m.ID, kind: kind, gzip: gzip}
	return c.findOrMake(ctx, ix, key, func() ([]byte, error) {
		if _, isStored := m.BodyInfo(kind); isStored {
			return c.db.ReadDocument(ix, m, kind, gzip)
		}
		return c.drawAndKeep(ix, m, key)
	})
}

// findOrMake returns the kept body of a document or, without one, what makeBody returns, and keeps that. If several
// requests ask meanwhile, it calls makeBody once for all.
func (c *Cache) findOrMake(
	ctx context.Context, ix *db.Index, key documentKey, makeBody func() ([]byte, error),
) ([]byte, error) {
	if body := c.find(ix, key); body != nil {
		return body, nil
	}
	flightKey := fmt.Sprintf("%x %s %s %t %x", ix.HeadsHash(), key.manualID, key.kind, key.gzip, key.releasedHash)
	made := c.flights.DoChan(flightKey, func() (any, error) {
		if body := c.find(ix, key); body != nil { // another request has made it since the first find
			return body, nil
		}
		body, err := makeBody()
		if err != nil {
			return nil, err
		}
		c.keep(ix, key, body)
		return body, nil
	})
	select {
	case result := <-made:
		if result.Err != nil {
			return nil, result.Err
		}
		return result.Val.([]byte), nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// find returns a kept body, or nil. It never returns one from before the last change.
func (c *Cache) find(ix *db.Index, key documentKey) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropReplaced()
	element := c.bodies[key]
	if element == nil || !c.isFor(ix) {
		return nil
	}
	c.recent.MoveToFront(element)
	return element.Value.(*body).bytes
}

// keep keeps a body, unless it is larger than a quarter of the cache.
func (c *Cache) keep(ix *db.Index, key documentKey, text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropReplaced()
	if !c.isFor(ix) || len(text) > maxCached/4 || c.bodies[key] != nil {
		return
	}
	c.bodies[key] = c.recent.PushFront(&body{key, text})
	c.bytes += len(text)
	for c.bytes > maxCached {
		last := c.recent.Remove(c.recent.Back()).(*body)
		delete(c.bodies, last.key)
		c.bytes -= len(last.bytes)
	}
}

// findHash returns the kept hash of what was drawn.
func (c *Cache) findHash(ix *db.Index, key documentKey) ([sha256.Size]byte, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropReplaced()
	if !c.isFor(ix) {
		return [sha256.Size]byte{}, false
	}
	hash, isKept := c.hashes[key]
	return hash, isKept
}

// keepHash keeps the hash of what was drawn.
func (c *Cache) keepHash(ix *db.Index, key documentKey, hash [sha256.Size]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.dropReplaced()
	if c.isFor(ix) {
		c.hashes[key] = hash
	}
}

// dropReplaced empties the cache if the base URL, a brand or a manual has changed since the cache was filled. A change
// of any manual empties all of it, since pages name other manuals. The caller holds c.mu.
func (c *Cache) dropReplaced() {
	current := c.db.Index().HeadsHash()
	if c.headsHash == current {
		return
	}
	c.headsHash = current
	clear(c.hashes)
	clear(c.bodies)
	c.recent.Init()
	c.bytes = 0
}

// isFor reports whether the cache is for an index: a request may still have an older one. The caller holds
// c.mu.
func (c *Cache) isFor(ix *db.Index) bool { return c.headsHash == ix.HeadsHash() }
