package metrics

import (
	"crypto/sha256"
	"os"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"

	"designmanual/db"
	"designmanual/db/manual"
)

// The figures of the store and the server, which are looked up when somebody
// asks for them.
var (
	readyDesc       = describe("ready", "Whether manuals are answered for.")
	brandsDesc      = describe("brands", "Brands in the store.")
	manualsDesc     = describe("manuals", "Manuals in the store, unpublished ones too.")
	snapshotsDesc   = describe("snapshots", "Published manuals in the store, by visibility; those past their end date too.", "visibility")
	accessDesc      = describe("access_tokens", "Access tokens in the store, by whether they are valid.", "state")
	filesDesc       = describe("files", "Files that manuals name, each content once.")
	filesBytesDesc  = describe("files_bytes", "Bytes of the files that manuals name, each content once.")
	storeDesc       = describe("store_file_bytes", "Size of the database file.")
	verifiedDesc    = describe("store_verified_timestamp_seconds", "When the store was opened, and so verified, in Unix time.")
	contentDesc     = describe("content_info", "Always 1; the label tells what is served: servers with the same digest serve the same.", "digest")
	certificateDesc = describe("certificate_not_after_timestamp_seconds", "Until when the certificate of a host holds, in Unix time.", "host")
	buildDesc       = describe("build_info", "Always 1; the labels are the build.", "version", "commit", "go")
)

func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(namespace+"_"+name, help, labels, nil)
}

// A page shows the figures and what is to be known of the server besides.
type page struct {
	*Metrics
	server Server
}

// Describe sends all that Collect may send.
func (p page) Describe(to chan<- *prometheus.Desc) {
	for _, desc := range []*prometheus.Desc{
		readyDesc, brandsDesc, manualsDesc, snapshotsDesc, accessDesc, filesDesc, filesBytesDesc, storeDesc, verifiedDesc, contentDesc, certificateDesc, buildDesc,
	} {
		to <- desc
	}
}

// Collect sends the figures as they are now.
func (p page) Collect(to chan<- prometheus.Metric) {
	gauge := func(desc *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(desc, prometheus.GaugeValue, value, labels...)
	}
	ix := p.o.Store.Index()
	c := countContents(ix)
	ready := 0.0
	if p.server.Ready() {
		ready = 1
	}
	gauge(readyDesc, ready)
	gauge(brandsDesc, float64(c.brands))
	gauge(manualsDesc, float64(c.manuals))
	for _, v := range []manual.Visibility{manual.Public, manual.Unlisted, manual.Private, manual.Password} {
		gauge(snapshotsDesc, float64(c.snapshots[v]), string(v))
	}
	valid, invalid := 0.0, 0.0
	for t := range ix.Tokens() {
		if t.Valid(p.o.Now()) {
			valid++
		} else {
			invalid++
		}
	}
	gauge(accessDesc, valid, "valid")
	gauge(accessDesc, invalid, "invalid")
	gauge(filesDesc, float64(len(c.files)))
	gauge(filesBytesDesc, float64(c.fileBytes))
	if bytes, err := p.storeBytes(); err == nil { // else there is no such figure now
		gauge(storeDesc, float64(bytes))
	}
	gauge(verifiedDesc, seconds(p.o.Verified))
	gauge(contentDesc, 1, p.digest.current(ix))
	for _, c := range p.server.Certificates() {
		gauge(certificateDesc, seconds(c.NotAfter), c.Host)
	}
	gauge(buildDesc, 1, p.o.Version, p.o.Commit, runtime.Version())
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
			if e.Published() {
				c.snapshots[e.Visibility()]++
			}
			for _, f := range e.Files() {
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
