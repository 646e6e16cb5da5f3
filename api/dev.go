package api

import (
	"crypto/subtle"
	_ "embed" // the script
	"fmt"
)

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
	if !h.options.Dev || rs.mediaType != mediaPage || rs.bare() {
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
	case !h.options.Dev || rq.URL.Path != reloadScript && rq.URL.Path != reloadCheck:
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
	secret := h.options.Preview
	return secret != "" && subtle.ConstantTimeCompare([]byte(rq.URL.Query().Get("preview")), []byte(secret)) == 1
}
