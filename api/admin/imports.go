package admin

import (
	"bufio"
	"bytes"
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

// sentFile is what goes before the bytes of a seed file on their way through
// the socket: the client reads the file, since the server may not be allowed
// to.
type sentFile struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
	Error string `json:"error,omitempty"`
}

const (
	sentLine = 64 << 10 // the longest line between files, bytes
	sentRoom = 16 << 20 // what is made room for before it has come, bytes
)

// sendImport writes the options of an import and its files.
func sendImport(w io.Writer, sources []seed.Source, o ImportOptions) error {
	lines := json.NewEncoder(w)
	if err := lines.Encode(o); err != nil {
		return err
	}
	for _, s := range sources {
		sent := sentFile{Name: s.Name, Bytes: int64(len(s.Data))}
		if s.Err != nil {
			sent.Error = s.Err.Error()
		}
		if err := lines.Encode(sent); err != nil {
			return err
		}
		if _, err := w.Write(s.Data); err != nil {
			return err
		}
	}
	return nil
}

// receiveImport reads what sendImport writes. It returns [errBadRequest]
// where that is something else, or cut short.
func receiveImport(r io.Reader) ([]seed.Source, ImportOptions, error) {
	in := bufio.NewReaderSize(r, sentLine)
	var options ImportOptions
	if err := receiveLine(in, &options); err != nil {
		return nil, options, fmt.Errorf("%w: options: %w", errBadRequest, err)
	}
	var sources []seed.Source
	for {
		s, err := receiveFile(in)
		if errors.Is(err, io.EOF) {
			return sources, options, nil
		}
		if err != nil {
			return nil, options, fmt.Errorf("%w: file %d: %w", errBadRequest, len(sources)+1, err)
		}
		sources = append(sources, s)
	}
}

// receiveFile reads a file; after the last one it returns [io.EOF].
func receiveFile(in *bufio.Reader) (seed.Source, error) {
	if _, err := in.Peek(1); err != nil {
		return seed.Source{}, err
	}
	var sent sentFile
	if err := receiveLine(in, &sent); err != nil {
		return seed.Source{}, err
	}
	var data bytes.Buffer
	data.Grow(int(max(0, min(sent.Bytes, sentRoom))))
	switch n, err := io.CopyN(&data, in, sent.Bytes); {
	case errors.Is(err, io.EOF), sent.Bytes < 0:
		return seed.Source{}, fmt.Errorf("%w: expected %d bytes, found %d", io.ErrUnexpectedEOF, sent.Bytes, n)
	case err != nil:
		return seed.Source{}, err
	}
	s := seed.Source{Name: sent.Name, Data: data.Bytes()}
	if sent.Error != "" {
		s.Err = errors.New(sent.Error)
	}
	return s, nil
}

// receiveLine reads a line with a JSON value.
func receiveLine(in *bufio.Reader, value any) error {
	line, err := in.ReadSlice('\n')
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(line, value)
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
	sources, options, err := receiveImport(r.Body)
	if err != nil {
		return err
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
