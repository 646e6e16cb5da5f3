package cli

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"sync"
	"time"

	"designmanual/api"
	"designmanual/api/admin"
	"designmanual/api/http1"
	"designmanual/api/metrics"
	"designmanual/api/ratelimit"
	"designmanual/api/service"
	"designmanual/db"
)

// drainTime is how long answers in flight may take once the server is told to
// stop.
const drainTime = 10 * time.Second

// servers are the public server and the one of the administration, over one
// store.
type servers struct {
	store          *db.DB
	handler        *api.Handler
	public         *http1.Server
	admin          *http.Server
	publicListener net.Listener
	adminListener  net.Listener
	secured        *secured         // nil for a server that speaks plain HTTP
	figures        *metrics.Metrics // nil where nobody asks for them
	shown          *served          // that shows them, or nil
	manager        service.Manager
	log            *slog.Logger
}

// newServers returns the servers over a store and opens the administration's
// socket, which it may since the store's lock is held. The listener is the
// public one, and stays the caller's where newServers fails.
func newServers(store *db.DB, listener net.Listener, o api.Options, log *slog.Logger) (*servers, error) {
	o.Pages = sitePages(store, o.Dev != nil)
	handler, err := api.New(store, o)
	if err != nil {
		return nil, err
	}
	s := &servers{store: store, handler: handler, log: log, public: http1.NewServer(handler, log), publicListener: listener}
	s.public.Client = clientOf(ratelimit.NewProxies(o.TrustedProxies))
	if s.adminListener, err = admin.Listen(store.Path()); err != nil {
		return nil, err
	}
	s.admin = admin.NewServer(&admin.Handler{Store: store, Now: time.Now, Log: log, Imported: s.imported(metrics.Command), Status: func() admin.Status {
		return admin.Status{PID: os.Getpid(), Listen: s.address(), BaseURL: store.Index().Site.String()}
	}})
	return s, nil
}

// openMore opens what else the flags and the service manager ask for.
func (s *servers) openMore(ctx context.Context, f *serveFlags, figures *metrics.Metrics, sockets service.Sockets) error {
	if err := s.secure(ctx, &f.tls, sockets); err != nil {
		return err
	}
	if err := s.show(figures, sockets); err != nil {
		return err
	}
	return allTaken(sockets)
}

// close lets go of the listeners, where nothing has been served on them.
func (s *servers) close() {
	s.publicListener.Close()
	s.adminListener.Close()
	if s.secured != nil {
		s.secured.close()
	}
	if s.shown != nil {
		s.shown.listener.Close()
	}
}

func (s *servers) address() string { return s.publicListener.Addr().String() }

// unlessStopped returns the error of a server that is starting, or nil where
// it has been told to stop meanwhile: then it has done what it was told.
func unlessStopped(ctx context.Context, log *slog.Logger, err error) error {
	if ctx.Err() == nil {
		return err
	}
	log.Info("stopping")
	return nil
}

// run imports the seed files, serves until ctx is done, and then lets the
// answers in flight finish. Manuals are answered for from when announce is
// called. Files that are broken at the start end the run; later ones are
// reported, and what is served stays.
func (s *servers) run(ctx context.Context, files *seeds, announce func()) error {
	ended := make(chan error, 4)
	following, stop := context.WithCancel(ctx)
	all := s.serve(following, ended)
	follow, err := files.start(following)
	switch {
	case err != nil:
		err = unlessStopped(ctx, s.log, err)
	default:
		s.handler.SetReady(true)
		announce()
		follow()
		files.following.Go(func() { s.manager.Watch(following, s.healthy) })
		select {
		case <-ctx.Done():
			s.log.Info("stopping")
			s.manager.Stopping()
		case err = <-ended:
			err = fmt.Errorf("serving: %w", err)
		}
	}
	stop()
	files.following.Wait()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
	defer cancel()
	var draining sync.WaitGroup
	for _, one := range all {
		draining.Go(func() {
			if one.server.Shutdown(drain) != nil {
				one.server.Close() // what is left is cut off
			}
			one.listener.Close() // where it was not served yet
		})
	}
	draining.Wait()
	if s.secured != nil {
		s.secured.end()
	}
	return err
}

// served is a server with the listener that it serves.
type served struct {
	server interface {
		Serve(net.Listener) error
		Shutdown(context.Context) error
		Close() error
	}
	listener net.Listener
}

// serve begins to serve on all listeners and returns their servers; ended
// gets an error from each that ends.
func (s *servers) serve(ctx context.Context, ended chan<- error) []served {
	all := []served{{s.public, s.publicListener}, {s.admin, s.adminListener}}
	go func() { ended <- s.admin.Serve(s.adminListener) }()
	if s.shown != nil {
		s.log.Info("showing metrics", "listen", s.shown.listener.Addr().String())
		go func() { ended <- s.shown.server.Serve(s.shown.listener) }()
		all = append(all, *s.shown)
	}
	go func() { ended <- s.public.Serve(s.publicListener) }()
	if s.secured != nil {
		s.secured.serve(ctx, ended)
		if s.secured.listener != nil {
			all = append(all, served{s.secured.plain, s.secured.listener})
		}
	}
	return all
}
