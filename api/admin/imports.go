package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"

	"designmanual/db"
	"designmanual/seed"
)

// The parts of an import on its way through the socket (multipart/form-data,
// RFC 7578): one with a [manifest], the bytes of each seed file, and those of
// files that the seed files name. The client reads all files, since the server
// may not be allowed to. It sends none of the named ones at first, and those
// that the server lacks with the import that follows.
const (
	manifestPart = "import"
	seedPart     = "seed"
	filePart     = "file"
)

// A manifest says what an import sends.
type manifest struct {
	Options seed.Options     `json:"options"`
	Sources []sentSource     `json:"sources"`
	Named   []seed.NamedFile `json:"named"` // by the sources
	Sent    []int            `json:"sent"`  // which of the named files follow
}

// A sentSource is a seed file of a manifest.
type sentSource struct {
	Name  string `json:"name"`
	Error string `json:"error,omitempty"` // why it could not be read
}

func newManifest(sources []seed.Source, o seed.Options) *manifest {
	m := &manifest{Options: o, Named: seed.Named(sources)}
	for _, s := range sources {
		source := sentSource{Name: s.Name}
		if s.Err != nil {
			source.Error = s.Err.Error()
		}
		m.Sources = append(m.Sources, source)
	}
	return m
}

// An outcome is what came of an import: one of the three.
type outcome struct {
	Report   *seed.Report  `json:"report,omitempty"`
	Problems seed.Problems `json:"problems,omitempty"`
	Missing  []int         `json:"missing,omitempty"` // of the named files: nothing was done without them
}

// Import publishes seed files, by the clock of the handler. The error is
// [seed.Problems] where the files are at fault.
func (c *Client) Import(ctx context.Context, sources []seed.Source, o seed.Options) (*seed.Report, error) {
	if c.local != nil {
		return c.local.importSources(ctx, sources, o)
	}
	sent := newManifest(sources, o)
	for {
		came, err := c.postImport(ctx, sources, sent)
		switch {
		case err != nil:
			return nil, err
		case came.Problems != nil:
			return nil, came.Problems
		case len(came.Missing) == 0:
			return came.Report, nil
		case slices.Contains(sent.Sent, came.Missing[0]):
			n := sent.Named[came.Missing[0]]
			return nil, fmt.Errorf("%s: %s: the server has been sent it and does not have it; its disk may be failing (`doctor` tells)", sources[n.Source].Name, n.Path)
		}
		sent.Sent = append(sent.Sent, came.Missing...)
	}
}

