package pull

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"designmanual/api/remote"
	"designmanual/db/manual"
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
		if s.Content, err = rewriteURLs(s.Content, s.Kind, fetch); err != nil {
			return err
		}
		for j := range s.Blocks {
			b := &s.Blocks[j]
			if b.Content, err = rewriteURLs(b.Content, b.Kind, fetch); err != nil {
				return err
			}
		}
	}
	return nil
}

// fetch downloads a file once and returns its relative URL. A file keeps its
// name, which is a part of its address: a second one of a name gets a folder.
func (d *downloads) fetch(ctx context.Context, s *remote.Source, u *url.URL) (string, error) {
	content := u.String()
	if i := strings.Index(u.Path, manual.FilesPath); i >= 0 {
		content = u.Path[i:] // which says what is in it, whatever the manual
	}
	if ref := d.refs[content]; ref != "" {
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
	d.refs[content] = ref
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
	var one, other [32 << 10]byte
	for {
		n, err := io.ReadFull(there, one[:])
		m, _ := io.ReadFull(body, other[:])
		if n != m || one != other {
			return false
		}
		if err != nil { // the end of both
			return err == io.EOF || err == io.ErrUnexpectedEOF
		}
	}
}

// lists are the lists of a known kind whose entries have a "url", or, of
// typefaces, files that have one.
var lists = map[manual.Kind]string{
	manual.Logo: "logos", manual.Image: "images", manual.Downloads: "files", manual.DosDonts: "items", manual.Typography: "fonts",
}

// rewriteURLs replaces the addresses in content by what fetch returns, where
// that is something. Nothing else in the text changes.
func rewriteURLs(content json.RawMessage, kind manual.Kind, fetch func(string) (string, error)) (json.RawMessage, error) {
	list, ok := lists[kind]
	if !ok {
		return content, nil
	}
	type entry struct {
		URL   string  `json:"url"`
		Files []entry `json:"files"`
	}
	var members map[string]json.RawMessage
	var entries []entry
	if json.Unmarshal(content, &members) != nil || json.Unmarshal(members[list], &entries) != nil {
		return content, nil
	}
	for _, e := range entries {
		if kind != manual.Typography {
			e.Files = []entry{e}
		}
		for _, f := range e.Files {
			if strings.ContainsAny(f.URL, `"\`) || f.URL == "" {
				continue
			}
			ref, err := fetch(f.URL)
			if err != nil {
				return nil, err
			}
			if ref != "" {
				content = replaceString(content, f.URL, ref)
			}
		}
	}
	return content, nil
}

// replaceString replaces the JSON strings that say one text by those that say
// another.
func replaceString(content json.RawMessage, was, is string) json.RawMessage {
	var out []byte
	decoder := json.NewDecoder(bytes.NewReader(content))
	done := 0
	for {
		token, err := decoder.Token()
		if err != nil {
			return append(out, content[done:]...)
		}
		if text, ok := token.(string); !ok || text != was {
			continue
		}
		end := int(decoder.InputOffset())
		start := bytes.LastIndexByte(content[:end-1], '"')
		quoted, _ := json.Marshal(is) // a string: cannot fail
		out = append(append(out, content[done:start]...), quoted...)
		done = end
	}
}
