package seed

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A Watcher tells when files may have changed, seed files or any others. It watches folders and
// not files, since editors replace a file by renaming another over it, and
// of a linked file the folder that it leads to as well.
type Watcher struct {
	paths  []string
	events *fsnotify.Watcher
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
	w := &Watcher{paths: paths, events: events}
	if err := w.follow(); err != nil {
		events.Close()
		return nil, err
	}
	return w, nil
}

// follow watches the folders that the paths are and stand in. It is called
// again after changes: a folder that was replaced is another one.
func (w *Watcher) follow() error {
	for _, path := range w.paths {
		folders := []string{filepath.Dir(path)}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			folders = append(folders, path)
		}
		if target, err := filepath.EvalSymlinks(path); err == nil && target != filepath.Clean(path) {
			folders = append(folders, filepath.Dir(target))
		}
		for _, folder := range folders {
			if err := w.events.Add(folder); err != nil {
				return fmt.Errorf("watching %s: %w", folder, err)
			}
		}
	}
	return nil
}

// Run calls changed after every burst of changes, one call at a time, until
// ctx is done. Something beside the seed files may be what changed: it is
// for changed to see whether there is anything to do. Run ends the watch.
func (w *Watcher) Run(ctx context.Context, changed func()) {
	defer w.Close()
	for w.wait(ctx) {
		w.settle(ctx)
		// A folder that is gone just now is followed again once it is back:
		// the folder around it is watched too.
		_ = w.follow()
		changed()
	}
}

// Close ends a watch that is not run.
func (w *Watcher) Close() { w.events.Close() }

// wait waits for a change.
func (w *Watcher) wait(ctx context.Context) bool {
	for {
		select {
		case <-ctx.Done():
			return false
		case event := <-w.events.Events:
			if event.Op != fsnotify.Chmod {
				return true
			}
		case <-w.events.Errors: // some events were lost
			return true
		}
	}
}

// settle waits until changes are over for a moment, or for long enough.
func (w *Watcher) settle(ctx context.Context) {
	latest := time.NewTimer(patience)
	defer latest.Stop()
	for {
		quiet := time.NewTimer(settleTime)
		select {
		case <-w.events.Events:
			quiet.Stop()
		case <-w.events.Errors:
			quiet.Stop()
		case <-quiet.C:
			return
		case <-latest.C:
			quiet.Stop()
			return
		case <-ctx.Done():
			quiet.Stop()
			return
		}
	}
}
