package api

import (
	"designmanual/db"
	"designmanual/db/manual"
)

// export answers with a document of the manual as a file to take away. Where
// anyone may read it, pages of other origins may load it too.
func (h *Handler) export(rq *request, e db.Entry) (*response, error) {
	kind, ok := h.exports[rq.path.Name]
	if !ok {
		return nil, errNotFound
	}
	if _, ok := e.Document(kind); !ok {
		return nil, errNotFound
	}
	rs, err := h.document(rq, e, kind)
	if err != nil {
		return nil, err
	}
	if e.Visibility() == manual.Password {
		rs.vary = varySession
	}
	rq.share(rs, e, false)
	return rs, nil
}

// share says who may load a file of the manual: pages of any origin where
// anyone may read the manual, else those of its own, as with what is licensed
// for it alone.
func (rq *request) share(rs *response, e db.Entry, licensed bool) {
	open := e.Visibility().Open()
	if !open {
		rs.cache = noStore
	}
	rs.closed = !open || licensed
	if rs.bare {
		return
	}
	policy := "cross-origin"
	if rs.closed || rq.credentials.sent {
		policy = "same-origin"
	}
	rs.more = append(rs.more, field{"Cross-Origin-Resource-Policy", policy})
	if e.Visibility() != manual.Public {
		rs.more = append(rs.more, field{"X-Robots-Tag", "noindex"})
	}
}
