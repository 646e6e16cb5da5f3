package api

import (
	"bytes"
	_ "embed" // reload.js
	"encoding/json"
	"fmt"
	"slices"

	"designmanual/db"
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

// addReload adds the reload script to a page, in dev.
func (h *Handler) addReload(rq *request, rs *response) {
	if !h.options.Dev {
		return
	}
	script := fmt.Sprintf("<script src=\"%s?%s\" defer></script>\n", reloadScript, h.indexCacheOf(rq.index).version)
	// The policy of the page names no script but its own.
	body := bytes.Replace(rs.body, []byte("; script-src &#39;none&#39;"), []byte("; script-src 'self'"), 1)
	body = bytes.Replace(body, []byte("; script-src &#39;sha"), []byte("; script-src 'self' &#39;sha"), 1)
	end := max(0, bytes.LastIndex(body, []byte("</body>")))
	rs.body = slices.Concat(body[:end], []byte(script), body[end:])
	rs.tag, rs.cacheControl = "", noStore
}

// reloadFile responds with the reload script or reloadCheck. Until the store
// changes, the latter is a script that tells the page what is wrong with the seed files.
func (h *Handler) reloadFile(rq *request) (*response, error) {
	if !h.options.Dev || rq.sitePath != reloadScript && rq.sitePath != reloadCheck {
		return nil, errNotFound
	}
	rs := &response{mediaType: mediaScript, cacheControl: noStore}
	if rq.sitePath == reloadScript {
		rs.body = reloadSource
		return rs, nil
	}
	if rq.URL.RawQuery != h.indexCacheOf(h.db.Index()).version {
		rs.body = []byte("location.reload()")
		return rs, nil
	}
	if h.options.DevMessages == nil {
		return rs, nil
	}
	problems := h.options.DevMessages()
	lines := []string{}
	for _, p := range problems {
		lines = append(lines, p.Text)
	}
	text, err := json.Marshal(lines)
	if err != nil {
		return nil, err
	}
	rs.body = fmt.Appendf(
		nil, `dispatchEvent(new CustomEvent("problems", { detail: { lines: %s, folded: %t } }))`, text,
		isOfOthers(rq, problems),
	)
	return rs, nil
}

// isOfOthers reports whether nothing is wrong with the seed files of the brand of a host, only with
// those of others: its pages stay in sight.
func isOfOthers(rq *request, problems []DevMessage) bool {
	own := rq.scope.Brand
	if own == nil {
		return false
	}
	isOfAnother := func(p DevMessage) bool {
		if isFrom(own, p.File) {
			return false
		}
		for b := range rq.index.Brands() {
			if isFrom(b, p.File) {
				return true
			}
		}
		return false
	}
	return !slices.ContainsFunc(problems, func(p DevMessage) bool { return !isOfAnother(p) })
}

// isFrom reports whether a brand, or a manual of it, was imported from a seed file.
func isFrom(b *db.Brand, file string) bool {
	if file == "" {
		return false
	}
	if b.SeedPath == file {
		return true
	}
	for m := range b.Manuals() {
		if m.SeedPath == file {
			return true
		}
	}
	return false
}
