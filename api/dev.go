package api

import (
	_ "embed" // the script
	"encoding/json"
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
