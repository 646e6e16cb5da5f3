package serve

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"sync"
	"syscall"

	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// serve adds the listeners, answers, and imports the seed files, in this order: requests that come
// meanwhile are told to wait. Then the server is ready, until ctx is done and the responses in flight are
// sent. A failed import at the start is returned as an error unless the server has something to serve; a
// later one is reported, and the manuals stay as they are.
func (s *server) serve(ctx context.Context) error {
	if err := s.setSite(ctx); err != nil {
		return err
	}
	defer s.closeServed()
	s.addAdministration()
	if err := s.addPublic(); err != nil {
		return err
	}
	s.addMetrics()
	hangups := make(chan os.Signal, 1) // further signals are dropped while one is waiting
	if s.ReloadOnHangup {
		signal.Notify(hangups, syscall.SIGHUP)
		defer signal.Stop(hangups)
	}
	running, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	start := func(tasks ...func(context.Context)) {
		for _, task := range tasks {
			background.Go(func() { task(running) })
		}
	}
	s.serviceManager.Starting(fmt.Sprintf("Importing the seed files into %s", s.Database))
	start(s.tasks...)
	ended := s.startListeners()
	err := s.importFirst(running)
	if s.staysAfter(err) && ctx.Err() == nil {
		s.handler.SetReady(true)
		s.tellReady()
		s.tellFailure(running, err)
		start(s.readyTasks...)
		start(func(ctx context.Context) { s.reload(ctx, hangups) }, s.watch)
		err = s.wait(ctx, ended)
	}
	stop()
	s.shutdown(ctx)
	background.Wait()
	return err
}

// wait waits until ctx is done or the server of a listener fails, which is the error.
func (s *server) wait(ctx context.Context, failed <-chan error) error {
	select {
	case <-ctx.Done():
		s.Log.Info("stopping")
		s.serviceManager.Stopping()
		return nil
	case err := <-failed:
		return fmt.Errorf("serving: %w", err)
	}
}

// watch imports the seed files after each change until ctx is done, and again after a failure.
func (s *server) watch(ctx context.Context) {
	s.watcher.Run(ctx, func(retry bool) (again bool) { return s.importAgain(ctx, retry) })
}

// tellReady tells the service manager and the user that the server is ready.
func (s *server) tellReady() {
	ix := s.db.Index()
	s.serviceManager.Ready(fmt.Sprintf("Serving %s on %s from %s", ix.Site, s.listener.Addr(), s.Database))
	s.Reporter.Serving(s.running())
	if ix.Home() == nil && ix.Site.Home != "" {
		s.Log.Warn(
			"no brand is at home on the site: there is none with this slug", "brand", ix.Site.Home, "there-are",
			brandSlugs(ix),
		)
	}
}

// brandSlugs returns the slugs of the brands in a list.
func brandSlugs(ix *db.Index) string {
	var slugs []string
	for b := range ix.Brands() {
		slugs = append(slugs, b.Slug)
	}
	return cmp.Or(strings.Join(slugs, ", "), "none")
}

// tellFailure tells of an import that was asked for, if it failed, and lets it be
// tried again.
func (s *server) tellFailure(ctx context.Context, err error) {
	if err != nil {
		s.tell(ctx, err, true)
		s.watcher.Retry()
	}
}

// importFirst starts to watch the seed files, so that no later change is missed, and
// imports them.
func (s *server) importFirst(ctx context.Context) error {
	watcher := source.NewWatcher(s.Seeds)
	s.watcher = source.NewWatcher(nil)
	if s.Watch {
		s.watcher, s.Import.AssetCache = watcher, new(seed.AssetCache)
	}
	if len(s.Seeds) == 0 && s.Examples == nil {
		return nil
	}
	return s.importSteady(ctx, watcher)
}

// startListeners starts to serve on all listeners. The channel receives the error
// of each server that ends.
func (s *server) startListeners() (ended <-chan error) {
	errs := make(chan error, len(s.servedListeners))
	for _, e := range s.servedListeners {
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
			s.serviceManager.Reload(ctx, func() {
				if len(s.Seeds) > 0 {
					s.tellFailure(ctx, s.importSteady(ctx, source.NewWatcher(s.Seeds)))
				}
			})
		case <-ctx.Done():
			return
		}
	}
}

func (s *server) shutdown(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopTimeout)
	defer cancel()
	var draining sync.WaitGroup
	for _, e := range s.servedListeners {
		draining.Go(func() {
			if e.server.Shutdown(ctx) != nil {
				e.server.Close()
			}
		})
	}
	draining.Wait()
}
