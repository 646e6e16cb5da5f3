// Package site writes the public manuals of a store as a static site: a folder
// a host, each file byte-equal to what the server answers without compression.
//
// Use [Write] with the handler of the public interface, which it asks for
// everything as a visitor would: what a visitor may not read is in no site. It
// must never write outside of the folder, and never remove a file that it has
// not written.
package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html"
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
	w := &writer{ctx: ctx, public: public, site: ix.Site, tree: t, asked: make(map[string]bool)}
	if err := w.optional(ix.Site.String(), append([]string{"/"}, hostPaths...)); err != nil {
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
func listed(ix *db.Index, o Options) ([]*db.Entry, error) {
	var manuals []*db.Entry
	for b := range ix.Brands() {
		for e := range b.Manuals() {
			if e.Visibility != manual.Public || !e.Published || e.Expired(o.Now) {
				continue
			}
			if !e.ExpiresAt.IsZero() && !o.AllowExpiring {
				return nil, fmt.Errorf("%s.%s ends on %s, and static files would stay: take its end date away, or allow it with --allow-expiring",
					b.Slug, e.Slug, e.ExpiresAt.UTC().Format(time.RFC3339))
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
	asked  map[string]bool // by path in the tree
}

// hostPaths are what a host has besides manuals.
var hostPaths = []string{"/robots.txt", "/llms.txt", "/favicon.ico"}

// optional writes what there is of these paths at an address.
func (w *writer) optional(address string, paths []string) error {
	for _, p := range paths {
		if err := w.fetch(address+p, true); err != nil {
			return err
		}
	}
	return nil
}

// manual writes all that is at a manual's address, and its documents of the
// interface.
func (w *writer) manual(e *db.Entry) error {
	address := w.site.Address(e.Brand.Brand, e.Slug, e.Subdomain, e.Primary)
	root, err := url.Parse(address)
	if err != nil {
		return err
	}
	home := root.Scheme + "://" + root.Host
	slug := e.Brand.Slug + "." + e.Slug // which the page links to on its own host
	needed := []string{home + cmp.Or(root.Path, "/")}
	for _, document := range []string{".json", "/tokens.json"} {
		const documents = "/api/v1/manuals/"
		needed = append(needed, home+documents+slug+document, w.site.String()+documents+slug+document)
		if e.Primary {
			needed = append(needed, w.site.String()+documents+e.Brand.Slug+document)
		}
		if e.Subdomain != "" {
			needed = append(needed, w.site.String()+documents+e.Subdomain+document)
		}
	}
	for _, address := range needed {
		if err := w.fetch(address, false); err != nil {
			return err
		}
	}
	paths := []string{"/-/export", strings.TrimSuffix(manual.FilesPath, "/") + ".zip"}
	for _, d := range manual.Documents {
		if d.File != "" {
			paths = append(paths, "/-/export/"+d.File)
		}
	}
	for _, f := range e.Files {
		paths = append(paths, f.Path())
	}
	if err := w.optional(home, hostPaths); err != nil {
		return err
	}
	return w.optional(address, paths)
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
	name := path.Join(u.Hostname(), u.Path) // a folder a host
	if w.asked[name] {
		return nil
	}
	w.asked[name] = true
	request, err := http.NewRequestWithContext(w.ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	request.RequestURI, request.RemoteAddr = u.RequestURI(), "127.0.0.1:1"
	body, err := w.tree.draft()
	if err != nil {
		return err
	}
	answer := &answer{header: make(http.Header), body: body}
	w.public.ServeHTTP(answer, request)
	err = cmp.Or(context.Cause(w.ctx), answer.failed, body.Close())
	missing := answer.status == http.StatusNotFound && optional
	if err == nil && answer.status != http.StatusOK && !missing {
		err = fmt.Errorf("%s: the server answers %d", address, answer.status)
	}
	if err != nil || missing {
		return errors.Join(err, w.tree.discard())
	}
	kind, _, _ := strings.Cut(answer.header.Get("Content-Type"), ";")
	if kind == "text/html" {
		name = path.Join(name, "index.html")
	}
	if err := w.tree.keep(name); err != nil {
		return err
	}
	if kind != "text/html" && kind != "text/css" || strings.Contains(u.Path, manual.FilesPath) {
		return nil
	}
	text, err := w.tree.root.ReadFile(name)
	if err != nil {
		return err
	}
	var used []string
	for _, m := range link.FindAllSubmatch(text, -1) {
		used = append(used, html.UnescapeString(string(m[1])))
	}
	return w.optional(u.Scheme+"://"+u.Host, used)
}
