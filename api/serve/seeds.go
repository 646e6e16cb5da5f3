package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"designmanual/api"
	"designmanual/api/metrics"
	"designmanual/db"
	"designmanual/db/manual"
	"designmanual/seed"
	"designmanual/seed/source"
)

// A seedState is the state of the seed files of a server. They are imported at the
// start, on SIGHUP and, if they are watched, after a change; after an import that
// failed, every five seconds.
type seedState struct {
	watcher *source.Watcher         // of no file if the files are not watched
	failing atomic.Pointer[error]   // the failure, for readers that do not wait for an import
	missing atomic.Pointer[missing] // what has vanished, for them too

	mu       sync.Mutex
	imported bool                  // the files have been imported since the start
	gone     map[string]goneManual // manuals that are not in the files any more, by id
	absent   []source.Gap          // files and folders that are gone or cannot be read
	reported struct {              // the last failure that the reporter got
		text string
		at   time.Time
	}
}

// tellAgain is how often the user is told of a failure that lasts.
const tellAgain = time.Minute

// importSteady imports the seed files that a watcher reads, once two looks at them agree.
func (s *server) importSteady(ctx context.Context, w *source.Watcher) error {
	hasChanged := func() bool { return w.HasChangedLately(ctx) }
	return w.RetryWhileChanging(ctx, func() error { return s.importSeeds(ctx, w, hasChanged) })
}

// importSeeds imports the seed files that a watcher reads. The error is [source.ErrChanged] if
// hasChanged reports that they have changed meanwhile.
func (s *server) importSeeds(ctx context.Context, w *source.Watcher, hasChanged func() bool) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.readSeeds(ctx, w)
	if err != nil {
		return err
	}
	if hasChanged() {
		return source.ErrChanged
	}
	err = s.publish(ctx, sources, hasChanged)
	if !errors.Is(err, source.ErrChanged) {
		s.failing.Store(&err)
	}
	return err
}

// importAgain imports the seed files after a change or, as a retry, after a failure. It
// returns whether to try again.
func (s *server) importAgain(ctx context.Context, retry bool) (again bool) {
	watcher := s.watcher
	if !s.Watch {
		watcher = source.NewWatcher(s.Seeds) // the server's own only waits until it is time to try again
	}
	err := s.importSeeds(ctx, watcher, watcher.HasChanged)
	if err != nil && !errors.Is(err, source.ErrChanged) {
		s.tell(ctx, err, !retry)
	}
	return err != nil
}

// tell tells the reporter of a failed import, unless the server is being stopped or,
// if it is another try with the same files, it was told of the same less than a minute ago.
func (s *server) tell(ctx context.Context, err error, asked bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	same := !asked && s.reported.text == err.Error()
	if ctx.Err() != nil || same && time.Since(s.reported.at) < tellAgain {
		return
	}
	s.reported.text, s.reported.at = err.Error(), time.Now()
	s.Reporter.Refused(err, same)
}

// problems returns the error of the last import and what has vanished since, or nothing.
func (s *server) problems() []api.DevMessage {
	var all []api.DevMessage
	add := func(file, text string) {
		if file != "" {
			file = source.AbsolutePath(file)
		}
		all = append(all, api.DevMessage{File: file, Text: text})
	}
	for _, gap := range s.vanished() {
		add(gap.Path, manual.Printable(gap.String()))
	}
	failure := s.failing.Load()
	if failure == nil || *failure == nil {
		return all
	}
	var problems seed.Problems
	if !errors.As(*failure, &problems) {
		add("", manual.Printable((*failure).Error()))
	}
	for _, p := range problems {
		add(p.File, p.Detail())
	}
	return all
}

// staysAfter reports whether the server serves after the first import, also if that
// failed: what was imported before, or, for local work, the error.
func (s *server) staysAfter(err error) bool {
	return err == nil || s.API.Dev || !s.RequireSeed && !s.isEmpty()
}

// publish imports the files, unless hasChanged reports that they have changed
// meanwhile. The error is then [source.ErrChanged]. What vanishes from them is kept: it may be an
// accident.
func (s *server) publish(ctx context.Context, sources []source.Source, hasChanged func() bool) error {
	now := time.Now()
	present := sources
	if s.Watch && s.imported {
		present = source.Present(sources)
		if len(present) == 0 {
			s.noteVanished(sources, now)
			return nil
		}
	}
	err := s.importSources(ctx, present, now, hasChanged)
	if !errors.Is(err, source.ErrChanged) {
		s.noteVanished(sources, now)
	}
	if err == nil || errors.Is(err, source.ErrChanged) || !s.API.Dev || !s.isEmpty() {
		return err
	}
	// Whoever starts dev with one bad file sees the others meanwhile.
	if sound := seed.WithoutFaulty(present, s.db.Index().Site, s.Import); len(sound) > 0 {
		_ = s.importSources(ctx, sound, now, hasChanged) // the error of all files is the one to tell
	}
	return err
}

// importSources imports files and tells of it.
func (s *server) importSources(
	ctx context.Context, sources []source.Source, now time.Time, hasChanged func() bool,
) error {
	o := s.Import
	o.HasChanged = hasChanged
	o.FollowedPaths = s.Seeds
	o.PruneReread = s.API.Dev
	for id, m := range s.gone {
		if s.Prune && now.Sub(m.since) >= pruneAfter {
			o.PruneIDs = append(o.PruneIDs, id)
		}
	}
	if s.API.Dev {
		o.ChooseSite = s.chooseHome
	}
	ctx = db.OnWait(ctx, func(other string) { s.Log.Info("the import of the seed files waits", "for", other) })
	report, err := seed.Import(ctx, s.db, sources, o)
	if err != nil && hasChanged() {
		return source.ErrChanged
	}
	s.metrics.Imported(metrics.Seeds, report, err)
	if err != nil {
		return err
	}
	s.imported = true
	s.noteGone(report, now)
	s.Reporter.Imported(ctx, s.running(), report)
	return nil
}

// readSeeds reads the seed files. When ctx is done it returns, even if a read is
// blocked, for example by a pipe without a writer.
func (s *server) readSeeds(ctx context.Context, w *source.Watcher) ([]source.Source, error) {
	if s.Examples != nil {
		return source.ReadFS(s.Examples, "fixtures"), nil
	}
	read := make(chan []source.Source, 1)
	go func() { read <- w.Read() }()
	select {
	case sources := <-read:
		return sources, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("reading the seed files: %w", context.Cause(ctx))
	}
}
