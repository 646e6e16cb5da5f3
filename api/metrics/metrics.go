// Package metrics counts what the server does, and shows the counts to operators:
// to Prometheus in its text format, and as JSON with the state of the server.
// Make one with [New], pass it requests ([Metrics.Observe]) and imports
// ([Metrics.Imported]), and serve [Metrics.Handler] on a listener that the public
// cannot reach, as it shows hosts.
//
// Clients cannot increase the number of series: the labels are endpoints of
// package api and statuses that were sent.
package metrics

import (
	"crypto/x509"
	"errors"
	"strconv"
	"sync"
	"time"

	"designmanual/api"
	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// Options are the options of [New].
type Options struct {
	Store        *db.DB
	Version      string                     // of the program
	Commit       string                     // the program was built from
	Ready        func() bool                // whether the server serves manuals
	Certificates func() []*x509.Certificate // the certificates in use
	Gone         func() []source.Gap        // what has vanished of the seed files
	Now          func() time.Time
}

// An Importer is what has started an import.
type Importer string

// The importers.
const (
	Seeds   Importer = "seeds"   // the server: at start, on a signal, or after a change of the seed files
	Command Importer = "command" // a command, over the socket
)

// The results of imports.
const (
	done    = "done"
	refused = "refused" // the seed files have errors
	failed  = "failed"  // any other error
)

// Metrics counts what one server does. A nil Metrics counts nothing.
type Metrics struct {
	o Options

	mu       sync.Mutex
	requests counts // by endpoint and status
	took     [api.Endpoints]durations
	imports  counts   // by importer and result
	latest   *latest  // nil before the first import
	failing  *failing // nil unless the last import of the seed files failed
}

// latest is the latest import.
type latest struct {
	Time   time.Time `json:"time"`
	By     Importer  `json:"by"`
	Result string    `json:"result"`
}

// failing says since when and why the seed files cannot be imported.
type failing struct {
	Since time.Time `json:"since"`
	Error string    `json:"error"`
}

// New returns metrics with all counts at zero.
func New(o Options) *Metrics {
	m := &Metrics{o: o, requests: make(counts), imports: make(counts)}
	for _, by := range []Importer{Seeds, Command} {
		for _, result := range []string{done, refused, failed} {
			m.imports[[2]string{string(by), result}] = 0 // so that there is a sample from the start
		}
	}
	return m
}

// Observe counts a request. It may be called from several goroutines at a time.
func (m *Metrics) Observe(o api.Observation) {
	if m == nil {
		return
	}
	status := "none"
	if 0 < o.Status && o.Status < 600 { // a valid status
		status = strconv.Itoa(o.Status)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests[[2]string{o.Endpoint.String(), status}]++
	m.took[o.Endpoint].add(o.Took.Seconds())
}

// Imported counts an import that ended with an error, or with none. Dry runs are not counted.
func (m *Metrics) Imported(by Importer, err error) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now, result := m.o.Now().UTC(), resultOf(err)
	m.imports[[2]string{string(by), result}]++
	m.latest = &latest{now, by, result}
	if by != Seeds {
		return
	}
	if err == nil {
		m.failing = nil
		return
	}
	since := now
	if m.failing != nil {
		since = m.failing.Since
	}
	m.failing = &failing{since, err.Error()} // another value: a reader may have the old one
}

// resultOf returns the result of an import that ended with an error, or with none.
func resultOf(err error) string {
	if err == nil {
		return done
	}
	if errors.As(err, new(seed.Problems)) {
		return refused
	}
	return failed
}
