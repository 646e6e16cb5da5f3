package metrics

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// scrapes is how many may be answered at a time.
const scrapes = 4

// Handler returns what shows the figures: /metrics in the text format of
// Prometheus, with those of the process and of Go's runtime; /healthz as the
// public has it; /readyz with what the public is not told. What goes wrong
// is logged.
func (m *Metrics) Handler(server Server, log *slog.Logger) (http.Handler, error) {
	registry, p := prometheus.NewRegistry(), page{m, server}
	for _, c := range []prometheus.Collector{
		p, m.requests, m.duration, m.bytes, m.limited, m.tokens, m.imports, m.imported, m.manuals, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	} {
		if err := registry.Register(c); err != nil {
			return nil, fmt.Errorf("registering the figures: %w", err)
		}
	}
	mux := http.NewServeMux()
	figures := promhttp.HandlerFor(registry, promhttp.HandlerOpts{
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelError), ErrorHandling: promhttp.ContinueOnError, MaxRequestsInFlight: scrapes,
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, r *http.Request) {
		m.forget()
		figures.ServeHTTP(w, r)
	})
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		tell(w, http.StatusOK, struct {
			Status string `json:"status"`
		}{"ok"})
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		r := p.readiness()
		tell(w, r.status(), r)
	})
	return mux, nil
}

// A readiness is what /readyz tells those who run the server.
type readiness struct {
	Status string `json:"status"` // ready, or starting
	Store  struct {
		Verified time.Time `json:"verified"` // when it was opened
		Bytes    int64     `json:"bytes"`
	} `json:"store"`
	LastImport   *latest       `json:"lastImport"` // null before the first
	Certificates []Certificate `json:"certificates"`
	Digest       string        `json:"digest"` // of what is served, the same on servers that serve the same
}

// The readinesses.
const (
	ready    = "ready"
	starting = "starting"
)

func (p page) readiness() readiness {
	r := readiness{Status: starting, Certificates: append([]Certificate{}, p.server.Certificates()...)}
	if p.server.Ready() {
		r.Status = ready
	}
	r.Store.Verified = p.o.Verified.UTC()
	if bytes, err := p.storeBytes(); err == nil { // else 0: the file is gone, though it is served on
		r.Store.Bytes = bytes
	}
	r.Digest = p.digest.current(p.o.Store.Index())
	p.mu.Lock()
	r.LastImport = p.latest
	p.mu.Unlock()
	return r
}

func (r *readiness) status() int {
	if r.Status != ready {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

// tell answers with JSON. Where the client has gone there is nobody to tell.
func tell(w http.ResponseWriter, status int, value any) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(value)
}
