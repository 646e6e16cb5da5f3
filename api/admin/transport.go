package admin

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strconv"

	"designmanual/seed"
	"designmanual/seed/source"
)

// An import is sent over the socket as a ZIP archive: an importHeader, the seed files
// and the files that they name. The client reads all files, since the server may not be
// allowed to.
const headerEntry = "import.json"

type importHeader struct {
	Options seed.Options
	Sources []sentSource
}

// A sentSource describes a seed file.
type sentSource struct {
	Name  string
	Path  string              // absolute
	Error string              // if the file could not be read
	Entry string              // with its data
	Files map[string]sentFile // that it names, and its release files, by path

	Releases    []string // see [source.Source]
	WholeFolder bool
}

// A sentFile is a file that a seed file names.
type sentFile struct {
	Entry string
	Fault string // why it could not be opened, or empty
}

// writeImport writes the archive.
func writeImport(w io.Writer, sources []seed.Source, o seed.Options) error {
	archive := &importArchive{Writer: zip.NewWriter(w)}
	header := importHeader{Options: o}
	for i, s := range sources {
		sent, err := archive.addSource(s, i)
		if err != nil {
			return err
		}
		header.Sources = append(header.Sources, sent)
	}
	if o.HasChanged != nil && o.HasChanged() {
		return source.ErrChanged
	}
	entry, err := archive.Create(headerEntry)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(entry).Encode(header); err != nil {
		return err
	}
	return archive.Close()
}

// An importArchive is an archive that is written.
type importArchive struct {
	*zip.Writer
	entries int
}

// addSource adds a seed file and the files that it names. Order is its index among the seed files.
func (a *importArchive) addSource(s seed.Source, order int) (sentSource, error) {
	sent := sentSource{
		Name: s.Name, Path: s.Path, Files: make(map[string]sentFile), Releases: s.Releases,
		WholeFolder: s.WholeFolder,
	}
	if s.Err != nil {
		sent.Error = s.Err.Error()
	}
	var err error
	if sent.Entry, err = a.add(bytes.NewReader(s.Data)); err != nil {
		return sent, err
	}
	parsed := source.Parse(s, order)
	for _, path := range append(parsed.AssetPaths(), parsed.ManualReleases()...) {
		f, _, err := source.OpenAsset(s.Files, path)
		if err != nil {
			sent.Files[path] = sentFile{Fault: err.Error()}
			continue
		}
		name, err := a.add(f)
		f.Close()
		if err != nil {
			return sent, fmt.Errorf("%s: %s: %w", s.Name, path, err)
		}
		sent.Files[path] = sentFile{Entry: name}
	}
	return sent, nil
}

// add adds an entry, and returns its name.
func (a *importArchive) add(content io.Reader) (string, error) {
	a.entries++
	name := strconv.Itoa(a.entries)
	entry, err := a.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return "", err
	}
	_, err = io.Copy(entry, content)
	return name, err
}

// receiveImport answers the import of a client with its report.
func (h *Handler) receiveImport(w http.ResponseWriter, r *http.Request) error {
	var size int64
	file, err := h.writeTemporary(func(file *os.File) error {
		_ = os.Remove(file.Name()) // where an open file can be removed, a killed server leaves none
		var err error
		if size, err = io.Copy(file, r.Body); err != nil {
			return malformedError(err)
		}
		return nil
	})
	if err != nil {
		return err
	}
	defer discard(file)
	sources, options, err := readImport(file, size)
	if err != nil {
		return malformedError(err)
	}
	report, err := h.importAndLog(r.Context(), sources, options)
	if err != nil {
		return err
	}
	writeJSON(w, http.StatusOK, report)
	return nil
}

// readImport reads the archive of writeImport, of size bytes.
func readImport(file io.ReaderAt, size int64) (sources []seed.Source, o seed.Options, err error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, o, err
	}
	text, err := fs.ReadFile(archive, headerEntry)
	if err != nil {
		return nil, o, err
	}
	var header importHeader
	if err := json.Unmarshal(text, &header); err != nil {
		return nil, o, err
	}
	for _, sent := range header.Sources {
		s := seed.Source{
			Name: sent.Name, Path: sent.Path, Files: sentFiles{archive, sent.Files}, Releases: sent.Releases,
			WholeFolder: sent.WholeFolder,
		}
		if s.Data, err = fs.ReadFile(archive, sent.Entry); err != nil {
			return nil, o, err
		}
		if sent.Error != "" {
			s.Err = errors.New(sent.Error)
		}
		sources = append(sources, s)
	}
	return sources, header.Options, nil
}

// sentFiles are the files that a seed file names, in an archive.
type sentFiles struct {
	archive fs.FS
	files   map[string]sentFile // by path
}

// Open implements [fs.FS].
func (f sentFiles) Open(path string) (fs.File, error) {
	sent, ok := f.files[path]
	if !ok {
		return nil, &fs.PathError{Op: "open", Path: path, Err: fs.ErrNotExist}
	}
	if sent.Fault != "" {
		return nil, source.AssetError(sent.Fault)
	}
	return f.archive.Open(sent.Entry)
}