// postImport sends an import and returns what the server says came of it.
func (c *Client) postImport(ctx context.Context, sources []seed.Source, sent *manifest) (came outcome, err error) {
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	sending := make(chan error, 1)
	go func() {
		err := sendImport(form, sources, sent)
		writer.CloseWithError(err)
		sending <- err
	}()
	response, err := c.post(ctx, "import", form.FormDataContentType(), reader)
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
func sendImport(form *multipart.Writer, sources []seed.Source, sent *manifest) error {
	part, err := form.CreateFormField(manifestPart)
	if err == nil {
		err = json.NewEncoder(part).Encode(sent)
	}
	for i := 0; err == nil && i < len(sources); i++ {
		if part, err = form.CreateFormField(seedPart); err == nil {
			_, err = part.Write(sources[i].Data)
		}
	}
	if err != nil {
		return err
	}
	for _, i := range sent.Sent {
		if i < 0 || i >= len(sent.Named) {
			return fmt.Errorf("the server lacks file %d of %d", i+1, len(sent.Named))
		}
		n := sent.Named[i]
		if part, err = form.CreateFormField(filePart); err != nil {
			return err
		}
		if err := sendFile(part, sources[n.Source].Files, n.Path); err != nil {
			return fmt.Errorf("%s: %s: %w", sources[n.Source].Name, n.Path, err)
		}
	}
	return form.Close()
}

func sendFile(w io.Writer, folder fs.FS, path string) error {
	f, err := folder.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(w, f)
	return err
}

// readImport reads what sendImport writes, puts the files into the batch and
// returns which are still missing. The error is a requestError for anything
// else, and for what is cut short.
func (h *Handler) readImport(ctx context.Context, form *multipart.Reader, batch *db.FileBatch) (sources []seed.Source, o seed.Options, missing []int, err error) {
	var sent manifest
	part, err := nextPart(form, manifestPart)
	if err == nil {
		err = json.NewDecoder(part).Decode(&sent)
	}
	if err != nil {
		return nil, o, nil, malformed(err)
	}
	sources = make([]seed.Source, len(sent.Sources))
	named := make([][]seed.NamedFile, len(sources))
	for _, n := range sent.Named {
		if n.Source < 0 || n.Source >= len(sources) {
			return nil, o, nil, malformed(fmt.Errorf("a file of seed file %d", n.Source+1))
		}
		named[n.Source] = append(named[n.Source], n)
	}
	for i, s := range sent.Sources {
		part, err := nextPart(form, seedPart)
		if err == nil {
			sources[i].Data, err = io.ReadAll(io.LimitReader(part, seed.MaxFileBytes+1)) // one more, which the importer refuses
		}
		if err != nil {
			return nil, o, nil, malformed(fmt.Errorf("seed file %d: %w", i+1, err))
		}
		sources[i].Name = s.Name
		if s.Error != "" {
			sources[i].Err = errors.New(s.Error)
		}
		sources[i].Files = seed.NewFolder(named[i], func(n seed.NamedFile) (io.ReadCloser, error) {
			content, err := h.Store.OpenFile(ctx, n.Sum, n.Size)
			return io.NopCloser(content), err
		})
	}
	for _, i := range sent.Sent {
		part, err := nextPart(form, filePart)
		if err == nil && (i < 0 || i >= len(sent.Named)) {
			err = fmt.Errorf("file %d of %d", i+1, len(sent.Named))
		}
		if err != nil {
			return nil, o, nil, malformed(err)
		}
		n := sent.Named[i]
		if err := batch.Put(ctx, n.Sum, n.Size, part); err != nil {
			return nil, o, nil, fmt.Errorf("%s: %w", n.Path, err)
		}
	}
	if _, err := form.NextPart(); err != io.EOF { // of a form that is cut short it is wrapped
		return nil, o, nil, malformed(fmt.Errorf("expected the end of the form: %w", err))
	}
	return sources, sent.Options, sent.missing(batch), nil
}

// missing returns the places of the named files that the store lacks, each
// content once.
func (m *manifest) missing(batch *db.FileBatch) (missing []int) {
	at := make(map[[32]byte]int, len(m.Named))
	for i, n := range m.Named {
		if n.Fault == "" {
			at[n.Sum] = i
		}
	}
	for _, sum := range batch.Missing(slices.Collect(maps.Keys(at))) {
		missing = append(missing, at[sum])
	}
	slices.Sort(missing)
	return missing
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

func (h *Handler) receiveImport(w http.ResponseWriter, r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return malformed(err)
	}
	batch := h.Store.NewFileBatch() // which keeps the files until the import has them
	defer batch.Close()
	sources, options, missing, err := h.readImport(r.Context(), form, batch)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		writeJSON(w, http.StatusOK, outcome{Missing: missing})
		return nil
	}
	report, err := h.importSources(r.Context(), sources, options)
	batch.Close()
	_, _ = h.Store.SweepFiles(context.WithoutCancel(r.Context())) // of what is not published; where it fails, the next import does it
	var problems seed.Problems
	if err != nil && !errors.As(err, &problems) {
		return err
	}
	writeJSON(w, http.StatusOK, outcome{Report: report, Problems: problems})
	return nil
}

func (h *Handler) importSources(ctx context.Context, sources []seed.Source, o seed.Options) (*seed.Report, error) {
	o.Now = h.Now
	report, err := seed.Import(ctx, h.Store, sources, o)
	if h.Imported != nil && !o.DryRun {
		h.Imported(report, err)
	}
	if err == nil {
		LogImport(h.Log, report)
	}
	return report, err
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
