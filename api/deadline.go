package api

import (
	"errors"
	"os"
	"time"
)

// A deadline is one of a connection's two as a lane last set it. A request
// moves both, nearly always to later than before, and each move takes a timer
// of the runtime out and puts another in: together a tenth of a small answer.
// So the connection keeps the earliest, and is given the next when that has
// passed, which is at most once in five seconds.
type deadline struct {
	wanted int64 // as the lane set it, or 0 for none
	kept   int64 // what the connection has, never later than wanted; or 0 for none
}

// epoch is what deadlines are counted from, in nanoseconds. Its difference to
// a time of this process does not change with the wall clock.
var epoch = time.Now()

// within sets the deadline to so long after now; a limit of 0 is none.
func (d *deadline) within(now time.Time, limit time.Duration, set func(time.Time) error) error {
	if limit == 0 {
		d.wanted = 0
		return nil
	}
	return d.move(now.Add(limit), set)
}

// move sets the deadline, with set where the connection needs another one.
func (d *deadline) move(t time.Time, set func(time.Time) error) error {
	d.wanted = t.Sub(epoch).Nanoseconds()
	if d.kept != 0 && d.kept <= d.wanted {
		return nil
	}
	d.kept = d.wanted
	return set(t)
}

// goesOn tells whether a call of the connection that ended with err is to be
// made again, since the deadline that has passed is not the wanted one. The
// connection is given that.
func (d *deadline) goesOn(err error, set func(time.Time) error) bool {
	if err == nil || !errors.Is(err, os.ErrDeadlineExceeded) {
		return false
	}
	var next time.Time
	if d.wanted != 0 {
		next = epoch.Add(time.Duration(d.wanted))
		if !time.Now().Before(next) {
			return false
		}
	}
	d.kept = d.wanted
	return set(next) == nil
}
