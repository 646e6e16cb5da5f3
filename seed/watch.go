package seed

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/fsnotify/fsnotify"
)

// A Watcher tells when files may have changed: seed files and the files that
// they name, or any others. It watches folders and not files, since editors
// replace a file by renaming another over it: every folder that a path or a
// link on its way leads through, so that whatever goes away is followed again
// once it is back.
type Watcher struct {
	paths   []string      // as they were given
	changes chan struct{} // has one where something has changed
	began   time.Time     // of the changes that have not been taken yet
	events  *fsnotify.Watcher

	mu    sync.Mutex
	names map[string]bool // what the paths lead through
	whole map[string]bool // folders in which every name counts
}

const (
	quietTime = 250 * time.Millisecond // without a change, before changes are told: editors and checkouts touch files several times
	mostTime  = time.Second            // that changes may go on before they are told all the same
	lockTime  = 10 * time.Second       // that Git may hold its lock
	mostRetry = time.Minute            // between two tries of what failed
	maxLinks  = 40                     // that a path may lead along, as on Linux: others go in circles
)

// Watch begins to watch the paths, as [ReadPaths] takes them. Changes from now
// on are told by [Watcher.Run].
func Watch(paths []string) (*Watcher, error) {
	w := &Watcher{paths: paths, changes: make(chan struct{}, 1)}
	err := w.follow()
	if err != nil && w.events != nil {
		w.Close()
	}
	return w, err
}

// Run calls changed after every burst of changes, one call at a time, until
// ctx is done. Something beside the files may be what changed: it is for
// changed to see whether there is anything to do. Where it returns true it is
// called again, at the next change or after a while. Run ends the watch.
func (w *Watcher) Run(ctx context.Context, changed func() (again bool)) {
	defer func() { w.Close() }() // the last one of many
	delay := time.Second
	var retry <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-w.changes:
			delay = time.Second
		case <-retry:
		}
		if w.began.IsZero() {
			w.began = time.Now()
		}
		if !w.debounce(ctx) {
			return
		}
		// What cannot be followed now is followed again once it is back: the
		// folder that it is missing from is watched.
		_ = w.follow()
		retry = nil
		if changed() {
			retry = time.After(delay)
			delay = min(2*delay, mostRetry)
			continue
		}
		w.began = time.Time{}
	}
}

// Close ends a watch that is not run.
func (w *Watcher) Close() { w.events.Close() }

// Unsettled tells whether the files have changed since changed was called, or
// Git is changing them. What was read meanwhile may be part of one state and
// part of another: changed should return true, and is called again. Of changes
// that never end it is false at last.
func (w *Watcher) Unsettled() bool {
	return time.Since(w.began) < lockTime && (len(w.changes) > 0 || w.locked())
}

// debounce waits until nothing has changed for a moment, or changes have gone on
// for long enough, and Git does not hold its lock. It returns false once ctx is
// done.
func (w *Watcher) debounce(ctx context.Context) bool {
	began := time.Now()
	quiet := time.NewTimer(quietTime)
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return false
		case <-w.changes:
			if time.Since(began) < mostTime {
				quiet.Reset(quietTime)
			}
		case <-quiet.C:
			if !w.locked() || time.Since(began) > lockTime {
				return true
			}
			quiet.Reset(quietTime)
		}
	}
}

// tell passes on that something has changed, until events is closed. It takes
// all that comes at once: nothing else of events goes on before.
func (w *Watcher) tell(events *fsnotify.Watcher) {
	for {
		changed, open := true, false
		var event fsnotify.Event
		select {
		case event, open = <-events.Events:
			changed = w.matters(filepath.Clean(event.Name))
		case _, open = <-events.Errors: // some events were lost
		}
		if !open {
			return
		}
		if changed {
			select {
			case w.changes <- struct{}{}:
			default:
			}
		}
	}
}

// matters tells whether something that has changed can be of the files.
func (w *Watcher) matters(name string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.names[name] || w.whole[filepath.Dir(name)]
}

func (w *Watcher) note(names map[string]bool, name string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	names[name] = true
}

