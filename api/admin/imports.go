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

	"designmanual/db"
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
// RFC 7578): one with a [manifest], the bytes of each seed file in its order,
// and those of the files that the seed files name, as far as the server has
// said that it lacks them. The client reads all files, since the server may
// not be allowed to.
const (
	manifestPart = "import"
	seedPart     = "seed"
	filePart     = "file"
)

// A manifest says what an import sends.
type manifest struct {
	Options ImportOptions    `json:"options"`
	Sources []sentSource     `json:"sources"`
	Named   []seed.NamedFile `json:"named"` // all files that the sources name
	Files   []int            `json:"files"` // of them, those that are sent along
}

// A sentSource is a seed file of a manifest.
type sentSource struct {
	Name  string `json:"name"`
	Error string `json:"error,omitempty"` // why it could not be read
}

// An outcome is what came of an import: one of the three.
type outcome struct {
	Report   *seed.Report  `json:"report,omitempty"`
	Problems seed.Problems `json:"problems,omitempty"`
	Missing  []int         `json:"missing,omitempty"` // of the named files: nothing was done without them
}

// Import publishes seed files. The error is [seed.Problems] where the files
// are at fault.
func (c *Client) Import(ctx context.Context, sources []seed.Source, o ImportOptions) (*seed.Report, error) {
	if c.local != nil {
		return c.local.carryOut(ctx, sources, o)
	}
	sent := manifest{Options: o, Named: seed.Named(sources)}
	for _, s := range sources {
		source := sentSource{Name: s.Name}
		if s.Err != nil {
			source.Error = s.Err.Error()
		}
		sent.Sources = append(sent.Sources, source)
	}
	// The first try sends no file, the second those that the server lacks.
	// Meanwhile others may have removed one that it had.
	for range 4 {
		came, err := c.tryImport(ctx, sources, sent)
		switch {
		case err != nil:
			return nil, err
		case came.Problems != nil:
			return nil, came.Problems
		case came.Report != nil:
			return came.Report, nil
		}
		sent.Files = came.Missing
	}
	return nil, errors.New("the server lacks files that were sent to it: try again")
}

func (c *Client) tryImport(ctx context.Context, sources []seed.Source, sent manifest) (came outcome, err error) {
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	sending := make(chan error, 1)
	go func() {
		err := sendImport(form, sources, sent)
		writer.CloseWithError(err)
		sending <- err
	}()
	response, err := c.do(ctx, http.MethodPost, "/import", form.FormDataContentType(), reader)
	reader.Close() // a server that has refused it reads no further
	if failed := <-sending; failed != nil && !errors.Is(failed, io.ErrClosedPipe) {
		err = failed
	}
	if err != nil {
		return came, err
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&came); err != nil {
		return came, fmt.Errorf("the server ended before it said what came of the import (`list` shows it): %w", err)
	}
	return came, nil
}

// sendImport writes an import.
func sendImport(form *multipart.Writer, sources []seed.Source, sent manifest) error {
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
	for _, i := range sent.Files {
		if i < 0 || i >= len(sent.Named) {
			return fmt.Errorf("the server lacks file %d of %d", i, len(sent.Named))
		}
		if part, err = form.CreateFormField(filePart); err != nil {
			return err
		}
		if err := sendFile(part, sources, sent.Named[i]); err != nil {
			return err
		}
	}
	return form.Close()
}

func sendFile(w io.Writer, sources []seed.Source, n seed.NamedFile) error {
	f, err := sources[n.Source].Files.Open(n.Path)
	if err != nil {
		return fmt.Errorf("%s: %s: %w", sources[n.Source].Name, n.Path, err)
	}
	defer f.Close()
	if _, err := io.Copy(w, f); err != nil {
		return fmt.Errorf("%s: %s: %w", sources[n.Source].Name, n.Path, err)
	}
	return nil
}

