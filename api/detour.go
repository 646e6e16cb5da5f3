package api

import (
	"net/http"

	"designmanual/db"
)

// A detour is what the address of a page answers in place of the page: the
// password form, or where to go on.
type detour struct {
	status   int
	cache    string
	body     []byte // a page, or nothing
	location string // the path to go on at, or empty
	cookie   string // to be set, or empty
	wait     int    // seconds before the next try, or 0
}

// moved returns the way to the one path that a page has on a host, for
// whoever may read it. It holds as long as the page itself may be stored.
func (h *Handler) moved(x *exchange, e db.Entry, home string) representation {
	d := &detour{status: http.StatusPermanentRedirect, location: home, cache: noStore}
	if e.Visibility().Open() && !x.credentials.sent {
		d.cache = h.maxAges[secondsToCache(e.ExpiresAt(), x.now)]
	}
	return representation{detour: d}
}

// divert answers with a detour. Its location is a path alone, so that no
// address is made from a request.
func (h *Handler) divert(w http.ResponseWriter, x *exchange, d *detour) {
	f := &x.fields
	h.pages.fence(x, false)
	f.add(noSniff)
	f.add(d.cache)
	f.add(varySession)
	if d.location != "" {
		f.text("Location", d.location)
	}
	if d.cookie != "" {
		f.text("Set-Cookie", d.cookie)
	}
	if d.wait > 0 {
		f.number("Retry-After", int64(d.wait))
	}
	mediaType := mediaNone
	if d.body != nil {
		mediaType = mediaPage
	}
	x.send(w, d.status, mediaType, d.body)
}
