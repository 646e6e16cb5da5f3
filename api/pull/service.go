package pull

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/netip"
	"net/url"
	pathpkg "path"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"designmanual/api/remote"
	"designmanual/db/manual"
	"designmanual/tokenize/content"
)

// A page is what the page of a manual says of it and the document does not.
type page struct {
	lang  string // of its root element
	brand string // name, from og:site_name
}

// readPage reads the language and the brand's name from the manual's page, and notes
// what it does not find there.
func (s *pulledManual) readPage(ctx context.Context) {
	body, err := s.Page(ctx)
	if err != nil {
		s.note("lang", fmt.Sprintf("the page could not be read: %v. The seed file has no language, and the brand's name is "+
			"made from the slug, or say --name.", err))
		return
	}
	s.page = parsePage(body)
	s.seed.Lang = s.page.lang
	if s.page.lang == "" {
		s.note("lang", "the page does not say the language: the seed file has none")
	}
	if s.page.brand == "" {
		s.note("brand.name", "the page does not say the brand's name: it is made from the slug, or say --name")
	}
}

func (s *pulledManual) note(path, text string) {
	s.notes = append(s.notes, Deviation{s.Address(), path, text})
}

func parsePage(body []byte) page {
	document, err := html.Parse(bytes.NewReader(body))
	var p page
	if err != nil { // deeper than the parser goes
		return p
	}
	for n := range document.Descendants() {
		if n.DataAtom == atom.Body {
			return p
		}
		if n.DataAtom == atom.Html {
			p.lang = content.Attribute(n, "lang")
		}
		if n.DataAtom == atom.Meta && content.Attribute(n, "property") == "og:site_name" {
			p.brand = strings.TrimSpace(content.Attribute(n, "content"))
		}
	}
	return p
}

func brandName(manuals []*pulledManual) string {
	for _, m := range manuals {
		if m.page.brand != "" {
			return m.page.brand
		}
	}
	return ""
}

// domains returns the custom domains of the brand: the hosts of manuals at the root
// or at a path of a host that is neither the brand's subdomain nor a manual's own.
func domains(brand string, manuals []*pulledManual) []string {
	var found []string
	for _, m := range manuals {
		u, err := url.Parse(m.Document.URL)
		if err != nil || m.seed.Subdomain != "" {
			continue
		}
		host := strings.ToLower(u.Hostname())
		label, _, _ := strings.Cut(host, ".")
		_, notIP := netip.ParseAddr(host)
		if label != brand && notIP != nil && strings.Contains(host, ".") && manual.IsHostName(host) &&
			!slices.Contains(found, host) {
			found = append(found, host)
		}
	}
	return found
}

// A Folder is the destination of downloaded files.
type Folder interface {
	fs.FS
	// Write writes a new file.
	Write(name string, data []byte) error
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
	left  int               // how many bytes the manual's files may still have
}

// rewrite downloads the files that a manual's blocks name, if the service has them
// itself, and replaces their addresses in the seed by relative URLs. Other addresses
// stay and are noted.
func (d *downloads) rewrite(ctx context.Context, m *pulledManual) error {
	d.left = maxFiles
	noted := make(map[string]bool)
	fetch := func(address string) (string, error) {
		ref, err := d.fetch(ctx, m.FoundManual, address)
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
func (d *downloads) fetch(ctx context.Context, s *remote.FoundManual, address string) (string, error) {
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
	base := pathpkg.Base(u.Path)
	if base == "." || base == "/" || base == ".." {
		base = "file"
	}
	folder := filesFolder
	for n := 2; d.names[strings.ToLower(folder+"/"+base)]; n++ {
		folder = fmt.Sprintf("%s/%d", filesFolder, n)
	}
	data, err := s.File(ctx, address, min(maxFile, d.left))
	if errors.Is(err, remote.ErrTooLarge) {
		err = fmt.Errorf(
			"%s: more than %d MiB, or than %d MiB of files in the manual", address, maxFile>>20, maxFiles>>20,
		)
	}
	if err != nil {
		return "", err
	}
	d.left -= len(data)
	d.names[strings.ToLower(folder+"/"+base)] = true
	if there, failed := fs.ReadFile(d.into, folder+"/"+base); failed != nil || !bytes.Equal(there, data) {
		if err := d.into.Write(folder+"/"+base, data); err != nil {
			return "", fmt.Errorf("%s: %w", address, err)
		}
	}
	d.refs[key] = folder + "/" + url.PathEscape(base)
	return d.refs[key], nil
}

// withURLs calls fetch for every address in the content of a block and replaces the
// address by the result, unless that is empty.
func withURLs(raw json.RawMessage, kind manual.Kind, fetch func(string) (string, error)) (json.RawMessage, error) {
	parsed, err := content.Parse(raw)
	if err != nil || parsed == nil {
		return raw, nil // the import will report bad content
	}
	fetchUnlessFailed := func(address string) string {
		if err != nil {
			return ""
		}
		var ref string
		ref, err = fetch(address)
		return ref
	}
	for _, path := range kind.Info().Files {
		parsed = parsed.Replace(path, func(address string) string {
			if address == "" {
				return ""
			}
			return fetchUnlessFailed(address)
		})
	}
	parsed = content.ReplaceOwn(kind, parsed, func(v *content.Value) string {
		address := v.Text()
		if !content.IsAddress(address) || !strings.Contains(address, manual.FilesPath+"/") {
			return ""
		}
		return fetchUnlessFailed(address)
	})
	if err != nil {
		return nil, err
	}
	return parsed.Append(nil), nil
}
