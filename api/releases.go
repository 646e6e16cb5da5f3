package api

import (
	"designmanual/db"
	"designmanual/db/manual"
)

// released returns the response with the document of a release that the path names.
func (h *Handler) released(rq *request, m *db.Head, _ visit) (*response, error) {
	r := m.Release(rq.path.Version)
	if r == nil || !m.Published {
		return nil, errNotFound
	}
	f, ok := r.Document(rq.path.Name)
	if !ok {
		return nil, errNotFound
	}
	rs, err := rq.newResponse(f.Sum, true, manual.ReleasedKind(f.Name).Info().Type, rq.cacheControlOf(m))
	if err != nil {
		return nil, err
	}
	rs.vary = varyOf(m, rs.vary)
	rq.setSharing(rs, m, false)
	if rs.allowsBody() {
		rs.body, err = h.cache.Released(rq.Context(), rq.index, m, f, rs.gzip)
	}
	return rs, err
}
