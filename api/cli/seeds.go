package cli

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"designmanual/api/admin"
	"designmanual/api/metrics"
	"designmanual/fixtures"
	"designmanual/seed"
)

// seeds are the seed files of a server: imported at start, and again when
// they change or when the server is told to. With watch they are the whole
// truth of the brands in them.
type seeds struct {
	server *server
	*settings
	tell    reporter
	watcher *seed.Watcher // nil without watch

	mu     sync.Mutex
	brands []string          // that the files named at the last import
	seen   [sha256.Size]byte // the files as they were last read
}

// start imports the files.
func (s *seeds) start(ctx context.Context) error {
	if s.watch {
		s.watcher = seed.Watch(s.seeds) // before the import, so that no change after it goes unseen
	}
	if len(s.seeds) == 0 && !s.examples {
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
	if len(s.seeds) > 0 {
		s.refuse(ctx, s.load(ctx))
	}
}

// refuse tells why the files were not imported, if they were not.
func (s *seeds) refuse(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil { // else the server is being stopped
		s.tell.refused(err)
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
	sources, err := s.readSeeds(ctx)
	if s.watch && s.brands != nil {
		sources = slices.DeleteFunc(sources, func(source seed.Source) bool { return errors.Is(source.Err, seed.ErrNoFiles) })
	}
	return sources, err
}

// readSeeds reads the seed files. It does not wait for a file that gives nothing,
// as a pipe that nobody writes to, once ctx is done.
func (f *settings) readSeeds(ctx context.Context) ([]seed.Source, error) {
	if f.examples {
		return seed.ReadFS(fixtures.Files(), "fixtures"), nil
	}
	read := make(chan []seed.Source, 1)
	go func() { read <- seed.ReadPaths(f.seeds) }()
	select {
	case sources := <-read:
		return sources, nil
	case <-ctx.Done():
		return nil, fmt.Errorf("reading the seed files: %w", context.Cause(ctx))
	}
}

func (s *seeds) put(ctx context.Context, sources []seed.Source) error {
	o := s.imports
	o.Prune, o.Former = s.watch, s.brands
	report, err := seed.Import(ctx, s.server.store, sources, o)
	s.server.metrics.Imported(metrics.Seeds, report, err)
	if err != nil {
		return err
	}
	s.brands = report.Brands
	s.tell.imported(ctx, s.server, report)
	return nil
}

// A logReporter logs.
type logReporter struct {
	*logs
	database string
}

func (l *logReporter) serving(s *server) {
	site := s.store.Index().Site
	l.Info("serving", "listen", s.address(), "base-url", site.String(), "db", l.database)
	s.manager.Ready(fmt.Sprintf("Serving %s on %s from %s", site, s.address(), l.database))
}

func (l *logReporter) imported(_ context.Context, _ *server, r *seed.Report) {
	for _, w := range r.Warnings {
		l.Warn("seed files are doubtful", "problem", w.String())
	}
	admin.LogImport(l.Logger, r)
}

func (l *logReporter) refused(err error) {
	var problems seed.Problems
	if !errors.As(err, &problems) {
		l.Error("seed files not imported", "error", err)
	}
	for _, p := range problems {
		l.Error("seed files refused", "problem", p.String())
	}
}
