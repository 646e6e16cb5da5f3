package admin

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"designmanual/seed"
)

// ImportOptions are what a command may ask of an import.
type ImportOptions struct {
	AllowActiveHTML   bool `json:"allowActiveHtml"`
	AllowAnchorChange bool `json:"allowAnchorChange"`
	Prune             bool `json:"prune"`
	DryRun            bool `json:"dryRun"`
}

// Seed returns the same for the importer, with the clock that it is to go by.
func (o ImportOptions) Seed(now func() time.Time) seed.Options {
	return seed.Options{
		AllowActiveHTML: o.AllowActiveHTML, AllowAnchorChange: o.AllowAnchorChange,
		Prune: o.Prune, DryRun: o.DryRun, Now: now,
	}
}

// sentFile is a seed file on its way through the socket: the client reads
// it, since the server may not be allowed to.
type sentFile struct {
	Name  string `json:"name"`
	Data  []byte `json:"data"`
	Error string `json:"error,omitempty"`
}

// An event is a step of an import: its progress, and at last one of the
// other three.
type event struct {
	Done     int           `json:"done,omitempty"`
	Total    int           `json:"total,omitempty"`
	Report   *seed.Report  `json:"report,omitempty"`
	Problems seed.Problems `json:"problems,omitempty"`
	Failure  string        `json:"failure,omitempty"`
}

func (h *Handler) postImport(w http.ResponseWriter, r *http.Request) error {
	decoder := json.NewDecoder(r.Body)
	var options ImportOptions
	if err := decoder.Decode(&options); err != nil {
		return fmt.Errorf("%w: %w", errBadRequest, err)
	}
	var sources []seed.Source
	for {
		var sent sentFile
		err := decoder.Decode(&sent)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%w: %w", errBadRequest, err)
		}
		s := seed.Source{Name: sent.Name, Data: sent.Data}
		if sent.Error != "" {
			s.Err = errors.New(sent.Error)
		}
		sources = append(sources, s)
	}
	events := newEvents(w)
	o := options.Seed(h.now)
	o.Progress = events.progress
	report, err := seed.Import(r.Context(), h.store, sources, o)
	if h.tried != nil && !options.DryRun {
		h.tried(report, err)
	}
	var problems seed.Problems
	switch {
	case errors.As(err, &problems):
		events.send(event{Problems: problems})
	case err != nil:
		h.log.Error("import failed", "error", err)
		events.send(event{Failure: err.Error()})
	default:
		LogImport(h.log, report)
		events.send(event{Report: report})
	}
	return nil
}

// LogImport logs what an import did, if it was to do anything.
func LogImport(log *slog.Logger, r *seed.Report) {
	if r.DryRun {
		return
	}
	log.Info("imported", "new", r.Count(seed.New), "changed", r.Count(seed.Changed),
		"unchanged", r.Count(seed.Unchanged), "removed", r.Count(seed.Removed))
}

// events writes the steps of an import as they come, from several goroutines.
type events struct {
	mu      sync.Mutex
	encoder *json.Encoder
	flusher *http.ResponseController
	shown   int // of a hundred
}

func newEvents(w http.ResponseWriter) *events {
	w.Header().Set("Content-Type", "application/x-ndjson")
	return &events{encoder: json.NewEncoder(w), flusher: http.NewResponseController(w)}
}

// progress tells each hundredth of the way once.
func (e *events) progress(done, total int) {
	hundredth := 100 * done / total
	e.mu.Lock()
	stale := hundredth <= e.shown
	e.shown = max(e.shown, hundredth)
	e.mu.Unlock()
	if !stale {
		e.send(event{Done: done, Total: total})
	}
}

// send writes an event. Where the client has gone there is nobody to tell.
func (e *events) send(step event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.encoder.Encode(step) == nil {
		_ = e.flusher.Flush()
	}
}
