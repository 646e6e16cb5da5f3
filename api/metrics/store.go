package metrics

import (
	"crypto/sha256"
	"os"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"

	"designmanual/db"
	"designmanual/db/manual"
)

// A page shows the figures and what is to be known of the server besides.
type page struct {
	*Metrics
	server Server
}

// Describe describes nothing: what there is, Collect tells.
func (p page) Describe(chan<- *prometheus.Desc) {}

// Collect sends the figures of the store and the server as they are now.
func (p page) Collect(to chan<- prometheus.Metric) {
	send := func(name, help string, value float64, labels prometheus.Labels) {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc(namespace+"_"+name, help, nil, labels), prometheus.GaugeValue, value)
	}
	ix := p.o.Store.Index()
	c := countContents(ix)
	ready, tokens := 0.0, map[string]int{"valid": 0, "invalid": 0}
	if p.server.Ready() {
		ready = 1
	}
	for t := range ix.Tokens() {
		if t.Valid(p.o.Now()) {
			tokens["valid"]++
		} else {
			tokens["invalid"]++
		}
	}
	send("ready", "Whether manuals are answered for.", ready, nil)
	send("brands", "Brands in the store.", float64(c.brands), nil)
	send("manuals", "Manuals in the store, unpublished ones too.", float64(c.manuals), nil)
	for _, v := range []manual.Visibility{manual.Public, manual.Unlisted, manual.Private, manual.Password} {
		send("snapshots", "Published manuals in the store, by visibility; those past their end date too.", float64(c.snapshots[v]), prometheus.Labels{"visibility": string(v)})
	}
	for state, n := range tokens {
		send("access_tokens", "Access tokens in the store, by whether they are valid.", float64(n), prometheus.Labels{"state": state})
	}
	send("files", "Files that manuals name, each content once.", float64(len(c.files)), nil)
	send("files_bytes", "Bytes of the files that manuals name, each content once.", float64(c.fileBytes), nil)
	if bytes, err := p.storeBytes(); err == nil { // else there is no such figure now
		send("store_file_bytes", "Size of the database file.", float64(bytes), nil)
	}
	send("store_verified_timestamp_seconds", "When the store was opened, and so verified, in Unix time.", seconds(p.o.Verified), nil)
	send("content_info", "Always 1; the label tells what is served: servers with the same digest serve the same.", 1, prometheus.Labels{"digest": p.digest.current(ix)})
	for _, c := range p.server.Certificates() {
		send("certificate_not_after_timestamp_seconds", "Until when the certificate of a host holds, in Unix time.", seconds(c.NotAfter), prometheus.Labels{"host": c.Host})
	}
	send("build_info", "Always 1; the labels are the build.", 1, prometheus.Labels{"version": p.o.Version, "commit": p.o.Commit, "go": runtime.Version()})
}

// contents are how much the store holds.
type contents struct {
	brands, manuals int
	snapshots       map[manual.Visibility]int
	files           map[[sha256.Size]byte]bool
	fileBytes       int64
}

func countContents(ix *db.Index) contents {
	c := contents{snapshots: make(map[manual.Visibility]int), files: make(map[[sha256.Size]byte]bool)}
	for b := range ix.Brands() {
		c.brands++
		for e := range b.Manuals() {
			c.manuals++
			if e.Published {
				c.snapshots[e.Visibility]++
			}
			for _, f := range e.Files {
				if !c.files[f.Sum] {
					c.files[f.Sum] = true
					c.fileBytes += f.Size
				}
			}
		}
	}
	return c
}

func (m *Metrics) storeBytes() (int64, error) {
	info, err := os.Stat(m.o.Store.Path())
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}
