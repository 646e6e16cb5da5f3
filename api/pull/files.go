package pull

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
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

// downloads keeps track of the files that have been downloaded.
type downloads struct {
	into  Folder
	refs  map[string]string // relative URLs, by the address or the path below /-/files/
	names map[string]bool   // paths in the folder, in lower case
}

// rewrite downloads the files that a manual's blocks name, if they are on its own
// host, and replaces their addresses in the seed by relative URLs.
func (d *downloads) rewrite(ctx context.Context, m *source) error {
	own, err := url.Parse(m.document.URL)
	if err != nil {
		return err
	}
	fetch := func(address string) (string, error) {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != own.Scheme || u.Host != own.Host {
			return "", nil // another host: the address stays
		}
		return d.fetch(ctx, m.Source, u)
	}
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
func (d *downloads) fetch(ctx context.Context, s *remote.Source, u *url.URL) (string, error) {
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
	d.names[strings.ToLower(folder+"/"+base)] = true
	body, err := s.File(ctx, u.String())
	if err != nil {
		return "", err
	}
	defer body.Close()
	if !d.hasSame(folder+"/"+base, body) {
		if err := d.into.Put(folder+"/"+base, body); err != nil {
			return "", err
		}
	}
	ref := folder + "/" + url.PathEscape(base)
	d.refs[key] = ref
	return ref, nil
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
