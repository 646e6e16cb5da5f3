package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
)

// static is a document that is no document of a manual: a part of the
// program, or made of the whole store.
type static struct {
	fingerprint fingerprint
	identity    []byte
	gzip        []byte // nil where it would be no smaller
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
	return static{fingerprint: sha256.Sum256(identity), identity: identity}
}

// represent returns the document in the encoding that a request with these
// fields asks for, judged by its preconditions.
func (s *static) represent(header http.Header, mediaType string, cache string) (representation, error) {
	found := representation{
		fingerprint: s.fingerprint,
		mediaType:   mediaType,
		cache:       cache,
		vary:        vary,
		gzip:        s.gzip != nil && acceptsGzip(header["Accept-Encoding"]),
		body:        s.identity,
	}
	if found.gzip {
		found.body = s.gzip
	}
	var err error
	found.notModified, err = preconditions(header, found.fingerprint, found.gzip)
	return found, err
}
