package api

import (
	"crypto/subtle"
	_ "embed" // the script
	"fmt"
)

// Dev is what local work has besides: pages that load again when what is
// served has changed, and links that open what is private.
type Dev struct {
	// Preview is the secret that, as the query ?preview=<secret> of a page's
	// address, opens the page for a session, whatever its visibility.
	Preview string
}

const (
	reloadScript = "/-/reload.js"
	reloadCheck  = "/-/reload"
)

// reloadSource asks whether to load the page again. The policy of a page lets
// it load scripts from its own host and nothing else.
//
//go:embed reload.js
var reloadSource []byte

// addReload has a page load again when something has changed.
func (h *Handler) addReload(rq *request, rs *response) {
	if h.options.Dev == nil || rs.mediaType != mediaPage || rs.bare() {
		return
	}
	script := fmt.Sprintf("<script src=\"%s?%s\" defer></script>\n", reloadScript, h.pagesOf(rq.index).name)
	rs.body = append(rs.body[:len(rs.body):len(rs.body)], script...)
	rs.tag, rs.cache = "", noStore
}

// reloadAsset answers with the script, or with the one that it asks for again
// and again: empty, until something has changed.
func (h *Handler) reloadAsset(rq *request) (*response, error) {
	rs := &response{mediaType: mediaScript, cache: noStore, body: reloadSource}
	switch {
	case h.options.Dev == nil || rq.URL.Path != reloadScript && rq.URL.Path != reloadCheck:
		return nil, errNotFound
	case rq.URL.Path == reloadScript:
	case rq.URL.RawQuery == h.pagesOf(h.db.Index()).name:
		rs.body = nil
	default:
		rs.body = []byte("location.reload()")
	}
	return rs, nil
}

// previews tells whether the request comes by a link that opens what is
// private.
func (h *Handler) previews(rq *request) bool {
	dev := h.options.Dev
	return dev != nil && dev.Preview != "" && subtle.ConstantTimeCompare([]byte(rq.URL.Query().Get("preview")), []byte(dev.Preview)) == 1
}
