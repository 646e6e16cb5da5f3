package seed

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A Watcher tells when files may have changed, seed files or any others. It
// watches folders and not files, since editors replace a file by renaming
// another over it: those that a path leads through and, of a linked file,
// named or in a folder, those that the link leads through as well.
type Watcher struct {
	paths  []string
	events *fsnotify.Watcher
	trail  *trail // where the paths lead
	lost   bool   // an error came while the paths were followed
}

// How long a change must have been over, and how long it may go on, before it
// is told: an editor or a checkout touches files several times.
const (
	settleTime = 100 * time.Millisecond
	patience   = time.Second
)

// Watch begins to watch the paths, as [ReadPaths] takes them. Changes from
// now on are told by [Watcher.Run].
func Watch(paths []string) (*Watcher, error) {
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching files: %w", err)
	}
	w := &Watcher{paths: paths, events: events, trail: new(trail)}
	if err := w.follow(); err != nil {
		events.Close()
		return nil, err
	}
	return w, nil
}

// follow watches where the paths lead, and nothing else. It is called again
// after changes, and begins anew each time: a folder that was replaced is
// another one, and two may have taken each other's names.
func (w *Watcher) follow() (err error) {
	defer w.heed()()
	for folder := range w.trail.folders {
		_ = w.events.Remove(folder) // which fails for one that is gone
	}
	w.trail, err = newTrail(w.paths, w.events.Add)
	return err
}

// heed takes errors until it is ended. The watches may be locked until somebody
// takes one: that of a folder moved and removed at once is told so.
func (w *Watcher) heed() (end func()) {
	enough, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-w.events.Errors:
				w.lost = true
			case <-enough:
				return
			}
		}
	}()
	return func() {
		close(enough)
		<-ended
	}
}

// Run calls changed after every burst of changes, one call at a time, until
// ctx is done. Something beside the seed files may be what changed: it is
// for changed to see whether there is anything to do. Run ends the watch.
func (w *Watcher) Run(ctx context.Context, changed func()) {
	defer w.Close()
	for w.wait(ctx) {
		w.settle(ctx)
		// What cannot be followed just now is followed again once it is back:
		// the folder that it is missing from is watched.
		_ = w.follow()
		changed()
	}
}

// Close ends a watch that is not run.
func (w *Watcher) Close() { w.events.Close() }

// wait waits for a change.
func (w *Watcher) wait(ctx context.Context) bool {
	if w.lost {
		w.lost = false
		return ctx.Err() == nil
	}
	for {
		select {
		case <-ctx.Done():
			return false
		case event := <-w.events.Events:
			if w.matters(event) {
				return true
			}
		case <-w.events.Errors: // some events were lost
			return true
		}
	}
}

// matters tells whether an event can be a change of the files. One of
// attributes alone is taken up only for what could not be opened or cannot be
// now, since its mode may be what changed. Elsewhere it says nothing of the
// bytes, and indexing services and backups cause many. A reading causes none
// that is taken up, even where it moves the time of access: what cannot be
// opened is not read.
func (w *Watcher) matters(event fsnotify.Event) bool {
	name := filepath.Clean(event.Name)
	if !w.trail.names[name] && !w.trail.whole[filepath.Dir(name)] {
		return false
	}
	return event.Op != fsnotify.Chmod || w.trail.shut[name] || unreadable(name)
}

// settle waits until changes are over for a moment, or for long enough.
func (w *Watcher) settle(ctx context.Context) {
	latest, quiet := time.NewTimer(patience), time.NewTimer(settleTime)
	defer latest.Stop()
	defer quiet.Stop()
	for {
		select {
		case event := <-w.events.Events:
			if w.matters(event) {
				quiet.Reset(settleTime)
			}
		case <-w.events.Errors:
			quiet.Reset(settleTime)
		case <-quiet.C:
			return
		case <-latest.C:
			return
		case <-ctx.Done():
			return
		}
	}
}
