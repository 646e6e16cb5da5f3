package cli

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
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
			s.following.Go(func() { watcher.Run(ctx, func() { s.reload(ctx) }) })
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
	s.seen = digest(sources)
	return s.put(ctx, sources)
}

// reload imports the files where they have changed since they were last read.
// What is wrong with them is logged, and what is served stays as it is.
func (s *seeds) reload(ctx context.Context) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.read(ctx)
	now := digest(sources)
	if err != nil || now == s.seen {
		return
	}
	err = s.put(ctx, sources)
	var problems seed.Problems
	if err == nil || errors.As(err, &problems) {
		s.seen = now // else it is not the files that were at fault: the next change tries them again
	}
	s.failed(ctx, err)
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

// digest tells one state of the files from another.
func digest(sources []seed.Source) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, s := range sources {
		field(h, []byte(s.Name))
		field(h, s.Data)
		if s.Err != nil {
			field(h, []byte(s.Err.Error()))
		}
	}
	h.Sum(sum[:0])
	return sum
}

// field adds a part to a hash with its length before it, so that parts cannot
// be taken for one another's.
func field(h hash.Hash, part []byte) {
	var length [8]byte
	binary.BigEndian.PutUint64(length[:], uint64(len(part)))
	h.Write(length[:])
	h.Write(part)
}
