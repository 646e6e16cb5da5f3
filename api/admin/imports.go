package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"time"

	"designmanual/seed"
)

// ImportOptions are what a command may ask of an import.
type ImportOptions struct {
	AllowActiveHTML   bool `json:"allowActiveHtml"`
	AllowAnchorChange bool `json:"allowAnchorChange"`
	Strict            bool `json:"strict"`
	Prune             bool `json:"prune"`
	DryRun            bool `json:"dryRun"`
}

// Seed returns the same for the importer, with the clock that it is to go by.
func (o ImportOptions) Seed(now func() time.Time) seed.Options {
	return seed.Options{
		AllowActiveHTML: o.AllowActiveHTML, AllowAnchorChange: o.AllowAnchorChange,
		Strict: o.Strict, Prune: o.Prune, DryRun: o.DryRun, Now: now,
	}
}

// The parts of an import on its way through the socket (multipart/form-data,
// RFC 7578): one with a [manifest], then the bytes of each seed file in its
// order. The client reads the files, since the server may not be allowed to.
const (
	manifestPart = "import"
	seedPart     = "seed"
)

// A manifest says what an import sends.
type manifest struct {
	Options ImportOptions `json:"options"`
	Sources []sentSource  `json:"sources"`
}

// A sentSource is a seed file of a manifest.
type sentSource struct {
	Name  string `json:"name"`
	Error string `json:"error,omitempty"` // why it could not be read
}

// An outcome is what came of an import: one of the two.
type outcome struct {
	Report   *seed.Report  `json:"report,omitempty"`
	Problems seed.Problems `json:"problems,omitempty"`
}

// Import publishes seed files. The error is [seed.Problems] where the files
// are at fault.
func (c *Client) Import(ctx context.Context, sources []seed.Source, o ImportOptions) (*seed.Report, error) {
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	go func() { writer.CloseWithError(sendImport(form, sources, o)) }()
	response, err := c.do(ctx, http.MethodPost, "/import", form.FormDataContentType(), reader)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	var came outcome
	if err := json.NewDecoder(response.Body).Decode(&came); err != nil {
		return nil, fmt.Errorf("the server ended before it said what came of the import (`list` shows it): %w", err)
	}
	if came.Problems != nil {
		return nil, came.Problems
	}
	return came.Report, nil
}

// sendImport writes an import.
func sendImport(form *multipart.Writer, sources []seed.Source, o ImportOptions) error {
	sent := manifest{Options: o}
	for _, s := range sources {
		source := sentSource{Name: s.Name}
		if s.Err != nil {
			source.Error = s.Err.Error()
		}
		sent.Sources = append(sent.Sources, source)
	}
	part, err := form.CreateFormField(manifestPart)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(part).Encode(sent); err != nil {
		return err
	}
	for _, s := range sources {
		if part, err = form.CreateFormField(seedPart); err != nil {
			return err
		}
		if _, err := part.Write(s.Data); err != nil {
			return err
		}
	}
	return form.Close()
}

// receiveImport reads what sendImport writes. The error wraps errBadRequest
// for anything else, and for what is cut short.
func receiveImport(form *multipart.Reader) ([]seed.Source, ImportOptions, error) {
	var sent manifest
	part, err := nextPart(form, manifestPart)
	if err == nil {
		err = json.NewDecoder(part).Decode(&sent)
	}
	if err != nil {
		return nil, sent.Options, fmt.Errorf("%w: %w", errBadRequest, err)
	}
	sources := make([]seed.Source, len(sent.Sources))
	for i, s := range sent.Sources {
		sources[i].Name = s.Name
		if s.Error != "" {
			sources[i].Err = errors.New(s.Error)
		}
		part, err := nextPart(form, seedPart)
		if err == nil {
			sources[i].Data, err = io.ReadAll(io.LimitReader(part, seed.MaxFileBytes+1)) // one more, which the importer refuses
		}
		if err != nil {
			return nil, sent.Options, fmt.Errorf("%w: seed file %d: %w", errBadRequest, i+1, err)
		}
	}
	if _, err := form.NextPart(); !errors.Is(err, io.EOF) {
		return nil, sent.Options, fmt.Errorf("%w: expected the end of the form: %w", errBadRequest, err)
	}
	return sources, sent.Options, nil
}

// nextPart returns the next part, which must have that name.
func nextPart(form *multipart.Reader, name string) (*multipart.Part, error) {
	part, err := form.NextPart()
	if err != nil {
		return nil, err
	}
	if found := part.FormName(); found != name {
		return nil, fmt.Errorf("expected part %q, found %q", name, found)
	}
	return part, nil
}

func (h *Handler) postImport(w http.ResponseWriter, r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return fmt.Errorf("%w: %w", errBadRequest, err)
	}
	sources, options, err := receiveImport(form)
	if err != nil {
		return err
	}
	report, err := seed.Import(r.Context(), h.store, sources, options.Seed(h.now))
	if h.tried != nil && !options.DryRun {
		h.tried(report, err)
	}
	var problems seed.Problems
	switch {
	case errors.As(err, &problems):
		return answer(w, outcome{Problems: problems})
	case err != nil:
		return err
	}
	LogImport(h.log, report)
	return answer(w, outcome{Report: report})
}

// LogImport logs what an import did, if it was to do anything.
func LogImport(log *slog.Logger, r *seed.Report) {
	if r.DryRun {
		return
	}
	log.Info("imported", "new", r.Count(seed.New), "changed", r.Count(seed.Changed),
		"unchanged", r.Count(seed.Unchanged), "removed", r.Count(seed.Removed))
}
