package api

import (
	"bytes"
	"crypto/rand"
	_ "embed" // the script
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"designmanual/api/hosts"
	"designmanual/api/pages"
	"designmanual/db"
	"designmanual/db/manual"
)

// indexPages is what the handler makes of an index on the first request.
type indexPages struct {
	index   *db.Index
	version string // random, differs for each index

	mu       sync.Mutex
	lists    map[listKey]listing
	policies map[string]string // of pages, by tag
}

// A listKey identifies a list of manuals on a host.
type listKey struct {
	part  string // its path
	scope hosts.Scope
}

// A listing is a list of manuals, until one of them ends.
type listing struct {
	static
	until time.Time // zero if none of them ends
}

// pagesFor returns the pages of an index, and keeps them until the index changes.
func (h *Handler) pagesFor(ix *db.Index) *indexPages {
	h.pagesMu.Lock()
	defer h.pagesMu.Unlock()
	if h.pages == nil || h.pages.index != ix {
		h.pages = &indexPages{index: ix, version: rand.Text(), lists: make(map[listKey]listing), policies: make(map[string]string)}
	}
	return h.pages
}

// list returns the response with the list that the request's path names on its host. It is
// made once for an index, and again when a manual has ended. The error is errNotFound if
// make returns no bytes.
func (h *Handler) list(rq *request, mediaType string, make func() ([]byte, time.Time, error)) (*response, error) {
	made, key := h.pagesFor(rq.index), listKey{rq.path.Part, rq.scope}
	made.mu.Lock()
	defer made.mu.Unlock()
	l, ok := made.lists[key]
	if !ok || !l.until.IsZero() && !rq.now.Before(l.until) {
		body, until, err := make()
		switch {
		case err != nil:
			return nil, err
		case body == nil:
			return nil, errNotFound
		}
		l = listing{newStatic(body, mediaType).compressed(), until}
		made.lists[key] = l
	}
	return l.respond(rq, maxAge(l.until, rq.now))
}

// index is the endpoint of the page that lists the public manuals of a brand, or those of
// the site: at its root or, if a brand is at home there, those of the other brands at a
// path. The error is errNotFound if there are none, except at the root of the site.
func (h *Handler) index(rq *request) (*response, error) {
	site, b := rq.index.Site, rq.scope.Brand
	i := pages.Index{Address: site.String()}
	scope := hosts.Scope{Site: true}
	switch {
	case rq.endpoint == EndpointManuals && b == nil:
		return nil, errNotFound
	case rq.endpoint == EndpointManuals:
		i.Brand, i.Address = b, site.BrandAddress(b.Brand)+manual.IndexPath
		scope = hosts.Scope{Brand: b}
	case b != nil:
		i.Address += manual.BrandsPath
	}
	rs, err := h.list(rq, mediaPage, func() (body []byte, until time.Time, err error) {
		i.Listed, until = pages.Listed(rq.index, scope, rq.now)
		i.Listed = slices.DeleteFunc(i.Listed, func(e *db.Manual) bool { return i.Brand == nil && e.Brand == b })
		if len(i.Listed) == 0 && !rq.path.IsRoot() {
			return nil, until, nil
		}
		i.Look = pages.NewLook(site, rq.scope)
		body, err = h.options.Pages.Index(i)
		return body, until, err
	})
	switch {
	case err != nil:
		return nil, err
	case rq.path.Alias:
		return h.redirect(rq, http.StatusPermanentRedirect, rq.path.OfHost(rq.scope), rs.cache), nil
	}
	h.setPageFields(rq, rs, true)
	return rs, nil
}

// asset is the endpoint of assets.
func (h *Handler) asset(rq *request) (*response, error) {
	path := rq.URL.Path
	if encodedSlash(rq.URL) {
		return nil, errNotFound
	}
	if a, ok := h.assets[path]; ok {
		return a.respond(rq, cacheForever)
	}
	if made, ok := h.options.Pages.Icon(path); ok {
		return newStatic(made.Body, made.Type).respond(rq, cacheForever)
	}
	return h.reloadAsset(rq)
}

// skills is the endpoint of the index of a host's skills, with the digest of each.
func (h *Handler) skills(rq *request) (*response, error) {
	return h.list(rq, mediaJSON, func() ([]byte, time.Time, error) {
		return pages.MakeSkills(rq.index, rq.scope, rq.now, func(e *db.Manual) ([32]byte, error) {
			return h.cache.Tag(rq.Context(), rq.index, e, manual.SkillDocument)
		})
	})
}

// hostList returns the endpoint of a list for programs.
func hostList(mediaType string, make func(*db.Index, hosts.Scope, time.Time) ([]byte, time.Time, error)) endpoint {
	return func(h *Handler, rq *request) (*response, error) {
		return h.list(rq, mediaType, func() ([]byte, time.Time, error) { return make(rq.index, rq.scope, rq.now) })
	}
}

const (
	reloadScript = manual.InternalPath + "reload.js"
	reloadCheck  = manual.InternalPath + "reload"
)

// reloadSource is the script that reloads a page after a change. It loads the script
// at reloadCheck every second or so, as the policy of pages allows no other
// requests.
//
//go:embed reload.js
var reloadSource []byte

// addReload adds the reload script to a page, in local work.
func (h *Handler) addReload(rq *request, rs *response) {
	if !h.options.Dev || rs.mediaType != mediaPage || !rs.allowsBody() {
		return
	}
	script := fmt.Sprintf("<script src=\"%s?%s\" defer></script>\n", reloadScript, h.pagesFor(rq.index).version)
	// The policy of the page names no script but its own.
	body := bytes.Replace(rs.body, []byte("; script-src &#39;none&#39;"), []byte("; script-src 'self'"), 1)
	body = bytes.Replace(body, []byte("; script-src &#39;sha"), []byte("; script-src 'self' &#39;sha"), 1)
	end := max(0, bytes.LastIndex(body, []byte("</body>")))
	rs.body = slices.Concat(body[:end], []byte(script), body[end:])
	rs.tag, rs.cache = "", noStore
}

// reloadAsset is the endpoint of the reload script and of reloadCheck. Until the store
// changes, the latter is a script that tells the page what is wrong with the seed files.
func (h *Handler) reloadAsset(rq *request) (*response, error) {
	rs := &response{mediaType: mediaScript, cache: noStore, body: reloadSource}
	switch {
	case !h.options.Dev || rq.URL.Path != reloadScript && rq.URL.Path != reloadCheck:
		return nil, errNotFound
	case rq.URL.Path == reloadScript:
	case rq.URL.RawQuery == h.pagesFor(h.db.Index()).version && h.options.Problems == nil:
		rs.body = nil
	case rq.URL.RawQuery == h.pagesFor(h.db.Index()).version:
		text, err := json.Marshal(append([]string{}, h.options.Problems()...))
		if err != nil {
			return nil, err
		}
		rs.body = fmt.Appendf(nil, "dispatchEvent(new CustomEvent(\"problems\", { detail: %s }))", text)
	default:
		rs.body = []byte("location.reload()")
	}
	return rs, nil
}
