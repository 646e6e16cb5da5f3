package source

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"
)

const (
	scanInterval = time.Second / 2  // between two scans
	retryDelay   = 5 * time.Second  // between two tries after a failure
	maxRetryTime = 10 * time.Second // for files that never stop changing
)

// A Watcher reports changes of files: seed files and the files that are read beside them, or
// any others. It scans the paths twice a second, so it works on every file system
// and follows links and folders that are replaced. It reports a change once two scans
// agree, so that nobody reads what an editor or a checkout has written in part.
type Watcher struct {
	paths []string      // as given
	again atomic.Bool   // see Retry
	took  time.Duration // the last scan
	// from when on changes do not count, in [Watcher.RetryWhileChanging]; else zero
	ignoreFrom time.Time

	mu         sync.Mutex
	contents   contents
	remembered states   // before the changes that are not reported yet
	beside     []string // what was opened beside the seed files since the last [Watcher.Read]
}

// NewWatcher returns a watcher of paths, as [ReadPaths] takes them, from their present state on. It starts
// nothing: [Watcher.Run] and [Watcher.HasChanged] compare with that state.
func NewWatcher(paths []string) *Watcher {
	w := &Watcher{paths: paths, contents: newContents()}
	w.remember()
	return w
}

// remember notes the present state; HasChanged and Run compare with it.
func (w *Watcher) remember() {
	now := w.scan()
	w.mu.Lock()
	defer w.mu.Unlock()
	w.remembered = now
}

// lastRemembered returns the state that remember has noted, with that of each file opened since.
func (w *Watcher) lastRemembered() states {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.remembered)
}

// Read reads the seed files as [ReadPaths] does. The watcher notes the state of each other file just before it is
// first opened, so that nobody need parse a seed file to know what to watch.
func (w *Watcher) Read() []Source {
	w.mu.Lock()
	for _, path := range w.beside {
		delete(w.remembered, path)
	}
	w.beside = nil
	w.mu.Unlock()
	return readPaths(w.paths, func(path string) fs.FS { return watchedFolder{OpenFolder(path).(folder), path, w} })
}

// A watchedFolder is a folder that tells a watcher what is opened in it.
type watchedFolder struct {
	folder
	given string // its path, with links
	by    *Watcher
}

// Open implements [fs.FS].
func (f watchedFolder) Open(name string) (fs.File, error) {
	f.by.noteOpened(filepath.Join(f.given, filepath.FromSlash(name)))
	return f.folder.Open(name)
}

// Stat implements [fs.StatFS].
func (f watchedFolder) Stat(name string) (fs.FileInfo, error) {
	f.by.noteOpened(filepath.Join(f.given, filepath.FromSlash(name)))
	return f.folder.Stat(name)
}

// noteOpened begins to watch a path that is about to be opened.
func (w *Watcher) noteOpened(path string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.remembered[path]; known {
		return
	}
	w.remembered[path] = w.contents.state(path)
	w.beside = append(w.beside, path)
}

// Run calls changed after each change, one call at a time, until ctx is done. If changed
// returns true it is called again, at the next change or, as a retry, after a delay.
func (w *Watcher) Run(ctx context.Context, changed func(retry bool) (again bool)) {
	last, retryAt := w.lastRemembered(), time.Time{}
	for wait(ctx, max(scanInterval, 20*w.took)) { // scanning takes at most 5 % of the time
		if w.again.Swap(false) && retryAt.IsZero() {
			retryAt = time.Now().Add(retryDelay)
		}
		now := w.scan()
		agree := maps.Equal(now, last)
		last = now
		if !agree {
			continue
		}
		differs := !maps.Equal(now, w.lastRemembered())
		due := !retryAt.IsZero() && !time.Now().Before(retryAt)
		if !differs && !due {
			continue
		}
		w.remember()
		retryAt = time.Time{}
		if changed(!differs) {
			retryAt = time.Now().Add(retryDelay)
		}
		last = w.lastRemembered()
	}
}

// Retry lets Run call changed after a delay, as if it had returned true. It may be
// called from any goroutine.
func (w *Watcher) Retry() { w.again.Store(true) }

// HasChanged reports whether the files have changed since they were read or, in [Watcher.Run], since
// changed was called. What was read may then be a mixture of two states.
func (w *Watcher) HasChanged() bool {
	return !w.ignoresChanges() && !maps.Equal(w.scan(), w.lastRemembered())
}

// ignoresChanges reports whether changes do not count any more.
func (w *Watcher) ignoresChanges() bool {
	return !w.ignoreFrom.IsZero() && !time.Now().Before(w.ignoreFrom)
}

// ErrChanged is the error of an import whose files have changed while it read them.
var ErrChanged = errors.New("the files are being changed")

// HasChangedLately is [Watcher.HasChanged] for files that may be being written: it scans them a
// second time, half a second later, unless the times of files and folders tell that a scan half a
// second ago would have shown the same.
func (w *Watcher) HasChangedLately(ctx context.Context) bool {
	if !w.ignoresChanges() && w.isRecent(time.Now().Add(-scanInterval)) {
		wait(ctx, scanInterval)
	}
	return w.HasChanged()
}

// isRecent reports whether the files or the folders of the paths may have changed since a time.
func (w *Watcher) isRecent(limit time.Time) bool {
	if !w.lastRemembered().isOlderThan(limit) {
		return true
	}
	for _, path := range w.paths {
		info, err := os.Stat(path)
		if err != nil {
			continue
		}
		if info.ModTime().After(limit) {
			return true
		}
	}
	return false
}

// RetryWhileChanging calls do, which imports what [Watcher.Read] reads. If do returns an error and a file has changed
// meanwhile, the error may come from a mixture of two states: RetryWhileChanging waits until two scans agree, and
// calls do again. Before it writes, do asks [Watcher.HasChanged], and returns [ErrChanged] if a file has. After
// ten seconds HasChanged says no, so that files that never hold still are imported too.
func (w *Watcher) RetryWhileChanging(ctx context.Context, do func() error) error {
	w.ignoreFrom = time.Now().Add(maxRetryTime)
	defer func() { w.ignoreFrom = time.Time{} }()
	for {
		err := do()
		if err == nil {
			return nil
		}
		if !errors.Is(err, ErrChanged) && !w.HasChanged() {
			return err
		}
		if !w.waitUntilSteady(ctx, w.ignoreFrom) {
			return err
		}
		w.remember()
	}
}

// waitUntilSteady waits until two scans agree or a time is over. It returns false if ctx is done.
func (w *Watcher) waitUntilSteady(ctx context.Context, until time.Time) bool {
	last := w.scan()
	for wait(ctx, scanInterval) {
		now := w.scan()
		if maps.Equal(now, last) || !time.Now().Before(until) {
			return true
		}
		last = now
	}
	return false
}

// wait waits for d. It returns false if ctx is done.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
