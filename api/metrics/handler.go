package metrics

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"designmanual/seed/source"
)

// Handler returns the handler for operators. It serves /metrics in the text format
// of Prometheus, with metrics of the process and the Go runtime; /healthz like
// the public server; and /readyz with more details than the public gets.
func (m *Metrics) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		var t text
		t.addCounts(m)
		t.addState(m)
		t.addRuntime()
		t.addProcess(m.started)
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		w.Header().Set("Content-Length", strconv.Itoa(t.Len()))
		_, _ = w.Write(t.Bytes()) // fails only if the client has disconnected
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		r := m.readiness()
		status := http.StatusServiceUnavailable
		if r.Status == "ready" {
			status = http.StatusOK
		}
		writeJSON(w, status, r)
	})
	return mux
}

// A readiness is the body of /readyz.
type readiness struct {
	Status string `json:"status"` // ready, or starting
	Store  struct {
		Verified time.Time `json:"verified"` // when it was opened
		Bytes    int64     `json:"bytes"`
	} `json:"store"`
	LastImport   *latest       `json:"lastImport"` // null before the first
	Failing      *failing      `json:"failing"`    // null unless the seed files cannot be imported
	Certificates []certificate `json:"certificates"`
	Digest       string        `json:"digest"` // see contents
	Gone         []source.Gap  `json:"gone"`   // of the seed files
}

// A certificate is a certificate in use.
type certificate struct {
	Host      string    `json:"host"`
	NotBefore time.Time `json:"notBefore"`
	NotAfter  time.Time `json:"notAfter"`
}

func (m *Metrics) certificates() []certificate {
	all := []certificate{}
	for _, c := range m.o.Certificates() {
		host := c.Subject.CommonName
		if len(c.DNSNames) > 0 {
			host = c.DNSNames[0]
		}
		all = append(all, certificate{host, c.NotBefore, c.NotAfter})
	}
	return all
}

func (m *Metrics) readiness() readiness {
	r := readiness{Status: "starting", Certificates: m.certificates(), Digest: m.current().digest}
	if m.o.Ready() {
		r.Status = "ready"
	}
	r.Store.Verified, r.Store.Bytes = m.o.Verified.UTC(), m.storeBytes()
	m.mu.Lock()
	defer m.mu.Unlock()
	r.Gone = []source.Gap{}
	if m.o.Gone != nil {
		r.Gone = append(r.Gone, m.o.Gone()...)
	}
	r.LastImport, r.Failing = m.latest, m.failing
	return r
}

// writeJSON writes a JSON response. It fails only if the client has disconnected.
func writeJSON(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
