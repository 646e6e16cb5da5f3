package check

import "sync"

// maxCached is from how many files on a cache begins anew.
const maxCached = 50_000

// An AssetCache keeps what was read of the files beside seed files, so that a server that watches
// them does not hash half a gigabyte of films at every save. A file is the same if its
// path, size, times of modification and change, device and inode are. The zero value is
// empty, and may be used from several goroutines.
type AssetCache struct {
	mu    sync.Mutex
	known map[cacheKey]Asset
}

// A cacheKey identifies a file in the state that it had when it was read, and what was
// accepted of it.
type cacheKey struct {
	path, identity string
	active         bool
}

func (c *AssetCache) get(key cacheKey) (Asset, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.known[key]
	return a, ok && key.identity != ""
}

func (c *AssetCache) put(key cacheKey, a Asset) {
	if key.identity == "" {
		return
	}
	a.In = nil
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= maxCached {
		c.known = make(map[cacheKey]Asset)
	}
	c.known[key] = a
}
