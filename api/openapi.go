package api

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the OpenAPI document
	"encoding/json"
	"fmt"

	"designmanual/db/manual"
)

//go:embed openapi.json
var openapiSource []byte

// static is a document that is part of the program.
type static struct {
	fingerprint    string
	identity, gzip []byte
}

// newStatic makes a document of JSON: compact, and compressed.
func newStatic(source []byte) (static, error) {
	var identity, compressed bytes.Buffer
	if err := json.Compact(&identity, source); err != nil {
		return static{}, err
	}
	writer, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return static{}, err
	}
	if _, err := writer.Write(identity.Bytes()); err != nil {
		return static{}, fmt.Errorf("compressing: %w", err)
	}
	if err := writer.Close(); err != nil {
		return static{}, fmt.Errorf("compressing: %w", err)
	}
	return static{manual.Fingerprint(identity.Bytes()), identity.Bytes(), compressed.Bytes()}, nil
}

// description is the endpoint of the OpenAPI document of the interface. It is
// at hosts that stand for the whole site.
func (h *Handler) description(x *exchange) (representation, error) {
	if !scopeOf(x.index, x.r.Host).site {
		return representation{}, errNotFound
	}
	found := representation{
		fingerprint: h.openapi.fingerprint,
		mediaType:   mediaJSON,
		cache:       h.maxAges[cacheSeconds],
		gzip:        acceptsGzip(x.r.Header["Accept-Encoding"]),
		body:        h.openapi.identity,
	}
	if found.gzip {
		found.body = h.openapi.gzip
	}
	var err error
	found.notModified, err = preconditions(x.r.Header, found.fingerprint, found.gzip)
	return found, err
}
