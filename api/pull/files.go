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
	"slices"
	"strings"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/seed/content"
)

// A Folder is where downloaded files are put.
type Folder interface {
	fs.FS
	// Put writes a file that is not there yet.
	Put(name string, r io.Reader) error
}

// filesFolder is where files are put in the folder of the seed file.
const filesFolder = "files"

// downloads are the files that have been put already.
type downloads struct {
	into  Folder
	refs  map[string]string // relative URL by address
	names map[string]bool
}

// rewrite downloads the files on the manual's own host that its blocks name,
// and has the seed name them beside it.
func (d *downloads) rewrite(ctx context.Context, m *source) error {
	own, err := url.Parse(m.document.URL)
	if err != nil {
		return err
	}
	fetch := func(address string) (string, error) {
		u, err := url.Parse(address)
		if err != nil || u.Scheme != own.Scheme || u.Host != own.Host {
			return "", nil // of elsewhere: it stays an address
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

// fetch downloads a file once and returns its relative URL. A file keeps its
// name, which is a part of its address: a second one of a name gets a folder.
func (d *downloads) fetch(ctx context.Context, s *remote.Source, u *url.URL) (string, error) {
	same := u.String()
	if i := strings.Index(u.Path, manual.FilesPath); i >= 0 {
		same = u.Path[i:] // which says what is in it, whatever the manual
	}
	if ref := d.refs[same]; ref != "" {
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
	if !d.holds(folder+"/"+base, body) {
		if err := d.into.Put(folder+"/"+base, body); err != nil {
			return "", err
		}
	}
	ref := folder + "/" + url.PathEscape(base)
	d.refs[same] = ref
	return ref, nil
}

// holds tells whether the folder has that very file already. It reads nothing
// of the body where there is none of the name.
func (d *downloads) holds(name string, body io.Reader) bool {
	there, err := d.into.Open(name)
	if err != nil {
		return false
	}
	defer there.Close()
	one, other := sha256.New(), sha256.New()
	_, failed := io.Copy(one, there)
	_, err = io.Copy(other, body)
	return failed == nil && err == nil && bytes.Equal(one.Sum(nil), other.Sum(nil))
}

// lists are the lists of a known kind whose entries have a "url", or, of
// typefaces, files that have one.
var lists = map[manual.Kind]string{
	manual.Logo: "logos", manual.Image: "images", manual.Downloads: "files", manual.DosDonts: "items", manual.Typography: "fonts",
}

// withURLs returns content with what fetch returns in place of the addresses,
// where that is something.
func withURLs(raw json.RawMessage, kind manual.Kind, fetch func(string) (string, error)) (json.RawMessage, error) {
	c, err := content.Parse(raw)
	if lists[kind] == "" || err != nil {
		return raw, nil // an import says what is wrong with it
	}
	var entries []content.Object
	for _, entry := range c.Objects(lists[kind]) {
		if kind == manual.Typography {
			entries = append(entries, entry.Objects("files")...)
		} else {
			entries = append(entries, entry)
		}
	}
	changed := false
	for _, entry := range entries {
		i := slices.IndexFunc(entry, func(m content.Member) bool { return m.Key == "url" })
		if i < 0 || content.Text(entry[i].Value) == "" {
			continue
		}
		ref, err := fetch(content.Text(entry[i].Value))
		if err != nil {
			return nil, err
		}
		if ref != "" {
			entry[i].Value, changed = ref, true
		}
	}
	if !changed {
		return raw, nil
	}
	return content.Append(nil, c), nil
}
