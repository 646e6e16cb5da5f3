package db

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
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

// The record of a document is {etag, identity, gzip}, in that order, so that
// where its bodies lie follows from how long they are.
const (
	etagKey     = "etag"
	identityKey = "identity"
	gzipKey     = "gzip"

	// identityAt is where the length of the identity body is written: behind
	// the envelope's header, the map's first byte, a tag of 64 digits with
	// its length of two bytes, and two keys with theirs of one.
	identityAt = envelopeHeader + 1 + (1 + len(etagKey)) + (2 + 2*len(sum{})) + (1 + len(identityKey))
)

// bodies returns the two bodies out of the value of a document's record,
// which they lie in. They are nil where it is too short for them.
func bodies(value []byte, identityLen, gzipLen uint32) (identity, gzip []byte) {
	from := identityAt + lengthBytes(identityLen)
	to := from + int(identityLen)
	gzipFrom := to + 1 + len(gzipKey) + lengthBytes(gzipLen)
	gzipTo := gzipFrom + int(gzipLen)
	if gzipTo > len(value) {
		return nil, nil
	}
	return value[from:to:to], value[gzipFrom:gzipTo:gzipTo]
}

// lengthBytes returns how many bytes msgpack writes before n bytes.
func lengthBytes(n uint32) int {
	switch {
	case n <= math.MaxUint8:
		return 2
	case n <= math.MaxUint16:
		return 3
	}
	return 5
}

// encodeDocument returns the record of a document behind room for the
// envelope's header, and its head but for the mark. The error wraps
// [ErrConflict] when there is a tag and it is not the fingerprint of the body.
func encodeDocument(kind manual.DocumentKind, d manual.Document) ([]byte, documentHead, error) {
	etag := sha256.Sum256(d.Identity)
	fingerprint := hex.EncodeToString(etag[:])
	if d.ETag != "" && d.ETag != fingerprint {
		return nil, documentHead{}, fmt.Errorf("document %s: its tag is %q, its body's %q: %w", kind, d.ETag, fingerprint, ErrConflict)
	}
	if len(d.Identity)+len(d.Gzip) > math.MaxInt32-1024 {
		return nil, documentHead{}, fmt.Errorf("document %s: %d bytes are too many: %w", kind, len(d.Identity)+len(d.Gzip), ErrConflict)
	}
	head := documentHead{Kind: kind, ETag: etag, IdentityLen: uint32(len(d.Identity)), GzipLen: uint32(len(d.Gzip))}
	value := bytes.NewBuffer(make([]byte, envelopeHeader, identityAt+len(d.Identity)+len(d.Gzip)+32))
	encoder := msgpack.GetEncoder()
	defer msgpack.PutEncoder(encoder)
	encoder.Reset(value)
	err := errors.Join(
		encoder.EncodeMapLen(3),
		encoder.EncodeString(etagKey), encoder.EncodeString(fingerprint),
		encoder.EncodeString(identityKey), encoder.EncodeBytesLen(len(d.Identity)), appendBody(value, d.Identity),
		encoder.EncodeString(gzipKey), encoder.EncodeBytesLen(len(d.Gzip)), appendBody(value, d.Gzip),
	)
	return value.Bytes(), head, err
}

// appendBody writes what the length before it announces. The encoder would
// write an absent body as nil.
func appendBody(value *bytes.Buffer, body []byte) error {
	_, err := value.Write(body)
	return err
}

// A documentRecord is the record of a document, for checks. Readers do not
// decode it: they take the bodies from where the head says.
type documentRecord struct {
	ETag     string `msgpack:"etag"`
	Identity []byte `msgpack:"identity"`
	Gzip     []byte `msgpack:"gzip"`
}

// matches tells whether the record, which is that of value, is what the head
// says of it.
func (r *documentRecord) matches(value []byte, head documentHead) bool {
	identity, gzip := bodies(value, head.IdentityLen, head.GzipLen)
	return r.ETag == hex.EncodeToString(head.ETag[:]) &&
		manual.Fingerprint(r.Identity) == r.ETag &&
		bytes.Equal(r.Identity, identity) &&
		bytes.Equal(r.Gzip, gzip)
}
