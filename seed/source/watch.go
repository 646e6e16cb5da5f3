package source

import (
	"context"
	"errors"
	"maps"
	"os"
	"sync/atomic"
	"time"
)

const (
	lookInterval = time.Second / 2  // between two looks
	retryDelay   = 5 * time.Second  // between two tries after a failure
	patience     = 10 * time.Second // with files that never stop changing
)

// A Watcher reports changes of files: seed files and the files that they refer to, or
// any others. It looks at the paths twice a second, so it works on every file system
// and follows links and folders that are replaced. It reports a change once two looks
// agree, so that nobody reads what an editor or a checkout has written in part.
type Watcher struct {
	paths    []string // as given
	names    map[string]naming
	contents contents
	reported look          // at what was reported last
	again    atomic.Bool   // see Retry
	took     time.Duration // the last look
}

// Watch starts watching paths as [ReadPaths] takes them. [Watcher.Run] reports changes
// from now on.
func Watch(paths []string) *Watcher {
	w := &Watcher{paths: paths, names: make(map[string]naming), contents: newContents()}
	w.report()
	return w
}

// report makes the present state the one that was reported last.
func (w *Watcher) report() {
	w.findNamed()
	w.reported = w.look()
}

// Run calls changed after each change, one call at a time, until ctx is done. If changed
// returns true it is called again, at the next change or, as a retry, after a delay.
func (w *Watcher) Run(ctx context.Context, changed func(retry bool) (again bool)) {
	last, retryAt := w.reported, time.Time{}
	for wait(ctx, max(lookInterval, 20*w.took)) { // looking takes at most 5 % of the time
		if w.again.Swap(false) && retryAt.IsZero() {
			retryAt = time.Now().Add(retryDelay)
		}
		now := w.look()
		agree := maps.Equal(now, last)
		last = now
		if !agree {
			continue
		}
		differs := !maps.Equal(now, w.reported)
		due := !retryAt.IsZero() && !time.Now().Before(retryAt)
		if !differs && !due {
			continue
		}
		w.report()
		retryAt = time.Time{}
		if changed(!differs) {
			retryAt = time.Now().Add(retryDelay)
		}
		last = w.reported
	}
}

// Retry lets Run call changed after a delay, as if it had returned true. It may be
// called from any goroutine.
func (w *Watcher) Retry() { w.again.Store(true) }

// Changing reports whether the files have changed since changed was called. What changed
// has read may then be a mixture of two states, so it should return true to be called
// again.
func (w *Watcher) Changing() bool { return !maps.Equal(w.look(), w.reported) }

// ErrChanging is the error of an import whose files are being changed: what it has
// read may be a mixture of two states.
var ErrChanging = errors.New("the files are being changed")

// Steady calls do, which imports the files at the paths. If the files turn out to have
// changed meanwhile, it calls do again once two looks agree. The function changing tells
// do whether they have; do calls it when it has read them, and then returns
// [ErrChanging]. After ten seconds of changes Steady ignores them.
func Steady(ctx context.Context, paths []string, do func(changing func() bool) error) error {
	return Watch(paths).steady(ctx, do)
}

// SettledSteady is [Steady] for files that may be being written: first it waits until two
// looks at them agree, at most ten seconds. It does not wait where the times of files and
// folders tell that a look half a second ago would have shown the same.
func SettledSteady(ctx context.Context, paths []string, do func(changing func() bool) error) error {
	w := Watch(paths)
	if w.isRecent(time.Now().Add(-lookInterval)) {
		w.waitUntilSteady(ctx, time.Now().Add(patience))
		w.report()
	}
	return w.steady(ctx, do)
}

// isRecent reports whether the files or the folders of the paths may have changed since a time.
func (w *Watcher) isRecent(limit time.Time) bool {
	recent := !w.reported.isOlderThan(limit)
	for _, path := range w.paths {
		info, err := os.Stat(path)
		recent = recent || err == nil && info.ModTime().After(limit)
	}
	return recent
}

func (w *Watcher) steady(ctx context.Context, do func(changing func() bool) error) error {
	began := time.Now()
	changing := func() bool { return time.Since(began) < patience && w.Changing() }
	for {
		err := do(changing)
		if err == nil || !errors.Is(err, ErrChanging) && !changing() {
			return err
		}
		if !w.waitUntilSteady(ctx, began.Add(patience)) {
			return err
		}
		w.report()
	}
}

// waitUntilSteady waits until two looks agree or a time is over. It returns false if ctx is done.
func (w *Watcher) waitUntilSteady(ctx context.Context, until time.Time) bool {
	last := w.look()
	for wait(ctx, lookInterval) {
		now := w.look()
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
