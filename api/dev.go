package api

import (
	"crypto/rand"
	"crypto/subtle"
	_ "embed" // the script
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"designmanual/db"
)

// Dev is what local work has besides: pages that load again when what is
// served has changed, and links that open what is private.
type Dev struct {
	// Preview is the secret that, as the query ?preview=<secret> of a page's
	// address, opens the page for a session, whatever its visibility.
	Preview string
}

// dev is a Dev as it is served. All methods of a nil dev do nothing.
type dev struct {
	Dev
	id string // of this run of the program

	mu      sync.Mutex
	seen    *db.Index
	changes int
}

func newDev(d *Dev) *dev { return &dev{Dev: *d, id: rand.Text()} }

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

// state names what is served now: another name after every change.
func (d *dev) state(ix *db.Index) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.seen != ix {
		d.seen = ix
		d.changes++
	}
	return d.id + "-" + strconv.Itoa(d.changes)
}

// follow has a page load again when something has changed.
func (d *dev) follow(rq *request, rs *response) {
	if d == nil || rs.mediaType != mediaPage || rs.bare || rs.gzip {
		return
	}
	script := fmt.Sprintf("<script src=\"%s?%s\" defer></script>\n", reloadScript, d.state(rq.index))
	rs.body = append(rs.body[:len(rs.body):len(rs.body)], script...)
	rs.tag, rs.cache = "", noStore
}

// asset returns the script and what it waits for, which comes when something
// has changed, or after a while says that nothing has.
func (d *dev) asset(h *Handler, rq *request) *response {
	if d == nil {
		return nil
	}
	rs := &response{mediaType: mediaScript, cache: noStore}
	switch rq.URL.Path {
	case reloadScript:
		rs.body = reloadSource
	case reloadWait:
		tick := time.NewTicker(pollTime)
		defer tick.Stop()
		for end := time.After(waitTime); d.state(h.db.Index()) == rq.URL.RawQuery; {
			select {
			case <-tick.C:
			case <-rq.Context().Done():
				return rs
			case <-end:
				rs.status = http.StatusServiceUnavailable
				return rs
			}
		}
	default:
		return nil
	}
	return rs
}

// previews tells whether the request comes by a link that opens what is
// private.
func (d *dev) previews(rq *request) bool {
	return d != nil && d.Preview != "" && subtle.ConstantTimeCompare([]byte(rq.URL.Query().Get("preview")), []byte(d.Preview)) == 1
}
