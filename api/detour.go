package api

import (
	"net/http"
	"strconv"

	"designmanual/db"
)

// A detour is what the address of a page answers in place of the page: the
// password form, or where to go on.
type detour struct {
	status   int
	cache    []string
	body     []byte // a page, or nothing
	location string // the path to go on at, or empty
	cookie   string // to be set, or empty
	wait     int    // seconds before the next try, or 0
}

// moved returns the way to the one path that a page has on a host, for
// whoever may read it. It holds as long as the page itself may be stored.
func (h *Handler) moved(x *exchange, e *db.Entry, home string) representation {
	d := &detour{status: http.StatusPermanentRedirect, location: home, cache: noStore}
	if e.Visibility.Open() && !x.credentials.sent {
		d.cache = h.maxAges[secondsToCache(e.ExpiresAt, x.now)]
	}
	return representation{detour: d}
}

// divert answers with a detour. Its location is a path alone, so that no
// address is made from a request.
func (h *Handler) divert(w http.ResponseWriter, x *exchange, d *detour) {
	header := w.Header()
	h.pages.fence(header, x, false)
	header["Cache-Control"] = d.cache
	header["Vary"] = varySession
	if d.location != "" {
		header["Location"] = []string{d.location}
	}
	if d.cookie != "" {
		header["Set-Cookie"] = []string{d.cookie}
	}
	if d.wait > 0 {
		header["Retry-After"] = []string{strconv.Itoa(d.wait)}
	}
	if d.body != nil {
		header["Content-Type"] = mediaPage
	}
	header["Content-Length"] = []string{strconv.Itoa(len(d.body))}
	w.WriteHeader(d.status)
	writeBody(w, x.r, d.body)
}
