package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
)

// Media types besides those of documents.
const (
	mediaJSON    = "application/json"
	mediaProblem = "application/problem+json"
	mediaPage    = "text/html; charset=utf-8"
	mediaText    = "text/plain; charset=utf-8"
	mediaScript  = "text/javascript; charset=utf-8"
)

// static is a document that is no document of a manual: a part of the
// program, or made of the whole store.
type static struct {
	sum      [sha256.Size]byte
	identity []byte
	gzip     []byte // nil where it would be no smaller
}

// newStatic makes a document of its body and compresses it.
func newStatic(identity []byte) (static, error) {
	var compressed bytes.Buffer
	writer, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return static{}, err
	}
	if _, err := writer.Write(identity); err != nil {
		return static{}, fmt.Errorf("compressing: %w", err)
	}
	if err := writer.Close(); err != nil {
		return static{}, fmt.Errorf("compressing: %w", err)
	}
	made := plain(identity)
	if compressed.Len() < len(identity) {
		made.gzip = compressed.Bytes()
	}
	return made, nil
}

// newStaticJSON makes a document of JSON, compact.
func newStaticJSON(source []byte) (static, error) {
	var identity bytes.Buffer
	if err := json.Compact(&identity, source); err != nil {
		return static{}, err
	}
	return newStatic(identity.Bytes())
}

// plain makes a document that is never compressed.
func plain(identity []byte) static {
	return static{sum: sha256.Sum256(identity), identity: identity}
}

// respond answers with the document in the encoding that a request with these
// fields asks for, judged by its preconditions.
func (s *static) respond(header http.Header, mediaType, cache string) (*response, error) {
	rs := &response{mediaType: mediaType, cache: cache, vary: varyDocument, body: s.identity}
	if rs.gzip = s.gzip != nil && acceptsGzip(header["Accept-Encoding"]); rs.gzip {
		rs.body = s.gzip
	}
	rs.tag = entityTag(s.sum, rs.gzip)
	unchanged, err := preconditions(header, rs.tag)
	switch {
	case err != nil:
		return nil, err
	case unchanged:
		return rs.unchanged(), nil
	}
	return rs, nil
}
