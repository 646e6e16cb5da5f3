package source

import (
	"maps"
	"os"
	"path/filepath"
)

// A naming is what a seed file names, and the look that it was found with.
type naming struct {
	files []string // paths
	at    look     // at the seed file and the texts that it names
}

// findNamed finds the files that the seed files refer to. It parses only those that have
// changed, one at a time, since the tree of a large one takes much memory.
func (w *Watcher) findNamed() {
	w.contents.fresh = false
	names := make(map[string]naming)
	for _, path := range w.seedPaths(func(string) {}) {
		known, ok := w.names[path]
		if !ok || !maps.Equal(known.at, w.lookAt(known.at)) {
			known = w.namedBy(path)
		}
		names[path] = known
	}
	w.names = names
}

// lookAt returns the present state of the paths of another look.
func (w *Watcher) lookAt(paths look) look {
	now := make(look, len(paths))
	for path := range paths {
		now[path] = w.contents.state(path)
	}
	return now
}

// namedBy returns what a seed file names.
func (w *Watcher) namedBy(path string) naming {
	found := naming{at: look{path: w.contents.state(path)}}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return found
	}
	for _, s := range ReadPaths([]string{path}) {
		f := Parse(s, 0)
		beside := func(name string) string { return filepath.Join(filepath.Dir(path), filepath.FromSlash(name)) }
		for _, text := range f.Texts {
			found.at[beside(text.Path)] = w.contents.state(beside(text.Path))
		}
		for _, name := range f.AssetPaths() {
			found.files = append(found.files, beside(name))
		}
	}
	return found
}
