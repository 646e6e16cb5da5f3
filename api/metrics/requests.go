package metrics

import (
	"sync/atomic"
	"time"

	"designmanual/api"
)

// bounds are the upper bounds of the buckets that requests are counted in by
// what they took. Most answers take some microseconds; a password takes a
// tenth of a second, and a slow reader of a large body many.
var bounds = [...]time.Duration{
	5 * time.Microsecond, 10 * time.Microsecond, 25 * time.Microsecond, 50 * time.Microsecond, 100 * time.Microsecond, 250 * time.Microsecond, 500 * time.Microsecond,
	time.Millisecond, 2500 * time.Microsecond, 5 * time.Millisecond, 10 * time.Millisecond, 25 * time.Millisecond,
	100 * time.Millisecond, 250 * time.Millisecond, time.Second, 2500 * time.Millisecond, 10 * time.Second, 30 * time.Second,
}

// statuses are all that there are: HTTP has none from 600 on.
const statuses = 600

// requests are those of one endpoint.
type requests struct {
	answers [statuses]atomic.Uint64 // by status; at 0 those that got no answer
	took    [len(bounds) + 1]atomic.Uint64
	time    atomic.Int64 // that all took together, in nanoseconds
	bytes   atomic.Uint64
}

// limited are the requests that a rate limit refused.
type limited struct{ address, token atomic.Uint64 }

// Observe counts a request. It neither allocates nor keeps the observation,
// and may be called from any goroutine.
func (m *Metrics) Observe(o *api.Observation) {
	r := &m.requests[o.Endpoint]
	r.answers[statusOf(o)].Add(1)
	r.took[bucketOf(o.Took)].Add(1)
	r.time.Add(int64(o.Took))
	r.bytes.Add(uint64(o.Bytes))
	if o.Token != "" {
		m.tokens.use(o.Token)
	}
	switch {
	case !o.Limited:
	case o.Token != "":
		m.limited.token.Add(1)
	default:
		m.limited.address.Add(1)
	}
}

func statusOf(o *api.Observation) int {
	if o.Status < 0 || o.Status >= statuses {
		return 0
	}
	return o.Status
}

// bucketOf returns the first bucket that the time is not above, the last one
// where there is none.
func bucketOf(took time.Duration) int {
	for i, bound := range bounds {
		if took <= bound {
			return i
		}
	}
	return len(bounds)
}

// histogram returns what Prometheus takes for one: how many requests there
// were, the seconds that they took together, and how many took no longer than
// each bound.
func (r *requests) histogram() (count uint64, seconds float64, within map[float64]uint64) {
	within = make(map[float64]uint64, len(bounds))
	for i := range r.took {
		count += r.took[i].Load()
		if i < len(bounds) {
			within[bounds[i].Seconds()] = count
		}
	}
	return count, time.Duration(r.time.Load()).Seconds(), within
}
