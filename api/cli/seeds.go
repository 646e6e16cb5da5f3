package cli

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
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
	first    []seed.Source // as they have been read already, or nil
	options  seed.Options
	watch    bool
	imported func(*seed.Report)                      // told after every import that wrote or found something
	refused  func(error)                             // told why a later import failed
	tried    func(*seed.Report, error)               // told what came of every import, or nil
	hangup   func(ctx context.Context, again func()) // calls again, where the server is told to by a signal

	following sync.WaitGroup // what reloads the files

	mu     sync.Mutex
	brands []string          // that the files named at the last import
	seen   [sha256.Size]byte // the files as they were last read
}

// start imports the files and returns what makes them be followed, in the
// background until ctx is done: on a hangup signal, and with watch when they
// change.
func (s *seeds) start(ctx context.Context) (follow func(), err error) {
	var watcher *seed.Watcher
	if s.watch {
		// Before the import, so that no change after it goes unseen.
		if watcher, err = seed.Watch(s.paths); err != nil {
			return nil, err
		}
	}
	signals, ignore := hangups() // before anybody is told that there is a server
	if len(s.paths) > 0 {
		if err := s.load(ctx); err != nil {
			ignore()
			if watcher != nil {
				watcher.Close()
			}
			return nil, err
		}
	}
	return func() {
		if watcher != nil {
			s.following.Go(func() { watcher.Run(ctx, func() bool { return s.reload(ctx, watcher.Unsettled) }) })
		}
		s.following.Go(func() {
			defer ignore()
			s.obey(ctx, signals)
		})
	}, nil
}

// obey imports the files at every signal until ctx is done.
func (s *seeds) obey(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-signals:
			s.hangup(ctx, func() { s.again(ctx) })
		case <-ctx.Done():
			return
		}
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
// unless they are changing still. What is wrong with them is logged, and what
// is served stays as it is. It tells whether to try again: where it is not the
// files that are at fault, or they may be of two states.
func (s *seeds) reload(ctx context.Context, unsettled func() bool) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.read(ctx)
	now := seed.Digest(sources)
	switch {
	case err != nil || now == s.seen:
		return false
	case unsettled():
		return true
	}
	err = s.put(ctx, sources)
	var problems seed.Problems
	again = err != nil && !errors.As(err, &problems)
	if !again {
		s.seen = now
	}
	s.failed(ctx, err)
	return again
}

// again is load for a server that goes on whatever comes of it.
func (s *seeds) again(ctx context.Context) {
	if len(s.paths) > 0 {
		s.failed(ctx, s.load(ctx))
	}
}

// failed tells why the files were not imported, if they were not.
func (s *seeds) failed(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil { // else the server is being stopped
		s.refused(err)
	}
}

// logRefused is the refused of a server.
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

// read reads the files, unless that has been done. A watched folder may have
// become empty.
func (s *seeds) read(ctx context.Context) ([]seed.Source, error) {
	if first := s.first; first != nil {
		s.first = nil
		return first, nil
	}
	sources, err := readSeeds(ctx, s.paths)
	if err != nil || !s.watch || s.brands == nil {
		return sources, err
	}
	var present []seed.Source
	for _, source := range sources {
		if !errors.Is(source.Err, seed.ErrNoFiles) {
			present = append(present, source)
		}
	}
	return present, nil
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
	if s.tried != nil {
		s.tried(report, err)
	}
	if err != nil {
		return err
	}
	s.brands = report.Brands
	s.imported(report)
	return nil
}
