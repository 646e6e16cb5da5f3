package cli

import (
	"context"
	"net"
	"time"

	"designmanual/api"
	"designmanual/api/accesslog"
	"designmanual/api/http1"
	"designmanual/api/metrics"
	"designmanual/api/service"
	"designmanual/db"
	"designmanual/seed"
)

// metricsConnections is how many there may be at a time: a few of those files
// that the public listener leaves free.
const metricsConnections = 16

// listenMetrics listens on the address that a flag has for the metrics, unless
// the service manager has a socket for them.
func (f *serveFlags) listenMetrics(ctx context.Context, sockets service.Sockets) error {
	if f.metrics == "" || sockets[metricsSocket] != nil {
		return nil
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "tcp", f.metrics)
	if err != nil {
		return listenError("metrics-listen", f.metrics, err)
	}
	sockets[metricsSocket] = l
	return nil
}

// figures returns what counts what the server does, or nil where neither a
// flag nor the service manager has an address to show it at.
func (f *serveFlags) figures(store *db.DB, sockets service.Sockets) *metrics.Metrics {
	if sockets[metricsSocket] == nil {
		return nil
	}
	v := programVersion()
	return metrics.New(metrics.Options{Store: store, Verified: time.Now(), Version: v.Version, Commit: v.Commit})
}

// observer returns what is told of each request; nil where nobody asks.
func observer(log *accesslog.Log, figures *metrics.Metrics) func(*api.Observation) {
	switch {
	case log == nil && figures == nil:
		return nil
	case log == nil:
		return figures.Observe
	case figures == nil:
		return log.Observe
	}
	return func(o *api.Observation) {
		figures.Observe(o)
		log.Observe(o)
	}
}

// show takes the listener that the figures are shown at. It has no certificate
// and asks nobody who they are.
func (s *servers) show(figures *metrics.Metrics, sockets service.Sockets) error {
	if figures == nil {
		return nil
	}
	handler, err := figures.Handler(metrics.Server{Ready: s.handler.Ready, Certificates: s.certificates}, s.log)
	if err != nil {
		return err
	}
	s.figures = figures
	server := http1.NewServer(handler, s.log)
	server.MaxConns = metricsConnections
	s.shown = &served{server, sockets.Take(metricsSocket)}
	return nil
}

// certificates returns those that are being served.
func (s *servers) certificates() []metrics.Certificate {
	if s.secured == nil {
		return nil
	}
	var all []metrics.Certificate
	for _, c := range s.secured.certificates.Certificates() {
		all = append(all, metrics.Certificate(c))
	}
	return all
}

// imported returns what is told of each import of one importer.
func (s *servers) imported(by metrics.Importer) func(*seed.Report, error) {
	return func(report *seed.Report, err error) {
		if s.figures != nil {
			s.figures.Imported(by, report, err)
		}
	}
}
