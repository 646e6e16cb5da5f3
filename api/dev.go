package api

import (
	"crypto/subtle"
	_ "embed" // the script
	"fmt"
	"net/http"
	"time"
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
	reloadWait   = "/-/reload"
	waitTime     = 20 * time.Second // below what a server lets an answer take
	pollTime     = 50 * time.Millisecond
)

// reloadSource waits for a script to come. The policy of a page lets it load
// scripts from its own host and nothing else.
//
//go:embed reload.js
var reloadSource []byte

// addReload has a page load again when something has changed.
func (h *Handler) addReload(rq *request, rs *response) {
	if h.site == nil || h.site.dev == nil || rs.mediaType != mediaPage || rs.bare() {
		return
	}
	script := fmt.Sprintf("<script src=\"%s?%s\" defer></script>\n", reloadScript, h.site.pages(rq.index).name)
	rs.body = append(rs.body[:len(rs.body):len(rs.body)], script...)
	rs.tag, rs.cache = "", noStore
}

// reloadAsset returns the script and what it waits for, which comes when
// something has changed, or after a while says that nothing has; or nil.
func (h *Handler) reloadAsset(rq *request) *response {
	rs := &response{mediaType: mediaScript, cache: noStore}
	switch {
	case h.site.dev == nil:
		return nil
	case rq.URL.Path == reloadScript:
		rs.body = reloadSource
		return rs
	case rq.URL.Path != reloadWait:
		return nil
	}
	tick := time.NewTicker(pollTime)
	defer tick.Stop()
	for end := time.After(waitTime); h.site.pages(h.db.Index()).name == rq.URL.RawQuery; {
		select {
		case <-tick.C:
		case <-rq.Context().Done():
			return rs
		case <-end:
			rs.status = http.StatusServiceUnavailable
			return rs
		}
	}
	return rs
}

// previews tells whether the request comes by a link that opens what is
// private.
func (h *Handler) previews(rq *request) bool {
	dev := h.site.dev
	return dev != nil && dev.Preview != "" && subtle.ConstantTimeCompare([]byte(rq.URL.Query().Get("preview")), []byte(dev.Preview)) == 1
}
