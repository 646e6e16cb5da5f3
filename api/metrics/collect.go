package metrics

import (
	"runtime"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"designmanual/api"
	"designmanual/db/manual"
)

// The figures as Prometheus is told of them.
var (
	requestsDesc = describe("http_requests_total", "Requests, by endpoint and by the status of their answer; none where there was no answer.", "endpoint", "status")
	durationDesc = describe("http_request_duration_seconds", "Time from a request to its answer being handed over, by endpoint.", "endpoint")
	bytesDesc    = describe("http_response_body_bytes_total", "Bytes of bodies sent, as they were sent: compressed ones are counted compressed.", "endpoint")
	limitedDesc  = describe("rate_limited_requests_total", "Requests refused by a rate limit, by whose it was.", "client")
	tokenDesc    = describe("access_token_requests_total", "Requests with a valid access token, by its public id.", "token")

	importsDesc    = describe("imports_total", "Imports of seed files, by who had them made and what came of them.", "by", "result")
	importTimeDesc = describe("import_last_timestamp_seconds", "When there was such an import last, in Unix time.", "by", "result")
	changesDesc    = describe("import_manuals_total", "Manuals of the imports that were done, by what became of them.", "status")

	readyDesc     = describe("ready", "Whether manuals are answered for.")
	brandsDesc    = describe("brands", "Brands in the store.")
	manualsDesc   = describe("manuals", "Manuals in the store, unpublished ones too.")
	snapshotsDesc = describe("snapshots", "Published manuals in the store, by visibility; those past their end date too.", "visibility")
	accessDesc    = describe("access_tokens", "Access tokens in the store, by whether they are valid.", "state")
	fileDesc      = describe("store_file_bytes", "Size of the database file.")
	verifiedDesc  = describe("store_verified_timestamp_seconds", "When the store was opened, and so verified, in Unix time.")

	contentDesc = describe("content_info", "Always 1; the digest is the same on servers that serve the same.", "digest")

	certificateDesc = describe("certificate_not_after_timestamp_seconds", "Until when the certificate of a host holds, in Unix time.", "host")
	buildDesc       = describe("build_info", "Always 1; the labels are the build.", "version", "commit", "go")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("designmanual_"+name, help, labels, nil)
}

// A page shows the figures and what is to be known of the server besides.
type page struct {
	*Metrics
	server Server
}

// Describe sends all that Collect may send.
func (p page) Describe(to chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		requestsDesc, durationDesc, bytesDesc, limitedDesc, tokenDesc, importsDesc, importTimeDesc, changesDesc,
		readyDesc, brandsDesc, manualsDesc, snapshotsDesc, accessDesc, fileDesc, verifiedDesc, contentDesc, certificateDesc, buildDesc,
	} {
		to <- desc
	}
}

// Collect sends the figures as they are now.
func (p page) Collect(to chan<- prometheus.Metric) {
	s := sender{to}
	s.requests(p.Metrics)
	s.imports(p.Metrics)
	s.store(p.Metrics)
	s.gauge(readyDesc, number(p.server.Ready()))
	s.gauge(contentDesc, 1, p.digest.current(p.o.Store.Index()))
	for _, c := range p.server.Certificates() {
		s.gauge(certificateDesc, seconds(c.NotAfter), c.Host)
	}
	s.gauge(buildDesc, 1, p.o.Version, p.o.Commit, runtime.Version())
}

// A sender sends figures on.
type sender struct{ to chan<- prometheus.Metric }

func (s sender) counter(desc *prometheus.Desc, value float64, labels ...string) {
	s.to <- prometheus.MustNewConstMetric(desc, prometheus.CounterValue, value, labels...)
}

func (s sender) gauge(desc *prometheus.Desc, value float64, labels ...string) {
	s.to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
}

func (s sender) requests(m *Metrics) {
	for i := range m.requests {
		r, endpoint := &m.requests[i], api.Endpoint(i).String()
		for status := range r.answers {
			if n := r.answers[status].Load(); n > 0 {
				s.counter(requestsDesc, float64(n), endpoint, statusName(status))
			}
		}
		count, sum, within := r.histogram()
		s.to <- prometheus.MustNewConstHistogram(durationDesc, count, sum, within, endpoint)
		s.counter(bytesDesc, float64(r.bytes.Load()), endpoint)
	}
	s.counter(limitedDesc, float64(m.limited.address.Load()), "address")
	s.counter(limitedDesc, float64(m.limited.token.Load()), "token")
	for id, n := range m.tokens.all(m.o.Store.Index(), m.o.Now()) {
		s.counter(tokenDesc, float64(n), id)
	}
}

func statusName(status int) string {
	if status == 0 {
		return "none"
	}
	return strconv.Itoa(status)
}

func (s sender) imports(m *Metrics) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, by := range importers {
		for _, result := range results {
			what := attempt{by, result}
			s.counter(importsDesc, float64(m.imports.count[what]), string(by), string(result))
			if last, ever := m.imports.last[what]; ever {
				s.gauge(importTimeDesc, seconds(last), string(by), string(result))
			}
		}
	}
	for _, status := range changes {
		s.counter(changesDesc, float64(m.imports.manuals[status]), string(status))
	}
}

func (s sender) store(m *Metrics) {
	c := m.contents()
	s.gauge(brandsDesc, float64(c.brands))
	s.gauge(manualsDesc, float64(c.manuals))
	for _, v := range []manual.Visibility{manual.Public, manual.Unlisted, manual.Private, manual.Password} {
		s.gauge(snapshotsDesc, float64(c.snapshots[v]), string(v))
	}
	s.gauge(accessDesc, float64(c.valid), "valid")
	s.gauge(accessDesc, float64(c.invalid), "invalid")
	if bytes, err := m.fileBytes(); err == nil { // else there is no such figure now
		s.gauge(fileDesc, float64(bytes))
	}
	s.gauge(verifiedDesc, seconds(m.o.Verified))
}

func number(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// seconds returns the Unix time, with its fraction.
func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }
