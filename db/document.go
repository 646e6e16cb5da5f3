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
var documentKinds = func() (kinds [len(manual.Documents)]manual.DocumentKind) {
	for i, d := range manual.Documents {
		kinds[i] = d.Kind
	}
	return kinds
}()

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
	gzipTo := recordBytes(identityLen, gzipLen)
	gzipFrom := gzipTo - int(gzipLen)
	if gzipTo > len(value) {
		return nil, nil
	}
	return value[from:to:to], value[gzipFrom:gzipTo:gzipTo]
}

// recordBytes returns how long the record of a document is.
func recordBytes(identityLen, gzipLen uint32) int {
	return identityAt + lengthBytes(identityLen) + int(identityLen) +
		1 + len(gzipKey) + lengthBytes(gzipLen) + int(gzipLen)
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

// fingerprint returns the hash that is the tag of a document. The error wraps
// [ErrConflict] when the document has a tag already and it is another one.
func fingerprint(kind manual.DocumentKind, d manual.Document) (sum, error) {
	of := sum(sha256.Sum256(d.Identity))
	if d.ETag != "" && d.ETag != hex.EncodeToString(of[:]) {
		return sum{}, fmt.Errorf("document %s: its tag is %q, its body's %x: %w", kind, d.ETag, of, ErrConflict)
	}
	return of, nil
}

// encodeDocument returns the record of a document behind room for the
// envelope's header, and completes its head but for the mark. The tag in head
// is the fingerprint of identity.
func encodeDocument(head *documentHead, identity, gzip []byte) ([]byte, error) {
	if len(identity)+len(gzip) > math.MaxInt32-1024 {
		return nil, fmt.Errorf("document %s: %d bytes are too many: %w", head.Kind, len(identity)+len(gzip), ErrConflict)
	}
	head.IdentityLen, head.GzipLen = uint32(len(identity)), uint32(len(gzip))
	value := bytes.NewBuffer(make([]byte, envelopeHeader, identityAt+len(identity)+len(gzip)+32))
	encoder := msgpack.GetEncoder()
	defer msgpack.PutEncoder(encoder)
	encoder.Reset(value)
	err := errors.Join(
		encoder.EncodeMapLen(3),
		encoder.EncodeString(etagKey), encoder.EncodeString(hex.EncodeToString(head.ETag[:])),
		encoder.EncodeString(identityKey), encoder.EncodeBytesLen(len(identity)), appendBody(value, identity),
		encoder.EncodeString(gzipKey), encoder.EncodeBytesLen(len(gzip)), appendBody(value, gzip),
	)
	return value.Bytes(), err
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
