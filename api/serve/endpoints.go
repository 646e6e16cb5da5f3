package serve

import (
	"crypto/x509"
	"fmt"
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
	"designmanual/seed"
)

// addAdministration adds the listener of administration, a socket. The store is open, so its lock
// allows the socket to be replaced. Where none can be made, the server serves without: what only helps
// it decides nothing.
func (s *server) addAdministration() {
	administration := admin.NewServer(&admin.Handler{
		Store: s.db, Now: time.Now, Log: s.Log, PageCheck: s.PageCheck, SessionKey: s.API.SessionKey,
		RefuseBreaking: s.Import.RefuseBreaking,
		Imported:       func(r *seed.Report, err error) { s.metrics.Imported(metrics.Command, r, err) },
		Status: func() string {
			return fmt.Sprintf(
				"process %d, listening on %s, base URL %s", os.Getpid(), s.listener.Addr(), s.db.Index().Site,
			)
		},
	})
	private, err := admin.Listen(s.db.Path())
	if err != nil {
		s.Log.Warn(
			"commands cannot reach this server: they work on the database once it is stopped", "db", s.Database,
			"error", err,
		)
		return
	}
	if path := private.Addr().String(); path != admin.SocketBeside(s.db.Path()) {
		s.Log.Info(
			"no socket can be made beside the database; commands find this one", "db", s.Database, "socket", path,
		)
	}
	s.servedListeners = append(s.servedListeners, servedListener{server: administration, listener: private})
}

// addPublic adds the listener of the public side, which answers for no manual until the handler is
// set ready. In front of the handler stands a setupAdviser, which only logs, and in dev guardLocal, which
// refuses foreign hosts.
func (s *server) addPublic() error {
	o := s.API
	o.Pages, o.Observe = Pages(s.db, o.Dev), s.observer()
	if !s.NoAgents {
		o.Agents = mcp.NewHandler(s.Version).Answer
	}
	if o.Dev {
		o.DevMessages = s.problems
	}
	s.handler = api.New(s.db, o)
	var front http.Handler = &setupAdviser{server: s, next: s.handler}
	if o.Dev {
		front = s.guardLocal(s.handler)
	}
	s.public = http1.NewServer(front, s.Log)
	s.public.ClientKey = connectionKey(ratelimit.NewProxies(o.TrustedProxies))
	s.servedListeners = append(s.servedListeners, servedListener{server: s.public, listener: s.listener})
	if !s.TLS.Enabled {
		return nil
	}
	return s.addTLS()
}

// addMetrics adds the listener of the metrics, if there is an address for them: plain HTTP, without
// authorization.
func (s *server) addMetrics() {
	if s.metricsListener == nil {
		return
	}
	s.metrics = metrics.New(metrics.Options{
		Store: s.db, Verified: time.Now(), Version: s.Version, Commit: s.Commit,
		Ready:        func() bool { return s.handler.Ready() },
		Certificates: func() []*x509.Certificate { return s.certificates() },
		Gone:         s.vanished,
	})
	server := http1.NewServer(s.metrics.Handler(), s.Log)
	server.MaxConns = metricsConnections
	s.servedListeners = append(s.servedListeners, servedListener{server, s.metricsListener, "showing metrics"})
}

// observer returns the function that is called for each request, or nil if nobody
// wants to know.
func (s *server) observer() func(api.Observation) {
	if s.AccessLog == nil && s.metricsListener == nil {
		return nil
	}
	return func(o api.Observation) {
		s.metrics.Observe(o)
		s.AccessLog.Observe(o)
	}
}

func (s *server) running() Running { return Running{s.db, s.listener.Addr().(*net.TCPAddr)} }

func (s *server) closeServed() {
	for _, e := range s.servedListeners {
		e.listener.Close()
	}
	for _, closeIt := range s.closers {
		closeIt()
	}
}
