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
// it has begun, also on connections that had just been accepted, and knows
// nothing of those that [Serve] answers without it. So those of a listener of
// [Listen] or [LimitListener] get half a second before it, in which every
// answer says that its connection closes (RFC 9112, section 9.6), and what is
// being answered is waited for after it.
func Drain(ctx context.Context, s *http.Server, l net.Listener) {
	drain(ctx, s, l, drainGrace)
}

func drain(ctx context.Context, s *http.Server, l net.Listener, grace time.Duration) {
	ours, ok := l.(*listener)
	if ok {
		ours.lanes.end()
	}
	s.SetKeepAlivesEnabled(false)
	l.Close() // now that every answer says that it is the last
	if ok {
		ours.lanes.end(waiting)
		within, cancel := context.WithTimeout(ctx, grace)
		defer cancel()
		ours.emptied(within)
		ours.lanes.end(fresh, waiting)
	}
	if s.Shutdown(ctx) != nil {
		s.Close() // what is left is cut
	}
	if ok {
		ours.emptied(ctx)
		ours.lanes.end(fresh, waiting, answering)
	}
}

// emptied waits until no connection is open, or ctx is done.
func (l *listener) emptied(ctx context.Context) {
	looks := time.NewTicker(drainLook)
	defer looks.Stop()
	for len(l.places) > 0 && ctx.Err() == nil {
		select {
		case <-looks.C:
		case <-ctx.Done():
		}
	}
}
