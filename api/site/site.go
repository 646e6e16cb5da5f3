// Package site writes the public manuals of a store as a static site: a folder
// a host, each file byte-equal to what the server answers without compression.
//
// Use [Write] with the handler of the public interface, which it asks for
// everything as a visitor would: what a visitor may not read is in no site. It
// must never write outside of the folder, and never remove a file that it has
// not written.
package site

import (
	"context"
	"fmt"
	"html"
	"net"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// Options say what goes into a site.
type Options struct {
	AllowExpiring bool      // take in manuals with an end date, which no static file keeps
	Now           time.Time // the time by which manuals have ended
}

// A Report says what was written.
type Report struct {
	Manuals int `json:"manuals"`
	Files   int `json:"files"`   // there are now
	Removed int `json:"removed"` // of an earlier export
}

// Write writes the site of the manuals in the index, which the public handler
// answers from, into the folder. The folder is made where there is none; it
// must be empty or hold an earlier site, of which Write removes what is no
// longer there. The error names a manual with an end date.
func Write(ctx context.Context, folder string, public http.Handler, ix *db.Index, o Options) (Report, error) {
	manuals, err := listed(ix, o)
	if err != nil {
		return Report{}, err
	}
	t, err := openTree(folder)
	if err != nil {
		return Report{}, err
	}
	defer t.close()
	w := &writer{ctx: ctx, public: public, site: ix.Site, tree: t}
	if err := w.host(ix.Site.String(), "/"); err != nil {
		return Report{}, err
	}
	for _, e := range manuals {
		if err := w.manual(e); err != nil {
			return Report{}, err
		}
	}
	removed, err := t.finish()
	return Report{Manuals: len(manuals), Files: len(t.written), Removed: removed}, err
}

// listed returns the manuals of the site.
func listed(ix *db.Index, o Options) ([]db.Entry, error) {
	var manuals []db.Entry
	for b := range ix.Brands() {
		for e := range b.Manuals() {
			if e.Visibility() != manual.Public || !e.Published() || manual.Expired(e.ExpiresAt(), o.Now) {
				continue
			}
			if !e.ExpiresAt().IsZero() && !o.AllowExpiring {
				return nil, fmt.Errorf("%s.%s ends on %s, and static files would stay: take its end date away, or allow it with --allow-expiring",
					b.Slug, e.Slug(), e.ExpiresAt().UTC().Format(time.RFC3339))
			}
			manuals = append(manuals, e)
		}
	}
	return manuals, nil
}

// A writer asks for what a site consists of.
type writer struct {
	ctx    context.Context
	public http.Handler
	site   manual.Site
	tree   *tree
}

// host writes what a host has besides manuals, and those other paths. All of
// it may be missing.
func (w *writer) host(address string, others ...string) error {
	for _, p := range append(others, "/robots.txt", "/llms.txt", "/favicon.ico") {
		if err := w.fetch(address+p, true); err != nil {
			return err
		}
	}
	return nil
}

// manual writes all that is at a manual's address, and its documents of the
// interface.
func (w *writer) manual(e db.Entry) error {
	slugs := []string{e.Brand.Slug + "." + e.Slug()}
	if e.Primary() {
		slugs = append(slugs, e.Brand.Slug)
	}
	if e.Subdomain() != "" {
		slugs = append(slugs, e.Subdomain())
	}
	address := w.site.Address(e.Brand.Brand, e.Slug(), e.Subdomain(), e.Primary())
	root, err := url.Parse(address)
	if err != nil {
		return err
	}
	home := root.Scheme + "://" + root.Host
	if err := w.host(home); err != nil {
		return err
	}
	for i, slug := range slugs {
		for _, document := range []string{".json", "/tokens.json"} {
			path := "/api/v1/manuals/" + slug + document
			if err := w.fetch(w.site.String()+path, false); err != nil {
				return err
			}
			if i > 0 { // the page links to the first
				continue
			}
			if err := w.fetch(home+path, false); err != nil {
				return err
			}
		}
	}
	at := address
	if root.Path == "" {
		at += "/"
	}
	if err := w.fetch(at, false); err != nil {
		return err
	}
	paths := []string{"/-/export", manual.FilesPath[:len(manual.FilesPath)-1] + ".zip"}
	for _, d := range manual.Documents {
		if d.File != "" {
			paths = append(paths, "/-/export/"+d.File)
		}
	}
	for _, f := range e.Files() {
		paths = append(paths, f.Path())
	}
	for _, p := range paths {
		if err := w.fetch(address+p, true); err != nil {
			return err
		}
	}
	return nil
}

// link finds the files that pages and style sheets use on their own host.
var link = regexp.MustCompile(`["'(]((?:/[a-z0-9-]+)?/-/[^"'()\s<>?#]+)`)

// fetch writes what the public handler answers at an address, once, and what
// that uses on its host. It is no error for something optional not to be there.
func (w *writer) fetch(address string, optional bool) error {
	u, err := url.Parse(address)
	if err != nil {
		return err
	}
	name := path.Join(hostFolder(u.Host), u.Path)
	if w.tree.has(name) {
		return nil
	}
	request, err := http.NewRequestWithContext(w.ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.RequestURI, request.RemoteAddr = u.RequestURI(), "127.0.0.1:1"
	body, err := w.tree.create()
	if err != nil {
		return err
	}
	answer := &answer{header: make(http.Header), body: body}
	w.public.ServeHTTP(answer, request)
	switch {
	case w.ctx.Err() != nil:
		err = context.Cause(w.ctx)
	case answer.failed != nil:
		err = answer.failed
	case answer.status == http.StatusNotFound && optional:
		return body.discard()
	case answer.status != http.StatusOK:
		err = fmt.Errorf("%s: the server answers %d", address, answer.status)
	}
	if err != nil {
		body.discard()
		return err
	}
	kind, _, _ := strings.Cut(answer.header.Get("Content-Type"), ";")
	file := name
	if kind == "text/html" {
		file = path.Join(name, "index.html")
	}
	if err := body.keep(file); err != nil {
		return err
	}
	if kind != "text/html" && kind != "text/css" || strings.Contains(u.Path, manual.FilesPath) {
		return nil
	}
	text, err := w.tree.read(file)
	if err != nil {
		return err
	}
	for _, m := range link.FindAllSubmatch(text, -1) {
		if err := w.fetch(u.Scheme+"://"+u.Host+html.UnescapeString(string(m[1])), true); err != nil {
			return err
		}
	}
	return nil
}

// hostFolder is the folder of a host: its name, without the port.
func hostFolder(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return host
}

// An answer is one of the public handler on its way into a file.
type answer struct {
	header http.Header
	status int
	body   *draft
	failed error // of writing
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if a.status == 0 {
		a.status = status
	}
}

func (a *answer) Write(piece []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	n, err := a.body.file.Write(piece)
	if a.failed == nil {
		a.failed = err
	}
	return n, err
}
