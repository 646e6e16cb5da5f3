package pull

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"path"
	"strings"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A Folder is the destination of downloaded files.
type Folder interface {
	fs.FS
	// Put writes a new file.
	Put(name string, r io.Reader) error
}

// filesFolder is the subfolder for files.
const filesFolder = "files"

// The limits of files, as an import has them, in bytes.
const (
	maxFile  = 64 << 20
	maxFiles = 1 << 30 // of a manual
)

// downloads keeps track of the files that have been downloaded.
type downloads struct {
	into  Folder
	refs  map[string]string // relative URLs, by the address or the path below /-/files/
	names map[string]bool   // paths in the folder, in lower case
	left  int64             // how many bytes the manual's files may still have
}

// rewrite downloads the files that a manual's blocks name, if the service has them
// itself, and replaces their addresses in the seed by relative URLs. Other addresses
// stay and are noted.
func (d *downloads) rewrite(ctx context.Context, m *source) error {
	d.left = maxFiles
	noted := make(map[string]bool)
	fetch := func(address string) (string, error) {
		ref, err := d.fetch(ctx, m.Source, address)
		if !errors.Is(err, remote.ErrForeign) {
			return ref, err
		}
		if !noted[address] {
			noted[address] = true
			m.note("files", address+" is not of this service: the address stays")
		}
		return "", nil
	}
	var err error
	for i := range m.seed.Sections {
		s := &m.seed.Sections[i]
		if s.Content, err = withURLs(s.Content, s.Kind, fetch); err != nil {
			return err
		}
		for j := range s.Blocks {
			b := &s.Blocks[j]
			if b.Content, err = withURLs(b.Content, b.Kind, fetch); err != nil {
				return err
			}
		}
	}
	return nil
}

// fetch downloads a file, unless that has been done, and returns its relative URL.
// Files keep their names. A second file of the same name is put into a numbered
// folder.
func (d *downloads) fetch(ctx context.Context, s *remote.Source, address string) (string, error) {
	u, err := remote.ParseAddress(address)
	if err != nil {
		return "", fmt.Errorf("%w: %q", remote.ErrForeign, address)
	}
	key := u.String()
	if i := strings.Index(u.Path, manual.FilesPath+"/"); i >= 0 {
		key = u.Path[i:] // contains a hash, so it is the same file in every manual
	}
	if ref := d.refs[key]; ref != "" {
		return ref, nil
	}
	base := path.Base(u.Path)
	if base == "." || base == "/" || base == ".." {
		base = "file"
	}
	folder := filesFolder
	for n := 2; d.names[strings.ToLower(folder+"/"+base)]; n++ {
		folder = fmt.Sprintf("%s/%d", filesFolder, n)
	}
	file, err := s.File(ctx, address)
	if err != nil {
		return "", err
	}
	d.names[strings.ToLower(folder+"/"+base)] = true
	defer file.Close()
	body := &bounded{r: http.MaxBytesReader(nil, file, min(maxFile, d.left))}
	if !d.hasSame(folder+"/"+base, body) {
		err = d.into.Put(folder+"/"+base, body)
	}
	d.left -= body.n
	if err = cmp.Or(body.err, err); err != nil {
		return "", fmt.Errorf("%s: %w", address, err)
	}
	ref := folder + "/" + url.PathEscape(base)
	d.refs[key] = ref
	return ref, nil
}

// A bounded counts what is read, and keeps the error of a reader other than io.EOF.
type bounded struct {
	r   io.Reader
	n   int64
	err error
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	b.n += int64(n)
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = fmt.Errorf("more than %d MiB, or than %d MiB of files in the manual", maxFile>>20, maxFiles>>20)
	}
	if err != nil && err != io.EOF {
		b.err = err
	}
	return n, err
}

// hasSame reports whether the folder already has a file with this name and content.
// If it has none with the name, the body is not read.
func (d *downloads) hasSame(name string, body io.Reader) bool {
	file, err := d.into.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	fileSum, bodySum := sha256.New(), sha256.New()
	_, err = io.Copy(fileSum, file)
	_, bodyErr := io.Copy(bodySum, body)
	return err == nil && bodyErr == nil && bytes.Equal(fileSum.Sum(nil), bodySum.Sum(nil))
}

// withURLs calls fetch for every address in the content of a block and replaces the
// address by the result, unless that is empty.
func withURLs(raw json.RawMessage, kind manual.Kind, fetch func(string) (string, error)) (json.RawMessage, error) {
	c, err := content.Parse(raw)
	if err != nil {
		return raw, nil // the import will report bad content
	}
	changed := false
	for _, path := range kind.Info().Files {
		for _, url := range c.Find(path) {
			if content.Text(*url) == "" {
				continue
			}
			ref, err := fetch(content.Text(*url))
			if err != nil {
				return nil, err
			}
			if ref != "" {
				*url, changed = ref, true
			}
		}
	}
	if !changed {
		return raw, nil
	}
	return content.Append(nil, c), nil
}
