package serve

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"

	"designmanual/api/metrics"
	"designmanual/seed"
	"designmanual/seed/source"
)

// A seedState is the state of the seed files of a server. They are imported at the
// start, on SIGHUP and, if they are watched, after a change. An import of watched
// files also removes the manuals that they no longer have.
type seedState struct {
	watcher *source.Watcher // nil if the files are not watched

	mu       sync.Mutex
	imported bool              // the files have been imported since the start
	digest   [sha256.Size]byte // of the files when they were last imported
}

// importSeeds imports the seed files, even if they have not changed.
func (s *server) importSeeds(ctx context.Context) error {
	if s.Watch {
		s.watcher.WaitForGit(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.readSeeds(ctx)
	if err != nil {
		return err
	}
	s.digest = source.Digest(sources)
	return s.publish(ctx, sources, nil)
}

// importIfChanged imports the seed files if they have changed since the last
// import, and reports an error. It returns whether to try again soon: when the
// files are still being changed, and when the error is not in the files.
func (s *server) importIfChanged(ctx context.Context) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.readSeeds(ctx)
	digest := source.Digest(sources)
	switch {
	case err != nil || digest == s.digest:
		return false
	case s.watcher.Changing():
		return true
	}
	err = s.publish(ctx, sources, s.watcher.Changing)
	if errors.Is(err, seed.ErrChanging) {
		return true
	}
	s.reportRefused(ctx, err)
	if err != nil && !errors.As(err, new(seed.Problems)) {
		s.digest = [sha256.Size]byte{} // so that the next try imports the files, whatever they are then
		return true
	}
	s.digest = digest
	return false
}

// reportRefused reports the error of an import, if any, unless the server is being
// stopped.
func (s *server) reportRefused(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil {
		s.Reporter.Refused(err)
	}
}

// publish imports the files, unless changing, which may be nil, reports that they are
// being changed meanwhile. The error is then [seed.ErrChanging].
func (s *server) publish(ctx context.Context, sources []seed.Source, changing func() bool) error {
	if s.Watch && s.imported { // a folder that had files may be empty now
		sources = slices.DeleteFunc(sources, func(source seed.Source) bool { return errors.Is(source.Err, seed.ErrNoFiles) })
	}
	o := s.Import
	o.Changing = changing
	if s.Watch {
		o.Prune, o.Watched = true, s.Seeds
	}
	report, err := seed.Import(ctx, s.store, sources, o)
	if err != nil && changing != nil && changing() {
		return seed.ErrChanging
	}
	s.metrics.Imported(metrics.Seeds, report, err)
	if err != nil {
		return err
	}
	s.imported = true
	s.Reporter.Imported(ctx, s.running(), report)
	return nil
}

// readSeeds reads the seed files. When ctx is done it returns, even if a read is
// blocked, for example by a pipe without a writer.
func (s *server) readSeeds(ctx context.Context) ([]seed.Source, error) {
	if s.Examples != nil {
		return source.ReadFS(s.Examples, "fixtures"), nil
	}
	read := make(chan []seed.Source, 1)
	go func() { read <- source.ReadPaths(s.Seeds) }()
	select {
	case sources := <-read:
		return sources, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("reading the seed files: %w", context.Cause(ctx))
	}
}

// checkSeeds checks the seed files if there is no database yet, so that bad files
// leave none behind. It skips pipes, which can be read only once and may block, and
// watched files that Git is changing: they are read when the server is up.
func (s *server) checkSeeds(ctx context.Context) error {
	if _, err := os.Stat(s.Database); len(s.Seeds) == 0 || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if s.Watch && source.GitLocked(s.Seeds) {
		return nil
	}
	for _, path := range s.Seeds {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return nil
		}
	}
	sources, err := s.readSeeds(ctx)
	if err != nil {
		return err
	}
	return seed.Validate(sources, s.Site, s.Import)
}
