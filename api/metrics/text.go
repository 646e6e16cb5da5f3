package metrics

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"

	"designmanual/api"
)

// namespace is the prefix of the names of the metrics.
const namespace = "designmanual_"

// The types of metrics.
const (
	counter   = "counter"
	gauge     = "gauge"
	histogram = "histogram"
)

// A text is metrics in the text format of Prometheus, version 0.0.4. It is written here, because
// Prometheus' own library makes the program 2.1 MB larger, most of it protobuf, and so larger than
// the 27 MiB that it may have.
type text struct {
	bytes.Buffer
	name string // of the current metric
}

// begin begins a metric, whose samples follow.
func (t *text) begin(kind, name, help string) {
	t.name = namespace + name
	fmt.Fprintf(t, "# HELP %s %s\n# TYPE %[1]s %[3]s\n", t.name, help, kind)
}

// sample adds a sample of the current metric. The suffix is appended to its name; the
// labels are names and values of printable ASCII in turn.
func (t *text) sample(suffix string, value float64, labels ...string) {
	t.WriteString(t.name + suffix)
	before, end := "{", ""
	for ; len(labels) > 0; labels = labels[2:] {
		fmt.Fprintf(t, "%s%s=%q", before, labels[0], labels[1])
		before, end = ",", "}"
	}
	t.WriteString(end + " " + number(value) + "\n")
}

func number(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// counts are numbers by the values of two labels.
type counts map[[2]string]int

// counts adds a counter with a sample for each count.
func (t *text) counts(name, help, first, second string, all counts) {
	t.begin(counter, name, help)
	keys := slices.SortedFunc(maps.Keys(all), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
	for _, key := range keys {
		t.sample("", float64(all[key]), first, key[0], second, key[1])
	}
}

// A durations counts durations by buckets.
type durations struct {
	counts  [len(buckets) + 1]int // the last is beyond all buckets
	seconds float64
}

// buckets are in seconds. Most responses take microseconds, a password check
// takes a tenth of a second, and slow readers of large bodies take many seconds.
var buckets = [...]float64{
	5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, .1, .25, 1, 2.5, 10, 30,
}

func (d *durations) add(seconds float64) {
	d.seconds += seconds
	i, _ := slices.BinarySearch(buckets[:], seconds)
	d.counts[i]++
}

// text returns all metrics.
func (m *Metrics) text() []byte {
	var t text
	m.mu.Lock()
	t.counts(
		"http_requests_total",
		"Requests, by endpoint and by the status of the answer; none if there was no answer.", "endpoint", "status",
		m.requests,
	)
	t.counts("imports_total", "Imports of seed files, by who started them and by their result.", "by", "result", m.imports)
	t.durations(m.took[:])
	m.mu.Unlock()
	t.state(m)
	return t.Bytes()
}

// durations adds the histogram of the times that requests took.
func (t *text) durations(took []durations) {
	t.begin(
		histogram, "http_request_duration_seconds", "Time from a request until its answer is handed over, by endpoint.",
	)
	for e, d := range took {
		count, endpoint := 0, api.Endpoint(e).String()
		for i, most := range append(buckets[:len(buckets):len(buckets)], math.Inf(1)) {
			count += d.counts[i]
			t.sample("_bucket", float64(count), "endpoint", endpoint, "le", number(most))
		}
		t.sample("_sum", d.seconds, "endpoint", endpoint)
		t.sample("_count", float64(count), "endpoint", endpoint)
	}
}

// state adds what the server is like now.
func (t *text) state(m *Metrics) {
	ready := 0.0
	if m.o.Ready() {
		ready = 1
	}
	t.begin(gauge, "ready", "Whether manuals are served.")
	t.sample("", ready)
	t.begin(gauge, "content_info", "Always 1; servers with the same digest serve the same.")
	t.sample("", 1, "digest", m.digest())
	t.begin(gauge, "certificate_not_after_timestamp_seconds", "When the certificate of a host expires, in Unix time.")
	hosts := make(map[string]bool)
	for _, c := range m.certificates() {
		if hosts[c.Host] {
			continue // Prometheus takes a series once
		}
		hosts[c.Host] = true
		t.sample("", float64(c.NotAfter.Unix()), "host", c.Host)
	}
	t.begin(gauge, "build_info", "Always 1; the labels are the build.")
	t.sample("", 1, "commit", m.o.Commit, "go", runtime.Version(), "version", m.o.Version)
}
