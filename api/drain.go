package api

import (
	"context"
	"net"
	"net/http"
	"time"
)

const (
	// drainGrace is how long those who have a connection may take to begin
	// their request, once the server is told to end.
	drainGrace = 500 * time.Millisecond
	drainLook  = 2 * time.Millisecond
)

// Drain ends a server that serves a listener: no connection is accepted any
// more, and what is asked on those that are open is answered, until ctx is
// done; then the rest is cut.
//
// [http.Server.Shutdown] alone drops, without an answer, what it reads after
// it has begun, also on connections that had just been accepted. So those of
// a listener of [Listen] or [LimitListener] get half a second before it, in
// which every answer says that its connection closes (RFC 9112, section 9.6).
func Drain(ctx context.Context, s *http.Server, l net.Listener) {
	drain(ctx, s, l, drainGrace)
}

func drain(ctx context.Context, s *http.Server, l net.Listener, grace time.Duration) {
	l.Close()
	s.SetKeepAlivesEnabled(false)
	if counted, ok := l.(*listener); ok {
		counted.emptied(ctx, grace)
	}
	if s.Shutdown(ctx) != nil {
		s.Close() // what is left is cut
	}
}

// emptied waits until no connection is open, for as long as grace at most.
func (l *listener) emptied(ctx context.Context, grace time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, grace)
	defer cancel()
	looks := time.NewTicker(drainLook)
	defer looks.Stop()
	for len(l.places) > 0 && ctx.Err() == nil {
		select {
		case <-looks.C:
		case <-ctx.Done():
		}
	}
}
