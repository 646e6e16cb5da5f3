package api

import (
	"log/slog"
	"net"
	"net/http"
	"time"
)

// NewServer returns a server of the handler with the limits that a public
// one needs: five seconds for a client to send its header fields, ten for all
// of its request, thirty to take 64 KiB of an answer, sixty between two
// requests, and 16 KiB of header fields. What goes wrong on a connection is
// logged as a warning.
func NewServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:                      h,
		ReadHeaderTimeout:            5 * time.Second,
		ReadTimeout:                  10 * time.Second,
		WriteTimeout:                 pieceTime,
		IdleTimeout:                  60 * time.Second,
		MaxHeaderBytes:               maxFieldBytes,
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
		DisableGeneralOptionsHandler: true,
	}
}

// Serve serves plain HTTP on a listener, as s.Serve does and with its errors.
// Where the listener is one of [Listen] or [LimitListener] and s one of
// [NewServer], usual requests are answered without net/http (see [lane]), and
// [Drain] is what ends it.
func Serve(s *http.Server, l net.Listener) error {
	if ours, ok := l.(*listener); ok {
		ours.lanes.server.Store(s)
	}
	return s.Serve(l)
}
