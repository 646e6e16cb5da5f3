package http1

import (
	"net"
	"net/http"
	"sync/atomic"
	"time"
)

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
	c := connBelow(r.Context().Value(connKey{}).(net.Conn))
	c.setActive() // if it is closed, writing fails
	answer := &stream{ResponseWriter: w}
	if s.connections.addStream(c, answer) > s.MaxStreams {
		s.connections.closeMost(func(c *conn) int64 { return int64(len(c.streams)) })
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
	return fields > maxHeaderFields || size > maxHeaderBytes+4<<10
}

// A stream is the response to an HTTP/2 request. A write may take any time as
// long as the client takes each 64 KiB of it within writeTimeout.
type stream struct {
	http.ResponseWriter
	writing atomic.Int64 // since when the client has taken nothing of a write, in Unix nanoseconds; 0 without a write
}

// Write writes a part of the body.
func (s *stream) Write(p []byte) (n int, err error) {
	defer s.writing.Store(0)
	for {
		now := time.Now()
		s.writing.Store(now.UnixNano())
		_ = http.NewResponseController(s.ResponseWriter).SetWriteDeadline(now.Add(writeTimeout)) // the write returns the error
		m, err := s.ResponseWriter.Write(p[:min(len(p), progress)])
		if n, p = n+m, p[m:]; err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// Unwrap returns the writer for [http.ResponseController].
func (s *stream) Unwrap() http.ResponseWriter { return s.ResponseWriter }
