package api

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"designmanual/api/ratelimit"
)

// A lane answers the usual requests of a connection of plain HTTP/1.1 without
// net/http (see [asked.read] for what is usual). What net/http does for a
// request that might have a body, trailers, or a connection made into another
// is several times the work of answering one that has not.
//
// The first request that is not usual takes the connection to net/http, with
// all that has been read of it and for good: so such requests are judged in one
// place, and no byte is read by both. Over TLS and HTTP/2 there are no lanes.
// The handler is the same and so are its answers, field for field: the tests
// ask every question both ways.
type lane struct {
	reply
	of      *lanes
	peer    netip.Addr
	key     string // of the peer for the rate limit
	stage   atomic.Int32
	reading deadline
	asked   asked
	buffer  [maxAsked]byte
}

// The stages of a lane.
const (
	fresh     int32 = iota // nothing has been asked yet
	waiting                // for the next request
	answering              // one
	ended
)

func newLane(of *lanes, c *conn) *lane {
	l := &lane{of: of, reply: reply{conn: c, header: make(http.Header)}}
	remote := c.RemoteAddr()
	if address, ok := remote.(*net.TCPAddr); ok {
		l.peer = address.AddrPort().Addr().Unmap().WithZone("")
	}
	l.key = ratelimit.Key(l.peer)
	l.asked.init(remote.String())
	return l
}

// run answers requests until the connection ends, or has s serve it.
func (l *lane) run(s *http.Server) {
	defer func() {
		if cause := recover(); cause != nil && cause != http.ErrAbortHandler {
			s.ErrorLog.Printf("http: panic serving %s: %v\n%s", l.asked.request.RemoteAddr, cause, debug.Stack())
		}
		l.of.remove(l)
		if l.conn != nil {
			_ = l.conn.Close() // there is nobody to tell
		}
	}()
	text := "" // what has been sent and is not answered
	err := l.readWithin(s.ReadHeaderTimeout)
	for err == nil {
		var n int
		if n, err = l.read(); err != nil {
			break
		}
		begins := text == ""
		text += string(l.buffer[:n])
		found := begun
		for text != "" {
			var rest string
			if rest, found = l.asked.read(text); found != usual {
				break
			}
			if !l.serve(s) {
				return
			}
			text, begins = rest, true
		}
		switch {
		case text == "":
			err = l.readWithin(s.IdleTimeout)
		case found == unusual && l.begunBy(text) || len(text) >= maxAsked:
			l.handOver(s, text)
			return
		case begins:
			err = l.readWithin(s.ReadHeaderTimeout)
		}
	}
	if l.begunBy(text) && !errors.Is(err, os.ErrDeadlineExceeded) {
		l.handOver(s, text) // which meets the same end
	}
}

// begunBy tells whether text begins a request: as for net/http, any byte does,
// but behind another request only four do.
func (l *lane) begunBy(text string) bool {
	return len(text) >= 4 || text != "" && l.stage.Load() == fresh
}

// readWithin limits how long it takes until what is read next has come.
func (l *lane) readWithin(limit time.Duration) error {
	return l.reading.within(time.Now(), limit, l.conn.SetReadDeadline)
}

// read reads into the buffer.
func (l *lane) read() (int, error) {
	for {
		n, err := l.conn.Read(l.buffer[:])
		switch {
		case n > 0:
			return n, nil
		case err != nil && !l.reading.goesOn(err, l.conn.SetReadDeadline):
			return 0, err
		}
	}
}

// serve has the handler answer what is asked, and tells whether the
// connection goes on.
func (l *lane) serve(s *http.Server) bool {
	if !l.stage.CompareAndSwap(waiting, answering) && !l.stage.CompareAndSwap(fresh, answering) {
		return false
	}
	if l.begin(&l.asked.request, s.WriteTimeout, l.of.ending.Load()) != nil {
		return false
	}
	s.Handler.ServeHTTP(l, &l.asked.request)
	goesOn := l.end()
	l.stage.Store(waiting)
	return goesOn && !l.of.ending.Load()
}

// handOver has s serve the connection, as one that begins with text. Where s
// serves none any more, the lane keeps it.
func (l *lane) handOver(s *http.Server, text string) {
	l.of.remove(l)
	l.conn.before = text
	one := only{conn: l.conn}
	_ = s.Serve(&one) // ends at once: there is no other connection
	l.conn = one.conn
}
