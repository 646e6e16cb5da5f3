package db

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"designmanual/db/manual"
)

// matches tells whether the record is the document that head speaks of, less
// whether its body has that tag: the hash of the record vouches for it.
func (r *documentRecord) matches(head *documentHead) bool {
	return r.ETag == hex.EncodeToString(head.ETag[:]) && len(r.Identity) == int(head.IdentityLen) && len(r.Gzip) == int(head.GzipLen)
}

// newDocument returns the record of a document and its head, but for the
// prefix. The error wraps [ErrConflict].
func newDocument(kind manual.DocumentKind, d manual.Document) (*documentRecord, documentHead, error) {
	etag := sum(sha256.Sum256(d.Identity))
	if d.ETag != "" && d.ETag != hex.EncodeToString(etag[:]) {
		return nil, documentHead{}, fmt.Errorf("document %s: its tag is %q, its body's %x: %w", kind, d.ETag, etag, ErrConflict)
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
	for kind := range s.Documents {
		if !slices.ContainsFunc(manual.Documents[:], func(info manual.DocumentInfo) bool { return info.Kind == kind }) {
			return fmt.Errorf("a document of the unknown kind %q: %w", kind, ErrConflict)
		}
	}
	if !slices.Contains(manual.Visibilities[:], s.Manual.Visibility) {
		return fmt.Errorf("visibility %q: %w", s.Manual.Visibility, ErrConflict)
	}
	return nil
}
