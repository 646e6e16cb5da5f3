package db

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"

	"designmanual/db/manual"
)

// A documentRecord is the record of a document. It says its own tag, so that
// it is never served under another.
type documentRecord struct {
	ETag     string `msgpack:"etag"`
	Identity []byte `msgpack:"identity"`
	Gzip     []byte `msgpack:"gzip"`
}

// The two records read one of the bodies, and do not copy the other.
type (
	identityRecord struct {
		ETag string `msgpack:"etag"`
		Body []byte `msgpack:"identity"`
	}
	gzipRecord struct {
		ETag string `msgpack:"etag"`
		Body []byte `msgpack:"gzip"`
	}
)

// decodeBody returns a body of a document's record, compressed or not, which
// is the one that head speaks of. The error wraps [ErrDamaged].
func decodeBody(key recordKey, value []byte, head *documentHead, compressed bool) ([]byte, error) {
	var record gzipRecord
	var err error
	want := head.GzipLen
	if compressed {
		_, err = decodeRecord(key, value, &record)
	} else {
		want = head.IdentityLen
		_, err = decodeRecord(key, value, (*identityRecord)(&record))
	}
	if err == nil && (record.ETag != hex.EncodeToString(head.ETag[:]) || len(record.Body) != int(want)) {
		err = damaged("%s: it is another document than its head says", key)
	}
	return record.Body, err
}

// newDocument returns the record of a document and its head, but for the
// prefix. The error wraps [ErrConflict].
func newDocument(kind manual.DocumentKind, d manual.Document) (*documentRecord, documentHead, error) {
	etag, err := fingerprint(kind, d)
	if err != nil {
		return nil, documentHead{}, err
	}
	if len(d.Identity)+len(d.Gzip) > math.MaxInt32-1024 {
		return nil, documentHead{}, fmt.Errorf("document %s: %d bytes are too many: %w", kind, len(d.Identity)+len(d.Gzip), ErrConflict)
	}
	record := &documentRecord{ETag: hex.EncodeToString(etag[:]), Identity: d.Identity, Gzip: d.Gzip}
	if record.Identity == nil {
		record.Identity = []byte{} // as it is read
	}
	return record, documentHead{Kind: kind, ETag: etag, IdentityLen: uint32(len(d.Identity)), GzipLen: uint32(len(d.Gzip))}, nil
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

// compress makes a compressed body in place of one that was found damaged.
func compress(identity []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(identity) // writing to memory cannot fail
	w.Close()
	return out.Bytes()
}

// checkSnapshot checks what the snapshot says by itself.
func checkSnapshot(s *manual.Snapshot) error {
	if s.Manual.ID == "" || s.Manual.Slug == "" {
		return fmt.Errorf("a manual without an id or a slug: %w", ErrConflict)
	}
	if !s.Published && len(s.Documents) > 0 {
		return fmt.Errorf("an unpublished manual with documents: %w", ErrConflict)
	}
	known := 0
	for i := range manual.Documents {
		if _, ok := s.Documents[manual.Documents[i].Kind]; ok {
			known++
		}
	}
	if known != len(s.Documents) {
		return fmt.Errorf("a document of a kind that there is not: %w", ErrConflict)
	}
	for _, v := range manual.Visibilities {
		if s.Manual.Visibility == v {
			return nil
		}
	}
	return fmt.Errorf("visibility %q: %w", s.Manual.Visibility, ErrConflict)
}
