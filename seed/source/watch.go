package source

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"
)

// A Watcher reports changes of files: seed files and the files that they refer to, or
// any others. It polls the paths, so it works on every file system and follows links
// and folders that are replaced.
type Watcher struct {
	paths     []string               // as given
	named     []string               // files that the seed files refer to
	seen      map[string]fs.FileInfo // by path, as last reported; nil if there is nothing
	changedAt time.Time              // of the first change that was not handled yet
	again     atomic.Bool            // see Retry
	scanTime  time.Duration          // of the last scan
}

const (
	quietTime     = 250 * time.Millisecond // without a change before changes are reported, because editors and checkouts write several times
	maxBurst      = time.Second            // after which changes are reported even if they go on
	lockTime      = 10 * time.Second       // after which a Git lock is ignored
	maxRetryDelay = 5 * time.Second        // between two tries after a failure
	minInterval   = 100 * time.Millisecond // between two scans
	maxInterval   = time.Second / 2
)

// Watch starts watching paths as [ReadPaths] takes them. [Watcher.Run] reports changes
// from now on.
func Watch(paths []string) *Watcher {
	w := &Watcher{paths: paths}
	w.seen = w.scan()
	w.findNamed()
	return w
}

// Run calls changed after each burst of changes, one call at a time, until ctx is
// done. The files themselves may be the same as before. If changed returns true it is
// called again, at the next change or, as a retry, after a delay.
func (w *Watcher) Run(ctx context.Context, changed func(retry bool) (again bool)) {
	delay, retry := time.Second, time.Time{}
	for wait(ctx, min(max(minInterval, 20*w.scanTime), maxInterval)) { // scanning takes at most 5 % of the time
		if w.again.Swap(false) && retry.IsZero() {
			retry = time.Now().Add(delay)
		}
		retrying := !w.changed()
		switch {
		case !retrying:
			delay = time.Second
		case retry.IsZero() || time.Now().Before(retry):
			continue
		}
		if w.changedAt.IsZero() {
			w.changedAt = time.Now()
		}
		if !w.debounce(ctx) {
			return
		}
		w.findNamed()
		if changed(retrying) {
			retry = time.Now().Add(delay)
			delay = min(2*delay, maxRetryDelay)
			continue
		}
		retry, w.changedAt = time.Time{}, time.Time{}
	}
}

// Retry lets Run call changed after a delay, as if it had returned true. It may be
// called from any goroutine.
func (w *Watcher) Retry() { w.again.Store(true) }

// Changing reports whether the files have changed since changed was called, or Git is
// changing them. What changed has read may then be a mixture of two states, so it
// should return true to be called again. After ten seconds of changes it returns false.
func (w *Watcher) Changing() bool {
	return time.Since(w.changedAt) < lockTime && (w.changed() || GitLocked(w.paths))
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

// debounce waits until nothing has changed for a moment, or changes have gone on for
// too long, and Git has no lock. It returns false if ctx is done.
func (w *Watcher) debounce(ctx context.Context) bool {
	began := time.Now()
	quiet := began
	for wait(ctx, minInterval) {
		now := w.scan()
		changed, locked := !maps.EqualFunc(now, w.seen, sameInfo), GitLocked(w.paths)
		w.seen = now
		switch passed := time.Since(began); {
		case changed && passed < maxBurst, locked && passed < lockTime:
			quiet = time.Now()
		case time.Since(quiet) >= quietTime:
			return true
		}
	}
	return false
}

// changed reports whether the files differ from what was last reported.
func (w *Watcher) changed() bool { return !maps.EqualFunc(w.scan(), w.seen, sameInfo) }

// sameInfo reports whether nothing has changed. A change in a folder shows in its files;
// reading a pipe changes it.
func sameInfo(a, b fs.FileInfo) bool {
	if a == nil || b == nil {
		return a == b
	}
	return os.SameFile(a, b) && a.Mode() == b.Mode() && (!a.Mode().IsRegular() || a.Size() == b.Size() && a.ModTime().Equal(b.ModTime()))
}

// scan returns the present state of the paths and of the files in them.
func (w *Watcher) scan() map[string]fs.FileInfo {
	began := time.Now()
	found := make(map[string]fs.FileInfo)
	add := func(path string) {
		found[path], _ = os.Stat(path) // nil on any error
	}
	for _, path := range w.paths {
		add(path)
		if info := found[path]; info != nil && info.IsDir() {
			entries, _ := os.ReadDir(path) // an unreadable folder has none
			for _, e := range entries {
				if seedName(e.Name()) {
					add(filepath.Join(path, e.Name()))
				}
			}
		}
	}
	for _, path := range w.named {
		add(path)
	}
	w.scanTime = time.Since(began)
	return found
}

// findNamed finds the files that the seed files refer to and starts watching new ones.
func (w *Watcher) findNamed() {
	w.named = nil
	for _, path := range w.paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue // the content of a pipe can be read only once
		}
		for _, s := range ReadPaths([]string{path}) {
			for _, name := range Parse(s, 0).AssetPaths() {
				w.named = append(w.named, filepath.Join(filepath.Dir(s.Name), filepath.FromSlash(name)))
			}
		}
	}
	found := w.scan()
	maps.Copy(found, w.seen) // so that changes since the last report are still reported
	w.seen = found
}

// ErrChanging is the error of an import whose files are being changed: what it has
// read may be a mixture of two states.
var ErrChanging = errors.New("the files are being changed")

// Steady calls do, which imports the files at the paths, when Git is not changing a
// checkout that contains one of them. If the files turn out to have changed meanwhile,
// it calls do again. The function changing tells do whether they have; do calls it
// when it has read them, and then returns [ErrChanging]. After ten seconds of changes
// Steady ignores them.
func Steady(ctx context.Context, paths []string, do func(changing func() bool) error) error {
	for began := time.Now(); ; {
		for GitLocked(paths) && time.Since(began) < lockTime && wait(ctx, minInterval) {
		}
		w := &Watcher{paths: paths, changedAt: began}
		w.seen = w.scan()
		if err := do(w.Changing); err == nil || !errors.Is(err, ErrChanging) && !w.Changing() || !wait(ctx, minInterval) {
			return err
		}
	}
}

// GitLocked reports whether Git is changing a checkout that contains one of the paths.
func GitLocked(paths []string) bool {
	for _, path := range paths {
		if absolute, err := filepath.Abs(path); err == nil {
			path = absolute
		}
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		for folder := path; ; folder = filepath.Dir(folder) {
			git := filepath.Join(folder, ".git")
			if text, err := os.ReadFile(git); err == nil { // of a worktree or a submodule: "gitdir: PATH"
				if git = strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:")); !filepath.IsAbs(git) {
					git = filepath.Join(folder, git)
				}
			}
			if _, err := os.Stat(filepath.Join(git, "index.lock")); err == nil {
				return true
			}
			if folder == filepath.Dir(folder) {
				break
			}
		}
	}
	return false
}
