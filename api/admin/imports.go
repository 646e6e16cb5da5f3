package admin

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"slices"

	"designmanual/db"
	"designmanual/seed"
)

// An import goes through the socket as JSON values, an importHeader and each
// seed file as a sentSource, and then the bytes of the files that these name
// and the server lacks, for which it was asked before. The client reads all
// files, since the server may not be allowed to.
type importHeader struct {
	Options seed.Options     `json:"options"`
	Sources int              `json:"sources"` // how many follow
	Files   []seed.NamedFile `json:"files"`   // whose bytes follow, one after the other
}

// A sentSource is a seed file on its way to the server.
type sentSource struct {
	seed.Source
	Error string           `json:",omitempty"` // why it could not be read
	Named []seed.NamedFile // the files that it names
}

// lacking is asked which files, by the SHA-256 of their content, the store
// does not have.
var lacking = Call[[][32]byte, [][32]byte]{"lacking", func(h *Handler, _ context.Context, sums [][32]byte) ([][32]byte, error) {
	batch := h.Store.NewFileBatch()
	defer batch.Close()
	return batch.Missing(sums), nil
}}

// Import publishes seed files, by the clock of the handler. The error is
// [seed.Problems] where the files are at fault.
func (c *Client) Import(ctx context.Context, sources []seed.Source, o seed.Options) (*seed.Report, error) {
	if c.local != nil {
		return c.local.importSources(ctx, sources, o)
	}
	files := make(map[[32]byte]seed.NamedFile)
	sent := make([]sentSource, len(sources))
	for i, s := range sources {
		sent[i].Source = s
		if s.Err != nil {
			sent[i].Error = s.Err.Error()
		}
	}
	for _, n := range seed.Named(sources, o) {
		sent[n.Source].Named = append(sent[n.Source].Named, n)
		if n.Fault == "" {
			files[n.Sum] = n
		}
	}
	sums, err := lacking.Do(ctx, c, slices.Collect(maps.Keys(files)))
	if err != nil {
		return nil, err
	}
	header := importHeader{Options: o, Sources: len(sources)}
	for _, sum := range sums {
		header.Files = append(header.Files, files[sum])
	}
	reader, writer := io.Pipe()
	go func() { writer.CloseWithError(writeImport(writer, header, sent)) }()
	return send[*seed.Report](ctx, c, "import", reader)
}

func writeImport(w io.Writer, header importHeader, sources []sentSource) error {
	values := json.NewEncoder(w)
	if err := values.Encode(header); err != nil {
		return err
	}
	for _, s := range sources {
		if err := values.Encode(s); err != nil {
			return err
		}
	}
	for _, n := range header.Files {
		f, err := sources[n.Source].Files.Open(n.Path)
		if err == nil {
			_, err = io.Copy(w, f)
			f.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", sources[n.Source].Name, n.Path, err)
		}
	}
	return nil
}

// receiveImport carries out what writeImport sends.
func (h *Handler) receiveImport(w http.ResponseWriter, r *http.Request) error {
	batch := h.Store.NewFileBatch() // which keeps the files until the import has them
	defer batch.Close()
	sources, options, err := h.readImport(r.Context(), r.Body, batch)
	if err != nil {
		return err
	}
	report, err := h.importSources(r.Context(), sources, options)
	batch.Close()
	_, _ = h.Store.SweepFiles(context.WithoutCancel(r.Context())) // of what is not published; where it fails, the next import does it
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, report)
	return nil
}

// readImport reads what writeImport sends, and puts the files into the batch.
// The error is a requestError for anything else, and for what is cut short.
func (h *Handler) readImport(ctx context.Context, r io.Reader, batch *db.FileBatch) (sources []seed.Source, o seed.Options, err error) {
	values := json.NewDecoder(r)
	var header importHeader
	if err := values.Decode(&header); err != nil {
		return nil, o, malformed(err)
	}
	var sums [][32]byte
	for range header.Sources {
		var s sentSource
		if err := values.Decode(&s); err != nil {
			return nil, o, malformed(err)
		}
		if s.Error != "" {
			s.Err = errors.New(s.Error)
		}
		s.Files = seed.NewFolder(s.Named, func(n seed.NamedFile) (io.ReadCloser, error) {
			content, err := h.Store.OpenFile(ctx, n.Sum, n.Size)
			return io.NopCloser(content), err
		})
		for _, n := range s.Named {
			if n.Fault == "" {
				sums = append(sums, n.Sum)
			}
		}
		sources = append(sources, s.Source)
	}
	rest := bufio.NewReader(io.MultiReader(values.Buffered(), r))
	if _, err := rest.Discard(len("\n")); err != nil { // which ends a value
		return nil, o, malformed(err)
	}
	for _, n := range header.Files {
		file := io.LimitReader(rest, n.Size)
		if err := batch.Put(ctx, n.Sum, n.Size, file); err != nil {
			return nil, o, fmt.Errorf("%s: %w", n.Path, err)
		}
		_, _ = io.Copy(io.Discard, file) // of one that another import has brought meanwhile
	}
	if missing := batch.Missing(sums); len(missing) > 0 {
		return nil, o, requestErrorf("%d of the files that the seed files name have gone from the database, or do not stay in it: import again, and where that does not help, the disk may be failing (`doctor` tells)", len(missing))
	}
	return sources, header.Options, nil
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
