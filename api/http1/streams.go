package http1

import (
	"container/list"
	"net/http"
	"sync"
	"time"
)

// streams are the requests over HTTP/2 that are being answered, those whose
// client has taken nothing for longest first. One connection can have many, and
// each waits with all that it holds as long as its client gives it no window to
// send in (RFC 9113, section 5.2).
type streams struct {
	most int

	mu      sync.Mutex
	waiting list.List // of *stream
}

// A stream is the answer to a request over HTTP/2. Its writes may take as long
// as the client takes 64 KiB in each limit.
type stream struct {
	http.ResponseWriter
	of      *streams
	conn    *conn
	limit   time.Duration
	fixed   bool // the handler has set a deadline
	left    int  // bytes until the deadline moves
	element *list.Element
}

// serve has the handler answer. Where there are as many answers as there may
// be, the connection of the one that has waited longest is closed for it.
func (ss *streams) serve(h http.Handler, w http.ResponseWriter, r *http.Request, c *conn) {
	s := &stream{ResponseWriter: w, of: ss, conn: c, limit: c.server.WriteTimeout}
	ss.mu.Lock()
	s.element = ss.waiting.PushBack(s)
	var oldest *stream
	if ss.waiting.Len() > ss.most {
		oldest = ss.waiting.Remove(ss.waiting.Front()).(*stream)
	}
	ss.mu.Unlock()
	if oldest != nil {
		_ = oldest.conn.Close() // as it will be told
	}
	defer func() {
		ss.mu.Lock()
		defer ss.mu.Unlock()
		ss.waiting.Remove(s.element) // if it is still there
	}()
	h.ServeHTTP(s, r)
	if w.Header().Get("Content-Length") != "" {
		s.Flush() // what is left waits here, where it counts, and not behind the handler
	}
}

// Write writes a part of the body.
func (s *stream) Write(p []byte) (n int, err error) {
	for {
		s.move()
		var m int
		m, err = s.ResponseWriter.Write(p[:min(len(p), s.left)])
		n, p, s.left = n+m, p[m:], s.left-m
		if err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// move moves the deadline where 64 KiB were taken.
func (s *stream) move() {
	if s.left > 0 {
		return
	}
	s.left = progress
	if !s.fixed {
		_ = http.NewResponseController(s.ResponseWriter).SetWriteDeadline(time.Now().Add(s.limit)) // else the write fails
	}
	s.of.mu.Lock()
	defer s.of.mu.Unlock()
	s.of.waiting.MoveToBack(s.element)
}

// Flush sends what has been written.
func (s *stream) Flush() { _ = http.NewResponseController(s.ResponseWriter).Flush() } // the next write tells

// SetWriteDeadline sets until when writes may last, in place of the limit.
func (s *stream) SetWriteDeadline(t time.Time) error {
	s.fixed = true
	return http.NewResponseController(s.ResponseWriter).SetWriteDeadline(t)
}

// Unwrap returns the writer for what a controller does besides.
func (s *stream) Unwrap() http.ResponseWriter { return s.ResponseWriter }
