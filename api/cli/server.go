package cli

import (
	"cmp"
	"context"
	"crypto/x509"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"designmanual/api"
	"designmanual/api/admin"
	"designmanual/api/http1"
	"designmanual/api/metrics"
	"designmanual/api/ratelimit"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/db/manual"
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
	*settings
	tell     reporter
	store    *db.DB
	sockets  service.Sockets
	handler  *api.Handler
	public   *http1.Server
	listener net.Listener     // the public one
	parts    []part           // all that listens
	metrics  *metrics.Metrics // nil without an address for them
	manager  service.Manager  // of services, that is told how it does
	seedState

	certificates      func() []*x509.Certificate // none for a server of plain HTTP
	keepCertificates  func(context.Context)      // up to date, until it is done; may be nil
	closeCertificates func()                     // may be nil
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

// serve serves until the program is told to stop. Where that comes while it
// starts, it has done what it was told.
func (p *program) serve(cmd *cobra.Command, f *settings, tell reporter) error {
	ctx, stop := untilStopped(cmd)
	defer stop()
	err := p.serveUntil(ctx, &server{settings: f, tell: tell, certificates: func() []*x509.Certificate { return nil }, manager: service.Manager{Log: f.log}})
	if err == nil || ctx.Err() == nil {
		return err
	}
	f.log.Info("stopping")
	return nil
}

// serveUntil serves until ctx is done.
func (p *program) serveUntil(ctx context.Context, s *server) (err error) {
	if s.sockets, err = service.Inherited(publicSocket, httpSocket, metricsSocket); err != nil {
		return err
	}
	defer s.sockets.Close()
	if err := s.checkSeeds(ctx, p.database); err != nil {
		return err
	}
	// Both before the store, so that an address in use leaves no database behind.
	if err := s.listenOn(ctx, publicSocket, s.listen); err != nil {
		return cmp.Or(p.served(servedAlready), err)
	}
	if s.metricsListen != "" {
		if err := s.listenOn(ctx, metricsSocket, s.metricsListen); err != nil {
			return err
		}
	}
	if s.store, err = p.openToServe(s.log); err != nil {
		return err
	}
	defer s.store.Close()
	if err := s.setSite(ctx); err != nil {
		return err
	}
	defer s.close()
	if err := s.open(ctx); err != nil {
		return err
	}
	s.manager.Starting(fmt.Sprintf("Importing the seed files into %s", p.database))
	return s.run(ctx)
}

// setSite has the addresses in the store made from the base URL; the one that
// it has stays where nobody asks to change it.
func (s *server) setSite(ctx context.Context) error {
	site := s.site
	if s.api.Dev {
		site = localSite(s.sockets[publicSocket])
	}
	if stored := s.store.Index().Site; s.keepSite && stored != (manual.Site{}) {
		site = stored
	}
	if err := s.tls.checkSite(site); err != nil {
		return err
	}
	if err := seed.SetSite(ctx, s.store, site); err != nil {
		return fmt.Errorf("setting the base URL %s: %w", site, err)
	}
	return nil
}

// open opens what the settings ask for, and the administration's socket, which
// it may since the store's lock is held.
func (s *server) open(ctx context.Context) error {
	private, err := admin.Listen(s.store.Path())
	if err != nil {
		return err
	}
	administration := admin.NewServer(&admin.Handler{Store: s.store, Now: time.Now, Log: s.log, Imported: func(r *seed.Report, err error) { s.metrics.Imported(metrics.Command, r, err) }, Status: func() string {
		return fmt.Sprintf("process %d, listening on %s, base URL %s", os.Getpid(), s.address(), s.store.Index().Site)
	}})
	s.parts = []part{{server: administration, listener: private}}
	if s.sockets[metricsSocket] != nil {
		v := programVersion()
		s.metrics = metrics.New(metrics.Options{
			Store: s.store, Verified: time.Now(), Version: v.Version, Commit: v.Commit,
			Ready: func() bool { return s.handler.Ready() }, Certificates: func() []*x509.Certificate { return s.certificates() },
		})
	}
	o := s.api
	o.Pages, o.Observe = sitePages(s.store, o.Dev), s.observer()
	s.handler = api.New(s.store, o)
	s.public, s.listener = http1.NewServer(s.handler, s.log), s.sockets.Take(publicSocket)
	s.public.Client = clientOf(ratelimit.NewProxies(o.TrustedProxies))
	s.parts = append(s.parts, part{server: s.public, listener: s.listener})
	if err := s.openTLS(ctx); err != nil {
		return err
	}
	if s.metrics != nil { // shown without a certificate, to whoever asks
		shown := http1.NewServer(s.metrics.Handler(s.log), s.log)
		shown.MaxConns = metricsConnections
		s.parts = append(s.parts, part{shown, s.sockets.Take(metricsSocket), "showing metrics"})
	}
	// Clients of a socket that the service manager holds and nothing is served
	// on would wait for ever.
	if left := slices.Sorted(maps.Keys(s.sockets)); len(left) > 0 {
		return fmt.Errorf("%w: nothing is served on %s", service.ErrSockets, strings.Join(left, ", "))
	}
	return nil
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

func (s *server) address() string { return s.listener.Addr().String() }

// close lets go of all listeners and of the certificates.
func (s *server) close() {
	for _, one := range s.parts {
		one.listener.Close()
	}
	if s.closeCertificates != nil {
		s.closeCertificates()
	}
}
