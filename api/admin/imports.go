package admin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"mime/multipart"
	"net/http"
	"slices"

	"designmanual/db"
	"designmanual/seed"
	"designmanual/seed/source"
)

// An import is sent over the socket as multipart/form-data (RFC 7578): a part with
// an importHeader, a part for each seed file, and a part for each file that the
// seed files name and the store lacks, as the call missingFiles has told. The client
// reads all files, since the server may not be allowed to.
const (
	headerPart = "import"
	seedPart   = "seed"
	filePart   = "file"
)

type importHeader struct {
	Options seed.Options
	Sources []sourceHeader     // one for each seed part
	Files   []source.NamedFile // one for each file part
}

// A sourceHeader describes a seed file.
type sourceHeader struct {
	Name  string
	Error string             // if the file could not be read
	Named []source.NamedFile // the files that it names
}

// missingFiles returns those of the given SHA-256 hashes that no file in the store
// has.
var missingFiles = Call[[][32]byte, [][32]byte]{"missingFiles", func(h *Handler, _ context.Context, sums [][32]byte) ([][32]byte, error) {
	batch := h.Store.NewFileBatch()
	defer batch.Close()
	return batch.Missing(sums), nil
}}

// Import publishes seed files. The clock of the handler replaces that of the
// options. The error is [seed.Problems] if the files have errors.
func (c *Client) Import(ctx context.Context, sources []seed.Source, o seed.Options) (*seed.Report, error) {
	if c.local != nil {
		return c.local.importSources(ctx, sources, o)
	}
	header := importHeader{Options: o}
	for _, s := range sources {
		sent := sourceHeader{Name: s.Name}
		if s.Err != nil {
			sent.Error = s.Err.Error()
		}
		header.Sources = append(header.Sources, sent)
	}
	files := make(map[[32]byte]source.NamedFile)
	for _, n := range seed.Named(sources, o) {
		header.Sources[n.Source].Named = append(header.Sources[n.Source].Named, n)
		if n.Fault == "" {
			files[n.Sum] = n
		}
	}
	if o.Changing != nil && o.Changing() {
		return nil, source.ErrChanging
	}
	sums, err := missingFiles.Do(ctx, c, slices.Collect(maps.Keys(files)))
	if err != nil {
		return nil, err
	}
	for _, sum := range sums {
		header.Files = append(header.Files, files[sum])
	}
	reader, writer := io.Pipe()
	form := multipart.NewWriter(writer)
	go func() { writer.CloseWithError(writeImport(form, header, sources)) }()
	return send[*seed.Report](ctx, c, "import", form.FormDataContentType(), reader)
}

func writeImport(form *multipart.Writer, header importHeader, sources []seed.Source) error {
	part, err := form.CreateFormField(headerPart)
	if err == nil {
		err = json.NewEncoder(part).Encode(header)
	}
	for i := 0; err == nil && i < len(sources); i++ {
		if part, err = form.CreateFormField(seedPart); err == nil {
			_, err = part.Write(sources[i].Data)
		}
	}
	if err != nil {
		return err
	}
	for _, n := range header.Files {
		if part, err = form.CreateFormField(filePart); err != nil {
			return err
		}
		f, err := sources[n.Source].Files.Open(n.Path)
		if err == nil {
			_, err = io.Copy(part, f)
			f.Close()
		}
		if err != nil {
			return fmt.Errorf("%s: %s: %w", sources[n.Source].Name, n.Path, err)
		}
	}
	return form.Close()
}

// receiveImport answers the request that writeImport writes.
func (h *Handler) receiveImport(w http.ResponseWriter, r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return malformedError(err)
	}
	batch := h.Store.NewFileBatch() // protects the new files until a manual refers to them
	defer batch.Close()
	sources, options, err := h.readImport(r.Context(), form, batch)
	if err != nil {
		return err
	}
	report, err := h.importSources(r.Context(), sources, options)
	batch.Close()
	_ = h.Store.SweepFiles(context.WithoutCancel(r.Context())) // removes unused files; after an error the next import does it
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, report)
	return nil
}

// readImport reads the form that writeImport writes, and puts the files into the
// batch. The error is a requestError if the form is malformed or incomplete.
func (h *Handler) readImport(ctx context.Context, form *multipart.Reader, batch *db.FileBatch) (sources []seed.Source, o seed.Options, err error) {
	var header importHeader
	part, err := nextPart(form, headerPart)
	if err == nil {
		err = json.NewDecoder(part).Decode(&header)
	}
	if err != nil {
		return nil, o, malformedError(err)
	}
	var sums [][32]byte
	for _, sent := range header.Sources {
		s := seed.Source{Name: sent.Name}
		if part, err = nextPart(form, seedPart); err == nil {
			s.Data, err = io.ReadAll(io.LimitReader(part, seed.MaxFileBytes+1)) // the importer refuses the extra byte
		}
		if err != nil {
			return nil, o, malformedError(err)
		}
		if sent.Error != "" {
			s.Err = errors.New(sent.Error)
		}
		s.Files = source.NewFolder(sent.Named, func(n source.NamedFile) (io.ReadCloser, error) {
			return io.NopCloser(h.Store.File(ctx, n.Sum, n.Size)), nil
		})
		for _, n := range sent.Named {
			if n.Fault == "" {
				sums = append(sums, n.Sum)
			}
		}
		sources = append(sources, s)
	}
	for _, n := range header.Files {
		if part, err = nextPart(form, filePart); err != nil {
			return nil, o, malformedError(err)
		}
		if err := batch.Put(ctx, n.Sum, n.Size, part); err != nil {
			return nil, o, fmt.Errorf("%s: %w", n.Path, err)
		}
	}
	if _, err := form.NextPart(); err != io.EOF { // an incomplete form gives a wrapped io.EOF
		return nil, o, malformedError(fmt.Errorf("expected the end of the form: %w", err))
	}
	if missing := batch.Missing(sums); len(missing) > 0 {
		return nil, o, requestErrorf("%d of the files that the seed files name have gone from the database, or do not stay in it: import again, and where that does not help, the disk may be failing (`doctor` tells)", len(missing))
	}
	return sources, header.Options, nil
}

// nextPart returns the next part of a form, which must have the given name.
func nextPart(form *multipart.Reader, name string) (*multipart.Part, error) {
	part, err := form.NextPart()
	if err == nil && part.FormName() != name {
		err = fmt.Errorf("expected part %q, found %q", name, part.FormName())
	}
	return part, err
}

func (h *Handler) importSources(ctx context.Context, sources []seed.Source, o seed.Options) (*seed.Report, error) {
	o.Now, o.RefuseBreaking = h.Now, h.RefuseBreaking
	report, err := seed.Import(ctx, h.Store, sources, o)
	if h.Imported != nil && !o.DryRun {
		h.Imported(report, err)
	}
	if err == nil {
		LogImport(h.Log, report)
	}
	return report, err
}

// LogImport logs the result of an import, except of a dry run.
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
