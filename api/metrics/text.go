package metrics

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"

	"designmanual/api"
)

// namespace is the prefix of the names of our own metrics.
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
	t.name = name
	fmt.Fprintf(t, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind)
}

// one adds a metric with one sample.
func (t *text) one(kind, name, help string, value float64, labels ...string) {
	t.begin(kind, name, help)
	t.sample("", value, labels...)
}

// sample adds a sample of the current metric. The suffix is appended to its name; the
// labels are names, "" for none, and values of printable ASCII in turn.
func (t *text) sample(suffix string, value float64, labels ...string) {
	t.WriteString(t.name + suffix)
	before, end := "{", ""
	for ; len(labels) > 0 && labels[0] != ""; labels = labels[2:] {
		fmt.Fprintf(t, "%s%s=%q", before, labels[0], labels[1])
		before, end = ",", "}"
	}
	t.WriteString(end + " " + number(value) + "\n")
}

func number(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// A vector is a metric with a value for each combination of values of its labels.
type vector struct {
	kind, name, help string
	labels           [2]string // the second may be empty
	values           map[[2]string]float64
}

// vector adds a vector without values to the metrics.
func (m *Metrics) vector(kind, name, help, first, second string) *vector {
	v := &vector{kind, namespace + name, help, [2]string{first, second}, make(map[[2]string]float64)}
	m.vectors = append(m.vectors, v)
	return v
}

// add adds n to the value for values of the labels.
func (v *vector) add(n float64, first, second string) { v.values[[2]string{first, second}] += n }

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

// addCounts adds what has been counted.
func (t *text) addCounts(m *Metrics) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, v := range m.vectors {
		t.begin(v.kind, v.name, v.help)
		sorted := slices.SortedFunc(
			maps.Keys(v.values),
			func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) },
		)
		for _, key := range sorted {
			t.sample("", v.values[key], v.labels[0], key[0], v.labels[1], key[1])
		}
	}
	t.begin(
		histogram, namespace+"http_request_duration_seconds",
		"Time from a request until its answer is handed over, by endpoint.",
	)
	for e := range m.took {
		count, endpoint := 0, api.Endpoint(e).String()
		for i, most := range append(buckets[:len(buckets):len(buckets)], math.Inf(1)) {
			count += m.took[e].counts[i]
			t.sample("_bucket", float64(count), "endpoint", endpoint, "le", number(most))
		}
		t.sample("_sum", m.took[e].seconds, "endpoint", endpoint)
		t.sample("_count", float64(count), "endpoint", endpoint)
	}
}
