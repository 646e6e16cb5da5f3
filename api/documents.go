package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
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

// description is the endpoint of the OpenAPI document, at hosts that stand for
// the whole site.
func (h *Handler) description(rq *request) (*response, error) {
	if !rq.scope.Site {
		return nil, errNotFound
	}
	return h.openapi.respond(rq, maxAge(time.Time{}, rq.now))
}

// tokensKind returns the document that the query's key "format" asks for:
// the string form of the specification without it, else one of the stable W3C
// form. Who asks for a form is never given another: the error is errFormat.
// Only & separates (URL Standard, section 5.1).
func tokensKind(query string) (manual.DocumentKind, error) {
	var formats []string // decoded; empty for one that does not decode
	for part := range strings.SplitSeq(query, "&") {
		key, value, _ := strings.Cut(part, "=")
		if key, err := url.QueryUnescape(key); err == nil && key == "format" {
			value, _ = url.QueryUnescape(value)
			formats = append(formats, value)
		}
	}
	switch strings.Join(formats, "&") {
	case "2025.10":
		return manual.StructuredDocument, nil
	case "2025.10-resolver":
		return manual.ResolverDocument, nil
	}
	if formats != nil {
		return "", errFormat
	}
	return manual.TokensDocument, nil
}

// document answers with a document of the manual, if it has one of that kind, in
// the encoding that the request asks for, unless its preconditions make the body
// unneeded.
func (h *Handler) document(rq *request, e *db.Entry, kind manual.DocumentKind) (*response, error) {
	info, ok := e.Document(kind)
	if !ok {
		return nil, errNotFound
	}
	rs, err := rq.represent(info.Sum, info.GzipBytes > 0, kind.Info().Type, rq.cacheOf(e))
	if err != nil || rs.bare() {
		return rs, err
	}
	found, err := h.bodies.get(bodyKey{info.Sum, rs.gzip}, func() ([]byte, error) {
		return h.db.Read(rq.index, e, kind, rs.gzip)
	})
	if err != nil {
		return nil, fmt.Errorf("reading document %q of manual %s of brand %s: %w", kind, e.ID, e.Brand.Slug, err)
	}
	rs.body, rs.owner = found.bytes, found
	return rs, nil
}

// represent begins the answer with a document of that SHA-256, in the encoding
// that the request asks for where there is gzip of it, judged by its
// preconditions.
func (rq *request) represent(sum [sha256.Size]byte, hasGzip bool, mediaType, cache string) (*response, error) {
	rs := &response{mediaType: mediaType, cache: cache, vary: varyDocument}
	rs.gzip = hasGzip && acceptsGzip(rq.Header["Accept-Encoding"])
	rs.tag = entityTag(sum, rs.gzip)
	return rs, rq.judgeConditions(rs)
}

// published answers with a document that lies at the manual's address: a page,
// or a file to take away, which pages of other origins may load too where
// anyone may read it.
func (h *Handler) published(rq *request, e *db.Entry, kind manual.DocumentKind) (*response, error) {
	rs, err := h.document(rq, e, kind)
	if err != nil {
		return nil, err
	}
	rs.vary = varyOf(e, rs.vary)
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

// A static is a document that is no document of a manual: a part of the
// program, or made of the whole store.
type static struct {
	mediaType string
	sum       [sha256.Size]byte
	identity  []byte
	gzip      []byte // nil where it is not compressed
}

// newStatic makes a document of its body.
func newStatic(identity []byte, mediaType string) static {
	return static{mediaType: mediaType, sum: sha256.Sum256(identity), identity: identity}
}

// compressed returns the document with its body compressed too, unless that
// would make it no smaller.
func (s static) compressed() static {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression) // a level that there is
	_, _ = w.Write(s.identity)                              // to memory, which does not fail
	_ = w.Close()
	if out.Len() < len(s.identity) {
		s.gzip = out.Bytes()
	}
	return s
}

// respond answers with the document.
func (s static) respond(rq *request, cache string) (*response, error) {
	rs, err := rq.represent(s.sum, s.gzip != nil, s.mediaType, cache)
	if rs.body = s.identity; rs.gzip {
		rs.body = s.gzip
	}
	return rs, err
}
