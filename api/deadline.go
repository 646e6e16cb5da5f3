package api

import (
	"errors"
	"os"
	"sync/atomic"
	"time"
)

// A deadline is one of a connection's two as its user last set it. net/http
// sets eight for a request, nearly all of them later than the one before, and
// each takes a timer of the runtime out and puts another in: together a tenth
// of a small answer. So the connection keeps the earliest, and is given the
// next when that has passed, which is at most once in five seconds.
//
// It is for a connection that one goroutine reads from, writes to and sets the
// deadlines of; others may ask whether there is one.
type deadline struct {
	wanted atomic.Int64 // as the user set it, or 0 for none
	kept   int64        // what the connection has, never later than wanted; or 0 for none
}

// epoch is what deadlines are counted from, in nanoseconds. Its difference to
// a time of this process does not change with the wall clock.
var epoch = time.Now()

// move sets the deadline, with set where the connection needs another one.
func (d *deadline) move(t time.Time, set func(time.Time) error) error {
	if t.IsZero() {
		d.wanted.Store(0)
		return nil
	}
	at := t.Sub(epoch).Nanoseconds()
	d.wanted.Store(at)
	if d.kept != 0 && d.kept <= at {
		return nil
	}
	d.kept = at
	return set(t)
}

// passed tells, once the connection's deadline has passed, whether that was
// the wanted one. Where it was not, the connection is given that.
func (d *deadline) passed(set func(time.Time) error) bool {
	var next time.Time
	wanted := d.wanted.Load()
	if wanted != 0 {
		next = epoch.Add(time.Duration(wanted))
		if !time.Now().Before(next) {
			return true
		}
	}
	d.kept = wanted
	return set(next) != nil
}

// goesOn tells whether a call of the connection that ended with err is to be
// made again, since the deadline that has passed is not the wanted one.
func (c *conn) goesOn(err error, d *deadline, set func(time.Time) error) bool {
	return err != nil && c.served && errors.Is(err, os.ErrDeadlineExceeded) && !d.passed(set)
}

// Read reads what the client sends. A byte read without a deadline is one that
// net/http looks for while a request is answered, in a goroutine of its own,
// to tell the request's context that the client has gone. That costs more than
// it tells: two switches of goroutines and a call of the system, for handlers
// that wait for nothing or not for long. It is told that there is nothing yet,
// with which it ends, and who has gone is noticed when the answer is written.
func (c *conn) Read(p []byte) (int, error) {
	if c.served && len(p) == 1 && c.reading.wanted.Load() == 0 {
		return 0, nil
	}
	for {
		n, err := c.Conn.Read(p)
		if n > 0 || !c.goesOn(err, &c.reading, c.Conn.SetReadDeadline) {
			return n, err
		}
	}
}

// SetReadDeadline sets until when reads may last.
func (c *conn) SetReadDeadline(t time.Time) error {
	switch {
	case !c.served:
		return c.Conn.SetReadDeadline(t)
	case t.Equal(longAgo) && c.reading.wanted.Load() == 0:
		return nil // net/http takes back its look for a byte
	}
	return c.reading.move(t, c.Conn.SetReadDeadline)
}

// SetWriteDeadline sets until when writes may last.
func (c *conn) SetWriteDeadline(t time.Time) error {
	if !c.served {
		return c.Conn.SetWriteDeadline(t)
	}
	return c.writing.move(t, c.Conn.SetWriteDeadline)
}

// SetDeadline sets both.
func (c *conn) SetDeadline(t time.Time) error {
	return errors.Join(c.SetReadDeadline(t), c.SetWriteDeadline(t))
}

// longAgo is what net/http ends reads with.
var longAgo = time.Unix(1, 0)