// receiveImport reads what sendImport writes and puts the files into the
// batch. The error wraps errBadRequest for anything else, and for what is cut
// short.
func receiveImport(ctx context.Context, form *multipart.Reader, batch *db.FileBatch) ([]seed.Source, manifest, error) {
	var sent manifest
	part, err := nextPart(form, manifestPart)
	if err == nil {
		err = json.NewDecoder(part).Decode(&sent)
	}
	if err != nil {
		return nil, sent, fmt.Errorf("%w: %w", errBadRequest, err)
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
			return nil, sent, fmt.Errorf("%w: seed file %d: %w", errBadRequest, i+1, err)
		}
	}
	for _, n := range sent.Named {
		if n.Source < 0 || n.Source >= len(sources) {
			return nil, sent, fmt.Errorf("%w: a file of seed file %d", errBadRequest, n.Source+1)
		}
	}
	for _, i := range sent.Files {
		if i < 0 || i >= len(sent.Named) {
			return nil, sent, fmt.Errorf("%w: file %d", errBadRequest, i+1)
		}
		part, err := nextPart(form, filePart)
		if err != nil {
			return nil, sent, fmt.Errorf("%w: %w", errBadRequest, err)
		}
		if err := batch.Put(ctx, sent.Named[i].Sum, sent.Named[i].Size, part); err != nil {
			return nil, sent, fmt.Errorf("%s: %w", sent.Named[i].Path, err)
		}
	}
	if _, err := form.NextPart(); !errors.Is(err, io.EOF) {
		return nil, sent, fmt.Errorf("%w: expected the end of the form: %w", errBadRequest, err)
	}
	return sources, sent, nil
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
	batch := h.store.NewFileBatch() // which keeps the files until the import has them
	defer batch.Close()
	sources, sent, err := receiveImport(r.Context(), form, batch)
	if err != nil {
		return err
	}
	if missing := sent.missing(batch); len(missing) > 0 {
		return answer(w, outcome{Missing: missing})
	}
	h.lead(r.Context(), sources, sent.Named)
	report, err := h.carryOut(r.Context(), sources, sent.Options)
	batch.Close()
	_, _ = h.store.SweepFiles(context.WithoutCancel(r.Context())) // of what is not published; where it fails, the next import does it
	var problems seed.Problems
	switch {
	case errors.As(err, &problems):
		return answer(w, outcome{Problems: problems})
	case err != nil:
		return err
	}
	return answer(w, outcome{Report: report})
}

// carryOut carries an import out.
func (h *Handler) carryOut(ctx context.Context, sources []seed.Source, o ImportOptions) (*seed.Report, error) {
	report, err := seed.Import(ctx, h.store, sources, o.Seed(h.now))
	if h.tried != nil && !o.DryRun {
		h.tried(report, err)
	}
	if err == nil {
		LogImport(h.log, report)
	}
	return report, err
}

// missing returns the places of the named files that the store lacks, each
// content once.
func (m *manifest) missing(batch *db.FileBatch) []int {
	at := make(map[[32]byte]int)
	var sums [][32]byte
	for i, n := range m.Named {
		if _, known := at[n.Sum]; !known && n.Fault == "" {
			at[n.Sum] = i
			sums = append(sums, n.Sum)
		}
	}
	var missing []int
	for _, sum := range batch.Missing(sums) {
		missing = append(missing, at[sum])
	}
	return missing
}

// lead leads the sources to their files, which the store has.
func (h *Handler) lead(ctx context.Context, sources []seed.Source, named []seed.NamedFile) {
	of := make(map[int][]seed.NamedFile)
	for _, n := range named {
		of[n.Source] = append(of[n.Source], n)
	}
	for i := range sources {
		sources[i].Files = seed.NewFolder(of[i], func(n seed.NamedFile) (io.ReadCloser, error) {
			return h.store.OpenFile(ctx, n.Sum, n.Size)
		})
	}
}

// LogImport logs what an import did, if it was to do anything.
func LogImport(log *slog.Logger, r *seed.Report) {
	if r.DryRun {
		return
	}
	log.Info("imported", "new", r.Count(seed.New), "changed", r.Count(seed.Changed),
		"unchanged", r.Count(seed.Unchanged), "removed", r.Count(seed.Removed))
	for _, a := range r.Access {
		log.Info("declared access token", "id", a.ID, "brand", a.Brand, "name", a.Name, "status", string(a.Status))
	}
}
