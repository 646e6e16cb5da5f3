package api

import (
	_ "embed" // the script
	"fmt"

	"designmanual/db/manual"
)

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
	rs.body = append(rs.body[:len(rs.body):len(rs.body)], script...)
	rs.tag, rs.cache = "", noStore
}

// reloadAsset is the endpoint of the reload script and of reloadCheck. The latter is
// an empty script until the store changes.
func (h *Handler) reloadAsset(rq *request) (*response, error) {
	rs := &response{mediaType: mediaScript, cache: noStore, body: reloadSource}
	switch {
	case !h.options.Dev || rq.URL.Path != reloadScript && rq.URL.Path != reloadCheck:
		return nil, errNotFound
	case rq.URL.Path == reloadScript:
	case rq.URL.RawQuery == h.pagesFor(h.db.Index()).version:
		rs.body = nil
	default:
		rs.body = []byte("location.reload()")
	}
	return rs, nil
}
