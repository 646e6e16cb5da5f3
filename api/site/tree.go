package site

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"designmanual/db/manual"
)

// A tree is the folder of a site. [os.Root] keeps every path inside of it, whatever
// links there are.
type tree struct {
	root    *os.Root
	list    *os.File        // the open list of files
	before  []string        // paths of an earlier site
	written map[string]bool // paths
	base    string          // the base URL's path
	atBase  bool            // the folder stands for the base URL, and is not a folder of hosts
}

// name returns the path of the file for an address: in a folder for each host, or from
// the base URL on.
func (t *tree) name(u *url.URL) string {
	if t.atBase {
		return strings.TrimPrefix(path.Clean(strings.TrimPrefix(u.Path, t.base)), "/")
	}
	return path.Join(u.Hostname(), u.Path)
}

const (
	listName = ".designmanual-export"     // lists the paths of all files, one per line
	tempName = ".designmanual-export.new" // a file before it gets its name
	noJekyll = ".nojekyll"                // without it GitHub Pages leaves out /.well-known/ and _brand.yml
)

// openTree opens a folder that is empty or has the list of an earlier site.
func openTree(folder string) (*tree, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	t := &tree{root: root, written: make(map[string]bool)}
	if err := t.openList(); err != nil {
		root.Close()
		return nil, err
	}
	return t, nil
}

// openList reads the list of an earlier site, which is needed unless the folder is empty, and opens it.
func (t *tree) openList() error {
	list, err := t.root.ReadFile(listName)
	if errors.Is(err, fs.ErrNotExist) {
		err = t.checkEmpty()
	}
	if err != nil {
		return err
	}
	t.before = strings.Split(string(list), "\n")
	// Each file is added to the list before it is written, so that an interrupted
	// export can be continued too.
	t.list, err = t.root.OpenFile(listName, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	return err
}

// checkEmpty refuses a folder with files. An empty branch of a repository is a place to publish from.
func (t *tree) checkEmpty() error {
	entries, err := fs.ReadDir(t.root.FS(), ".")
	if err != nil {
		return err
	}
	if slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return e.Name() != ".git" }) {
		return fmt.Errorf("%s holds other files: name an empty folder, or one with an earlier export", t.root.Name())
	}
	return nil
}

func (t *tree) close() {
	t.list.Close()
	t.root.Close()
}

func (t *tree) renameTemp(name string) error {
	if _, err := t.list.WriteString(name + "\n"); err != nil {
		return err
	}
	if err := t.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	t.written[name] = true
	return t.root.Rename(tempName, name)
}

// finish removes the files of an earlier site that are not in this one, and folders
// that are empty then. It replaces the list by one without them.
func (t *tree) finish() (int, error) {
	slices.Sort(t.before)
	var removed int
	for _, name := range slices.Compact(t.before) {
		if t.written[name] || !fs.ValidPath(name) {
			continue
		}
		err := t.root.Remove(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return removed, err
		}
		removed++
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if t.root.Remove(folder) != nil { // not empty
				break
			}
		}
	}
	names := slices.Sorted(maps.Keys(t.written))
	if err := t.root.WriteFile(tempName, []byte(strings.Join(append(names, ""), "\n")), 0o644); err != nil {
		return removed, err
	}
	return removed, t.root.Rename(tempName, listName)
}

// A fileWriter is an http.ResponseWriter that writes the body to a file.
type fileWriter struct {
	header http.Header
	status int
	body   *os.File
	err    error // of the first failed write
}

func (r *fileWriter) Header() http.Header { return r.header }

func (r *fileWriter) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
}

func (r *fileWriter) Write(data []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	n, err := r.body.Write(data)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

// link matches the paths of files that pages and style sheets use on their own host.
var link = regexp.MustCompile(`["'(]((?:/[A-Za-z0-9~_.-]+)*?` + manual.InternalPath + `[^"'()\s<>?#]+)`)

// fetch writes the response of the handler for an address, and returns the addresses
// that it links to. An optional address may be missing.
func (t *tree) fetch(
	ctx context.Context, public http.Handler, address string, optional bool,
) ([]string, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	u := request.URL
	request.RequestURI, request.RemoteAddr = u.RequestURI(), "127.0.0.1:1"
	body, err := t.root.Create(tempName) // of which there is only one at a time
	if err != nil {
		return nil, err
	}
	r := &fileWriter{header: make(http.Header), body: body}
	public.ServeHTTP(r, request)
	err = body.Close()
	if r.err != nil {
		err = r.err
	}
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		return nil, errors.Join(err, t.root.Remove(tempName))
	}
	if r.status == http.StatusNotFound && optional {
		return nil, t.root.Remove(tempName)
	}
	if r.status != http.StatusOK {
		err = fmt.Errorf("%s: the server answers %d", address, r.status)
		return nil, errors.Join(err, t.root.Remove(tempName))
	}
	name := t.name(u)
	kind, _, _ := strings.Cut(r.header.Get("Content-Type"), ";")
	if kind == "text/html" {
		name = path.Join(name, "index.html")
	}
	if err := t.renameTemp(name); err != nil {
		return nil, err
	}
	if kind != "text/html" && kind != "text/css" || strings.Contains(u.Path, manual.FilesPath) {
		return nil, nil
	}
	text, err := t.root.ReadFile(name)
	var links []string
	for _, m := range link.FindAllSubmatch(text, -1) {
		links = append(links, u.Scheme+"://"+u.Host+html.UnescapeString(string(m[1])))
	}
	return links, err
}
