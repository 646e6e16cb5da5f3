package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
)

// static is a document that is no document of a manual: a part of the
// program, or made of the whole store.
type static struct {
	sum      [sha256.Size]byte
	identity []byte
	gzip     []byte // nil where it would be no smaller
}

// newStatic makes a document of its body and compresses it.
func newStatic(identity []byte) static {
	made := plain(identity)
	var compressed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&compressed, gzip.BestCompression) // a level that there is
	_, _ = w.Write(identity)                                       // to memory, which does not fail
	_ = w.Close()
	if compressed.Len() < len(identity) {
		made.gzip = compressed.Bytes()
	}
	return made
}

// plain makes a document that is never compressed.
func plain(identity []byte) static {
	return static{sum: sha256.Sum256(identity), identity: identity}
}

// respond answers with the document in the encoding that the request asks
// for, judged by its preconditions.
func (s *static) respond(rq *request, mediaType, cache string) (*response, error) {
	rs := &response{mediaType: mediaType, cache: cache, vary: varyDocument, body: s.identity}
	if rs.gzip = s.gzip != nil && acceptsGzip(rq.Header["Accept-Encoding"]); rs.gzip {
		rs.body = s.gzip
	}
	rs.tag = entityTag(s.sum, rs.gzip)
	_, err := rq.unchanged(rs)
	return rs, err
}
