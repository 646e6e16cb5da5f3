package metrics

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"runtime"

	"github.com/prometheus/client_golang/prometheus"

	"designmanual/db"
	"designmanual/db/manual"
)

// contents describes the contents of an index. Servers that answer every request
// alike have the same digest, whenever and in whatever order they imported the
// manuals. It covers the site's address, the brands, and of each manual its
// access rules, the tags of its documents and its files. It does not cover what
// belongs to one server, such as access tokens created there.
type contents struct {
	index                  *db.Index
	digest                 string
	brands, manuals, files int // files with the same content count once
	fileBytes              int64
	snapshots              map[manual.Visibility]int
}

// current returns the contents of the current index, computed once per index.
func (m *Metrics) current() contents {
	ix := m.o.Store.Index()
	m.mu.Lock()
	c := m.contents
	m.mu.Unlock()
	if c.index != ix {
		c = describe(ix)
		m.mu.Lock()
		m.contents = c
		m.mu.Unlock()
	}
	return c
}

// describe computes the contents of an index.
func describe(ix *db.Index) contents {
	c := contents{index: ix, snapshots: make(map[manual.Visibility]int)}
	seen := make(map[[sha256.Size]byte]bool)
	h := sha256.New()
	add := func(what string, values ...any) { fmt.Fprintf(h, "%s %q\n", what, values) }
	add("site", ix.Site.String())
	for b := range ix.Brands() {
		c.brands++
		if b.Primary == nil && len(b.Domains) == 0 && len(b.Access) == 0 {
			continue // visitors cannot tell it from a brand that does not exist
		}
		add("brand", b.Slug, b.Name, b.Domains)
		for _, t := range b.Access {
			add("token", t.ID, t.Sum[:], t.Expires.UTC().String())
		}
		for e := range b.Manuals() {
			c.manuals++
			if e.Published {
				c.snapshots[e.Visibility]++
			}
			add("manual", e.ID, e.Slug, e.Subdomain, e.Primary, e.Published, e.Visibility, e.Password, e.ExpiresAt.Time().String())
			for _, d := range manual.Documents {
				if info, ok := e.Document(d.Kind); ok {
					add("document", d.Kind, info.ETag())
				}
			}
			for _, f := range e.Files {
				add("file", f.Name, f.Sum[:], f.Shared)
				if !seen[f.Sum] {
					seen[f.Sum] = true
					c.files++
					c.fileBytes += f.Size
				}
			}
		}
	}
	c.digest = hex.EncodeToString(h.Sum(nil))
	return c
}

// A collector collects the metrics whose values are looked up for each scrape.
type collector struct{ *Metrics }

// Describe sends nothing, since the metrics vary.
func (m collector) Describe(chan<- *prometheus.Desc) {}

// Collect sends the current metrics of the store and the server, and the number
// of requests with each valid access token.
func (m collector) Collect(to chan<- prometheus.Metric) {
	send := func(kind prometheus.ValueType, name, help string, value float64, labels prometheus.Labels) {
		to <- prometheus.MustNewConstMetric(prometheus.NewDesc(namespace+"_"+name, help, nil, labels), kind, value)
	}
	gauge := func(name, help string, value float64, labels prometheus.Labels) {
		send(prometheus.GaugeValue, name, help, value, labels)
	}
	c := m.current()
	ready, tokens := 0.0, map[string]int{"valid": 0, "invalid": 0}
	if m.o.Ready() {
		ready = 1
	}
	for t := range c.index.Tokens() {
		if !t.Valid(m.o.Now()) {
			tokens["invalid"]++
			continue
		}
		tokens["valid"]++
		m.mu.Lock()
		used := m.tokens[t.ID]
		m.mu.Unlock()
		if used > 0 {
			send(prometheus.CounterValue, "access_token_requests_total", "Requests with a valid access token, by its public id.", float64(used), prometheus.Labels{"token": t.ID})
		}
	}
	gauge("ready", "Whether manuals are answered for.", ready, nil)
	gauge("brands", "Brands in the store.", float64(c.brands), nil)
	gauge("manuals", "Manuals in the store, unpublished ones too.", float64(c.manuals), nil)
	for _, v := range []manual.Visibility{manual.Public, manual.Unlisted, manual.Private, manual.Password} {
		gauge("snapshots", "Published manuals in the store, by visibility; those past their end date too.", float64(c.snapshots[v]), prometheus.Labels{"visibility": string(v)})
	}
	for state, n := range tokens {
		gauge("access_tokens", "Access tokens in the store, by whether they are valid.", float64(n), prometheus.Labels{"state": state})
	}
	gauge("files", "Files that manuals name, each content once.", float64(c.files), nil)
	gauge("files_bytes", "Bytes of the files that manuals name, each content once.", float64(c.fileBytes), nil)
	if bytes := m.storeBytes(); bytes > 0 {
		gauge("store_file_bytes", "Size of the database file.", float64(bytes), nil)
	}
	gauge("store_verified_timestamp_seconds", "When the store was opened, and so verified, in Unix time.", seconds(m.o.Verified), nil)
	gauge("content_info", "Always 1; the label tells what is served: servers with the same digest serve the same.", 1, prometheus.Labels{"digest": c.digest})
	for _, c := range m.certificates() {
		gauge("certificate_not_after_timestamp_seconds", "Until when the certificate of a host holds, in Unix time.", seconds(c.NotAfter), prometheus.Labels{"host": c.Host})
	}
	gauge("build_info", "Always 1; the labels are the build.", 1, prometheus.Labels{"version": m.o.Version, "commit": m.o.Commit, "go": runtime.Version()})
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
