package cli

import (
	"context"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"designmanual/api"
	"designmanual/api/accesslog"
	"designmanual/api/admin"
	"designmanual/api/http1"
	"designmanual/api/metrics"
	"designmanual/api/ratelimit"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/seed"
)

const (
	// drainTime is how long answers in flight may take once the server is
	// told to stop.
	drainTime = 10 * time.Second
	// metricsConnections is how many there may be at a time: a few of those
	// files that the public listener leaves free.
	metricsConnections = 16
)

// A server serves a store to the public and to the administration, and what
// the flags of `serve` ask for besides.
type server struct {
	store        *db.DB
	handler      *api.Handler
	public       *http1.Server
	listener     net.Listener     // the public one
	parts        []part           // all that listens
	certificates certificates     // nil for a server of plain HTTP
	metrics      *metrics.Metrics // nil without an address for them
	access       *accesslog.Log   // nil where requests are not logged
	manager      service.Manager
	log          *slog.Logger
}

// A part of a server listens by itself.
type part struct {
	server interface {
		Serve(net.Listener) error
		Shutdown(context.Context) error
		Close() error
	}
	listener net.Listener
	says     string // what is logged when it begins
}

// newServer returns the server of a store on the sockets, which is to be
// closed.
func newServer(ctx context.Context, store *db.DB, f *settings, log *logs, sockets service.Sockets) (*server, error) {
	s := &server{store: store, access: log.access, manager: service.Manager{Log: log.Logger}, log: log.Logger}
	if err := s.open(ctx, f, sockets); err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

// open opens what the settings ask for, and the administration's socket, which
// it may since the store's lock is held.
func (s *server) open(ctx context.Context, f *settings, sockets service.Sockets) error {
	private, err := admin.Listen(s.store.Path())
	if err != nil {
		return err
	}
	administration := admin.NewServer(&admin.Handler{Store: s.store, Now: time.Now, Log: s.log, Imported: func(r *seed.Report, err error) { s.metrics.Imported(metrics.Command, r, err) }, Status: func() string {
		return fmt.Sprintf("process %d, listening on %s, base URL %s", os.Getpid(), s.address(), s.store.Index().Site)
	}})
	s.parts = []part{{server: administration, listener: private}}
	if sockets[metricsSocket] != nil {
		v := programVersion()
		s.metrics = metrics.New(metrics.Options{
			Store: s.store, Verified: time.Now(), Version: v.Version, Commit: v.Commit,
			Ready: func() bool { return s.handler.Ready() }, Certificates: s.shownCertificates,
		})
	}
	o := f.api
	o.Pages, o.Observe = sitePages(s.store, o.Dev), s.observer()
	s.handler = api.New(s.store, o)
	s.public, s.listener = http1.NewServer(s.handler, s.log), sockets.Take(publicSocket)
	s.public.Client = clientOf(ratelimit.NewProxies(o.TrustedProxies))
	s.parts = append(s.parts, part{server: s.public, listener: s.listener})
	if err := s.addTLS(ctx, &f.tls, sockets); err != nil {
		return err
	}
	if s.metrics != nil { // without a certificate, for whoever reaches it
		shown := http1.NewServer(s.metrics.Handler(s.log), s.log)
		shown.MaxConns = metricsConnections
		s.parts = append(s.parts, part{shown, sockets.Take(metricsSocket), "showing metrics"})
	}
	return checkAllTaken(sockets)
}

// observer returns what is told of each request; nil where nobody asks.
func (s *server) observer() func(*api.Observation) {
	if s.access == nil && s.metrics == nil {
		return nil
	}
	return func(o *api.Observation) {
		s.metrics.Observe(o)
		s.access.Observe(o)
	}
}

// shownCertificates returns the certificates that the metrics tell of.
func (s *server) shownCertificates() []*x509.Certificate {
	if s.certificates == nil {
		return nil
	}
	return s.certificates.Certificates()
}

func (s *server) address() string { return s.listener.Addr().String() }

// close lets go of all listeners and of the certificates.
func (s *server) close() {
	for _, one := range s.parts {
		one.listener.Close()
	}
	if s.certificates != nil {
		s.certificates.Close()
	}
}

// run imports the seed files, serves until ctx is done, and then lets the
// answers in flight finish. Files that are broken at the start end the run;
// later ones are reported, and what is served stays.
func (s *server) run(ctx context.Context, files *seeds) error {
	hangups := make(chan os.Signal, 1) // one for all that come before it is looked at
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	running, stop := context.WithCancel(ctx)
	var background sync.WaitGroup
	if s.certificates != nil {
		background.Go(func() { s.certificates.Run(running) })
	}
	ended := s.serve()
	err := files.start(running)
	if err == nil {
		s.handler.SetReady(true)
		files.tell.serving(s)
		background.Go(func() { files.follow(running) })
		background.Go(func() { s.manager.Watch(running, s.healthy) })
		background.Go(func() { s.reload(running, files, hangups) })
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

// serve begins to serve on all listeners; a part that ends sends its error.
func (s *server) serve() (ended <-chan error) {
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
func (s *server) reload(ctx context.Context, files *seeds, signals <-chan os.Signal) {
	for {
		select {
		case <-signals:
			s.manager.Reload(ctx, func() { files.again(ctx) })
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
