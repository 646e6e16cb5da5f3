package db

import (
	"bytes"

	"github.com/vmihailenco/msgpack/v5"

	"designmanual/db/manual"
)

// A headRecord is what the index says of a manual. Brand and id are its key.
// Opening a store reads all heads, so they are decoded by [headReader] and
// not through reflection; the tags say what it expects.
type headRecord struct {
	Slug       string            `msgpack:"slug"`
	Title      string            `msgpack:"title"`
	Subdomain  string            `msgpack:"subdomain"`
	Primary    bool              `msgpack:"primary"`
	Flagged    bool              `msgpack:"flagged"`
	Published  bool              `msgpack:"published"`
	Visibility manual.Visibility `msgpack:"visibility"`
	UpdatedAt  instant           `msgpack:"updated"`
	ExpiresAt  instant           `msgpack:"expires"`
	Password   string            `msgpack:"password"`
	Model      sum               `msgpack:"model"`     // zero for an unpublished manual
	Editorial  sum               `msgpack:"editorial"` // zero where nothing is recorded
	Documents  []documentHead    `msgpack:"documents"`
	Files      []fileRecord      `msgpack:"files,omitempty"`
}

// A documentHead is what the index says of a document: its tag, which is the
// SHA-256 of the identity body, the mark of its record, and how many bytes
// its bodies are.
type documentHead struct {
	Kind                 manual.DocumentKind
	ETag                 sum
	Mark                 mark
	IdentityLen, GzipLen uint32
}

// EncodeMsgpack writes the fields as an array.
func (d documentHead) EncodeMsgpack(e *msgpack.Encoder) error {
	if err := e.EncodeArrayLen(5); err != nil {
		return err
	}
	return e.EncodeMulti(string(d.Kind), d.ETag[:], d.Mark[:], d.IdentityLen, d.GzipLen)
}

// newHead returns the head of s, without its documents and sums.
func newHead(s *manual.Snapshot) headRecord {
	return headRecord{
		Slug: s.Manual.Slug, Title: s.Manual.Title, Subdomain: s.Subdomain,
		Primary: s.Primary, Flagged: s.Flagged, Published: s.Published,
		Visibility: s.Manual.Visibility,
		UpdatedAt:  instant{s.Manual.UpdatedAt}, ExpiresAt: instant{s.Manual.ExpiresAt},
		Password: s.Password, Files: each(s.Manual.Files, newFileRecord),
	}
}

// same tells whether two heads are of the same records.
func (h *headRecord) same(other *headRecord) bool {
	a, errA := encode(h)
	b, errB := encode(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// document returns what the head, which may be nil, says of the document of
// that tag.
func (h *headRecord) document(kind manual.DocumentKind, etag sum) (documentHead, bool) {
	if h != nil {
		for _, d := range h.Documents {
			if d.Kind == kind && d.ETag == etag {
				return d, true
			}
		}
	}
	return documentHead{}, false
}

// has tells whether the head has the document that doc speaks of.
func (h *headRecord) has(doc *document) bool {
	for _, d := range h.Documents {
		if d.Kind == doc.kind() {
			return d.Mark == doc.mark
		}
	}
	return false
}
