package source

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// A Gap is a seed file that is gone or cannot be read, or a folder that is gone, cannot be
// read or has no seed file. Whether that is an accident or a wish nobody can tell.
type Gap struct {
	Path   string    `json:"path"`
	Reason string    `json:"reason"`
	Since  time.Time `json:"since"` // in UTC
	Folder bool      `json:"-"`     // nothing of what came from below the path is there
	Unread bool      `json:"-"`     // the path is there or was asked for, and cannot be read
}

// String returns the gap in sentences.
func (g Gap) String() string {
	return fmt.Sprintf(
		"%s: %s. What came from there before %s is still served.", quoteFileName(g.Path),
		strings.TrimSuffix(g.Reason, "."), g.Since.UTC().Format(time.RFC3339),
	)
}

// Gaps are what has vanished of the seed files at some paths since they were first read.
// Its methods may be called from any goroutine.
type Gaps struct {
	mu    sync.Mutex
	known map[string]bool // names of seed files that have been read
	open  map[string]Gap  // by path
}

// Update takes what [ReadPaths] has read of the paths at a time.
func (g *Gaps) Update(sources []Source, now time.Time) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.known == nil {
		g.known = make(map[string]bool)
	}
	before := g.open
	g.open = make(map[string]Gap)
	there := make(map[string]bool)
	for _, s := range sources {
		name := filepath.Clean(s.Name)
		if s.Absent {
			g.open[name] = Gap{Path: name, Reason: s.Err.Error(), Folder: !g.known[name], Unread: true}
			continue
		}
		there[name], g.known[name] = true, true
	}
	for name := range g.known {
		if _, ok := g.open[name]; ok || there[name] || g.open[filepath.Dir(name)].Folder {
			continue
		}
		g.open[name] = Gap{Path: name, Reason: "the file is gone"}
	}
	for path, gap := range g.open {
		gap.Since = cmp.Or(before[path].Since, now.UTC())
		g.open[path] = gap
	}
}

// Open returns the gaps that there are, by path.
func (g *Gaps) Open() []Gap {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.SortedFunc(maps.Values(g.open), comparePaths)
}

func comparePaths(a, b Gap) int { return cmp.Compare(a.Path, b.Path) }

// Present returns the sources that are not absent.
func Present(sources []Source) []Source {
	return slices.DeleteFunc(slices.Clone(sources), func(s Source) bool { return s.Absent })
}
