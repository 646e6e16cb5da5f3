package api

import (
	"fmt"
	"net/url"
	"strings"

	"designmanual/db"
	"designmanual/db/manual"
)

// manual is the endpoint of specification, section 4.1.
func (h *Handler) manual(rq *request) (*response, error) {
	name, ok := strings.CutSuffix(rq.slug, ".json")
	if !ok {
		return nil, errNotFound
	}
	e, err := rq.lookup(name)
	if err != nil {
		return nil, err
	}
	return h.document(rq, e, manual.ManualDocument)
}

// tokens is the endpoint of specification, section 4.2.
func (h *Handler) tokens(rq *request) (*response, error) {
	e, err := rq.lookup(rq.slug)
	if err != nil {
		return nil, err
	}
	kind, err := tokensKind(rq.URL.RawQuery)
	if err != nil {
		return nil, err
	}
	if _, ok := e.Document(kind); !ok && kind == manual.ResolverDocument {
		return nil, errThemes
	}
	return h.document(rq, e, kind)
}

// lookup returns the manual that the request names and may read. The errors
// are those of [request.authorize].
func (rq *request) lookup(slug string) (db.Entry, error) {
	e := rq.index.Find(rq.index.Scope(rq.Host), slug)
	if err := rq.authorize(e, rq.mayRead(e)); err != nil {
		return db.Entry{}, err
	}
	return e, nil
}

// tokensKind returns the document that the query's key "format" asks for:
// the string form of the specification without it, else a document of the
// stable W3C form. The error is errFormat for any other value, one that does
// not decode among them: who asks for a form is never given another. Only &
// separates (URL Standard, section 5.1).
func tokensKind(query string) (manual.DocumentKind, error) {
	format, given := "", false
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		if key, err := url.QueryUnescape(key); err != nil || key != "format" {
			continue
		}
		value, err := url.QueryUnescape(value)
		if err != nil || given {
			return "", errFormat
		}
		format, given = value, true
	}
	switch {
	case !given:
		return manual.TokensDocument, nil
	case format == "2025.10":
		return manual.StructuredDocument, nil
	case format == "2025.10-resolver":
		return manual.ResolverDocument, nil
	}
	return "", errFormat
}

// document answers with a document of the manual in the encoding that the
// request asks for, unless its preconditions make the body unneeded.
func (h *Handler) document(rq *request, e db.Entry, kind manual.DocumentKind) (*response, error) {
	info, ok := e.Document(kind)
	if !ok {
		return nil, fmt.Errorf("manual %s of brand %s has no document %q", e.ID(), e.Brand.Slug, kind)
	}
	gzip := info.GzipBytes > 0 && acceptsGzip(rq.Header["Accept-Encoding"])
	rs := &response{
		mediaType: h.mediaTypes[kind],
		tag:       entityTag(info.Sum, gzip),
		cache:     maxAge(e.ExpiresAt(), rq.now),
		vary:      varyDocument,
		gzip:      gzip,
	}
	unchanged, err := preconditions(rq.Header, rs.tag)
	switch {
	case err != nil:
		return nil, err
	case unchanged:
		return rs.unchanged(), nil
	}
	found, err := h.bodies.get(bodyKey{info.Sum, gzip}, func() ([]byte, error) {
		return h.db.Read(rq.Context(), rq.index, e, kind, gzip)
	})
	if err != nil {
		return nil, fmt.Errorf("reading document %q of manual %s of brand %s: %w", kind, e.ID(), e.Brand.Slug, err)
	}
	rs.body, rs.owner = found.bytes, found
	return rs, nil
}
