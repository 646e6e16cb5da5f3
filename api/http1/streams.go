package http1

import (
	"net"
	"net/http"
	"time"
)

// serveHTTP2 has the handler answer a request over HTTP/2. One connection can
// have many, and each waits with all that it holds as long as its client gives it
// no window to send in (RFC 9113, section 5.2): where there are as many as there
// may be, the connection that has most of them is closed.
func (s *Server) serveHTTP2(w http.ResponseWriter, r *http.Request) {
	if tooMany(r.Header) {
		r.Header = nil // so that it is not kept while the answer waits
		http.Error(w, statusTooLarge, http.StatusRequestHeaderFieldsTooLarge)
		return
	}
	c := accepted(r.Context().Value(connKey{}).(net.Conn))
	c.begin() // else it is closed, as writing will tell
	c.streams.Add(1)
	defer c.streams.Add(-1)
	if s.streams.Add(1) > int64(s.MaxStreams) {
		s.connections.closeBusiest()
	}
	defer s.streams.Add(-1)
	s.Handler.ServeHTTP(&stream{ResponseWriter: w}, r)
	if w.Header().Get("Content-Length") != "" {
		_ = http.NewResponseController(w).Flush() // what is left waits here, where it counts, and not behind the handler
	}
}

// tooMany tells whether fields that came over HTTP/2 are beyond what may be
// sent as a head.
func tooMany(header http.Header) bool {
	fields, size := 0, 0
	for name, values := range header {
		for _, value := range values {
			fields, size = fields+1, size+len(name)+len(value)+len(": \r\n")
		}
	}
	return fields > maxHeaderFields || size > maxHeaderBytes+4<<10
}

// A stream is the answer to a request over HTTP/2. A write may take as long as
// the client takes each 64 KiB of it in a writeTimeout.
type stream struct {
	http.ResponseWriter
	fixed bool // the handler has set a deadline
}

// Write writes a part of the body.
func (s *stream) Write(p []byte) (n int, err error) {
	for {
		if !s.fixed {
			_ = http.NewResponseController(s.ResponseWriter).SetWriteDeadline(time.Now().Add(writeTimeout)) // else the write fails
		}
		m, err := s.ResponseWriter.Write(p[:min(len(p), progress)])
		if n, p = n+m, p[m:]; err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// SetWriteDeadline sets until when writes may last, in place of the limit.
func (s *stream) SetWriteDeadline(t time.Time) error {
	s.fixed = true
	return http.NewResponseController(s.ResponseWriter).SetWriteDeadline(t)
}

// Flush sends what has been written.
func (s *stream) Flush() { _ = http.NewResponseController(s.ResponseWriter).Flush() } // the next write tells

// Unwrap returns the writer for what a controller does besides.
func (s *stream) Unwrap() http.ResponseWriter { return s.ResponseWriter }
