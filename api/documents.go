package api

import (
	"crypto/sha256"
	"net/url"
	"strings"
	"time"

	"designmanual/db"
	"designmanual/db/gzip"
	"designmanual/db/manual"
)

// manual responds with manual.json (specification, section 4.1).
func (h *Handler) manual(rq *request) (*response, error) {
	name, ok := strings.CutSuffix(rq.documentName, manual.ManualSuffix)
	if !ok {
		return nil, errNotFound
	}
	m, err := rq.readableManual(name)
	if err != nil {
		return nil, err
	}
	rs, err := h.document(rq, m, manual.ManualDocument)
	if err != nil {
		return nil, err
	}
	h.addAPIFields(rq, rs, m)
	return rs, nil
}

// tokens responds with tokens.json, or with another form of it (specification, section 4.2).
func (h *Handler) tokens(rq *request) (*response, error) {
	m, err := rq.readableManual(rq.documentName)
	if err != nil {
		return nil, err
	}
	kind, err := requestedKind(rq.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	if kind == manual.ResolverDocument && !m.Has(kind) {
		return nil, errThemes
	}
	rs, err := h.document(rq, m, kind)
	if err != nil {
		return nil, err
	}
	h.addAPIFields(rq, rs, m)
	return rs, nil
}

// addAPIFields adds the header fields of a document of the JSON API: its links and, if its manual is not public, one
// that keeps search engines away.
func (h *Handler) addAPIFields(rq *request, rs *response, m *db.Head) {
	h.addLinks(rq, rs, m)
	rs.hideFromSearch(m)
}

// openAPIDocument responds with the OpenAPI document, on hosts of the site.
func (h *Handler) openAPIDocument(rq *request) (*response, error) {
	if !rq.scope.AllBrands {
		return nil, errNotFound
	}
	return h.openapi.respond(rq, maxAge(time.Time{}, rq.now))
}

// requestedKind returns the kind of tokens document for the query key "format". Without the key it is the one of the
// specification (section 2.5), whose values are strings; with it, one of the W3C's Design Tokens Format Module 2025.10.
// An unknown format is errFormat. Only & separates keys (URL Standard, section 5.1).
func requestedKind(query string) (manual.DocumentKind, error) {
	var formats []string // decoded; "" if that fails
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		key, _ = url.QueryUnescape(key)
		if key != "format" { // it is empty for a wrong escape
			continue
		}
		value, _ = url.QueryUnescape(value)
		formats = append(formats, value)
	}
	format := strings.Join(formats, "&")
	kind, ok := manual.TokensKind(format)
	if !ok || format == "" && formats != nil {
		return "", errFormat
	}
	return kind, nil
}

// document returns the response with a document of the manual, in the encoding that the request
// accepts. The error is errNotFound if the manual has none of that kind. The hash of the document comes first,
// because it may be all that the client needs. That of manual.json and tokens.json stands in the index; any
// other is known once the document was drawn, so the first request after a change draws it in any case.
func (h *Handler) document(rq *request, m *db.Head, kind manual.DocumentKind) (*response, error) {
	if !m.Has(kind) {
		return nil, errNotFound
	}
	hash, err := h.cache.Hash(rq.Context(), rq.index, m, kind)
	if err != nil {
		return nil, err
	}
	rs := rq.newResponse(hash, kind.Info().Type, rq.cacheControlOf(m))
	if err := rq.applyConditions(rs); err != nil {
		return nil, err
	}
	if rs.allowsBody() {
		rs.body, err = h.cache.Body(rq.Context(), rq.index, m, kind, rs.gzip)
	}
	return rs, err
}

// newResponse returns a response without its body for a document whose uncompressed body has that
// SHA-256. It chooses gzip if the request accepts that.
func (rq *request) newResponse(hash [sha256.Size]byte, mediaType, cacheControl string) *response {
	gzip := rq.prefersGzip()
	return &response{
		mediaType: mediaType, cacheControl: cacheControl, vary: varyDocument, gzip: gzip, tag: entityTag(hash, gzip),
	}
}

// withoutGzip chooses the uncompressed body, which has that SHA-256.
func (rs *response) withoutGzip(hash [sha256.Size]byte) {
	rs.gzip, rs.tag = false, entityTag(hash, false)
}

// pageOrExport returns the response with a document below the manual's address: a page, an export or an
// icon. Pages of other origins may load the exports of a manual that anyone may read.
func (h *Handler) pageOrExport(rq *request, m *db.Head, kind manual.DocumentKind) (*response, error) {
	rs, err := h.document(rq, m, kind)
	if err != nil {
		return nil, err
	}
	rs.vary = varyOf(m, rs.vary)
	if kind.Info().CrossOrigin {
		rq.addSharingFields(rs, m, false)
	} else {
		h.addSecurityFields(rq, rs, m.Visibility == manual.Public)
	}
	return rs, nil
}

// exportKind returns the kind of the export with that file name, or "".
func exportKind(name string) manual.DocumentKind {
	for _, d := range manual.Documents {
		if d.File == name && name != "" {
			return d.Kind
		}
	}
	return ""
}

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
	rs := rq.newResponse(f.Sum, manual.ReleasedKind(f.Name).Info().Type, rq.cacheControlOf(m))
	rs.vary = varyOf(m, rs.vary)
	rq.addSharingFields(rs, m, false)
	err := rq.applyConditions(rs)
	if err != nil || !rs.allowsBody() {
		return rs, err
	}
	rs.body, err = h.cache.Released(rq.Context(), rq.index, m, f, rs.gzip)
	return rs, err
}

// A static is a document that does not belong to a manual, such as a page file.
type static struct {
	mediaType string
	hash      [sha256.Size]byte
	identity  []byte
	gzip      []byte // or nil
}

// newStatic returns a document with that body.
func newStatic(identity []byte, mediaType string) static {
	return static{mediaType: mediaType, hash: sha256.Sum256(identity), identity: identity}
}

// compressed returns the document with a gzip body too, if that is smaller.
func (s static) compressed() static {
	if body := gzip.CompressBest(s.identity); len(body) < len(s.identity) {
		s.gzip = body
	}
	return s
}

// respond returns the response with the document.
func (s static) respond(rq *request, cacheControl string) (*response, error) {
	rs := rq.newResponse(s.hash, s.mediaType, cacheControl)
	if s.gzip == nil {
		rs.withoutGzip(s.hash)
	}
	rs.body = s.identity
	if rs.gzip {
		rs.body = s.gzip
	}
	return rs, rq.applyConditions(rs)
}
