package serve

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"sync"
	"syscall"

	"designmanual/seed/source"
)

// run imports the seed files and serves until ctx is done. Then it waits for
// responses in flight. A failed import at the start is returned as an error; a
// later one is reported, and the manuals stay as they are.
func (s *server) run(ctx context.Context) error {
	hangups := make(chan os.Signal, 1) // further signals are dropped while one is waiting
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	running, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	if s.maintainCertificates != nil {
		background.Go(func() { s.maintainCertificates(running) })
	}
	ended := s.startListeners()
	if s.Watch {
		s.watcher = source.Watch(s.Seeds) // before the import, so that no later change is missed
	}
	var err error
	if len(s.Seeds) > 0 || s.Examples != nil {
		err = s.importSeeds(running)
	}
	if err == nil {
		s.handler.SetReady(true)
		s.manager.Ready(fmt.Sprintf("Serving %s on %s from %s", s.store.Index().Site, s.address(), s.Database))
		s.Reporter.Serving(s.running())
		if s.Watch {
			background.Go(func() { s.watcher.Run(running, func() (again bool) { return s.importIfChanged(running) }) })
		}
		background.Go(func() { s.manager.Watch(running) })
		background.Go(func() { s.reload(running, hangups) })
		select {
		case <-ctx.Done():
			s.Log.Info("stopping")
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

// startListeners starts to serve on all listeners. The channel receives the error
// of each server that ends.
func (s *server) startListeners() (ended <-chan error) {
	errs := make(chan error, len(s.endpoints))
	for _, e := range s.endpoints {
		if e.message != "" {
			s.Log.Info(e.message, "listen", e.listener.Addr().String())
		}
		go func() { errs <- e.server.Serve(e.listener) }()
	}
	return errs
}

// reload imports the seed files after each signal until ctx is done.
func (s *server) reload(ctx context.Context, signals <-chan os.Signal) {
	for {
		select {
		case <-signals:
			s.manager.Reload(ctx, func() {
				if len(s.Seeds) > 0 {
					s.reportRefused(ctx, s.importSeeds(ctx))
				}
			})
		case <-ctx.Done():
			return
		}
	}
}

// shutdown waits for responses in flight, but at most drainTimeout.
func (s *server) shutdown(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
	defer cancel()
	var draining sync.WaitGroup
	for _, e := range s.endpoints {
		draining.Go(func() {
			if e.server.Shutdown(ctx) != nil {
				e.server.Close()
			}
		})
	}
	draining.Wait()
}