// locked tells whether Git is changing a checkout that a path is in.
func (w *Watcher) locked() bool {
	for _, path := range w.paths {
		path = absolute(path)
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
		for folder := path; ; folder = filepath.Dir(folder) {
			git := filepath.Join(folder, ".git")
			if text, err := os.ReadFile(git); err == nil { // of a worktree or a submodule: "gitdir: PATH"
				if to := strings.TrimSpace(strings.TrimPrefix(string(text), "gitdir:")); filepath.IsAbs(to) {
					git = to
				} else {
					git = filepath.Join(folder, to)
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

// follow watches where the paths lead now, and nothing else. It begins anew
// each time: a folder that was replaced is another one. The error is that of a
// path whose last folder cannot be watched; the others are followed all the
// same.
func (w *Watcher) follow() error {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("watching files: %w", err)
	}
	if w.events != nil {
		w.events.Close()
	}
	w.mu.Lock()
	w.events, w.names, w.whole = events, make(map[string]bool), make(map[string]bool)
	w.mu.Unlock()
	go w.tell(events)
	var failed []error
	for _, path := range w.paths {
		last, rest, err := w.walk(path)
		if err != nil {
			failed = append(failed, fmt.Errorf("watching %s: %w", path, err))
		}
		if len(rest) <= 1 {
			w.note(w.whole, last) // file systems differ in what they take for the same name
		}
		if entries, err := os.ReadDir(last); err == nil && len(rest) == 0 {
			for _, e := range entries {
				if e.Type()&fs.ModeSymlink != 0 && seedName(e.Name()) {
					_, _, _ = w.walk(filepath.Join(last, e.Name()))
				}
			}
		}
		if info, err := os.Stat(path); err != nil || !info.IsDir() && !info.Mode().IsRegular() {
			continue // a pipe gives what is in it once
		}
		for _, s := range ReadPaths([]string{path}) {
			for _, name := range paths(s) {
				_, _, _ = w.walk(filepath.Join(filepath.Dir(s.Name), filepath.FromSlash(name)))
			}
		}
	}
	return errors.Join(failed...)
}

// walk goes from the root along a path, as the system does when it opens one,
// and watches every folder before it looks into it. It returns the folder that
// it came to, the names that are left (none where that is all of the path, one
// where it is a file or only that is missing), and why that folder cannot be
// watched.
func (w *Watcher) walk(path string) (last string, rest []string, err error) {
	last, rest = fromRoot(absolute(path))
	err = w.add(last)
	for links := 0; len(rest) > 0; {
		next := filepath.Join(last, rest[0])
		w.note(w.names, next)
		info, lost := os.Lstat(next)
		switch {
		case lost != nil:
			return last, rest, err
		case info.Mode()&fs.ModeSymlink != 0:
			target, lost := os.Readlink(next)
			if links++; lost != nil || links > maxLinks {
				return last, rest, err
			}
			if !filepath.IsAbs(target) {
				target = filepath.Join(last, target)
			}
			var more []string
			last, more = fromRoot(target)
			rest = append(more, rest[1:]...)
		case info.IsDir():
			last, rest = next, rest[1:]
			err = w.add(last)
		default:
			return last, rest, err
		}
	}
	return last, nil, err
}

// add watches a folder. One further up need not be watchable: many may be
// passed through and not read.
func (w *Watcher) add(folder string) error {
	w.note(w.names, folder)
	return w.events.Add(folder)
}

// absolute returns the absolute form of a path, or the path where the working
// folder may be used and not reached from the root.
func absolute(path string) string {
	if here, err := os.Getwd(); err == nil {
		if _, err := os.Stat(here); err != nil {
			return filepath.Clean(path)
		}
	}
	if absolute, err := filepath.Abs(path); err == nil {
		return absolute
	}
	return filepath.Clean(path)
}

// fromRoot cuts a clean path into the folder that it begins at, the root or
// the working folder, and the names below it.
func fromRoot(path string) (root string, names []string) {
	volume := filepath.VolumeName(path)
	if root = "."; filepath.IsAbs(path) {
		root = volume + string(filepath.Separator)
	}
	return root, strings.FieldsFunc(path[len(volume):], func(r rune) bool { return r < utf8.RuneSelf && os.IsPathSeparator(uint8(r)) })
}
