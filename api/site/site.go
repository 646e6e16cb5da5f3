// Package site writes the public manuals of a store as a static site: a folder for
// each host, with the bodies that the server sends without compression.
//
// [Write] requests every file from the handler of the public interface, as a visitor
// would, so the site contains nothing that visitors may not read. It never writes
// outside of its folder, and never removes a file that it has not written.
package site

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// Options are the options of [Write].
type Options struct {
	AllowExpiring bool      // include manuals with an end date, which static files cannot keep
	AtBase        bool      // the folder is what stands at the base URL; what is elsewhere is left out
	Now           time.Time // manuals that ended before are left out
}

// A Result is the result of [Write].
type Result struct {
	Manuals int `json:"manuals"`
	Files   int `json:"files"`   // in the site
	Removed int `json:"removed"` // files of an earlier export

	LeftOut []string `json:"leftOut,omitempty"` // what [LeaveOut] has returned
}

// Write writes the site of the public manuals in an index. The handler must serve
// the same index. The folder is created if it does not exist. It must be empty or
// hold an earlier site; files of that one that are not in the new one are removed.
// Without AllowExpiring, a manual with an end date is an error. The site has a folder
// for each host, unless AtBase is set.
func Write(ctx context.Context, folder string, public http.Handler, ix *db.Index, o Options) (Result, error) {
	manuals, err := publicManuals(ix, o)
	if err != nil {
		return Result{}, err
	}
	t, err := openTree(folder)
	if err != nil {
		return Result{}, err
	}
	defer t.close()
	t.base, t.atBase = ix.Site.Path, o.AtBase
	required, optional := addresses(ix, manuals)
	queue, seen := slices.Concat(required, optional), make(map[string]bool)
	for i := 0; i < len(queue); i++ {
		if seen[queue[i]] || o.AtBase && !below(ix.Site, queue[i]) {
			continue
		}
		seen[queue[i]] = true
		links, err := t.fetch(ctx, public, queue[i], i >= len(required))
		if err != nil {
			return Result{}, err
		}
		queue = append(queue, links...) // they are optional
	}
	if o.AtBase {
		if err := errors.Join(t.root.WriteFile(tempName, nil, 0o644), t.renameTemp(noJekyll)); err != nil {
			return Result{}, err
		}
	}
	removed, err := t.finish()
	return Result{Manuals: len(manuals), Files: len(t.written), Removed: removed}, err
}

// below reports whether an address is the base URL or below it.
func below(site manual.Site, address string) bool {
	return address == site.String() || strings.HasPrefix(address, site.String()+"/")
}

// LeaveOut removes the brands that are not at home on the site from a store, and returns
// the addresses of the public manuals that are not below the base URL.
func LeaveOut(ctx context.Context, store *db.DB, now time.Time) ([]string, error) {
	var (
		addresses []string
		err       error
	)
	err = store.Update(ctx, func(tx *db.Tx) error {
		ix := tx.Index()
		for b := range ix.Brands() {
			for e := range b.Manuals() {
				if page := address(ix, e); pages.IsListed(e, now) && !below(ix.Site, page) {
					addresses = append(addresses, page)
				}
			}
			if b == ix.Home() {
				continue
			}
			if err := tx.RemoveBrand(b.Slug); err != nil {
				return err
			}
		}
		return nil
	})
	return addresses, err
}

// publicManuals returns the manuals of the site.
func publicManuals(ix *db.Index, o Options) ([]*db.Head, error) {
	var manuals []*db.Head
	for b := range ix.Brands() {
		for e := range b.Manuals() {
			if !pages.IsListed(e, o.Now) || o.AtBase && !below(ix.Site, address(ix, e)) {
				continue
			}
			if !e.ExpiresAt.IsZero() && !o.AllowExpiring {
				return nil, fmt.Errorf(
					"%s.%s ends on %s, and static files would stay: take its end date away, or allow it with "+
						"--allow-expiring",
					b.Slug, e.Slug, e.ExpiresAt.Format(time.RFC3339),
				)
			}
			manuals = append(manuals, e)
		}
	}
	return manuals, nil
}

func address(ix *db.Index, e *db.Head) string {
	return e.Address(ix.Site)
}

// addresses returns the addresses of a site: those that the server must answer, and
// those that it may not have.
func addresses(ix *db.Index, manuals []*db.Head) (required, optional []string) {
	site, root := ix.Site, ix.Site.String()
	optional = append(optional, root+"/", root+manual.BrandsPath, root+manual.OpenAPIPath)
	hosts := []string{root}
	for _, e := range manuals {
		page := address(ix, e)
		host := site.BrandAddress(e.Brand.BrandSettings)
		if page == host || e.Subdomain != "" {
			host = page
			required = append(required, page+"/")
		} else {
			required = append(required, page)
		}
		hosts = append(hosts, host)
		for _, document := range []string{manual.ManualSuffix, manual.TokensSuffix} {
			slug := manual.APIDocumentsPath(e.Brand.Slug, e.Slug) + document
			required = append(required, host+slug, root+slug)
			for _, slug := range []string{e.Brand.Slug, e.Slug, e.Subdomain} { // of which a host may know some
				if slug != "" && (slug != e.Brand.Slug || e.Primary) {
					optional = append(
						optional, host+manual.ManualsPath+slug+document, root+manual.ManualsPath+slug+document,
					)
				}
			}
		}
		optional = append(optional, belowPage(page, e)...)
	}
	for _, host := range hosts {
		optional = append(
			optional, host+manual.RobotsPath, host+manual.SitemapPath, host+manual.LLMsPath, host+manual.SkillsPath,
			host+manual.FaviconPath, host+manual.ManualListPath,
		)
	}
	return required, optional
}

// belowPage returns the addresses below that of the page of a manual.
func belowPage(page string, e *db.Head) []string {
	all := []string{
		page + manual.ExportPath, page + manual.FeedPath, page + manual.FilesZipPath, page + manual.BrandZipPath,
	}
	for _, d := range manual.Documents {
		if d.File != "" {
			all = append(all, page+manual.ExportDocumentPath(d.File))
		}
	}
	all = append(all, page+manual.ReleasesPath+"/", page+manual.ReleasesList)
	for _, r := range e.Releases {
		for _, d := range r.Documents {
			all = append(all, page+manual.ReleasePath(r.Version, d.Name))
		}
	}
	for _, f := range e.Files {
		all = append(all, page+f.Path())
		for _, v := range manual.SmallerFiles([]manual.File{f}, e.Smaller) {
			all = append(all, page+f.SmallerPath(v.Width))
		}
	}
	return all
}
