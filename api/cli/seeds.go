package cli

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"

	"designmanual/db"
	"designmanual/seed"
)

// seeds are the seed files of a server: imported at start, and again when
// they change or when the server is told to. With watch they are the whole
// truth of the brands in them.
type seeds struct {
	store    *db.DB
	paths    []string
	options  seed.Options
	watch    bool
	imported func(*seed.Report, error) // told what came of every import
	refused  func(error)               // told why an import after the first failed

	watcher *seed.Watcher // nil without watch

	mu     sync.Mutex
	brands []string          // that the files named at the last import
	seen   [sha256.Size]byte // the files as they were last read
}

// start imports the files.
func (s *seeds) start(ctx context.Context) error {
	if s.watch {
		s.watcher = seed.Watch(s.paths) // before the import, so that no change after it goes unseen
	}
	if len(s.paths) == 0 {
		return nil
	}
	return s.load(ctx)
}

// follow imports the files whenever they have changed, until ctx is done.
func (s *seeds) follow(ctx context.Context) {
	if s.watch {
		s.watcher.Run(ctx, func() (again bool) { return s.reload(ctx) })
	}
}

// again imports the files, whatever comes of it.
func (s *seeds) again(ctx context.Context) {
	if len(s.paths) > 0 {
		s.refuse(ctx, s.load(ctx))
	}
}

// refuse tells why the files were not imported, if they were not.
func (s *seeds) refuse(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil { // else the server is being stopped
		s.refused(err)
	}
}

// load imports the files, whether or not they have changed.
func (s *seeds) load(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.read(ctx)
	if err != nil {
		return err
	}
	s.seen = seed.Digest(sources)
	return s.put(ctx, sources)
}

// reload imports the files where they have changed since they were last read,
// unless they are changing still. What is wrong with them is told, and what
// is served stays as it is. It tells whether to try again: where it is not the
// files that are at fault, or they may be of two states.
func (s *seeds) reload(ctx context.Context) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.read(ctx)
	now := seed.Digest(sources)
	switch {
	case err != nil || now == s.seen:
		return false
	case s.watcher.Unsettled():
		return true
	}
	err = s.put(ctx, sources)
	var problems seed.Problems
	again = err != nil && !errors.As(err, &problems)
	if !again {
		s.seen = now
	}
	s.refuse(ctx, err)
	return again
}

// read reads the files. A watched folder may have become empty.
func (s *seeds) read(ctx context.Context) ([]seed.Source, error) {
	sources, err := readSeeds(ctx, s.paths)
	if s.watch && s.brands != nil {
		sources = slices.DeleteFunc(sources, func(source seed.Source) bool { return errors.Is(source.Err, seed.ErrNoFiles) })
	}
	return sources, err
}

// readSeeds reads seed files. It does not wait for a file that gives nothing,
// as a pipe that nobody writes to, once ctx is done.
func readSeeds(ctx context.Context, paths []string) ([]seed.Source, error) {
	read := make(chan []seed.Source, 1)
	go func() { read <- seed.ReadPaths(paths) }()
	select {
	case sources := <-read:
		return sources, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("reading the seed files: %w", context.Cause(ctx))
	}
}

func (s *seeds) put(ctx context.Context, sources []seed.Source) error {
	o := s.options
	o.Prune, o.Former = s.watch, s.brands
	report, err := seed.Import(ctx, s.store, sources, o)
	if err == nil {
		s.brands = report.Brands
	}
	s.imported(report, err)
	return err
}

// logRefused is the refused of a server that logs.
func logRefused(log *slog.Logger) func(error) {
	return func(err error) {
		var problems seed.Problems
		if !errors.As(err, &problems) {
			log.Error("seed files not imported", "error", err)
		}
		for _, p := range problems {
			log.Error("seed files refused", "problem", p.String())
		}
	}
}
