package db

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"math"

	"github.com/vmihailenco/msgpack/v5"

	"designmanual/db/manual"
)

// documentKinds are the kinds that a snapshot may have, in the order that
// heads have them.
var documentKinds = [...]manual.DocumentKind{
	manual.ManualDocument, manual.TokensDocument, manual.StructuredDocument, manual.ResolverDocument,
	manual.PageDocument, manual.IconDocument,
}

// encodeDocument returns the record of a document, {etag, identity, gzip},
// behind room for the envelope's header, and its head but for the sum. It is
// written by hand, since the head says where the bodies lie. The error wraps
// [ErrConflict] when the tag is not the fingerprint of the body.
func encodeDocument(kind manual.DocumentKind, d manual.Document) ([]byte, documentHead, error) {
	if fingerprint := manual.Fingerprint(d.Identity); d.ETag != fingerprint {
		return nil, documentHead{}, fmt.Errorf("document %s: its tag is %q, its body's %q: %w", kind, d.ETag, fingerprint, ErrConflict)
	}
	if len(d.Identity)+len(d.Gzip) > math.MaxInt32-1024 {
		return nil, documentHead{}, fmt.Errorf("document %s: %d bytes are too many: %w", kind, len(d.Identity)+len(d.Gzip), ErrConflict)
	}
	head := documentHead{Kind: kind, IdentityLen: uint32(len(d.Identity)), GzipLen: uint32(len(d.Gzip))}
	if _, err := hex.Decode(head.ETag[:], []byte(d.ETag)); err != nil {
		return nil, documentHead{}, fmt.Errorf("document %s: its tag: %w", kind, err)
	}
	value := bytes.NewBuffer(make([]byte, envelopeHeader, envelopeHeader+len(d.Identity)+len(d.Gzip)+128))
	encoder := msgpack.NewEncoder(value)
	// A bytes.Buffer does not fail, so neither does the encoder.
	_ = encoder.EncodeMapLen(3)
	_ = encoder.EncodeString("etag")
	_ = encoder.EncodeString(d.ETag)
	_ = encoder.EncodeString("identity")
	_ = encoder.EncodeBytesLen(len(d.Identity))
	head.Identity = uint32(value.Len())
	value.Write(d.Identity)
	_ = encoder.EncodeString("gzip")
	_ = encoder.EncodeBytesLen(len(d.Gzip))
	head.Gzip = uint32(value.Len())
	value.Write(d.Gzip)
	return value.Bytes(), head, nil
}

// A documentRecord is the record of a document, for checks. Readers do not
// decode it: they take the bodies from where the head says.
type documentRecord struct {
	ETag     string `msgpack:"etag"`
	Identity []byte `msgpack:"identity"`
	Gzip     []byte `msgpack:"gzip"`
}

// matches tells whether the record is what the head says of it.
func (r *documentRecord) matches(value []byte, head documentHead) bool {
	return r.ETag == hex.EncodeToString(head.ETag[:]) &&
		manual.Fingerprint(r.Identity) == r.ETag &&
		bytes.Equal(r.Identity, part(value, head.Identity, head.IdentityLen)) &&
		bytes.Equal(r.Gzip, part(value, head.Gzip, head.GzipLen))
}

// part returns n bytes of value from at, or nil where value has not as many.
func part(value []byte, at, n uint32) []byte {
	end := uint64(at) + uint64(n)
	if end > uint64(len(value)) {
		return nil
	}
	return value[at:end:end]
}
