package asset

import (
	"io/fs"
	"sync"

	"designmanual/seed/source"
)

// maxCached is from how many files on a cache begins anew.
const maxCached = 50_000

// A Cache keeps what was read of the files beside seed files, so that a server that watches
// them does not hash half a gigabyte of films at every save. A file is the same if its
// path, size, times of modification and change, device and inode are. The zero value is
// empty, and may be used from several goroutines.
type Cache struct {
	mu    sync.Mutex
	known map[cacheKey]Asset
}

// A cacheKey identifies a file in the state that it had when it was read, and what was
// accepted of it.
type cacheKey struct {
	path, identity string
	allowActive    bool
}

// Read does what [Read] does, and reads no file again that has stayed the same. A nil cache reads every file.
func (c *Cache) Read(folder fs.FS, path string, allowActive bool) *Asset {
	if c == nil || folder == nil {
		return Read(folder, path, allowActive)
	}
	if info, err := fs.Stat(folder, path); err == nil {
		identity, _ := source.Identity(info)
		if known, ok := c.get(cacheKey{path, identity, allowActive}); ok {
			known.Folder = folder
			return &known
		}
	}
	a := newAsset(folder, path)
	a.Err = a.read(allowActive, true)
	if a.Err == nil {
		c.put(cacheKey{path, a.identity, allowActive}, *a)
	}
	return a
}

func (c *Cache) get(key cacheKey) (Asset, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, ok := c.known[key]
	return a, ok && key.identity != ""
}

func (c *Cache) put(key cacheKey, a Asset) {
	if key.identity == "" {
		return
	}
	a.Folder = nil
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil || len(c.known) >= maxCached {
		c.known = make(map[cacheKey]Asset)
	}
	c.known[key] = a
}
