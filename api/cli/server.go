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
	// drainTimeout is how long a stopping server waits for responses in flight.
	drainTimeout = 10 * time.Second
	// metricsConnections limits connections to the metrics, which share the file
	// descriptors that the public listener leaves free.
	metricsConnections = 16
)

// A server is a running serve or dev: the public interface, the administration
// socket and, if flags ask for them, metrics and the redirect to HTTPS.
type server struct {
	*settings
	reporter  reporter
	store     *db.DB
	sockets   service.Sockets
	handler   *api.Handler
	public    *http1.Server
	listener  net.Listener // the public one
	endpoints []endpoint
	metrics   *metrics.Metrics // nil without an address for them
	manager   service.Manager  // of services, such as systemd
	seedState

	certificates         func() []*x509.Certificate // returns none without TLS
	maintainCertificates func(context.Context)      // renews or reloads them until ctx is done; nil without TLS
	closeCertificates    func()                     // may be nil
}

// An endpoint is a listener and the server that serves it.
type endpoint struct {
	server interface {
		Serve(net.Listener) error
		Shutdown(context.Context) error
		Close() error
	}
	listener net.Listener
	message  string // logged at the start, if not empty
}

// serve serves until SIGINT or SIGTERM. A signal during the start is no error
// either.
func (p *program) serve(cmd *cobra.Command, f *settings, r reporter) error {
	ctx, stop := signalContext(cmd)
	defer stop()
	err := p.serveUntil(ctx, &server{settings: f, reporter: r, certificates: func() []*x509.Certificate { return nil }, manager: service.Manager{Log: f.log}})
	if err == nil || ctx.Err() == nil {
		return err
	}
	f.log.Info("stopping")
	return nil
}

// serveUntil serves until ctx is done. It checks the seed files, listens, opens the
// store, sets its base URL and makes the endpoints; [server.run] then starts these and
// imports the seed files, and the server is ready.
func (p *program) serveUntil(ctx context.Context, s *server) (err error) {
	if s.sockets, err = service.Inherited(publicSocket, httpSocket, metricsSocket); err != nil {
		return err
	}
	defer s.sockets.Close()
	if err := s.checkSeeds(ctx, p.database); err != nil {
		return err
	}
	// Listen before opening the store, so that an address in use leaves no database
	// behind.
	if err := s.listenOn(ctx, publicSocket, s.listen); err != nil {
		return cmp.Or(p.served(alreadyServed), err)
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

// setSite sets the base URL of the store. Without --base-url the stored one stays.
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

// open makes the endpoints. The store is open, so its lock allows the
// administration socket to be replaced.
func (s *server) open(ctx context.Context) error {
	private, err := admin.Listen(s.store.Path())
	if err != nil {
		return err
	}
	administration := admin.NewServer(&admin.Handler{Store: s.store, Now: time.Now, Log: s.log, Imported: func(r *seed.Report, err error) { s.metrics.Imported(metrics.Command, r, err) }, Status: func() string {
		return fmt.Sprintf("process %d, listening on %s, base URL %s", os.Getpid(), s.address(), s.store.Index().Site)
	}})
	s.endpoints = []endpoint{{server: administration, listener: private}}
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
	s.public.Client = connectionKey(ratelimit.NewProxies(o.TrustedProxies))
	s.endpoints = append(s.endpoints, endpoint{server: s.public, listener: s.listener})
	if err := s.openTLS(ctx); err != nil {
		return err
	}
	if s.metrics != nil { // plain HTTP, without authorization
		metricsServer := http1.NewServer(s.metrics.Handler(s.log), s.log)
		metricsServer.MaxConns = metricsConnections
		s.endpoints = append(s.endpoints, endpoint{metricsServer, s.sockets.Take(metricsSocket), "showing metrics"})
	}
	// Clients of an inherited socket that is not served would wait forever.
	if left := slices.Sorted(maps.Keys(s.sockets)); len(left) > 0 {
		return fmt.Errorf("%w: nothing is served on %s", service.ErrSockets, strings.Join(left, ", "))
	}
	return nil
}

// observer returns the function that is called for each request, or nil without
// access log and metrics.
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

// close closes all listeners and the certificate manager.
func (s *server) close() {
	for _, e := range s.endpoints {
		e.listener.Close()
	}
	if s.closeCertificates != nil {
		s.closeCertificates()
	}
}
