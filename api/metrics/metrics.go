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
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"designmanual/api"
	"designmanual/db"
	"designmanual/seed"
)

// namespace is the prefix of the metrics' names.
const namespace = "designmanual_"

// Options are the options of [New].
type Options struct {
	Store        *db.DB
	Verified     time.Time                  // when the store was opened, and so verified
	Version      string                     // of the program
	Commit       string                     // the program was built from
	Ready        func() bool                // whether the server serves manuals
	Certificates func() []*x509.Certificate // the certificates in use
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
	o       Options
	started time.Time

	mu        sync.Mutex
	endpoints [api.Endpoints]requests
	limited   [2]int                 // requests refused by the limit of an address, and of a token
	tokens    map[string]int         // requests by id of the access token
	imports   map[importResult]int   // by result
	imported  map[importResult]int64 // when there was such an import last, in Unix milliseconds
	manuals   map[seed.Status]int    // of the imports that were done
	latest    *latest                // nil before the first import
	failing   *failing               // nil unless the last import of the seed files failed
	contents  contents               // of the latest index
}

// requests are the requests of an endpoint.
type requests struct {
	statuses map[string]int
	took     durations
	bytes    int // of bodies
}

// An importResult is a kind of import and a result.
type importResult struct {
	by     Importer
	result string
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
	if o.Now == nil {
		o.Now = time.Now
	}
	m := &Metrics{
		o: o, started: time.Now(), tokens: make(map[string]int),
		imports: make(map[importResult]int), imported: make(map[importResult]int64), manuals: make(map[seed.Status]int),
	}
	for e := range m.endpoints {
		m.endpoints[e].statuses = make(map[string]int)
	}
	return m
}

var statuses = []seed.Status{seed.New, seed.Changed, seed.Unchanged, seed.Removed}

// Observe counts a request. It does not keep the observation. It may be called
// from several goroutines at a time.
func (m *Metrics) Observe(o *api.Observation) {
	if m == nil {
		return
	}
	status := "none"
	if 0 < o.Status && o.Status < 600 { // a valid status
		status = strconv.Itoa(o.Status)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	e := &m.endpoints[o.Endpoint]
	e.statuses[status]++
	e.took.add(o.Took.Seconds())
	e.bytes += o.Bytes
	client := 0
	if o.Token != "" {
		client = 1
		m.tokens[o.Token]++
	}
	if o.Limited {
		m.limited[client]++
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
	now, result := m.o.Now(), done
	var problems seed.Problems
	switch {
	case errors.As(err, &problems):
		result = refused
	case err != nil:
		result = failed
	default:
		for _, status := range statuses {
			m.manuals[status] += report.Count(status)
		}
	}
	m.imports[importResult{by, result}]++
	m.imported[importResult{by, result}] = now.UnixMilli()
	m.latest = &latest{now.UTC(), by, result}
	switch {
	case by != Seeds:
	case err == nil:
		m.failing = nil
	case m.failing == nil:
		m.failing = &failing{now.UTC(), err.Error()}
	default: // since when stays; a reader may have the old value
		m.failing = &failing{m.failing.Since, err.Error()}
	}
}

// addCounts adds the counts, all from the start but those by status and by token.
func (t *text) addCounts(m *Metrics) {
	m.mu.Lock()
	defer m.mu.Unlock()
	t.begin(counter, namespace+"http_requests_total", "Requests, by endpoint and by the status of the answer; none if there was no answer.")
	for e := range m.endpoints {
		for _, status := range slices.Sorted(maps.Keys(m.endpoints[e].statuses)) {
			t.sample("", float64(m.endpoints[e].statuses[status]), "endpoint", api.Endpoint(e).String(), "status", status)
		}
	}
	t.begin(histogram, namespace+"http_request_duration_seconds", "Time from a request until its answer is handed over, by endpoint.")
	for e := range m.endpoints {
		t.sampleDurations(&m.endpoints[e].took, "endpoint", api.Endpoint(e).String())
	}
	t.begin(counter, namespace+"http_response_body_bytes_total", "Bytes of bodies as they were sent, compressed or not, by endpoint.")
	for e := range m.endpoints {
		t.sample("", float64(m.endpoints[e].bytes), "endpoint", api.Endpoint(e).String())
	}
	t.begin(counter, namespace+"rate_limited_requests_total", "Requests refused by a rate limit, by what it is for.")
	for i, client := range []string{"address", "token"} {
		t.sample("", float64(m.limited[i]), "client", client)
	}
	t.begin(counter, namespace+"imports_total", "Imports of seed files, by who started them and by their result.")
	for _, by := range []Importer{Seeds, Command} {
		for _, result := range []string{done, refused, failed} {
			t.sample("", float64(m.imports[importResult{by, result}]), "by", string(by), "result", result)
		}
	}
	t.begin(gauge, namespace+"import_last_timestamp_seconds", "When there was such an import last, in Unix time.")
	for _, by := range []Importer{Seeds, Command} {
		for _, result := range []string{done, refused, failed} {
			if at, ok := m.imported[importResult{by, result}]; ok {
				t.sample("", float64(at)/1000, "by", string(by), "result", result)
			}
		}
	}
	t.begin(counter, namespace+"import_manuals_total", "Manuals of the imports that were done, by what happened to them.")
	for _, status := range statuses {
		t.sample("", float64(m.manuals[status]), "status", string(status))
	}
}

// seconds returns the Unix time in seconds, with milliseconds.
func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
