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
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"designmanual/api"
	"designmanual/db"
	"designmanual/seed"
)

// namespace is the prefix of the metrics' names.
const namespace = "designmanual"

// buckets are in seconds. Most responses take microseconds, a password check
// takes a tenth of a second, and slow readers of large bodies take many seconds.
var buckets = []float64{5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, .1, .25, 1, 2.5, 10, 30}

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
	o        Options
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	bytes    *prometheus.CounterVec
	limited  *prometheus.CounterVec
	imports  *prometheus.CounterVec
	imported *prometheus.GaugeVec
	manuals  *prometheus.CounterVec

	mu       sync.Mutex
	tokens   map[string]int // requests by id of the access token
	latest   *latest        // nil before the first import
	failing  *failing       // nil unless the last import of the seed files failed
	contents contents       // of the latest index
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
	m := &Metrics{o: o, registry: prometheus.NewRegistry(), tokens: make(map[string]int)}
	m.registry.MustRegister(collector{m}, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	vectors := promauto.With(m.registry)
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return vectors.NewCounterVec(prometheus.CounterOpts{Namespace: namespace, Name: name, Help: help}, labels)
	}
	m.requests = counters("http_requests_total", "Requests, by endpoint and by the status of their answer; none where there was no answer.", "endpoint", "status")
	m.duration = vectors.NewHistogramVec(prometheus.HistogramOpts{
		Namespace: namespace, Name: "http_request_duration_seconds", Buckets: buckets,
		Help: "Time from a request to its answer being handed over, by endpoint.",
	}, []string{"endpoint"})
	m.bytes = counters("http_response_body_bytes_total", "Bytes of bodies sent, as they were sent: compressed ones are counted compressed.", "endpoint")
	m.limited = counters("rate_limited_requests_total", "Requests refused by a rate limit, by whose it was.", "client")
	m.imports = counters("imports_total", "Imports of seed files, by who had them made and what came of them.", "by", "result")
	m.imported = vectors.NewGaugeVec(prometheus.GaugeOpts{
		Namespace: namespace, Name: "import_last_timestamp_seconds", Help: "When there was such an import last, in Unix time.",
	}, []string{"by", "result"})
	m.manuals = counters("import_manuals_total", "Manuals of the imports that were done, by what became of them.", "status")

	for e := range api.Endpoints { // so that every series exists from the start
		m.duration.WithLabelValues(api.Endpoint(e).String())
		m.bytes.WithLabelValues(api.Endpoint(e).String())
	}
	for _, client := range []string{"address", "token"} {
		m.limited.WithLabelValues(client)
	}
	for _, by := range []Importer{Seeds, Command} {
		for _, result := range []string{done, refused, failed} {
			m.imports.WithLabelValues(string(by), result)
		}
	}
	for _, status := range statuses {
		m.manuals.WithLabelValues(string(status))
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
	endpoint, status, client := o.Endpoint.String(), "none", "address"
	if 0 < o.Status && o.Status < 600 { // a valid status
		status = strconv.Itoa(o.Status)
	}
	m.requests.WithLabelValues(endpoint, status).Inc()
	m.duration.WithLabelValues(endpoint).Observe(o.Took.Seconds())
	m.bytes.WithLabelValues(endpoint).Add(float64(o.Bytes))
	if o.Token != "" {
		client = "token"
		m.mu.Lock()
		m.tokens[o.Token]++
		m.mu.Unlock()
	}
	if o.Limited {
		m.limited.WithLabelValues(client).Inc()
	}
}

// Imported counts an import, given the results of [seed.Import]. Dry runs are not
// counted.
func (m *Metrics) Imported(by Importer, report *seed.Report, err error) {
	if m == nil {
		return
	}
	now, result := m.o.Now(), done
	var problems seed.Problems
	switch {
	case errors.As(err, &problems):
		result = refused
	case err != nil:
		result = failed
	default:
		for _, status := range statuses {
			m.manuals.WithLabelValues(string(status)).Add(float64(report.Count(status)))
		}
	}
	m.imports.WithLabelValues(string(by), result).Inc()
	m.imported.WithLabelValues(string(by), result).Set(seconds(now))
	m.mu.Lock()
	defer m.mu.Unlock()
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

// seconds returns the Unix time in seconds, with milliseconds.
func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
