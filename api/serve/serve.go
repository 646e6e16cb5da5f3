// Package serve runs a server on a database: its listeners, TLS, the administration
// socket, metrics, and seed files that are imported at the start, on SIGHUP and when
// they change.
//
// [Run] is all of it, from the first import to the last answer. Users get a
// server that never exposes half an import, that tells a service manager when it is
// ready, and that ends only when answers in flight are done.
package serve

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"time"

	"designmanual/api"
	"designmanual/api/admin"
	"designmanual/api/http1"
	"designmanual/api/mcp"
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
// socket and, if options ask for them, metrics and the redirect to HTTPS.
type server struct {
	Options
	store           *db.DB
	handler         *api.Handler
	public          *http1.Server
	listener        net.Listener // the public one
	plain           net.Listener // redirects to HTTPS; nil without TLS
	operators       net.Listener // shows metrics; nil without an address for them
	servedListeners []servedListener
	metrics         *metrics.Metrics // nil without an address for them
	manager         service.Manager  // of services, such as systemd

	baseURLGuessed bool // nobody has set the base URL
	seedState

	certificates func() []*x509.Certificate // returns none without TLS
	tasks, later []func(context.Context)    // run until ctx is done: from the start, or once the server is ready
	closers      []func()
}

// A servedListener is a listener and the server that serves it.
type servedListener struct {
	server interface {
		Serve(net.Listener) error
		Shutdown(context.Context) error
		Close() error
	}
	listener net.Listener
	message  string // logged at the start, if not empty
}

// Run serves until ctx is done, which is no error, also during the start. It listens,
// opens the database, which it creates if there is none, and sets its base URL. Then it
// imports the seed files, and the server is ready. The error may be a [UsageError] or
// [seed.Problems].
func Run(ctx context.Context, o Options) error {
	s := &server{
		Options: o, certificates: func() []*x509.Certificate { return nil }, manager: service.Manager{Log: o.Log},
	}
	err := s.serve(ctx)
	if none, ok := errors.AsType[manual.NoHomeError](err); ok {
		return usageErrorf("--base-url: %w", none)
	}
	if err == nil || ctx.Err() == nil {
		return err
	}
	s.Log.Info("stopping")
	return nil
}

func (s *server) serve(ctx context.Context) (err error) {
	// Listen before opening the store, so that an address in use leaves no database
	// behind.
	defer s.closeListeners()
	if err := s.listen(ctx); err != nil {
		return s.orServed(err)
	}
	_, missing := os.Stat(s.Database)
	if err := s.openStore(); err != nil {
		return err
	}
	s.store.LogTo(s.Log)
	defer func() {
		if closed := s.store.Close(); closed != nil {
			s.Log.Error(
				"closing the database failed; last uses of access tokens may be lost", "db", s.Database, "error",
				closed,
			)
		}
		// what is refused leaves no database behind
		if err != nil && errors.Is(missing, fs.ErrNotExist) && s.isEmpty() {
			err = errors.Join(err, os.Remove(s.Database))
		}
	}()
	if err := s.setSite(ctx); err != nil {
		return err
	}
	defer s.close()
	if err := s.makeEndpoints(); err != nil {
		return err
	}
	s.manager.Starting(fmt.Sprintf("Importing the seed files into %s", s.Database))
	return s.run(ctx)
}

func (s *server) isEmpty() bool {
	for range s.store.Index().Brands() {
		return false
	}
	return true
}

// openStore opens the database. If another server has it, the error says which one.
func (s *server) openStore() error {
	keepOwner := admin.KeepOwner(s.Database)
	var err error
	s.store, err = db.Open(s.Database)
	if failed := keepOwner(); failed != nil {
		s.Log.Warn("the database has another owner than its folder", "error", failed)
	}
	if errors.Is(err, db.ErrLocked) {
		err = s.orServed(err)
	}
	return err
}

// orServed returns an error that says which server has the database, or err if none has it.
func (s *server) orServed(err error) error {
	if served := admin.Unserved(s.Database); served != nil {
		return served
	}
	return err
}

// makeEndpoints makes the endpoints. The store is open, so its lock allows the
// administration socket to be replaced.
func (s *server) makeEndpoints() error {
	administration := admin.NewServer(&admin.Handler{
		Store: s.store, Now: time.Now, Log: s.Log, PageCheck: s.PageCheck, SessionKey: s.API.SessionKey,
		RefuseBreaking: s.Import.RefuseBreaking,
		Imported:       func(r *seed.Report, err error) { s.metrics.Imported(metrics.Command, r, err) },
		Status: func() string {
			return fmt.Sprintf(
				"process %d, listening on %s, base URL %s", os.Getpid(), s.listener.Addr(), s.store.Index().Site,
			)
		},
	})
	s.addAdministration(administration)
	if s.operators != nil {
		s.metrics = metrics.New(metrics.Options{
			Store: s.store, Verified: time.Now(), Version: s.Version, Commit: s.Commit,
			Ready:        func() bool { return s.handler.Ready() },
			Certificates: func() []*x509.Certificate { return s.certificates() },
			Gone:         s.vanished,
		})
	}
	o := s.API
	o.Pages, o.Observe = Pages(s.store, o.Dev), s.observer()
	if !s.NoAgents {
		o.Agents = mcp.NewHandler(s.Version).Answer
	}
	if o.Dev {
		o.DevMessages = s.problems
	}
	s.handler = api.New(s.store, o)
	s.public = http1.NewServer(s.publicHandler(), s.Log)
	s.public.Client = connectionKey(ratelimit.NewProxies(o.TrustedProxies))
	s.servedListeners = append(s.servedListeners, servedListener{server: s.public, listener: s.listener})
	if err := s.openTLS(); err != nil {
		return err
	}
	if s.metrics != nil { // plain HTTP, without authorization
		metricsServer := http1.NewServer(s.metrics.Handler(), s.Log)
		metricsServer.MaxConns = metricsConnections
		s.servedListeners = append(s.servedListeners, servedListener{metricsServer, s.operators, "showing metrics"})
	}
	return nil
}

// publicHandler returns the handler of the public interface.
func (s *server) publicHandler() http.Handler {
	if s.API.Dev {
		return s.guardLocal(s.handler)
	}
	return &setupLog{server: s, next: s.handler}
}

// addAdministration adds the endpoint of the administration socket. Where none can be made,
// the server serves without: what only helps it decides nothing.
func (s *server) addAdministration(administration *http.Server) {
	private, err := admin.Listen(s.store.Path())
	if err != nil {
		s.Log.Warn(
			"commands cannot reach this server: they work on the database once it is stopped", "db", s.Database,
			"error", err,
		)
		return
	}
	if path := private.Addr().String(); path != admin.SocketBeside(s.store.Path()) {
		s.Log.Info(
			"no socket can be made beside the database; commands find this one", "db", s.Database, "socket", path,
		)
	}
	s.servedListeners = append(s.servedListeners, servedListener{server: administration, listener: private})
}

// observer returns the function that is called for each request, or nil if nobody
// wants to know.
func (s *server) observer() func(api.Observation) {
	if s.Access == nil && s.metrics == nil {
		return nil
	}
	return func(o api.Observation) {
		s.metrics.Observe(o)
		s.Access.Observe(o)
	}
}

func (s *server) running() Running { return Running{s.store, s.listener.Addr().(*net.TCPAddr)} }

func (s *server) close() {
	for _, e := range s.servedListeners {
		e.listener.Close()
	}
	for _, closeIt := range s.closers {
		closeIt()
	}
}
