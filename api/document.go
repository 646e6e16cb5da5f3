package api

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"designmanual/db"
	"designmanual/db/manual"
)

// A fingerprint is the SHA-256 of an identity body. In hex it is the opaque
// part of the entity tag.
type fingerprint [sha256.Size]byte

// A representation is what answers a request with 200, or with 304 where
// notModified says so and there is no body.
type representation struct {
	fingerprint fingerprint
	mediaType   string
	cache       string // the field Cache-Control for anyone, without credentials
	vary        string // the field
	gzip        bool
	notModified bool
	page        bool // a browser shows it: it has the fields that fence it in
	listed      bool // search engines may have it
	body        []byte
	copied      *bodyCopy // that holds the body and is to be let go of, or nil
	detour      *detour   // answers in its place, or nil
}

// manual is the endpoint of specification, section 4.1.
func (h *Handler) manual(x *exchange) (representation, error) {
	name, ok := strings.CutSuffix(x.segment, ".json")
	if !ok {
		return representation{}, errNotFound
	}
	e, err := x.find(name)
	if err != nil {
		return representation{}, err
	}
	return h.document(x, e, manual.ManualDocument)
}

// tokens is the endpoint of specification, section 4.2.
func (h *Handler) tokens(x *exchange) (representation, error) {
	e, err := x.find(x.segment)
	if err != nil {
		return representation{}, err
	}
	kind, err := tokensKind(x.r.URL.RawQuery)
	if err != nil {
		return representation{}, err
	}
	return h.document(x, e, kind)
}

// find returns the manual that the request names and may read. The errors are
// errNotFound, the same for a manual that is not there, not published or not
// for this reader (specification, sections 5 and 7), and errGone.
func (x *exchange) find(name string) (db.Entry, error) {
	parsed, ok := parseSlug(name)
	if !ok {
		return db.Entry{}, errNotFound
	}
	e := scopeOf(x.index, x.r.Host).find(x.index, parsed)
	if e.IsZero() || !e.Published() || !x.mayRead(e) {
		return db.Entry{}, errNotFound
	}
	if manual.Expired(e.ExpiresAt(), x.now) {
		return db.Entry{}, errGone
	}
	return e, nil
}

// mayRead tells whether the request may read the manual (specification,
// section 5): an access token reads every manual of its brand.
func (x *exchange) mayRead(e db.Entry) bool {
	return e.Visibility().Open() || x.token != nil && x.token.Brand == e.Brand.Slug
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

// document reads a document of the manual in the encoding that the request
// asks for, unless its preconditions make the body unneeded.
func (h *Handler) document(x *exchange, e db.Entry, kind manual.DocumentKind) (representation, error) {
	info, ok := e.Document(kind)
	switch {
	case !ok && kind == manual.ResolverDocument:
		return representation{}, errThemes
	case !ok:
		return representation{}, fmt.Errorf("manual %s of brand %s has no document %q", e.ID(), e.Brand.Slug, kind)
	}
	found := representation{
		fingerprint: info.Sum,
		mediaType:   mediaTypeOf(kind),
		cache:       h.maxAges[secondsToCache(e.ExpiresAt(), x.now)],
		vary:        vary,
		gzip:        info.GzipBytes > 0 && acceptsGzip(x.r.Header["Accept-Encoding"]),
	}
	var err error
	found.notModified, err = preconditions(x.r.Header, found.fingerprint, found.gzip)
	if err != nil || found.notModified {
		return found, err
	}
	err = h.copyBody(x, e, kind, info, &found)
	return found, err
}

// copyBody copies the body of a document out of the store. A large one is
// copied for all who are sent it at a time, unless there is a copy already; the
// first reader of a record has it from the store in any case, which verifies it
// then.
func (h *Handler) copyBody(x *exchange, e db.Entry, kind manual.DocumentKind, info db.Info, found *representation) error {
	size := info.IdentityBytes
	if found.gzip {
		size = info.GzipBytes
	}
	memory := h.memoryFor(size)
	shared := size >= sharedBytes
	if shared && info.Verified {
		found.copied = h.sending.join(found.fingerprint, found.gzip)
	}
	if found.copied == nil {
		made := buffer(memory)
		body, err := h.read(x, e, kind, found.gzip, made.bytes[:0])
		if err != nil {
			memory.Put(made)
			return err
		}
		made.fingerprint, made.gzip, made.bytes = found.fingerprint, found.gzip, body
		found.copied = made
		if shared {
			var unused *bodyCopy
			if found.copied, unused = h.sending.keep(made); unused != nil {
				reuse(memory, unused)
			}
		}
	}
	found.body = found.copied.bytes
	return nil
}

// memoryFor returns the memory for copies of bodies of that size.
func (h *Handler) memoryFor(size int) *sync.Pool {
	if size < sharedBytes {
		return &h.smallCopies
	}
	return &h.copies
}

// read copies the body out of the store.
func (h *Handler) read(x *exchange, e db.Entry, kind manual.DocumentKind, gzip bool, into []byte) ([]byte, error) {
	body, err := h.db.Read(x.r.Context(), x.index, e, kind, gzip)
	if err != nil {
		return nil, fmt.Errorf("reading document %q of manual %s of brand %s: %w", kind, e.ID(), e.Brand.Slug, err)
	}
	return append(into, body...), nil
}

func mediaTypeOf(kind manual.DocumentKind) string {
	switch kind {
	case manual.StructuredDocument:
		return mediaTokens
	case manual.PageDocument:
		return mediaPage
	case manual.IconDocument:
		return mediaIcon
	}
	return mediaJSON
}

// cacheSeconds is how long an answer to anyone may be stored (specification,
// section 8 rule 1).
const cacheSeconds = 60

// secondsToCache returns how long an answer may be stored: never beyond the
// end date, which has not come yet.
func secondsToCache(end, now time.Time) int {
	if end.IsZero() {
		return cacheSeconds
	}
	return int(min(max(end.Sub(now)/time.Second, 0), cacheSeconds))
}

// maxPooled is the capacity, in bytes, beyond which a buffer is left to the
// garbage collector: one large manual is not to hold memory for good.
const maxPooled = 1 << 20

// buffer returns memory for a copy.
func buffer(pool *sync.Pool) *bodyCopy {
	if c, ok := pool.Get().(*bodyCopy); ok {
		return c
	}
	return new(bodyCopy)
}

// reuse has a copy's memory used for other bodies, if that is not too much.
func reuse(pool *sync.Pool, c *bodyCopy) {
	if cap(c.bytes) <= maxPooled {
		pool.Put(c)
	}
}

// release lets go of the body. The representation is not to be used any more.
func (h *Handler) release(found representation) {
	c := found.copied
	if c == nil {
		return
	}
	if size := len(c.bytes); size < sharedBytes || h.sending.leave(c) {
		reuse(h.memoryFor(size), c)
	}
}
