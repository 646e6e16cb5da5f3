package seed

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// A Watcher tells when files have changed: seed files and the files that they
// name, or any others. It looks at them again and again, where their paths lead
// at the time: so it needs nothing of the file system, and whatever goes away
// or is put in another's place on the way to them is followed.
type Watcher struct {
	paths []string         // as they were given
	named []string         // files that the seed files among them name
	seen  map[string]state // by path, as last told
	began time.Time        // of the changes that have not been taken yet
	took  time.Duration    // to look at everything
}

const (
	quietTime    = 250 * time.Millisecond // without a change, before changes are told: editors and checkouts touch files several times
	mostTime     = time.Second            // that changes may go on before they are told all the same
	lockTime     = 10 * time.Second       // that Git may hold its lock
	mostRetry    = time.Minute            // between two tries of what failed
	shortestWait = 100 * time.Millisecond // between two looks
	longestWait  = time.Second / 2
)

// A state is what there is at a path.
type state struct {
	info  fs.FileInfo // nil for nothing, or nothing that can be found
	fresh bool        // so new that another change might show the same time
}

// freshTime is how coarse the times of files may be.
const freshTime = 100 * time.Millisecond

// same tells whether nothing has changed. What changes in a folder shows in
// the files that matter.
func (s state) same(as state) bool {
	if s.info == nil || as.info == nil || s.fresh != as.fresh {
		return s == as
	}
	return os.SameFile(s.info, as.info) && s.info.Mode() == as.info.Mode() &&
		(s.info.IsDir() || s.info.Size() == as.info.Size() && s.info.ModTime().Equal(as.info.ModTime()))
}

// Watch begins to watch the paths, as [ReadPaths] takes them. Changes from now
// on are told by [Watcher.Run].
func Watch(paths []string) *Watcher {
	w := &Watcher{paths: paths}
	w.seen = w.look()
	w.follow()
	return w
}

// Run calls changed after every burst of changes, one call at a time, until
// ctx is done. Something beside the files may be what changed: it is for
// changed to see whether there is anything to do. Where it returns true it is
// called again, at the next change or after a while.
func (w *Watcher) Run(ctx context.Context, changed func() (again bool)) {
	delay, retry := time.Second, time.Time{}
	for wait(ctx, min(max(shortestWait, 20*w.took), longestWait)) { // so that looking takes little of the time
		switch {
		case w.changed():
			delay = time.Second
		case retry.IsZero() || time.Now().Before(retry):
			continue
		}
		if w.began.IsZero() {
			w.began = time.Now()
		}
		if !w.debounce(ctx) {
			return
		}
		w.follow()
		if changed() {
			retry = time.Now().Add(delay)
			delay = min(2*delay, mostRetry)
			continue
		}
		retry, w.began = time.Time{}, time.Time{}
	}
}

// Unsettled tells whether the files have changed since changed was called, or
// Git is changing them. What was read meanwhile may be part of one state and
// part of another: changed should return true, and is called again. Of changes
// that never end it is false at last.
func (w *Watcher) Unsettled() bool {
	return time.Since(w.began) < lockTime && (w.changed() || w.locked())
}

// wait waits, and returns false once ctx is done.
func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// debounce waits until nothing has changed for a moment, or changes have gone on
// for long enough, and Git does not hold its lock. It returns false once ctx is
// done.
func (w *Watcher) debounce(ctx context.Context) bool {
	began := time.Now()
	quiet := began
	for wait(ctx, shortestWait) {
		now := w.look()
		changed := !maps.EqualFunc(now, w.seen, state.same)
		w.seen = now
		locked := w.locked()
		switch passed := time.Since(began); {
		case changed && passed < mostTime, locked && passed < lockTime:
			quiet = time.Now()
		case time.Since(quiet) >= quietTime:
			return true
		}
	}
	return false
}

// changed tells whether the files are not as they were told.
func (w *Watcher) changed() bool { return !maps.EqualFunc(w.look(), w.seen, state.same) }

// look returns what there is now at the paths and in the folders among them.
func (w *Watcher) look() map[string]state {
	began := time.Now()
	found := make(map[string]state)
	add := func(path string) {
		info, err := os.Stat(path)
		if err != nil {
			found[path] = state{}
			return
		}
		age := began.Sub(info.ModTime())
		found[path] = state{info, !info.IsDir() && age < freshTime && age > -freshTime}
	}
	for _, path := range w.paths {
		add(path)
		if info := found[path].info; info != nil && info.IsDir() {
			entries, _ := os.ReadDir(path) // what cannot be read has none
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
	w.took = time.Since(began)
	return found
}

// follow finds the files that the seed files name, and begins to watch those
// that are new.
func (w *Watcher) follow() {
	w.named = nil
	for _, path := range w.paths {
		if info, err := os.Stat(path); err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue // a pipe gives what is in it once
		}
		for _, s := range ReadPaths([]string{path}) {
			for _, name := range (&file{Source: s}).paths() {
				w.named = append(w.named, filepath.Join(filepath.Dir(s.Name), filepath.FromSlash(name)))
			}
		}
	}
	found := w.look()
	maps.Copy(found, w.seen) // what has changed meanwhile is to be told
	w.seen = found
}

// locked tells whether Git is changing a checkout that a path is in.
func (w *Watcher) locked() bool {
	for _, path := range w.paths {
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
