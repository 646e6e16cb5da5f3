package source

import (
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"time"
)

// The states are what one scan of the watched paths shows, by path.
type states map[string]state

// A state is the state of a file. Two states differ if the file has changed. Of a folder
// it is the mode alone, since a change in it shows in its files, and of a pipe too, since
// reading changes it. The zero state is that of nothing.
type state struct {
	there             bool
	mode              fs.FileMode
	size              int64
	modified, changed int64 // times in nanoseconds
	device, inode     uint64
	content           [32]byte // where the file system tells too little, see [contents]
}

// scan returns the present state of the paths, of the seed files in them, of the release files
// beside those, and of what was opened beside them.
func (w *Watcher) scan() states {
	w.mu.Lock()
	defer w.mu.Unlock()
	began := time.Now()
	found := make(states)
	w.contents.begin(began)
	folders := make(map[string]bool)
	for _, path := range w.seedPaths(func(path string) { found[path] = w.contents.state(path) }) {
		folders[filepath.Dir(path)] = true
	}
	for folder := range folders {
		releases, _ := releasePaths(OpenFolder(folder)) // an unreadable folder has none
		for _, name := range releases {
			path := filepath.Join(folder, filepath.FromSlash(name))
			found[path] = w.contents.state(path)
		}
	}
	for _, path := range w.beside {
		found[path] = w.contents.state(path)
	}
	w.contents.fresh = false
	w.took = time.Since(began)
	return found
}

// seedPaths returns the paths of the seed files. It calls add with the watched paths and
// with each seed file in them.
func (w *Watcher) seedPaths(add func(path string)) []string {
	var seeds []string
	for _, path := range w.paths {
		add(path)
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if info.Mode().IsRegular() {
			seeds = append(seeds, path)
		}
		if !info.IsDir() {
			continue
		}
		entries, _ := os.ReadDir(path) // an unreadable folder has none
		for _, e := range entries {
			if seedName(e.Name()) {
				seeds = append(seeds, filepath.Join(path, e.Name()))
				add(seeds[len(seeds)-1])
			}
		}
	}
	return seeds
}

// isOlderThan reports whether no file has changed since a time, as its times tell.
func (all states) isOlderThan(limit time.Time) bool {
	for _, s := range all {
		if s.there && s.mode.IsRegular() && (s.changed == 0 || s.changed > limit.UnixNano()) {
			return false
		}
	}
	return true
}

// contentInterval is the time between two looks at the content of files whose file system
// lacks what [identify] tells.
const contentInterval = 3 * time.Minute

// contents are the hashes of the contents of such files.
type contents struct {
	identify func(fs.FileInfo) (identity, bool)
	known    map[string]state // by path
	at       time.Time        // of the last look at all of them
	fresh    bool             // the present look is such a one
}

func newContents() contents {
	return contents{identify: identify, known: make(map[string]state), at: time.Now()}
}

// begin begins a look at a time.
func (c *contents) begin(now time.Time) {
	c.fresh = now.Sub(c.at) >= contentInterval
	if c.fresh {
		c.at = now
	}
}

// state returns the present state of a path, found in whichever Unicode form.
func (c *contents) state(path string) state {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if other := otherForm(filepath.Dir(path), filepath.Base(path)); other != "" {
			info, err = os.Stat(filepath.Join(filepath.Dir(path), other))
		}
	}
	if err != nil {
		return state{}
	}
	found := state{there: true, mode: info.Mode()}
	if !info.Mode().IsRegular() {
		return found
	}
	found.size, found.modified = info.Size(), info.ModTime().UnixNano()
	if id, ok := c.identify(info); ok {
		found.device = id.device
		found.inode = id.inode
		found.changed = id.changed.UnixNano()
		return found
	}
	before := c.known[path]
	found.content = before.content
	if c.fresh || found != before {
		found.content = hashOf(path)
		c.known[path] = found
	}
	return found
}

// hashOf returns the hash of a file, zero if it cannot be read.
func hashOf(path string) [32]byte {
	f, err := os.Open(path)
	var sum [32]byte
	if err != nil {
		return sum
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, io.LimitReader(f, MaxAssetBytes+1)); err != nil {
		return sum
	}
	h.Sum(sum[:0])
	return sum
}

// An identity is what only the file system sets: the device and inode of a file and the
// time of its last change, which no program can set back.
type identity struct {
	device, inode uint64
	changed       time.Time
}

// identify returns the identity of a file. It returns false where the system tells none,
// or tells times in whole seconds.
func identify(info fs.FileInfo) (identity, bool) {
	stat := reflect.Indirect(reflect.ValueOf(info.Sys())) // syscall.Stat_t
	if stat.Kind() != reflect.Struct {
		return identity{}, false
	}
	changed := stat.FieldByName("Ctim")
	if !changed.IsValid() {
		changed = stat.FieldByName("Ctimespec") // of BSD and macOS
	}
	if !changed.IsValid() {
		return identity{}, false
	}
	id := identity{
		number(stat.FieldByName("Dev")), number(stat.FieldByName("Ino")),
		time.Unix(changed.Field(0).Int(), changed.Field(1).Int()),
	}
	wholeSeconds := id.changed.Nanosecond() == 0 && info.ModTime().Nanosecond() == 0
	return id, id.inode != 0 && !wholeSeconds
}

// number returns an integer of any type.
func number(v reflect.Value) uint64 {
	if v.CanInt() {
		return uint64(v.Int())
	}
	if v.CanUint() {
		return v.Uint()
	}
	return 0
}
