package metrics

import (
	"math"
	"strconv"
	"strings"
)

// A text is metrics in the text format of Prometheus, version 0.0.4.
type text struct {
	bytes []byte
	name  string // of the current metric
}

// The types of metrics.
const (
	counter   = "counter"
	gauge     = "gauge"
	histogram = "histogram"
	summary   = "summary"
)

// begin begins a metric, whose samples follow.
func (t *text) begin(kind, name, help string) {
	t.name = name
	t.bytes = append(t.bytes, "# HELP "+name+" "+help+"\n# TYPE "+name+" "+kind+"\n"...)
}

// one adds a metric with one sample. The labels are names and values in turn.
func (t *text) one(kind, name, help string, value float64, labels ...string) {
	t.begin(kind, name, help)
	t.sample("", value, labels...)
}

var escapeLabel = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// sample adds a sample of the current metric. The suffix is appended to its name.
func (t *text) sample(suffix string, value float64, labels ...string) {
	t.bytes = append(append(t.bytes, t.name...), suffix...)
	for i := 0; i < len(labels); i += 2 {
		before := byte(',')
		if i == 0 {
			before = '{'
		}
		t.bytes = append(append(t.bytes, before), labels[i]+`="`+escapeLabel.Replace(labels[i+1])+`"`...)
	}
	if len(labels) > 0 {
		t.bytes = append(t.bytes, '}')
	}
	t.bytes = append(append(append(t.bytes, ' '), number(value)...), '\n')
}

func number(value float64) string { return strconv.FormatFloat(value, 'g', -1, 64) }

// A durations counts durations by buckets.
type durations struct {
	counts  [len(buckets) + 1]int // the last is beyond all buckets
	seconds float64
}

// buckets are in seconds. Most responses take microseconds, a password check
// takes a tenth of a second, and slow readers of large bodies take many seconds.
var buckets = [...]float64{5e-6, 1e-5, 2.5e-5, 5e-5, 1e-4, 2.5e-4, 5e-4, 1e-3, 2.5e-3, 5e-3, 1e-2, 2.5e-2, .1, .25, 1, 2.5, 10, 30}

func (d *durations) add(seconds float64) {
	d.seconds += seconds
	for i, most := range buckets {
		if seconds <= most {
			d.counts[i]++
			return
		}
	}
	d.counts[len(buckets)]++
}

// sampleDurations adds the samples of a histogram.
func (t *text) sampleDurations(d *durations, label, value string) {
	count := 0
	for i, n := range d.counts {
		count += n
		most := math.Inf(1)
		if i < len(buckets) {
			most = buckets[i]
		}
		t.sample("_bucket", float64(count), label, value, "le", number(most))
	}
	t.sample("_sum", d.seconds, label, value)
	t.sample("_count", float64(count), label, value)
}
