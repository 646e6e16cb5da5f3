package api

import (
	"designmanual/db"
	"designmanual/db/manual"
)

// released returns the response with the document of a release that the path names.
func (h *Handler) released(rq *request, e *db.Manual, _ visit) (*response, error) {
	r := e.Release(rq.path.Version)
	if r == nil || !e.Published {
		return nil, errNotFound
	}
	f, ok := r.Document(rq.path.Name)
	if !ok {
		return nil, errNotFound
	}
	rs, err := rq.newResponse(f.Sum, true, manual.ReleasedKind(f.Name).Info().Type, rq.cacheOf(e))
	if err != nil {
		return nil, err
	}
	rs.vary = varyOf(e, rs.vary)
	rq.setSharing(rs, e, false)
	if rs.allowsBody() {
		rs.body, err = h.cache.Released(rq.Context(), rq.index, e, f, rs.gzip)
	}
	return rs, err
}
