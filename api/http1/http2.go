package http1

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"time"
)

// newHTTP2 returns the net/http server of connections with HTTP/2.
func (s *Server) newHTTP2() *http.Server {
	server := s.newNetHTTP(s.serveHTTP2)
	server.TLSConfig = s.TLSConfig
	server.IdleTimeout = proxyIdleTimeout // one for all clients, whose idle connections are closed first anyway
	server.MaxHeaderBytes *= 2            // so that serveHTTP2 can answer 431 where net/http would close the connection
	server.HTTP2 = &http.HTTP2Config{
		MaxConcurrentStreams:          maxConnStreams,
		MaxReadFrameSize:              16 << 10,
		MaxReceiveBufferPerConnection: 64 << 10,
		MaxReceiveBufferPerStream:     64 << 10,
	}
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, connBelow(c))
	}
	server.ConnState = func(c net.Conn, state http.ConnState) {
		if state == http.StateIdle {
			connBelow(c).setIdle()
		}
	}
	return server
}

// connBelow returns the countedConn below a connection with HTTP/2.
func connBelow(c net.Conn) *countedConn { return c.(*tls.Conn).NetConn().(*countedConn) }

// connKey is the context key of the countedConn of an HTTP/2 request.
type connKey struct{}

// serveHTTP2 calls the handler for an HTTP/2 request. One connection can carry
// many, and the response to each stays in memory while its client gives it no
// window to send in (RFC 9113, section 5.2). When there are too many, the
// connection with the most of them is closed.
func (s *Server) serveHTTP2(w http.ResponseWriter, r *http.Request) {
	if isTooLarge(r.Header) {
		r.Header = nil // frees it while the response waits for the client
		http.Error(w, statusTooLarge, http.StatusRequestHeaderFieldsTooLarge)
		return
	}
	c := r.Context().Value(connKey{}).(*countedConn)
	c.setActive() // if it is closed, writing fails
	dropEmptyBody(r)
	answer := &stream{ResponseWriter: w}
	if s.connections.addStream(c, answer) > s.MaxStreams {
		s.connections.closeMost(func(c *countedConn) int64 { return int64(len(c.streams)) })
	}
	defer s.connections.removeStream(c, answer)
	s.Handler.ServeHTTP(answer, r)
	if w.Header().Get("Content-Length") != "" {
		_ = http.NewResponseController(w).Flush() // waits for the client here, where the request is counted
	}
}

// isTooLarge reports whether the header fields of an HTTP/2 request are beyond
// the limits for HTTP/1.
func isTooLarge(header http.Header) bool {
	fields, size := 0, 0
	for name, values := range header {
		for _, value := range values {
			fields, size = fields+1, size+len(name)+len(value)+len(": \r\n")
		}
	}
	return fields > maxHeaderFields || size > maxHeadBytes
}

// addStream adds a response over HTTP/2, and returns how many there are.
func (cs *connections) addStream(c *countedConn, s *stream) int {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if c.streams == nil {
		c.streams = make(map[*stream]struct{})
	}
	c.streams[s] = struct{}{}
	cs.streams++
	return cs.streams
}

// removeStream removes a response over HTTP/2 that has been sent.
func (cs *connections) removeStream(c *countedConn, s *stream) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(c.streams, s)
	cs.streams--
}

// A stream is the response to an HTTP/2 request. A write may take any time as
// long as the client takes each 64 KiB of it within writeTimeout.
type stream struct {
	http.ResponseWriter
}

// Write writes a part of the body.
func (s *stream) Write(p []byte) (int, error) {
	var n int
	for {
		now := time.Now()
		// The write returns the error.
		_ = http.NewResponseController(s.ResponseWriter).SetWriteDeadline(now.Add(writeTimeout))
		m, err := s.ResponseWriter.Write(p[:min(len(p), progress)])
		n, p = n+m, p[m:]
		if err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// Unwrap returns the writer for [http.ResponseController].
func (s *stream) Unwrap() http.ResponseWriter { return s.ResponseWriter }
