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
}

// A documentHead is what the index says of a document: its tag, which is the
// SHA-256 of the identity body, the sum of its record, and where in the
// record's value (from its first byte, the envelope's header included) its
// bodies begin and how many bytes they are.
type documentHead struct {
	Kind                  manual.DocumentKind
	ETag, Sum             sum
	Identity, IdentityLen uint32
	Gzip, GzipLen         uint32
}

// EncodeMsgpack writes the fields as an array.
func (d documentHead) EncodeMsgpack(e *msgpack.Encoder) error {
	if err := e.EncodeArrayLen(7); err != nil {
		return err
	}
	return e.EncodeMulti(string(d.Kind), d.ETag[:], d.Sum[:], d.Identity, d.IdentityLen, d.Gzip, d.GzipLen)
}

// newHead returns the head of s, without its documents and sums.
func newHead(s *manual.Snapshot) headRecord {
	return headRecord{
		Slug: s.Manual.Slug, Title: s.Manual.Title, Subdomain: s.Subdomain,
		Primary: s.Primary, Flagged: s.Flagged, Published: s.Published,
		Visibility: s.Manual.Visibility,
		UpdatedAt:  instant{s.Manual.UpdatedAt}, ExpiresAt: instant{s.Manual.ExpiresAt},
		Password: s.Password,
	}
}

// same tells whether two heads are of the same records.
func (h *headRecord) same(other *headRecord) bool {
	a, errA := encode(h)
	b, errB := encode(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

// has tells whether the head has that record of that document.
func (h *headRecord) has(kind manual.DocumentKind, of sum) bool {
	for _, d := range h.Documents {
		if d.Kind == kind {
			return d.Sum == of
		}
	}
	return false
}
