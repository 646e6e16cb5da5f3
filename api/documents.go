package api

import (
	"fmt"
	"net/url"
	"strings"
	"time"

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

// description is the endpoint of the OpenAPI document of the interface. It is
// at hosts that stand for the whole site.
func (h *Handler) description(rq *request) (*response, error) {
	if !rq.index.Scope(rq.Host).Site {
		return nil, errNotFound
	}
	return h.openapi.respond(rq, mediaJSON, maxAge(time.Time{}, rq.now))
}

// lookup returns the manual that the request names and may read. The errors
// are those of [request.authorize].
func (rq *request) lookup(slug string) (*db.Entry, error) {
	e := rq.index.Find(rq.index.Scope(rq.Host), slug)
	return e, rq.authorize(e, rq.mayRead(e))
}

// tokensKind returns the document that the query's key "format" asks for:
// the string form of the specification without it, else a document of the
// stable W3C form. The error is errFormat for any other value, one that does
// not decode among them: who asks for a form is never given another. Only &
// separates (URL Standard, section 5.1).
func tokensKind(query string) (manual.DocumentKind, error) {
	kind, given := manual.TokensDocument, false
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		if key, err := url.QueryUnescape(key); err != nil || key != "format" {
			continue
		}
		value, err := url.QueryUnescape(value)
		switch {
		case err != nil || given:
			return "", errFormat
		case value == "2025.10":
			kind = manual.StructuredDocument
		case value == "2025.10-resolver":
			kind = manual.ResolverDocument
		default:
			return "", errFormat
		}
		given = true
	}
	return kind, nil
}

// document answers with a document of the manual in the encoding that the
// request asks for, unless its preconditions make the body unneeded.
func (h *Handler) document(rq *request, e *db.Entry, kind manual.DocumentKind) (*response, error) {
	info, ok := e.Document(kind)
	if !ok {
		return nil, fmt.Errorf("manual %s of brand %s has no document %q", e.ID, e.Brand.Slug, kind)
	}
	gzip := info.GzipBytes > 0 && acceptsGzip(rq.Header["Accept-Encoding"])
	rs := &response{
		mediaType: kind.Info().Type, tag: entityTag(info.Sum, gzip), cache: maxAge(e.ExpiresAt.Time, rq.now), vary: varyDocument, gzip: gzip,
	}
	if unchanged, err := rq.unchanged(rs); unchanged || err != nil {
		return rs, err
	}
	found, err := h.bodies.get(bodyKey{info.Sum, gzip}, func() ([]byte, error) {
		return h.db.Read(rq.index, e, kind, gzip)
	})
	if err != nil {
		return nil, fmt.Errorf("reading document %q of manual %s of brand %s: %w", kind, e.ID, e.Brand.Slug, err)
	}
	rs.body, rs.owner = found.bytes, found
	return rs, nil
}

// published answers with a document that lies at the manual's address: a page,
// or a file to take away, which pages of other origins may load too where
// anyone may read it.
func (h *Handler) published(rq *request, e *db.Entry, kind manual.DocumentKind) (*response, error) {
	if _, ok := e.Document(kind); !ok { // of no such name, or published by a program that made none
		return nil, errNotFound
	}
	rs, err := h.document(rq, e, kind)
	if err != nil {
		return nil, err
	}
	rs.restrict(e, noStore)
	if kind.Info().Open {
		rq.share(rs, e, false)
	} else {
		h.protect(rq, rs, e.Visibility == manual.Public)
	}
	return rs, nil
}

// exportKind returns the kind of the export of that file name, or none.
func exportKind(name string) manual.DocumentKind {
	for _, d := range manual.Documents {
		if d.File == name && name != "" {
			return d.Kind
		}
	}
	return ""
}
