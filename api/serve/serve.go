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
	"io/fs"
	"net"
	"os"
	"time"

	"designmanual/api"
	"designmanual/api/admin"
	"designmanual/api/http1"
	"designmanual/api/metrics"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/db/manual"
)

const (
	// stopTimeout is how long a stopping server waits for responses in flight.
	stopTimeout = 10 * time.Second
	// metricsConnections limits connections to the metrics, which share the file
	// descriptors that the public listener leaves free.
	metricsConnections = 16
)

// A server is a running serve or dev: the public side, the administration
// socket and, if options ask for them, metrics and the redirect to HTTPS.
type server struct {
	Options
	db              *db.DB
	handler         *api.Handler
	public          *http1.Server
	listener        net.Listener // the public one
	httpListener    net.Listener // redirects to HTTPS; nil without TLS
	metricsListener net.Listener // nil without an address for metrics
	servedListeners []servedListener
	metrics         *metrics.Metrics // nil without an address for them
	serviceManager  service.Manager  // such as systemd

	baseURLGuessed bool // nobody has set the base URL
	seedState

	certificates func() []*x509.Certificate // returns none without TLS
	tasks        []func(context.Context)    // run from the start until ctx is done
	readyTasks   []func(context.Context)    // run once the server is ready, until ctx is done
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
		Options: o, certificates: func() []*x509.Certificate { return nil }, serviceManager: service.Manager{Log: o.Log},
	}
	// Listen before opening the database, so that an address in use leaves none behind.
	defer s.closeListeners()
	if err := s.listen(ctx); err != nil {
		return s.endWith(ctx, s.orOtherServer(err))
	}
	_, missing := os.Stat(s.Database)
	if err := s.openStore(); err != nil {
		return s.endWith(ctx, err)
	}
	err := s.serve(ctx)
	s.closeStore()
	// What is refused leaves no database behind.
	if err != nil && errors.Is(missing, fs.ErrNotExist) && s.isEmpty() {
		err = errors.Join(err, os.Remove(s.Database))
	}
	return s.endWith(ctx, err)
}

// endWith returns the error of [Run] for that of a server, which is none if it was stopped.
func (s *server) endWith(ctx context.Context, err error) error {
	if none, ok := errors.AsType[manual.NoHomeError](err); ok {
		return usageErrorf("--base-url: %w", none)
	}
	if err == nil || ctx.Err() == nil {
		return err
	}
	s.Log.Info("stopping")
	return nil
}

func (s *server) isEmpty() bool {
	for range s.db.Index().Brands() {
		return false
	}
	return true
}

// openStore opens the database. If another server has it, the error says which one.
func (s *server) openStore() error {
	keepOwner := admin.KeepOwner(s.Database)
	var err error
	s.db, err = db.Open(s.Database)
	if failed := keepOwner(); failed != nil {
		s.Log.Warn("the database has another owner than its folder", "error", failed)
	}
	if errors.Is(err, db.ErrLocked) {
		return s.orOtherServer(err)
	}
	if err != nil {
		return err
	}
	s.db.LogTo(s.Log)
	return nil
}

func (s *server) closeStore() {
	if err := s.db.Close(); err != nil {
		s.Log.Error(
			"closing the database failed; last uses of access tokens may be lost", "db", s.Database, "error", err,
		)
	}
}

// orOtherServer returns an error that says which server has the database, or err if none has it.
func (s *server) orOtherServer(err error) error {
	if served := admin.ErrorIfServed(s.Database); served != nil {
		return served
	}
	return err
}
