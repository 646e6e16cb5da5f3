package metrics

import (
	"os"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"

	"designmanual/db/manual"
)

// What the store and the server are like when they are asked. The labels follow the help.
var (
	tokenRequests   = newDesc("access_token_requests_total", "Requests with a valid access token, by its public id.", "token")
	ready           = newDesc("ready", "Whether manuals are served.")
	brands          = newDesc("brands", "Brands in the store.")
	manuals         = newDesc("manuals", "Manuals in the store, unpublished ones too.")
	snapshots       = newDesc("snapshots", "Published manuals in the store, by visibility; those past their end date too.", "visibility")
	accessTokens    = newDesc("access_tokens", "Access tokens in the store, by whether they are valid.", "state")
	files           = newDesc("files", "Files of manuals, each content once.")
	fileBytes       = newDesc("files_bytes", "Bytes of the files of manuals, each content once.")
	storeBytes      = newDesc("store_file_bytes", "Size of the database file.")
	storeVerified   = newDesc("store_verified_timestamp_seconds", "When the store was opened, and so verified, in Unix time.")
	contentInfo     = newDesc("content_info", "Always 1; servers with the same digest serve the same.", "digest")
	certificateEnds = newDesc("certificate_not_after_timestamp_seconds", "When the certificate of a host expires, in Unix time.", "host")
	buildInfo       = newDesc("build_info", "Always 1; the labels are the build.", "commit", "go", "version")
)

func newDesc(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

// A state collects what the store and the server of some metrics are like now, and the
// number of requests with each valid access token.
type state struct{ m *Metrics }

// Describe implements [prometheus.Collector].
func (s state) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{
		tokenRequests, ready, brands, manuals, snapshots, accessTokens, files, fileBytes, storeBytes, storeVerified, contentInfo, certificateEnds, buildInfo,
	} {
		to <- d
	}
}

// Collect implements [prometheus.Collector].
func (s state) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	m, c := s.m, s.m.current()
	isReady := 0.0
	if m.o.Ready() {
		isReady = 1
	}
	gauge(ready, isReady)
	gauge(brands, float64(c.brands))
	gauge(manuals, float64(c.manuals))
	for _, v := range []manual.Visibility{manual.Public, manual.Unlisted, manual.Private, manual.Password} {
		gauge(snapshots, float64(c.snapshots[v]), string(v))
	}
	gauge(files, float64(c.files))
	gauge(fileBytes, float64(c.fileBytes))
	if bytes := m.storeBytes(); bytes > 0 {
		gauge(storeBytes, float64(bytes))
	}
	gauge(storeVerified, seconds(m.o.Verified))
	gauge(contentInfo, 1, c.digest)
	hosts := make(map[string]bool)
	for _, certificate := range m.certificates() {
		if hosts[certificate.Host] {
			continue // a series may be there once
		}
		hosts[certificate.Host] = true
		gauge(certificateEnds, seconds(certificate.NotAfter), certificate.Host)
	}
	gauge(buildInfo, 1, m.o.Commit, runtime.Version(), m.o.Version)
	s.collectTokens(to, c)
}

// collectTokens collects the access tokens of the contents.
func (s state) collectTokens(to chan<- prometheus.Metric, c *contents) {
	m, valid, invalid := s.m, 0, 0
	m.mu.Lock()
	defer m.mu.Unlock()
	for token := range c.index.Tokens() {
		if !token.Valid(m.o.Now()) {
			invalid++
			continue
		}
		valid++
		if used := m.tokens[token.ID]; used > 0 {
			to <- prometheus.MustNewConstMetric(tokenRequests, prometheus.CounterValue, float64(used), token.ID)
		}
	}
	to <- prometheus.MustNewConstMetric(accessTokens, prometheus.GaugeValue, float64(valid), "valid")
	to <- prometheus.MustNewConstMetric(accessTokens, prometheus.GaugeValue, float64(invalid), "invalid")
}

// storeBytes returns the size of the database file, or 0 if it was deleted while
// the server has it open.
func (m *Metrics) storeBytes() int64 {
	info, err := os.Stat(m.o.Store.Path())
	if err != nil {
		return 0
	}
	return info.Size()
}
