package db

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"sync/atomic"
	"time"

	"designmanual/db/manual"
)

// An Entry is a manual of the index. Its fields say what those of
// [manual.Snapshot] say. As long as no update touches its brand, successive
// indexes have the same entry; an update copies the entries of the brands
// that it touches, and what was learnt of their documents stays known.
type Entry struct {
	Brand      *Brand
	ID         string
	Slug       string
	Title      string // empty for an unpublished manual
	Subdomain  string
	Primary    bool
	Flagged    bool
	Published  bool
	Visibility manual.Visibility
	UpdatedAt  time.Time
	ExpiresAt  time.Time
	Password   string
	documents  []document // the few that a manual has, searched in order
}

// Info is what the index knows of a document.
type Info struct {
	Sum           [sha256.Size]byte // SHA-256 of the identity body
	IdentityBytes int
	GzipBytes     int
	Verified      bool // its record has been read since it was written or the store opened, and its hash held
}

// ETag returns the fingerprint, the opaque part of the entity tag.
func (i Info) ETag() string { return hex.EncodeToString(i.Sum[:]) }

// Document returns what there is of that kind, and whether there is any. An
// unpublished manual has no documents.
func (e *Entry) Document(kind manual.DocumentKind) (Info, bool) {
	d := e.document(kind)
	if d == nil {
		return Info{}, false
	}
	return Info{Sum: d.etag, IdentityBytes: int(d.identityLen), GzipBytes: int(d.gzipLen), Verified: d.state() == verified}, true
}

// A document is a document of an entry in memory. There are some hundred
// thousand of them: the tag is kept as the hash that it spells, and of the
// record's sum as much as tells one record from the next.
type document struct {
	etag                 sum
	mark                 mark
	identityLen, gzipLen uint32
	// The state, above it the kind, an index of documentKinds, and above that
	// where in the file its record was found, zero where that is not known.
	learnt atomic.Uint64
}

func (d *document) kind() manual.DocumentKind {
	return documentKinds[d.learnt.Load()>>kindShift&(1<<(offsetShift-kindShift)-1)]
}

func (d *document) state() uint64 { return d.learnt.Load() & (1<<kindShift - 1) }

func (d *document) offset() uint64 { return d.learnt.Load() >> offsetShift }

// learn notes the state, and where the record lies, or zero.
func (d *document) learn(state, offset uint64) {
	const kind = 1<<offsetShift - 1<<kindShift
	d.learnt.Store(d.learnt.Load()&kind | state | offset<<offsetShift)
}

// The states of a document.
const (
	unverified = iota // its record has not been read since it was written or the store opened
	verified          // its record has been read and its hash held
	spoilt            // its record was found damaged right after it was written
)

// Where the kind and the offset begin above the state.
const (
	kindShift   = 8
	offsetShift = 16
)

// document returns the entry's document of that kind, or nil.
func (e *Entry) document(kind manual.DocumentKind) *document {
	for i := range e.documents {
		if d := &e.documents[i]; d.kind() == kind {
			return d
		}
	}
	return nil
}

// fill sets an entry from its head. documents has room for the head's
// documents, and texts takes its strings. It is not ok where the head has a
// kind that there is none of.
func (e *Entry) fill(id string, head *headRecord, documents []document, texts *texts) (ok bool) {
	e.UpdatedAt, e.ExpiresAt = head.UpdatedAt.Time, head.ExpiresAt.Time
	e.Primary, e.Flagged, e.Published = head.Primary, head.Flagged, head.Published
	for _, v := range manual.Visibilities { // the constant's bytes, not a copy
		if v == head.Visibility {
			e.Visibility = v
		}
	}
	e.ID, e.Slug, e.Title = texts.keep(id), texts.keep(head.Slug), texts.keep(head.Title)
	e.Subdomain, e.Password = texts.keep(head.Subdomain), texts.keep(head.Password)
	for i := range head.Documents {
		from, to := &head.Documents[i], &documents[i]
		to.etag, to.mark = from.ETag, from.Mark
		to.identityLen, to.gzipLen = from.IdentityLen, from.GzipLen
		kind, ok := kindIndex(from.Kind)
		if !ok {
			return false
		}
		to.learnt.Store(kind << kindShift) // unverified
	}
	e.documents = documents[:len(head.Documents):len(head.Documents)]
	return e.Visibility != ""
}

// texts keeps strings, many in one allocation: the garbage collector looks at
// each allocation, and hundreds of thousands of small ones are also larger
// than what is in them.
type texts struct{ block strings.Builder }

// textBlock is the size of an allocation, in bytes.
const textBlock = 4 << 10

// keep returns a string like s. One that is empty holds on to nothing.
func (t *texts) keep(s string) string {
	if s == "" {
		return ""
	}
	if t.block.Len()+len(s) > t.block.Cap() {
		t.block.Reset()
		t.block.Grow(max(textBlock, len(s)))
	}
	from := t.block.Len()
	t.block.WriteString(s)
	return t.block.String()[from:]
}

func kindIndex(kind manual.DocumentKind) (uint64, bool) {
	for i, k := range documentKinds {
		if k == kind {
			return uint64(i), true
		}
	}
	return 0, false
}
