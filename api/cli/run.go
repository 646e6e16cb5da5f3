package cli

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"sync"
	"syscall"

	"designmanual/api/metrics"
	"designmanual/fixtures"
	"designmanual/seed"
)

// run imports the seed files, serves until ctx is done, and then lets the
// answers in flight finish. Files that are broken at the start end the run;
// later ones are reported, and what is served stays.
func (s *server) run(ctx context.Context) error {
	hangups := make(chan os.Signal, 1) // one for all that come before it is looked at
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	running, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	if s.keepCertificates != nil {
		background.Go(func() { s.keepCertificates(running) })
	}
	ended := s.startParts()
	if s.watch {
		s.watcher = seed.Watch(s.seeds) // before the import, so that no change after it goes unseen
	}
	var err error
	if len(s.seeds) > 0 || s.examples {
		err = s.importSeeds(running)
	}
	if err == nil {
		s.handler.SetReady(true)
		s.tell.serving(s)
		if s.watch {
			background.Go(func() { s.watcher.Run(running, func() (again bool) { return s.importChanged(running) }) })
		}
		background.Go(func() { s.manager.Watch(running, s.healthy) })
		background.Go(func() { s.reload(running, hangups) })
		select {
		case <-ctx.Done():
			s.log.Info("stopping")
			s.manager.Stopping()
		case err = <-ended:
			err = fmt.Errorf("serving: %w", err)
		}
	}
	stop()
	s.shutdown(ctx)
	background.Wait()
	return err
}

// startParts begins to serve on all listeners; a part that ends sends its error.
func (s *server) startParts() (ended <-chan error) {
	errs := make(chan error, len(s.parts))
	for _, one := range s.parts {
		if one.says != "" {
			s.log.Info(one.says, "listen", one.listener.Addr().String())
		}
		go func() { errs <- one.server.Serve(one.listener) }()
	}
	return errs
}

// reload imports the files at every signal until ctx is done.
func (s *server) reload(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-signals:
			s.manager.Reload(ctx, func() {
				if len(s.seeds) > 0 {
					s.refuse(ctx, s.importSeeds(ctx))
				}
			})
		case <-ctx.Done():
			return
		}
	}
}

// shutdown lets the answers in flight finish and cuts off what takes too long.
func (s *server) shutdown(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	var draining sync.WaitGroup
	for _, one := range s.parts {
		draining.Go(func() {
			if one.server.Shutdown(ctx) != nil {
				one.server.Close()
			}
		})
	}
	draining.Wait()
}

// healthy asks the handler of the public interface how it is. It does not go
// over the listener: clients that take up all its connections are no reason
// to end the server.
func (s *server) healthy(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "/healthz", nil)
	if err != nil {
		return err
	}
	answer := statusWriter{header: make(http.Header)}
	s.handler.ServeHTTP(&answer, request)
	if answer.status != http.StatusOK {
		return fmt.Errorf("/healthz: %d", answer.status)
	}
	return nil
}

// A statusWriter keeps the status of an answer and nothing else.
type statusWriter struct {
	header http.Header
	status int
}

func (w *statusWriter) Header() http.Header            { return w.header }
func (w *statusWriter) Write(body []byte) (int, error) { return len(body), nil }
func (w *statusWriter) WriteHeader(status int)         { w.status = status }

// A seedState is what a server knows of its seed files: they are imported at
// start, and again when they change or when the server is told to. Watched ones
// are the whole truth of the brands in them.
type seedState struct {
	watcher *seed.Watcher // nil where they are not watched

	mu     sync.Mutex
	brands []string          // that the files named at the last import
	seen   [sha256.Size]byte // the files as they were last read
}

// importSeeds imports the files, whether or not they have changed.
func (s *server) importSeeds(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.readSeeds(ctx)
	if err != nil {
		return err
	}
	s.seen = seed.Digest(sources)
	return s.publish(ctx, sources)
}

// importChanged imports the files where they have changed since they were last
// read, unless they are changing still. What is wrong with them is told, and
// what is served stays as it is. It tells whether to try again: where it is not
// the files that are at fault, or they may be of two states.
func (s *server) importChanged(ctx context.Context) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sources, err := s.readSeeds(ctx)
	now := seed.Digest(sources)
	switch {
	case err != nil || now == s.seen:
		return false
	case s.watcher.Changing():
		return true
	}
	err = s.publish(ctx, sources)
	if err == nil || errors.As(err, new(seed.Problems)) {
		s.seen = now
	}
	s.refuse(ctx, err)
	return s.seen != now
}

// refuse tells why the files were not imported, if they were not.
func (s *server) refuse(ctx context.Context, err error) {
	if err != nil && ctx.Err() == nil { // else the server is being stopped
		s.tell.refused(err)
	}
}

func (s *server) publish(ctx context.Context, sources []seed.Source) error {
	o := s.imports
	o.Prune, o.Former = s.watch, s.brands
	report, err := seed.Import(ctx, s.store, sources, o)
	s.metrics.Imported(metrics.Seeds, report, err)
	if err != nil {
		return err
	}
	s.brands = report.Brands
	s.tell.imported(ctx, s, report)
	return nil
}

// readSeeds reads the files. A watched folder may have become empty.
func (s *server) readSeeds(ctx context.Context) ([]seed.Source, error) {
	sources, err := s.settings.readSeeds(ctx)
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

// checkSeeds checks the seed files before a database is made, so that files at
// fault leave none behind. A pipe may give nothing for long, and gives it
// once: it is read when the server answers that it is not ready yet.
func (f *settings) checkSeeds(ctx context.Context, database string) error {
	if _, err := os.Stat(database); len(f.seeds) == 0 || !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, path := range f.seeds {
		if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
			return nil
		}
	}
	sources, err := f.readSeeds(ctx)
	if err != nil {
		return err
	}
	return seed.Validate(sources, f.site, f.imports)
}
