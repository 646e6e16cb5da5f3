// Package metrics counts what the server does, and shows the counts to operators:
// to Prometheus in its text format, and as JSON with the state of the server.
// Make one with [New], pass it requests ([Metrics.Observe]) and imports
// ([Metrics.Imported]), and serve [Metrics.Handler] on a listener that the public
// cannot reach, as it shows hosts and the public ids of access tokens.
//
// Clients cannot increase the number of series: the labels are endpoints of
// package api, statuses that were sent, and ids of valid access tokens.
package metrics

import (
	"crypto/x509"
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"designmanual/api"
	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// Options are the options of [New].
type Options struct {
	Store        *db.DB
	Verified     time.Time                  // when the store was opened, and so verified
	Version      string                     // of the program
	Commit       string                     // the program was built from
	Ready        func() bool                // whether the server serves manuals
	Certificates func() []*x509.Certificate // the certificates in use
	Gone         func() []source.Gap        // what has vanished of the seed files; may be nil
	Now          func() time.Time           // time.Now when nil
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
	o        Options
	started  time.Time
	contents atomic.Pointer[contents] // of the latest index

	mu           sync.Mutex
	vectors      []*vector // in the order of the page: all that follow, but accessTokens
	requests     *vector
	bytes        *vector // of bodies
	limited      *vector // requests refused by the limit of an address, and of a token
	imports      *vector
	imported     *vector        // when there was such an import last, in Unix seconds
	manuals      *vector        // of the imports that were done
	accessTokens map[string]int // requests by id of the access token
	took         [api.Endpoints]durations
	latest       *latest  // nil before the first import
	failing      *failing // nil unless the last import of the seed files failed
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

// New returns metrics with all counts at zero. There is a sample for each combination of
// labels from the start, but for statuses.
func New(o Options) *Metrics {
	if o.Now == nil {
		o.Now = time.Now
	}
	m := &Metrics{o: o, started: time.Now(), accessTokens: make(map[string]int)}
	m.requests = m.vector(
		counter, "http_requests_total",
		"Requests, by endpoint and by the status of the answer; none if there was no answer.", "endpoint", "status",
	)
	m.bytes = m.vector(
		counter, "http_response_body_bytes_total", "Bytes of bodies as they were sent, compressed or not, by endpoint.",
		"endpoint", "",
	)
	m.limited = m.vector(
		counter, "rate_limited_requests_total", "Requests refused by a rate limit, by what it is for.", "client", "",
	)
	m.imports = m.vector(
		counter, "imports_total", "Imports of seed files, by who started them and by their result.", "by", "result",
	)
	m.imported = m.vector(
		gauge, "import_last_timestamp_seconds", "When there was such an import last, in Unix time.", "by", "result",
	)
	m.manuals = m.vector(
		counter, "import_manuals_total", "Manuals of the imports that were done, by what happened to them.", "status",
		"",
	)
	for e := range api.Endpoints {
		m.bytes.add(0, api.Endpoint(e).String(), "")
	}
	m.limited.add(0, "address", "")
	m.limited.add(0, "token", "")
	for _, result := range []string{done, refused, failed} {
		m.imports.add(0, string(Seeds), result)
		m.imports.add(0, string(Command), result)
	}
	for _, status := range statuses {
		m.manuals.add(0, string(status), "")
	}
	return m
}

var statuses = []seed.Status{seed.New, seed.Changed, seed.Unchanged, seed.Removed}

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
	m.requests.add(1, o.Endpoint.String(), status)
	m.bytes.add(float64(o.Bytes), o.Endpoint.String(), "")
	m.took[o.Endpoint].add(o.Took.Seconds())
	client := "address"
	if o.AccessToken != "" {
		client = "token"
		m.accessTokens[o.AccessToken]++
	}
	if o.Limited {
		m.limited.add(1, client, "")
	}
}

// Imported counts an import, given the results of [seed.Import]. Dry runs are not
// counted.
func (m *Metrics) Imported(by Importer, report *seed.Report, err error) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now, result := m.o.Now(), resultOf(err)
	if err == nil {
		for _, status := range statuses {
			m.manuals.add(float64(report.Count(status)), string(status), "")
		}
	}
	m.imports.add(1, string(by), result)
	m.imported.values[[2]string{string(by), result}] = seconds(now)
	m.latest = &latest{now.UTC(), by, result}
	if by != Seeds {
		return
	}
	if err == nil {
		m.failing = nil
		return
	}
	since := now.UTC()
	if m.failing != nil {
		since = m.failing.Since
	}
	m.failing = &failing{since, err.Error()} // another value: a reader may have the old one
}

// resultOf returns the result of an import that ended with an error, or with none.
func resultOf(err error) string {
	var problems seed.Problems
	if errors.As(err, &problems) {
		return refused
	}
	if err != nil {
		return failed
	}
	return done
}

// seconds returns the Unix time in seconds, with milliseconds.
func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
